//! The memory budget, which requests and responses share.

use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, TRANSFER_ENCODING};
use http_body_util::BodyExt;
use serde_json::json;
use sudoku_validator::http::{self, App, RequestLimits};
use sudoku_validator::metrics::Metrics;
use sudoku_validator::server::ConnectionLimits;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;
use tower::ServiceExt;

use crate::check::check;
use crate::support::running::{
    Running, SHORT, TEST_TIMEOUT, generous, read_to_end, requests_with_large_responses,
};
use crate::support::{Late, TestResponse, post, send_to};

/// Enough for one large response with all duplicates, but not for two.
const FOR_ONE_RESPONSE: usize = 64 * 1024;

const ALL: &str = "/validate?duplicates=all";

fn app(memory_bytes: usize) -> App {
    let limits = RequestLimits {
        memory_bytes,
        ..RequestLimits::default()
    };
    http::app(limits, Arc::new(Metrics::new()))
}

fn request(path: &str, body: impl Into<Body>) -> Request<Body> {
    Request::post(path)
        .header(CONTENT_TYPE, "application/json")
        .header(HOST, "localhost")
        .body(body.into())
        .unwrap()
}

/// The largest board, on which every row repeats 32 digits.
fn repeated_digits() -> String {
    let row: Vec<_> = (0..64).map(|column| column / 2 + 1).collect();
    json!(vec![row; 64]).to_string()
}

fn assert_is_overloaded(response: &TestResponse) {
    let expected = json!({
        "type": "urn:problem-type:sudoku-validator:overloaded",
        "title": "The service is overloaded",
        "status": 503,
        "detail": "Too much memory is in use; retry in a second.",
    });
    assert_eq!(response.parts(), (503, expected));
    assert_eq!(response.header("retry-after"), Some("1"));
}

#[tokio::test]
async fn a_large_response_holds_memory_until_it_is_sent() {
    let app = app(FOR_ONE_RESPONSE);
    for _ in 0..3 {
        let mut unread = app
            .clone()
            .oneshot(request(ALL, repeated_digits()))
            .await
            .unwrap();
        assert_eq!(unread.status(), 200);
        let first = unread.frame().await.unwrap().unwrap();
        assert!(first.into_data().unwrap().len() <= 16 * 1024);
        let rejected = send_to(app.clone(), request(ALL, repeated_digits())).await;
        assert_is_overloaded(&rejected);
        // Small responses need no memory.
        let small = send_to(app.clone(), request("/validate", repeated_digits())).await;
        assert_eq!(small.status, 200);
        drop(unread);
    }
}

#[tokio::test]
async fn all_duplicates_of_a_large_board_are_complete() {
    let response = post(ALL, repeated_digits()).await;
    assert_eq!(response.status, 200);
    assert!(response.body.len() > 400_000);
    let body = response.json();
    let duplicates = body["duplicates"].as_array().unwrap();
    // 32 in each row and each box of 8 rows and columns has 4; each column repeats one.
    assert_eq!(duplicates.len(), 64 * 32 + 64 + 64 * 4);
    assert_eq!(body["duplicate"], duplicates[0]);
    assert_eq!(response.header(CONTENT_LENGTH.as_str()), None);
    assert_eq!(response.header(TRANSFER_ENCODING.as_str()), None);
}

#[tokio::test]
async fn a_large_response_to_solve_is_rejected_before_the_search_if_the_memory_is_spent() {
    let empty = json!(vec![vec![0; 25]; 25]).to_string();
    let limits = RequestLimits {
        memory_bytes: 0,
        ..RequestLimits::default()
    };
    let metrics = Arc::new(Metrics::new());
    let app = http::app(limits, Arc::clone(&metrics));
    assert_is_overloaded(&send_to(app.clone(), request("/solve", empty)).await);
    assert!(
        !metrics
            .render()
            .1
            .contains("sudoku_search_duration_seconds_count")
    );
    let small = json!(vec![vec![0; 9]; 9]).to_string();
    assert_eq!(send_to(app, request("/solve", small)).await.status, 200);
}

#[tokio::test]
async fn a_client_that_does_not_read_is_disconnected_early_once_memory_is_short() {
    let requests = RequestLimits {
        memory_bytes: FOR_ONE_RESPONSE,
        ..RequestLimits::default()
    };
    let limits = ConnectionLimits {
        write_timeout_under_pressure: SHORT,
        ..generous()
    };
    let server = Running::start_with(requests, limits);
    let mut unread = server.connect().await;
    let (_unread, mut requests) = unread.split();
    let batch = requests_with_large_responses();
    let disconnected = async { while requests.write_all(batch.as_bytes()).await.is_ok() {} };
    let others = async {
        let requests = requests_with_large_responses();
        let one = &requests[requests.rfind("POST").unwrap()..];
        let one = one.replacen("\r\n", "\r\nconnection: close\r\n", 1);
        while !read_to_end(&mut server.send(&one).await)
            .await
            .starts_with("HTTP/1.1 503 ")
        {}
        // The connection is closed some time after this.
        while !read_to_end(&mut server.send(&one).await)
            .await
            .starts_with("HTTP/1.1 200 ")
        {}
    };
    timeout(TEST_TIMEOUT, async { tokio::join!(disconnected, others) })
        .await
        .expect("the client was not disconnected");
}

#[tokio::test]
async fn a_large_response_to_check_needs_memory_before_the_search() {
    let app = app(100 * 1024);
    let large = json!({"board": vec![vec![1; 64]; 64], "givens": vec![vec![2; 64]; 64]});
    let response = send_to(app.clone(), request("/check", large.to_string())).await;
    assert_eq!(response.status, 503);
    // Not for a puzzle of nine rows.
    let body = json!({"board": vec![vec![1; 9]; 9], "givens": vec![vec![2; 9]; 9]});
    let response = send_to(app, request("/check", body.to_string())).await;
    assert_eq!(response.status, 200);
    // With enough memory, every cell is listed, and every digit in every house.
    let response = check("", &large).await;
    assert_eq!(response["changed_givens"].as_array().unwrap().len(), 4096);
    assert_eq!(response["duplicates"].as_array().unwrap().len(), 3 * 64);
}

#[tokio::test]
async fn a_body_counts_in_the_memory_if_it_is_large_or_waited_for() {
    let app = app(0);
    let large = format!("[]{}", " ".repeat(16 * 1024));
    assert_is_overloaded(&send_to(app.clone(), request("/validate", large)).await);
    // A body that arrives in two parts: the first one is held while the second one is waited for.
    let parts = futures_util::StreamExt::chain(Late::new(b"["), Late::new(b"]"));
    let parts = request("/validate", Body::from_stream(parts));
    assert_is_overloaded(&send_to(app.clone(), parts).await);
    assert_eq!(send_to(app, request("/validate", "[]")).await.status, 422);
}
