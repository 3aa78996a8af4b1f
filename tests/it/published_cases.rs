//! Published boards and malformed bodies with their correct responses. The variable `SUDOKU_CASES` names their folder.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::{post, validate};

fn cases(file: &str) -> Vec<Value> {
    let folder = std::env::var_os("SUDOKU_CASES");
    let path = PathBuf::from(folder.expect("SUDOKU_CASES names a folder of cases")).join(file);
    let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cases: Vec<Value> = serde_json::from_slice(&text).unwrap();
    assert!(!cases.is_empty(), "{} has no cases", path.display());
    cases
}

/// A duplicate with its digit as a number, whether it was a number or a string.
fn with_number(mut duplicate: Value) -> Value {
    if let Some(digit) = duplicate["digit"].as_str() {
        duplicate["digit"] = json!(digit.parse::<u8>().unwrap());
    }
    duplicate
}

#[tokio::test]
#[ignore = "needs the published cases that SUDOKU_CASES names"]
async fn published_boards_get_the_published_verdict() {
    for case in cases("boards.json").iter().chain(&cases("mutants.json")) {
        let id = &case["id"];
        let size = case["board"].as_array().unwrap().len();
        let body = json!({"board": case["board"], "box": case["box"]}).to_string();
        let response = post("/validate?duplicates=all", body).await;
        if size < 4 {
            assert_eq!(response.status, 422, "{id}");
            continue;
        }
        let response = response.json();
        assert_eq!(response["valid"], case["valid"], "{id}");
        assert_eq!(response["complete"], case["complete"], "{id}");
        let first = response
            .get("duplicate")
            .cloned()
            .map_or(Value::Null, with_number);
        assert_eq!(first, with_number(case["duplicate"].clone()), "{id}");
        let all = |response: &Value| -> Vec<Value> {
            let duplicates = response["duplicates"].as_array().unwrap();
            duplicates.iter().cloned().map(with_number).collect()
        };
        assert_eq!(all(&response), all(case), "{id}");
    }
}

#[tokio::test]
#[ignore = "needs the published cases that SUDOKU_CASES names"]
async fn published_boards_have_the_published_number_of_solutions() {
    for case in cases("boards.json") {
        let id = &case["id"];
        // "N+" means N or more.
        let at_least = case["solutions"]
            .as_str()
            .and_then(|text| text.strip_suffix('+')?.parse::<u64>().ok());
        let Some(expected) = at_least.or(case["solutions"].as_u64()) else {
            continue;
        };
        let count_to = if at_least.is_some() {
            expected
        } else {
            expected + 2
        };
        let body = json!({"board": case["board"], "box": case["box"]}).to_string();
        let response = post(&format!("/solve?count_to={count_to}"), body).await;
        if response.status == 422 {
            assert!(case["board"].as_array().unwrap().len() < 4, "{id}");
            continue;
        }
        let response = response.json();
        let solutions = ["none", "one", "many"][usize::try_from(expected.min(2)).unwrap()];
        assert_eq!(
            (&response["solutions"], &response["count"]),
            (&json!(solutions), &json!(expected)),
            "{id}"
        );
        assert_eq!(response["valid"], case["valid"], "{id}");
    }
}

#[tokio::test]
#[ignore = "needs the published cases that SUDOKU_CASES names"]
async fn published_malformed_bodies_are_rejected_with_pointers_into_them() {
    for case in cases("malformed.json") {
        let id = &case["id"];
        let response = validate(&case["body"]).await;
        assert_eq!(response.status, 422, "{id}");
        for error in response.json()["errors"].as_array().unwrap() {
            let pointer = error["pointer"].as_str().unwrap();
            assert!(
                case["body"].pointer(&pointer[1..]).is_some(),
                "{id}: {pointer}"
            );
        }
    }
}

/// The answer to a placement, as in `examples/clients/placement.mjs`.
async fn answer(case: &Value) -> Value {
    let error = |message: &str| json!({ "error": message });
    let text = |name: &str| case[name].as_str().filter(|text| !text.is_empty());
    let (Some(puzzle), Some(coordinate), Some(digit)) =
        (text("puzzle"), text("coordinate"), text("digit"))
    else {
        return error("Required field(s) missing");
    };
    if puzzle.contains(|cell| !matches!(cell, '1'..='9' | '.')) {
        return error("Invalid characters in puzzle");
    }
    if puzzle.len() != 81 {
        return error("Expected puzzle to be 81 characters long");
    }
    let (row, column) = coordinate.split_at(1);
    let row = i64::from(row.as_bytes()[0]) - i64::from(b'A');
    let column = column.parse::<i64>().map_or(-1, |column| column - 1);
    let placed = json!({"row": row, "column": column, "digit": digit});
    let response = post(
        "/check",
        json!({"board": puzzle, "move": placed}).to_string(),
    )
    .await;
    let response = response.json();
    if let Some(pointer) = response["errors"][0]["pointer"].as_str() {
        return error(match pointer {
            "#/move/digit" => "Invalid value",
            _ => "Invalid coordinate",
        });
    }
    let duplicates = response["move"]["duplicates"].as_array().unwrap().iter();
    let kinds = duplicates.map(
        |duplicate| match duplicate["house"]["kind"].as_str().unwrap() {
            "box" => "region",
            kind => kind,
        },
    );
    json!({"valid": response["move"]["valid"], "conflict": kinds.collect::<Vec<_>>()})
}

#[tokio::test]
#[ignore = "needs the published cases that SUDOKU_CASES names"]
async fn published_placements_get_the_published_answer() {
    let cases = cases("placement.json");
    assert!(!cases.is_empty());
    for case in cases {
        let (id, expected, answer) = (&case["id"], &case["expected"], answer(&case).await);
        assert_eq!(answer.get("error"), expected.get("error"), "{id}");
        assert_eq!(answer.get("valid"), expected.get("valid"), "{id}");
        let kinds = |value: &Value| -> Vec<String> {
            let kinds = value.as_array().into_iter().flatten();
            let mut kinds: Vec<_> = kinds.map(Value::to_string).collect();
            kinds.sort();
            kinds
        };
        let found = kinds(&answer["conflict"]);
        let included = kinds(&expected["conflict_includes"]);
        assert!(included.iter().all(|kind| found.contains(kind)), "{id}");
        if expected.get("conflict").is_some() {
            assert_eq!(found, kinds(&expected["conflict"]), "{id}");
        }
    }
}
