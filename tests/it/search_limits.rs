//! The limits on searches: their time, their number, and the end of the requests that they belong to.

use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use serde_json::{Value, json};
use sudoku_validator::http::{self, App, RequestLimits};
use sudoku_validator::metrics::Metrics;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::support::boards::PUZZLE;
use crate::support::running::{Running, SHORT, TEST_TIMEOUT, generous};
use crate::support::{TestResponse, send_to};

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
    assert_eq!(
        rejected.json()["type"],
        "urn:problem-type:sudoku-validator:overloaded"
    );
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
        (
            &json!("urn:problem-type:sudoku-validator:overloaded"),
            Some("1")
        )
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
async fn searches_end_when_their_client_disconnects() {
    let board = endless();
    for (path, body) in [
        ("/solve?count_to=100000", board.clone()),
        (
            "/check",
            format!("{{\"board\":{board},\"givens\":{board}}}"),
        ),
    ] {
        let running = Running::start(generous());
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        );
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
}
