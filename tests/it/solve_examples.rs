//! `?examples=`: how many solutions `/solve` and `/solve/batch` list.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use fastrand::Rng;
use serde_json::{Value, json};
use sudoku_validator::http::{self, App, RequestLimits};
use sudoku_validator::metrics::Metrics;
use sudoku_validator::sudoku::{BoxShape, Layout};

use crate::oracle::{exact_cover, rules};
use crate::support::boards::{constraints_of, solved};
use crate::support::{TestResponse, post, post_as, send_to};

const EMPTY: [[u8; 4]; 4] = [[0; 4]; 4];

async fn solve(query: &str, board: &Value) -> Value {
    let response = post(&format!("/solve{query}"), board.to_string()).await;
    assert_eq!(response.status, 200, "{query}: {response:?}");
    response.json()
}

/// Returns boards with hundreds of solutions, and their exact number.
fn boards_with_hundreds_of_solutions() -> Vec<(Vec<Vec<u8>>, usize)> {
    let mut random = Rng::with_seed(21);
    let mut boards = vec![(vec![vec![0; 4]; 4], 288)];
    for (rows, columns) in [(2, 3), (3, 3)] {
        let size = rows * columns;
        let shape = BoxShape { rows, columns };
        let constraints = constraints_of(&Layout::new(size, Some(shape)).unwrap());
        let full = solved(shape);
        let mut cells: Vec<usize> = (0..size * size).collect();
        random.shuffle(&mut cells);
        let mut board = full.clone();
        // Each emptied cell multiplies the number of solutions by little.
        let count = cells.into_iter().enumerate().find_map(|(emptied, cell)| {
            board[cell / size][cell % size] = 0;
            // The oracle is slow, and before this there are few solutions.
            let count = match 2 * emptied {
                half if half < size * size => 0,
                _ => exact_cover::count(&board, &constraints, 1001),
            };
            (count > 200).then_some(count)
        });
        let count = count.unwrap();
        assert!(count <= 1000, "{count} solutions of {board:?}");
        boards.push((board, count));
    }
    boards
}

#[tokio::test]
async fn all_of_hundreds_of_solutions_are_listed() {
    for (board, count) in boards_with_hundreds_of_solutions() {
        let response = solve("?examples=1000", &json!(board)).await;
        assert_eq!(
            json!([
                response["solutions"],
                response["count"],
                response["counted_to"]
            ]),
            json!(["many", 2, 2])
        );
        let examples: Vec<Vec<Vec<u8>>> =
            serde_json::from_value(response["examples"].clone()).unwrap();
        assert_eq!(examples.len(), count);
        let constraints = constraints_of(&Layout::new(board.len(), None).unwrap());
        for example in &examples {
            assert!(rules::repeats(example, &constraints).is_empty());
            let mut digits = board.iter().flatten().zip(example.iter().flatten());
            assert!(digits.all(|(given, digit)| *digit > 0 && [0, *digit].contains(given)));
        }
        let different: BTreeSet<_> = examples.iter().collect();
        assert_eq!(different.len(), count);
        // Fewer are the first of them.
        for some in [1, 3, count - 1, count] {
            let fewer = solve(&format!("?examples={some}"), &json!(board)).await;
            assert_eq!(fewer["examples"], json!(examples[..some.min(count)]));
        }
    }
}

#[tokio::test]
async fn nothing_else_depends_on_the_number_of_examples() {
    let puzzle = json!([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]);
    let nine = json!(vec![vec![0; 9]; 9]);
    let six = json!(vec![vec!["."; 6]; 6]);
    for board in [&puzzle, &json!(EMPTY), &six, &nine] {
        for count_to in ["", "&count_to=1", "&count_to=287", "&count_to=5000"] {
            let mut expected =
                solve(&format!("?{}", count_to.trim_start_matches('&')), board).await;
            let two = expected.as_object_mut().unwrap().remove("examples");
            for examples in [0, 1, 2, 17, 1000] {
                let query = format!("?examples={examples}{count_to}");
                let mut found = solve(&query, board).await;
                let listed = found.as_object_mut().unwrap().remove("examples");
                assert_eq!(found, expected, "{query}");
                let is_listed = two.is_some() && examples > 0;
                assert_eq!(listed.is_some(), is_listed, "{query}");
                if examples == 2 {
                    assert_eq!(listed, two);
                }
            }
        }
    }
    assert_eq!(
        solve("?solution=false&examples=0", &json!(EMPTY)).await,
        solve("?solution=false", &json!(EMPTY)).await
    );
}

