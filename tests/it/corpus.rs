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
        let first = answer
            .get("duplicate")
            .map_or(Value::Null, |first| by_number(first.clone()));
        assert_eq!(
            first,
            by_number(case["duplicate"].clone()),
            "{}",
            case["id"]
        );
        let all = |answer: &Value| -> Vec<Value> {
            answer["duplicates"]
                .as_array()
                .unwrap()
                .iter()
                .cloned()
                .map(by_number)
                .collect()
        };
        assert_eq!(all(&answer), all(case), "{}", case["id"]);
    }
}

#[tokio::test]
async fn published_boards_have_as_many_solutions_as_published() {
    for case in cases("boards.json") {
        let least = case["solutions"]
            .as_str()
            .and_then(|text| text.strip_suffix('+')?.parse::<u64>().ok());
        let Some(expected) = least.or(case["solutions"].as_u64()) else {
            continue;
        };
        // Where there are more than were counted, no more are counted here.
        let count_to = if least.is_some() {
            expected
        } else {
            expected + 2
        };
        let body = json!({"board": case["board"], "box": case["box"]}).to_string();
        let reply = post(&format!("/solve?count_to={count_to}"), body).await;
        if reply.status == 422 {
            assert!(
                case["board"].as_array().unwrap().len() < 4,
                "{}",
                case["id"]
            );
            continue;
        }
        let answer = reply.json();
        let solutions = ["none", "one", "many"][expected.min(2) as usize];
        assert_eq!(
            (&answer["solutions"], &answer["count"]),
            (&json!(solutions), &json!(expected)),
            "{}",
            case["id"]
        );
        assert_eq!(answer["valid"], case["valid"], "{}", case["id"]);
    }
}

/// The place of the first fault of each malformed body, found by hand.
#[rustfmt::skip]
const FIRST_FAULTS: [(&str, &str); 31] = [
    ("B042", "#/board/0/0"), ("B060", "#/board/0/0"), ("B090", "#/board"), ("B093", "#/board/1"),
    ("B094", "#/board/0"), ("B095", "#/board/0"), ("B098", "#/board/0/0"), ("B099", "#/board"),
    ("B100", "#/board/0/0"), ("B101", "#/board/0/8"), ("B102", "#/board/0"), ("B115", "#/board/0/0"),
    ("B118", "#/board/0/0"), ("ta-1row", "#"), ("cw-nxn-ragged", "#/0"), ("sv-9x3", "#"),
    ("sv-3x3", "#"), ("sv-range", "#/0/0"), ("sv-rowtype", "#/1"), ("sv-cell--1", "#/0/0"),
    ("sv-cell-789", "#/0/0"), ("sv-cell-5.7", "#/0/0"), ("cwh-ragged", "#/3"), ("cwh-8cols", "#"),
    ("v-7rows", "#"), ("v-row1", "#/0"), ("ve-03", "#/4"), ("ve-04", "#"),
    ("rr-8", "#"), ("rr-10", "#/2"), ("rr-42", "#/1/2"),
];

#[tokio::test]
async fn published_malformed_bodies_are_refused_with_the_place_of_the_fault() {
    for case in cases("malformed.json") {
        let id = case["id"].as_str().unwrap();
        let reply = validate(&case["body"]).await;
        assert_eq!(reply.status, 422, "{id}");
        let problem = reply.json();
        let pointers = problem["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["pointer"].as_str().unwrap());
        for pointer in pointers.clone() {
            assert!(
                case["body"].pointer(&pointer[1..]).is_some(),
                "{id}: {pointer}"
            );
        }
        if let Some((_, first)) = FIRST_FAULTS.iter().find(|(known, _)| *known == id) {
            assert_eq!(pointers.clone().next(), Some(*first), "{id}");
        }
    }
}
