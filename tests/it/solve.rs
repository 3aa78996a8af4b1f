//! Responses of `/solve`, and the limits on long searches.

use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use serde_json::{Value, json};
use sudoku_validator::http::{self, App, RequestLimits};
use sudoku_validator::metrics::Metrics;
use tokio::io::AsyncWriteExt;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::support::running::{Running, SHORT, TEST_TIMEOUT, generous, read_to_end};
use crate::support::{TestResponse, post, send_to};

async fn solve(query: &str, board: &Value) -> Value {
    let response = post(&format!("/solve{query}"), board.to_string()).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

/// A puzzle of four rows and its solution.
const PUZZLE: [[u8; 4]; 4] = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]];
const SOLUTION: [[u8; 4]; 4] = [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]];

const EMPTY: [[u8; 4]; 4] = [[0; 4]; 4];

fn as_strings(rows: [[u8; 4]; 4], empty: &str) -> [[String; 4]; 4] {
    rows.map(|row| {
        row.map(|digit| {
            if digit == 0 {
                empty.to_owned()
            } else {
                digit.to_string()
            }
        })
    })
}

#[tokio::test]
async fn the_solution_of_a_puzzle_has_its_notation() {
    let one = |solution: Value| json!({"valid": true, "complete": false, "solutions": "one", "count": 1, "counted_to": 2, "solution": solution});
    assert_eq!(solve("", &json!(PUZZLE)).await, one(json!(SOLUTION)));
    assert_eq!(
        solve("", &json!({"board": PUZZLE})).await,
        one(json!(SOLUTION))
    );
    for empty in [".", "", "0"] {
        let strings = json!(as_strings(SOLUTION, ""));
        assert_eq!(
            solve("", &json!(as_strings(PUZZLE, empty))).await,
            one(strings)
        );
    }
    // If the board mixes notations, a digit has the notation of the empty cell that it fills.
    let mut mixed = json!(as_strings(PUZZLE, "."));
    let mut expected = json!(as_strings(SOLUTION, ""));
    for (row, column) in [(0, 0), (0, 1), (3, 3)] {
        mixed[row][column] = PUZZLE[row][column].into();
        expected[row][column] = SOLUTION[row][column].into();
    }
    assert_eq!(solve("", &mixed).await, one(expected));
}

#[tokio::test]
async fn a_solved_board_is_its_own_solution() {
    let expected = json!({"valid": true, "complete": true, "solutions": "one", "count": 1, "counted_to": 2, "solution": SOLUTION});
    assert_eq!(solve("", &json!(SOLUTION)).await, expected);
}

#[tokio::test]
async fn two_of_many_solutions_are_returned_with_the_cells_in_which_they_differ() {
    let board = json!([
        ["1", "2", "3", "4"],
        ["3", "4", "1", "2"],
        ["2", ".", "4", "."],
        ["4", ".", "2", "."]
    ]);
    let cells =
        [[2, 1], [2, 3], [3, 1], [3, 3]].map(|[row, column]| json!({"row": row, "column": column}));
    let mut expected = json!({
        "valid": true, "complete": false, "solutions": "many", "count": 2, "counted_to": 2,
        "examples": [
            [["1", "2", "3", "4"], ["3", "4", "1", "2"], ["2", "1", "4", "3"], ["4", "3", "2", "1"]],
            [["1", "2", "3", "4"], ["3", "4", "1", "2"], ["2", "3", "4", "1"], ["4", "1", "2", "3"]],
        ],
        "differs": cells,
    });
    assert_eq!(solve("", &board).await, expected);
    // A count below the limit is exact.
    expected["counted_to"] = 100.into();
    assert_eq!(solve("?count_to=100", &board).await, expected);
    // The notation of an empty board is that of its empty cells.
    let empty = solve("", &json!(EMPTY.map(|row| row.map(|_| ".")))).await;
    assert!(empty["examples"][0][0][0].is_string(), "{empty}");
}

#[tokio::test]
async fn solutions_are_counted_up_to_the_limit() {
    let empty = json!(EMPTY);
    for (query, count, counted_to) in [
        ("", 2, 2),
        ("?count_to=1", 1, 1),
        ("?count_to=287", 287, 287),
        ("?count_to=288", 288, 288),
        ("?count_to=100000", 288, 100_000),
    ] {
        let response = solve(query, &empty).await;
        let expected = json!(["many", count, counted_to]);
        assert_eq!(
            json!([
                response["solutions"],
                response["count"],
                response["counted_to"]
            ]),
            expected,
            "{query}"
        );
    }
    let one = solve("?count_to=1", &json!(PUZZLE)).await;
    assert_eq!(
        json!([one["solutions"], one["count"], one["counted_to"]]),
        json!(["one", 1, 1])
    );
}

#[tokio::test]
async fn solutions_are_omitted_on_request() {
    let expected =
        json!({"valid": true, "complete": false, "solutions": "one", "count": 1, "counted_to": 2});
    assert_eq!(solve("?solution=false", &json!(PUZZLE)).await, expected);
    let many = solve("?solution=false&count_to=3", &json!(EMPTY)).await;
    assert_eq!(many["solutions"], "many");
    assert!(
        many.get("examples").is_none() && many["differs"].is_array(),
        "{many}"
    );
}