#[tokio::test]
async fn examples_have_the_notation_of_the_request() {
    let object = json!({"board": "abcdcdab........", "symbols": "abcd"});
    for (board, first_row) in [
        (json!(["1234", "3412", "....", "...."]), json!("1234")),
        (
            json!([
                EMPTY[0].map(|_| "."),
                EMPTY[0].map(|_| "."),
                ["1", "2", "3", "4"],
                ["3", "4", "1", "2"]
            ]),
            Value::Null,
        ),
        (object, json!("abcdcdab")),
        (
            json!([1, 2, 3, 4, 3, 4, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0]),
            json!(1),
        ),
        (
            json!([["1", 2, 3, 4], [3, 4, 1, 2], EMPTY[0], EMPTY[0]]),
            json!(["1", 2, 3, 4]),
        ),
    ] {
        let response = solve("?examples=3", &board).await;
        let examples = response["examples"].as_array().unwrap();
        assert_eq!(examples.len(), 3);
        for example in examples {
            match example {
                Value::String(text) => assert_eq!(text[..8], first_row),
                _ if first_row.is_null() => assert!(example[0][0].is_string()),
                rows => assert_eq!(rows[0], first_row),
            }
        }
    }
}

#[tokio::test]
async fn what_cannot_be_listed_is_rejected() {
    let number =
        "The parameter \"examples\" has an invalid value; expected a whole number from 0 to 1000.";
    let without = "The parameter \"examples\" asks for solutions, which the response leaves out; send \"solution=true\", or \"examples=0\".";
    let four = json!(EMPTY);
    for (path, detail) in [
        ("/solve?examples=1001", number),
        ("/solve?examples=-1", number),
        ("/solve?examples=", number),
        ("/solve?examples=all", number),
        ("/solve?examples=99999999999999999999", number),
        ("/solve?examples=1&solution=false", without),
        ("/solve/batch?examples=1", without),
        ("/solve/batch?examples=1000&solution=False", without),
    ] {
        let media_type = if path.starts_with("/solve/batch") {
            "application/x-ndjson"
        } else {
            "application/json"
        };
        let response = post_as(media_type, path, four.to_string()).await;
        assert_eq!(response.status, 400, "{path}");
        assert_eq!(response.json()["detail"], detail, "{path}");
    }
    let large = json!(vec![vec![0; 64]; 64]);
    let too_many = "The parameter \"examples\" is 245; expected at most 244 for a board of 64 rows, since the response may list 1000000 cells.";
    for (path, board) in [
        ("/solve?examples=245", &large),
        // The size is in the query: it is rejected before the body is read.
        ("/solve?examples=245&box=8x8", &four),
    ] {
        let response = post(path, board.to_string()).await;
        assert_eq!(response.status, 400, "{path}");
        assert_eq!(response.json()["detail"], too_many, "{path}");
    }
    let response = post_as(
        "text/plain",
        "/solve/batch?examples=245&solution=true&box=8x8",
        "",
    )
    .await;
    assert_eq!(response.parts().0, 400);
    assert_eq!(response.json()["detail"], too_many);
}

