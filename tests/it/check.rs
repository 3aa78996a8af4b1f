//! Responses of `/check`.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use serde_json::{Value, json};
use sudoku_validator::http::{self, App, RequestLimits};
use sudoku_validator::metrics::Metrics;

use crate::support::boards::PUZZLE;
use crate::support::running::TEST_TIMEOUT;
use crate::support::{post, send_to};

/// The solution of the puzzle.
const SOLUTION: [[u8; 4]; 4] = [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]];

const EMPTY: [[u8; 4]; 4] = [[0; 4]; 4];

/// A puzzle with two solutions, which differ in its empty cells.
const TWO_SOLUTIONS: [[u8; 4]; 4] = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 0, 4, 0], [4, 0, 2, 0]];

pub(crate) async fn check(query: &str, body: &Value) -> Value {
    let response = post(&format!("/check{query}"), body.to_string()).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

fn request(body: &Value) -> Request<Body> {
    Request::post("/check")
        .header(CONTENT_TYPE, "application/json")
        .body(body.to_string().into())
        .unwrap()
}

/// The rows with other digits in some cells.
fn with(mut rows: [[u8; 4]; 4], changes: &[(usize, usize, u8)]) -> [[u8; 4]; 4] {
    for (row, column, digit) in changes {
        rows[*row][*column] = *digit;
    }
    rows
}

fn cells(cells: &[[usize; 2]]) -> Value {
    let cells = cells.iter();
    cells
        .map(|[row, column]| json!({"row": row, "column": column}))
        .collect()
}

fn duplicate(digit: u8, kind: &str, index: usize, of: &[[usize; 2]]) -> Value {
    json!({"digit": digit, "house": {"kind": kind, "index": index}, "cells": cells(of)})
}

#[tokio::test]
async fn without_a_puzzle_nothing_is_said_about_solutions() {
    let board = json!({ "board": PUZZLE });
    let expected = json!({"valid": true, "complete": false, "duplicates": []});
    assert_eq!(check("", &board).await, expected);
    assert_eq!(check("?wrong=count", &board).await, expected);
    let absent = json!({"board": PUZZLE, "givens": null, "move": null, "box": null});
    assert_eq!(check("", &absent).await, expected);

    let board = json!({"board": with(PUZZLE, &[(0, 3, 1), (2, 0, 1)])});
    let in_row = duplicate(1, "row", 0, &[[0, 0], [0, 3]]);
    let expected = json!({
        "valid": false,
        "complete": false,
        "duplicate": in_row,
        "duplicates": [in_row, duplicate(1, "column", 0, &[[0, 0], [2, 0]])],
    });
    assert_eq!(check("", &board).await, expected);
}

#[tokio::test]
async fn a_board_is_compared_with_the_only_solution_of_its_puzzle() {
    for (changes, on_track, changed, wrong) in [
        (&[][..], true, &[][..], &[][..]),
        (&[(0, 1, 3), (0, 2, 2)], true, &[], &[]),
        (&[(0, 1, 3), (0, 2, 4)], false, &[], &[[0, 2]]),
        // An emptied given was changed, but is not wrong.
        (&[(0, 0, 0)], false, &[[0, 0]], &[]),
        // A given of another digit is both.
        (&[(0, 0, 3), (3, 1, 3)], false, &[[0, 0]], &[[0, 0], [3, 1]]),
    ] {
        let body = json!({"board": with(PUZZLE, changes), "givens": PUZZLE});
        let mut expected = json!({
            "valid": true,
            "complete": false,
            "solutions": "one",
            "on_track": on_track,
            "solved": false,
            "changed_givens": cells(changed),
            "wrong": cells(wrong),
            "duplicates": [],
        });
        assert_eq!(check("", &body).await, expected);
        assert_eq!(check("?wrong=list", &body).await, expected);
        let members = expected.as_object_mut().unwrap();
        members.remove("changed_givens");
        members.remove("wrong");
        members.insert("changed_givens_count".to_owned(), changed.len().into());
        members.insert("wrong_count".to_owned(), wrong.len().into());
        assert_eq!(check("?wrong=count", &body).await, expected);
    }
    let body = json!({"board": SOLUTION, "givens": PUZZLE});
    let expected = json!({
        "valid": true,
        "complete": true,
        "solutions": "one",
        "on_track": true,
        "solved": true,
        "changed_givens": [],
        "wrong": [],
        "duplicates": [],
    });
    assert_eq!(check("", &body).await, expected);
}

#[tokio::test]
async fn only_for_a_puzzle_with_many_solutions_it_is_said_whether_one_is_reachable() {
    for (changes, reachable, changed) in [
        (&[][..], "yes", &[][..]),
        (&[(2, 1, 1)], "yes", &[]),
        // Each of these digits fits, but not both.
        (&[(2, 1, 1), (3, 1, 1)], "no", &[]),
        // An emptied given is put back.
        (&[(0, 0, 0)], "yes", &[[0, 0]]),
        // A given of another digit makes it unreachable.
        (&[(2, 1, 1), (0, 0, 2)], "no", &[[0, 0]]),
    ] {
        let body = json!({"board": with(TWO_SOLUTIONS, changes), "givens": TWO_SOLUTIONS});
        let response = check("", &body).await;
        let of_puzzle = json!({
            "solutions": response["solutions"],
            "reachable": response["reachable"],
            "changed_givens": response["changed_givens"],
        });
        let expected = json!({
            "solutions": "many",
            "reachable": reachable,
            "changed_givens": cells(changed),
        });
        assert_eq!(of_puzzle, expected, "{changes:?}");
        for absent in ["wrong", "wrong_count", "on_track", "solved", "stopped"] {
            assert_eq!(response.get(absent), None);
        }
    }
    let body =
        json!({"board": SOLUTION, "givens": EMPTY, "move": {"row": 0, "column": 0, "digit": 1}});
    let expected = json!({
        "valid": true,
        "complete": true,
        "solutions": "many",
        "reachable": "yes",
        "changed_givens": [],
        "move": {"valid": true, "duplicates": [], "changes_given": false},
        "duplicates": [],
    });
    assert_eq!(check("", &body).await, expected);
}

#[tokio::test]
async fn a_puzzle_without_a_solution_claims_nothing_about_the_board() {
    // One whose givens repeat a digit, and one without a digit for its first cell.
    let repeated = with(PUZZLE, &[(0, 1, 1)]);
    let contradictory = [[0, 1, 2, 0], [3, 0, 0, 0], [4, 0, 0, 0], [0, 0, 0, 0]];
    for givens in [repeated, contradictory] {
        let body = json!({
            "board": with(givens, &[(0, 1, 0)]),
            "givens": givens,
            "move": {"row": 3, "column": 1, "digit": 3},
        });
        let expected = json!({
            "valid": true,
            "complete": false,
            "solutions": "none",
            "changed_givens": cells(&[[0, 1]]),
            "move": {"valid": true, "duplicates": [], "changes_given": false},
            "duplicates": [],
        });
        assert_eq!(check("", &body).await, expected);
    }
}

/// The service without time for a long search.
fn app_without_a_budget() -> App {
    let limits = RequestLimits {
        search_budget: Duration::ZERO,
        ..RequestLimits::default()
    };
    http::app(limits, Arc::new(Metrics::new()))
}

#[tokio::test]
async fn what_a_stopped_search_leaves_open_is_unknown() {
    let empty = vec![vec![0; 64]; 64];
    let mut board = empty.clone();
    board[0][0] = 1;
    let body =
        json!({"board": board, "givens": empty, "move": {"row": 0, "column": 1, "digit": 1}});
    let response = send_to(app_without_a_budget(), request(&body)).await;
    let in_house = |kind| duplicate(1, kind, 0, &[[0, 0], [0, 1]]);
    let expected = json!({
        "valid": false,
        "complete": false,
        "duplicate": in_house("row"),
        "solutions": "unknown",
        "stopped": "budget",
        "changed_givens": [],
        "move": {"valid": false, "duplicates": [in_house("row"), in_house("box")], "changes_given": false},
        "duplicates": [in_house("row"), in_house("box")],
    });
    assert_eq!(response.parts(), (200, expected));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_is_remembered_to_have_many_solutions_while_it_is_unknown_whether_one_is_reachable()
 {
    let limits = RequestLimits {
        search_budget: TEST_TIMEOUT,
        search_deadline: 10 * TEST_TIMEOUT,
        ..RequestLimits::default()
    };
    let app = http::app(limits, Arc::new(Metrics::new()));
    // Its solutions are found soon, but not at once.
    let empty = vec![vec![0; 64]; 64];
    let body = json!({"board": empty, "givens": empty});
    let mut expected = json!({
        "valid": true,
        "complete": false,
        "solutions": "many",
        "reachable": "yes",
        "changed_givens": [],
        "duplicates": [],
    });
    let response = send_to(app.clone(), request(&body)).await;
    assert_eq!(response.parts(), (200, expected.clone()));
    app.end_searches();
    expected["reachable"] = "unknown".into();
    expected["stopped"] = "shutdown".into();
    let response = send_to(app, request(&body)).await;
    assert_eq!(response.parts(), (200, expected));
}

#[tokio::test]
async fn a_move_is_judged_whatever_its_cell_held() {
    let judged = |board: [[u8; 4]; 4], row: usize, column: usize, digit: u8| async move {
        let body = json!({
            "board": board,
            "givens": PUZZLE,
            "move": {"row": row, "column": column, "digit": digit},
        });
        let response = check("", &body).await;
        (
            response["move"].clone(),
            response["valid"].clone(),
            response["wrong"].clone(),
        )
    };
    let right = json!({"valid": true, "duplicates": [], "changes_given": false, "right": true});
    for before in [0, 3, 1] {
        // The digit that was in the cell is never blamed, and no longer on the board.
        let board = with(PUZZLE, &[(0, 1, before)]);
        let expected = (right.clone(), json!(true), json!([]));
        assert_eq!(judged(board, 0, 1, 3).await, expected);
    }
    let of_move = [
        duplicate(1, "row", 0, &[[0, 0], [0, 1]]),
        duplicate(1, "box", 0, &[[0, 0], [0, 1]]),
    ];
    // Duplicates that the board had before are not blamed on the move.
    let board = with(PUZZLE, &[(3, 0, 2)]);
    let wrong =
        json!({"valid": false, "duplicates": of_move, "changes_given": false, "right": false});
    let expected = (wrong, json!(false), cells(&[[0, 1], [3, 0]]));
    assert_eq!(judged(board, 0, 1, 1).await, expected);
    // A move on a given.
    let changing = json!({"valid": true, "duplicates": [], "changes_given": true, "right": false});
    let expected = (changing, json!(true), cells(&[[0, 0]]));
    assert_eq!(judged(PUZZLE, 0, 0, 3).await, expected);
    let expected = (right, json!(true), json!([]));
    assert_eq!(judged(PUZZLE, 0, 0, 1).await, expected);
}

#[tokio::test]
async fn boards_and_moves_may_differ_in_notation() {
    let text = |rows: [[u8; 4]; 4]| -> String {
        let cells = rows.concat().into_iter();
        cells.map(|digit| digit.to_string()).collect()
    };
    let forms = |rows: [[u8; 4]; 4]| {
        [
            json!(rows),
            json!(rows.map(|row| row.map(|digit| digit.to_string()))),
            json!(rows.concat()),
            json!(text(rows)),
            json!(rows.map(|row| row.map(|digit| digit.to_string()).concat())),
        ]
    };
    let board = with(PUZZLE, &[(3, 0, 4)]);
    for board in forms(board) {
        for givens in forms(PUZZLE) {
            for digit in [json!(1), json!("1"), json!(1.0)] {
                let body = json!({
                    "board": board,
                    "givens": givens,
                    "move": {"row": 0, "column": 1, "digit": digit},
                });
                let response = check("", &body).await;
                assert_eq!(response["wrong"], cells(&[[0, 1], [3, 0]]), "{body}");
                // Digits have the notation of the board.
                let is_number = board[0].is_number() || board[0][0].is_number();
                let digit = if is_number { json!(1) } else { json!("1") };
                assert_eq!(response["duplicate"]["digit"], digit, "{body}");
                assert_eq!(response["move"]["duplicates"][0]["digit"], digit, "{body}");
            }
        }
    }
}

#[tokio::test]
async fn symbols_are_declared_for_both_boards_and_the_move() {
    let move_of = |digit: Value| json!({"row": 0, "column": 1, "digit": digit});
    let body = |symbols: &str, boards: [&str; 2], digit: Value| json!({"board": boards[0], "givens": boards[1], "move": move_of(digit), "symbols": symbols});
    let letters = ["A.....C..D.....B", "A.....C..D.....B"];
    for digit in [json!("A"), json!(1), json!(1.0)] {
        let response = check("", &body("ABCD", letters, digit)).await;
        assert_eq!(response["move"]["duplicates"][0]["digit"], "A");
        assert_eq!(response["move"]["right"], false);
    }
    let response = check("", &body("ABCD", letters, json!("C"))).await;
    assert_eq!(response["move"]["right"], true);
    // A number that could also be meant as a symbol is ambiguous.
    let counted_from_0 = ["0.....2..3.....1", "0.....2..3.....1"];
    let response = check("", &body("0123", counted_from_0, json!("2"))).await;
    assert_eq!(response["move"]["right"], true);
    let rejected = body("0123", counted_from_0, json!(2)).to_string();
    let problem = post("/check", rejected).await;
    assert_eq!(problem.status, 422);
    assert_eq!(problem.json()["errors"][0]["pointer"], "#/move/digit");
}

fn assert_counted(metrics: &Metrics, line: &str) {
    let (_, text) = metrics.render();
    assert!(text.contains(&format!("\n{line}\n")), "{line}: {text}");
}

#[tokio::test]
async fn the_solution_of_a_puzzle_is_searched_for_only_once() {
    let metrics = Arc::new(Metrics::new());
    let app = http::app(RequestLimits::default(), Arc::clone(&metrics));
    let counted = |line| assert_counted(&metrics, line);
    for (board, givens) in [
        (PUZZLE, PUZZLE),
        (SOLUTION, PUZZLE),
        (TWO_SOLUTIONS, TWO_SOLUTIONS),
        (with(TWO_SOLUTIONS, &[(2, 1, 1)]), TWO_SOLUTIONS),
        (SOLUTION, PUZZLE),
    ] {
        let body = json!({"board": board, "givens": givens});
        let response = send_to(app.clone(), request(&body)).await;
        assert_eq!(response.json(), check("", &body).await);
    }
    counted("sudoku_solution_cache_hits_total 3");
    counted("sudoku_solution_cache_misses_total 2");
    counted("sudoku_search_duration_seconds_count{size=\"4\",solutions=\"one\"} 1");
    let (_, text) = metrics.render();
    assert!(!text.contains("\nsudoku_solution_cache_bytes 0\n"));
    counted("sudoku_boards_total{valid=\"true\",complete=\"true\"} 2");
    // The same digits with other boxes are another puzzle.
    let body = json!({"board": PUZZLE, "givens": PUZZLE, "box": {"rows": 1, "columns": 4}});
    let response = send_to(app.clone(), request(&body)).await;
    assert_eq!(response.json()["solutions"], "many");
    counted("sudoku_solution_cache_misses_total 3");
}

#[tokio::test]
async fn without_a_cache_each_request_searches() {
    let metrics = Arc::new(Metrics::new());
    let limits = RequestLimits {
        solution_cache_bytes: 0,
        ..RequestLimits::default()
    };
    let app = http::app(limits, Arc::clone(&metrics));
    for _ in 0..3 {
        let body = json!({"board": PUZZLE, "givens": PUZZLE});
        assert_eq!(send_to(app.clone(), request(&body)).await.status, 200);
    }
    for line in [
        "sudoku_solution_cache_hits_total 0",
        "sudoku_solution_cache_misses_total 3",
        "sudoku_solution_cache_bytes 0",
    ] {
        assert_counted(&metrics, line);
    }
}