#[tokio::test]
async fn a_board_with_duplicates_has_no_solution() {
    let response = solve("", &json!([[1, 0, 0, 1], EMPTY[1], EMPTY[2], EMPTY[3]])).await;
    let expected = json!({
        "valid": false, "complete": false, "solutions": "none", "count": 0, "counted_to": 2,
        "duplicate": {
            "digit": 1, "house": {"kind": "row", "index": 0},
            "cells": [{"row": 0, "column": 0}, {"row": 0, "column": 3}],
        },
    });
    assert_eq!(response, expected);
}

#[tokio::test]
async fn an_unsolvable_board_is_explained_by_a_contradiction() {
    let none = |contradiction: Value| json!({"valid": true, "complete": false, "solutions": "none", "count": 0, "counted_to": 2, "contradiction": contradiction});
    // Eight digits appear in its row, the ninth in its column.
    let mut no_digit = vec![vec![0; 9]; 9];
    no_digit[0] = vec![0, 8, 7, 6, 5, 4, 3, 2, 1];
    for (row, digit) in (1..).zip(2..=9) {
        no_digit[row][0] = digit;
    }
    let cell = json!({"cell": {"row": 0, "column": 0}});
    assert_eq!(solve("", &json!(no_digit)).await, none(cell));
    // The 1 fits no cell of the first row: they are filled, or share a column or a box with a 1.
    let no_cell = json!([
        ["2", "3", ".", "."],
        [".", ".", "1", "."],
        [".", ".", ".", "."],
        [".", ".", ".", "."]
    ]);
    let digit = solve("", &no_cell).await["contradiction"].clone();
    assert_eq!(
        digit,
        json!({"digit": "1", "house": {"kind": "row", "index": 0}})
    );
}

#[tokio::test]
async fn an_invalid_parameter_is_rejected() {
    let number = |name| {
        format!(
            "The parameter \"{name}\" has an invalid value; expected a whole number from 1 to 100000."
        )
    };
    for (query, detail) in [
        ("count_to=0", number("count_to")),
        ("count_to=100001", number("count_to")),
        ("count_to=%2B2", number("count_to")),
        ("count_to=-1", number("count_to")),
        ("count_to=2.0", number("count_to")),
        ("count_to=", number("count_to")),
        ("count_to=99999999999999999999", number("count_to")),
        (
            "count_to=2&count_to=2",
            "The parameter \"count_to\" is given more than once.".to_owned(),
        ),
        (
            "solution=no",
            "The parameter \"solution\" has an invalid value; expected \"true\" or \"false\"."
                .to_owned(),
        ),
        (
            "duplicates=all",
            "The parameter \"duplicates\" is unknown; expected \"count_to\" or \"solution\"."
                .to_owned(),
        ),
    ] {
        let response = post(&format!("/solve?{query}"), json!(PUZZLE).to_string()).await;
        assert_eq!(
            (response.status.as_u16(), &response.json()["detail"]),
            (400, &json!(detail)),
            "{query}"
        );
    }
}

/// Returns a board with more solutions than can be counted.
fn endless() -> String {
    json!(vec![vec![0; 64]; 64]).to_string()
}

/// Returns the board of nine rows on a line that has it as a word.
fn rows_of_nine(line: &str) -> Value {
    let mut words = line.split([',', ' ']);
    let cells = words.find(|word| word.len() == 81).unwrap();
    let cells: Vec<String> = cells.chars().map(String::from).collect();
    json!(cells.chunks(9).collect::<Vec<_>>())
}

fn request(query: &str, body: String) -> Request<Body> {
    Request::post(format!("/solve{query}"))
        .header(CONTENT_TYPE, "application/json")
        .body(body.into())
        .unwrap()
}

async fn send_within_timeout(app: &App, query: &str, body: String) -> TestResponse {
    timeout(TEST_TIMEOUT, send_to(app.clone(), request(query, body)))
        .await
        .expect("no response")
}

#[tokio::test]
async fn a_search_that_runs_out_of_time_reports_what_it_found() {
    let metrics = Arc::new(Metrics::new());
    let app = http::app(
        RequestLimits {
            search_budget: Duration::ZERO,
            ..RequestLimits::default()
        },
        Arc::clone(&metrics),
    );
    let expected = json!({"valid": true, "complete": false, "solutions": "unknown", "count": 0, "counted_to": 0, "stopped": "budget"});
    assert_eq!(
        send_within_timeout(&app, "", endless()).await.parts(),
        (200, expected)
    );
    let line = "\nsudoku_search_duration_seconds_count{size=\"64\",solutions=\"unknown\"} 1\n";
    assert!(metrics.render().1.contains(line), "{}", metrics.render().1);
}

/// Returns an app whose searches are limited only by what a test sets.
fn app(search_deadline: Duration) -> App {
    http::app(
        RequestLimits {
            search_budget: 10 * TEST_TIMEOUT,
            search_deadline,
            ..RequestLimits::default()
        },
        Arc::new(Metrics::new()),
    )
}