#[tokio::test]
async fn a_line_whose_examples_are_too_large_is_rejected() {
    let row = |digits: std::ops::Range<usize>| digits.map(|digit| digit % 32 + 1).collect();
    let rows: Vec<Vec<usize>> = (0..32)
        .map(|row_number| row(row_number..row_number + 32))
        .collect();
    let lines = [
        json!(EMPTY),
        json!({"board": rows, "box": {"rows": 1, "columns": 32}}),
        json!(EMPTY),
    ];
    let body = lines.map(|line| line.to_string()).join("\n");
    let path = "/solve/batch?solution=true&examples=";
    let response = post_as("application/x-ndjson", &format!("{path}1000"), body.clone()).await;
    let lines = response.lines();
    assert_eq!(lines[0]["examples"].as_array().unwrap().len(), 288);
    assert_eq!(
        (&lines[1]["line"], &lines[1]["error"]["status"]),
        (&json!(2), &json!(400))
    );
    assert_eq!(
        lines[1]["error"]["detail"],
        "The parameter \"examples\" is 1000; expected at most 976 for a board of 32 rows, since the response may list 1000000 cells."
    );
    assert_eq!(lines[2], lines[0]);
    assert_eq!(lines[3]["summary"]["rejected"], 1);
    let response = post_as("application/x-ndjson", &format!("{path}976"), body).await;
    assert_eq!(response.lines()[1]["solutions"], "one");
}

async fn send(app: &App, path: &str, media_type: &str, body: String) -> TestResponse {
    let request = Request::post(path).header(CONTENT_TYPE, media_type);
    send_to(app.clone(), request.body(body.into()).unwrap()).await
}

#[tokio::test]
async fn a_search_that_runs_out_of_time_lists_fewer_and_says_why() {
    let limits = RequestLimits {
        search_budget: Duration::ZERO,
        batch_search_budget: Duration::ZERO,
        ..RequestLimits::default()
    };
    let app = http::app(limits, Arc::new(Metrics::new()));
    let board = json!(vec![vec![0; 6]; 6]).to_string();
    let single = send(
        &app,
        "/solve?examples=1000",
        "application/json",
        board.clone(),
    )
    .await;
    let body = single.json();
    let expected = json!(["many", 2, 2, "budget"]);
    let found = json!([
        body["solutions"],
        body["count"],
        body["counted_to"],
        body["stopped"]
    ]);
    assert_eq!(found, expected);
    let listed = body["examples"].as_array().unwrap().len();
    assert!((2..1000).contains(&listed), "{listed}");
    let path = "/solve/batch?examples=1000&solution=true";
    let batch = send(&app, path, "application/x-ndjson", board).await;
    assert_eq!(batch.text().lines().next(), Some(single.text().trim_end()));
}

#[tokio::test]
async fn memory_is_reserved_for_all_examples() {
    let app = |memory_bytes| {
        let limits = RequestLimits {
            memory_bytes,
            ..RequestLimits::default()
        };
        http::app(limits, Arc::new(Metrics::new()))
    };
    let board = json!(vec![vec![0; 9]; 9]).to_string();
    let small = app(128 * 1024);
    let path = "/solve?examples=300";
    let rejected = send(&small, path, "application/json", board.clone()).await;
    assert_eq!(
        rejected.json()["detail"],
        "Too much memory is in use; retry in a second."
    );
    let path = "/solve?examples=50";
    let accepted = send(&small, path, "application/json", board.clone()).await;
    assert_eq!(
        accepted.json()["examples"].as_array().map(Vec::len),
        Some(50)
    );

    let batch = "/solve/batch?solution=true&examples=";
    let medium = app(2 << 20);
    let rejected = send(
        &medium,
        &format!("{batch}1000"),
        "application/x-ndjson",
        board.clone(),
    )
    .await;
    assert_eq!(rejected.status, 503);
    let accepted = send(&medium, &format!("{batch}2"), "application/x-ndjson", board).await;
    assert_eq!(accepted.lines()[0]["solutions"], "many");
}

#[tokio::test]
async fn a_batch_whose_responses_are_large_is_complete() {
    let board = format!("{}\n", ".".repeat(81));
    let response = post_as(
        "text/plain",
        "/solve/batch?solution=true&examples=1000",
        board.repeat(40),
    )
    .await;
    let single = post_as("text/plain", "/solve?examples=1000", board).await;
    let lines: Vec<&str> = response.text().lines().collect();
    assert_eq!(lines.len(), 41);
    assert!(single.body.len() > 81_000);
    assert!(
        lines[..40]
            .iter()
            .all(|line| *line == single.text().trim_end())
    );
    assert!(lines[40].contains("\"many\":40"), "{}", lines[40]);
}
