//! `?redundant=`: the givens that a puzzle does not need, in the responses of `/solve` and `/solve/batch`.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use serde_json::{Value, json};
use sudoku_validator::http::{self, App, RequestLimits};
use sudoku_validator::metrics::Metrics;

use crate::support::boards::PUZZLE;
use crate::support::{TestResponse, post, post_as, send_to};

const JSON_LINES: &str = "application/x-ndjson";

/// A puzzle with the variant `asterisk` that takes little work to solve, and much to try each of its givens.
const ASTERISK: &str =
    "...4...........935..3.9..7.83.9..7.....6.8.....4..1.58.1..8.6..629...........2...";

async fn solve(query: &str, board: &Value) -> Value {
    let response = post(&format!("/solve{query}"), board.to_string()).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

#[tokio::test]
async fn the_redundant_givens_of_a_puzzle_are_listed_on_request() {
    let mut board = PUZZLE;
    board[0][1] = 3;
    let without = solve("", &json!(board)).await;
    assert!(without.get("redundant").is_none() && without.get("redundant_complete").is_none());
    let mut expected = without.clone();
    expected["redundant"] = json!([{"row": 0, "column": 1}]);
    expected["redundant_complete"] = true.into();
    for query in ["?redundant=true", "?redundant=True"] {
        assert_eq!(solve(query, &json!(board)).await, expected);
    }
    assert_eq!(solve("?redundant=false", &json!(board)).await, without);
    // The solution is needed to find them, but not to report them.
    expected.as_object_mut().unwrap().remove("solution");
    let query = "?redundant=true&solution=false";
    assert_eq!(solve(query, &json!(board)).await, expected);
    // A minimal puzzle has none.
    let minimal = solve("?redundant=true", &json!(PUZZLE)).await;
    assert_eq!(minimal["redundant"], json!([]));
    assert_eq!(minimal["redundant_complete"], true);
}

#[tokio::test]
async fn each_given_is_redundant_on_its_own() {
    // Any of the digits of a solved board follows from the others.
    let solved = json!([[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]]);
    let response = solve("?redundant=true", &solved).await;
    let cells = (0..16).map(|cell| json!({"row": cell / 4, "column": cell % 4}));
    assert_eq!(response["redundant"], cells.collect::<Value>());
}

#[tokio::test]
async fn a_board_that_is_no_puzzle_has_no_redundant_givens() {
    for (rows, solutions) in [
        ([[0; 4]; 4], "many"),
        ([[1, 0, 0, 1], [0; 4], [0; 4], [0; 4]], "none"),
        ([[0, 1, 2, 0], [3, 0, 0, 0], [4, 0, 0, 0], [0; 4]], "none"),
    ] {
        let found = solve("?redundant=true", &json!(rows)).await;
        assert_eq!(found["solutions"], solutions);
        assert_eq!(found, solve("", &json!(rows)).await);
    }
}

#[tokio::test]
async fn redundant_givens_depend_on_the_layout() {
    let text = "1..4.....32.....";
    let query = "/solve?redundant=true";
    let classic = post_as("text/plain", query, text).await.json();
    assert_eq!(classic["redundant"], json!([]));
    // The diagonals say so much that any one of the givens can be left out.
    let query = format!("{query}&variants=diagonal");
    let diagonal = post_as("text/plain", &query, text).await.json();
    assert_eq!(diagonal["solution"], classic["solution"]);
    let cells = [[0, 0], [0, 3], [2, 1], [2, 2]];
    let cells = cells.map(|[row, column]| json!({"row": row, "column": column}));
    assert_eq!(diagonal["redundant"], json!(cells));
}

async fn send(app: &App, path: &str, body: String) -> TestResponse {
    let media_type = if path.starts_with("/solve/batch") {
        JSON_LINES
    } else {
        "application/json"
    };
    let request = Request::post(path).header(CONTENT_TYPE, media_type);
    send_to(app.clone(), request.body(body.into()).unwrap()).await
}

#[tokio::test]
async fn a_search_that_runs_out_of_time_says_that_the_list_is_not_complete() {
    let limits = RequestLimits {
        search_budget: Duration::ZERO,
        batch_search_budget: Duration::ZERO,
        ..RequestLimits::default()
    };
    let app = http::app(limits, Arc::new(Metrics::new()));
    let board = json!({"board": ASTERISK, "variants": ["asterisk"]});
    let complete = solve("?redundant=true&solution=false", &board).await;
    let board = board.to_string();
    let single = send(&app, "/solve?redundant=true&solution=false", board.clone()).await;
    let mut found = single.json();
    let listed = found["redundant"].as_array().unwrap();
    assert_eq!(
        listed[..],
        complete["redundant"].as_array().unwrap()[..listed.len()]
    );
    assert_eq!(
        (&found["stopped"], &found["redundant_complete"]),
        (&json!("budget"), &json!(false))
    );
    // All else is known.
    found.as_object_mut().unwrap().remove("stopped");
    found["redundant"] = complete["redundant"].clone();
    found["redundant_complete"] = true.into();
    assert_eq!(found, complete);
    let batch = send(&app, "/solve/batch?redundant=true", board.clone()).await;
    assert_eq!(batch.text().lines().next(), Some(single.text().trim_end()));
    // Without it, the same search is finished.
    let finished = send(&app, "/solve", board).await.json();
    assert_eq!(finished.get("stopped"), None);
}

#[tokio::test]
async fn only_lines_that_are_no_puzzle_need_no_redundant_givens() {
    let lines = ["1.....3..4.....2", "................"].join("\n");
    let path = "/solve/batch?report=not-one";
    let expected = post_as("text/plain", path, lines.clone()).await;
    let found = post_as("text/plain", &format!("{path}&redundant=true"), lines).await;
    assert_eq!(found.text(), expected.text());
    assert_eq!(found.lines()[1]["summary"]["one"], 1);
}

#[tokio::test]
async fn an_invalid_value_is_rejected() {
    let response = post("/solve?redundant=yes", json!(PUZZLE).to_string()).await;
    assert_eq!(response.status, 400);
    assert_eq!(
        response.json()["detail"],
        "The parameter \"redundant\" has an invalid value; expected \"true\" or \"false\"."
    );
}