#[tokio::test]
async fn a_search_that_reaches_its_deadline_says_so() {
    let response = send_within_timeout(&app(SHORT), "?count_to=100000", endless()).await;
    assert_eq!(response.status, 200);
    assert_eq!(response.json()["stopped"], "deadline");
}

#[tokio::test(flavor = "multi_thread")]
async fn searches_end_when_the_service_shuts_down() {
    let app = app(20 * TEST_TIMEOUT);
    let cores = available_parallelism().unwrap().get();
    // One more than can run, which waits.
    let searches: Vec<_> = (0..=cores)
        .map(|_| tokio::spawn(send_to(app.clone(), request("?count_to=100000", endless()))))
        .collect();
    app.end_searches();
    for search in searches {
        let response = timeout(TEST_TIMEOUT, search).await.expect("no response");
        let response = response.unwrap();
        assert_eq!(response.status, 200);
        assert_eq!(response.json()["stopped"], "shutdown");
    }
    // A board that needs no long search is still solved.
    let response = send_within_timeout(&app, "", json!(PUZZLE).to_string()).await;
    assert_eq!(response.json()["solutions"], "one");
    assert_eq!(response.json().get("stopped"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_waits_until_it_could_not_use_its_budget_is_rejected() {
    let app = app(10 * TEST_TIMEOUT + SHORT);
    let cores = available_parallelism().unwrap().get();
    let searches = (0..=cores)
        .map(|_| tokio::spawn(send_to(app.clone(), request("?count_to=100000", endless()))));
    let rejected = first_finished(searches.collect()).await.0;
    assert_eq!(rejected.json()["type"], "/problems/overloaded");
    assert_eq!(rejected.header("retry-after"), Some("1"));
}

/// Waits for the first of these responses. Returns the tasks of the others, too.
async fn first_finished(
    mut tasks: Vec<JoinHandle<TestResponse>>,
) -> (TestResponse, Vec<JoinHandle<TestResponse>>) {
    let finished = async {
        loop {
            match tasks.iter().position(JoinHandle::is_finished) {
                Some(finished) => break finished,
                None => sleep(Duration::from_millis(5)).await,
            }
        }
    };
    let finished = timeout(TEST_TIMEOUT, finished).await.expect("no response");
    (tasks.swap_remove(finished).await.unwrap(), tasks)
}

#[tokio::test(flavor = "multi_thread")]
async fn long_searches_are_limited_and_end_with_their_requests() {
    let app = app(20 * TEST_TIMEOUT);
    // For each core one runs and four are queued. One more is too many.
    let permits = available_parallelism().unwrap().get() * 5;
    let long = (0..=permits)
        .map(|_| tokio::spawn(send_to(app.clone(), request("?count_to=100000", endless()))));
    let (rejected, long) = first_finished(long.collect()).await;
    assert_eq!(
        (&rejected.json()["type"], rejected.header("retry-after")),
        (&json!("/problems/overloaded"), Some("1"))
    );
    // Short searches are not affected. They include those of puzzles of nine rows, easy and hard.
    let puzzles = concat!(
        include_str!("../puzzles/qqwing.txt"),
        include_str!("../puzzles/sudoku_exchange.txt"),
        // Golden Nugget, one of the hardest known.
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....\n",
    );
    let lines = puzzles.lines().filter(|line| line.len() >= 81);
    let boards: Vec<Value> = lines.map(rows_of_nine).collect();
    assert_eq!(boards.len(), 81);
    for board in boards {
        let response = send_within_timeout(&app, "", board.to_string()).await;
        assert_eq!(response.json()["solutions"], "one", "{board}");
    }
    for search in long {
        search.abort();
    }
    while send_within_timeout(&app, "?count_to=300", endless())
        .await
        .status
        != 200
    {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_search_ends_when_its_client_disconnects() {
    let running = Running::start(generous());
    let body = endless();
    let head = "POST /solve?count_to=100000 HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    let stream = running
        .send(format!(
            "{head}content-length: {}\r\n\r\n{body}",
            body.len()
        ))
        .await;
    running
        .wait_for_metric("http_server_active_requests 1")
        .await;
    drop(stream);
    running
        .wait_for_metric("http_server_active_requests 0")
        .await;
    running.stop().await;
}

/// Client and service run on different threads here, so the requests can arrive in any number of parts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_half_closed_connection_receives_its_responses() {
    let running = Running::start(generous());
    let body = json!(PUZZLE).to_string();
    let head = "HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    let solve = format!(
        "POST /solve {head}content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let validate = solve.replace("/solve", "/validate");
    for requests in [
        vec![&solve],
        vec![&validate],
        vec![&validate; 50],
        vec![&solve, &validate, &validate, &solve],
    ] {
        for _ in 0..20 {
            let mut stream = running.connect().await;
            for request in &requests {
                stream.write_all(request.as_bytes()).await.unwrap();
            }
            stream.shutdown().await.unwrap();
            let responses = read_to_end(&mut stream).await;
            assert_eq!(
                responses.matches("{\"valid\":true,").count(),
                requests.len(),
                "{responses}"
            );
        }
    }
    running.stop().await;
}
