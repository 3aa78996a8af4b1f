//! Collections of published boards and malformed bodies, where the machine has them: the variable `SUDOKU_CASES` names
//! the folder. Without it these tests say that they are skipped.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::{post, validate};

fn cases(file: &str) -> Vec<Value> {
    let Some(folder) = std::env::var_os("SUDOKU_CASES").map(PathBuf::from) else {
        eprintln!("skipped: SUDOKU_CASES does not name a folder with {file}");
        return Vec::new();
    };
    serde_json::from_slice(&std::fs::read(folder.join(file)).unwrap()).unwrap()
}

/// A duplicate with its digit as a number, however it was written.
fn by_number(mut duplicate: Value) -> Value {
    if let Some(digit) = duplicate["digit"].as_str() {
        duplicate["digit"] = json!(digit.parse::<u8>().unwrap());
    }
    duplicate
}

#[tokio::test]
async fn published_boards_are_judged_as_published() {
    for case in cases("boards.json").iter().chain(&cases("mutants.json")) {
        let size = case["board"].as_array().unwrap().len();
        let body = json!({"board": case["board"], "box": case["box"]}).to_string();
        let reply = post("/validate?duplicates=all", body).await;
        if size < 4 {
            assert_eq!(reply.status, 422, "{}", case["id"]);
            continue;
        }
        let answer = reply.json();
        assert_eq!(answer["valid"], case["valid"], "{}", case["id"]);
        assert_eq!(answer["complete"], case["complete"], "{}", case["id"]);
        let first = answer.get("duplicate").map_or(Value::Null, |first| by_number(first.clone()));
        assert_eq!(first, by_number(case["duplicate"].clone()), "{}", case["id"]);
        let all = |answer: &Value| -> Vec<Value> {
            answer["duplicates"].as_array().unwrap().iter().cloned().map(by_number).collect()
        };
        assert_eq!(all(&answer), all(case), "{}", case["id"]);
    }
}

#[tokio::test]
async fn published_malformed_bodies_are_refused_with_a_place_that_is_in_them() {
    for case in cases("malformed.json") {
        let reply = validate(&case["body"]).await;
        assert_eq!(reply.status, 422, "{}", case["id"]);
        for error in reply.json()["errors"].as_array().unwrap() {
            let pointer = error["pointer"].as_str().unwrap().strip_prefix('#').unwrap();
            assert!(case["body"].pointer(pointer).is_some(), "{}: {error}", case["id"]);
        }
    }
}
