//! Limits of `/validate/batch`, and when its lines are sent.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::Request;
use axum::http::header::{CONTENT_TYPE, HOST};
use futures_util::{StreamExt, stream};
use http_body_util::BodyExt;
use sudoku_validator::http::{self, RequestLimits};
use sudoku_validator::metrics::Metrics;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tower::ServiceExt;

use crate::batch::outcome;
use crate::support::running::{SHORT, TEST_TIMEOUT};
use crate::support::{Silent, TestResponse, post_as, receive, send_to};

const TEXT: &str = "text/plain";
const VALID: &str = "1234............";

/// Returns the response to a batch from a service with these limits.
async fn send_with_limits(limits: RequestLimits, body: Body) -> TestResponse {
    let request = Request::post("/validate/batch")
        .header(CONTENT_TYPE, TEXT)
        .body(body)
        .unwrap();
    timeout(
        TEST_TIMEOUT,
        send_to(http::app(limits, Arc::new(Metrics::new())), request),
    )
    .await
    .expect("no response")
}

#[tokio::test]
async fn the_last_line_says_why_a_batch_ended_early() {
    let start = || {
        stream::iter([format!("{VALID}\n{VALID}\n{VALID}")])
            .map(|text| io::Result::Ok(Bytes::from(text)))
    };
    let silent = Body::from_stream(start().chain(Silent.map(|never| Ok(never.unwrap()))));
    let broken =
        Body::from_stream(start().chain(stream::iter([Err(io::ErrorKind::UnexpectedEof.into())])));
    let long = Body::from_stream(start().chain(start()));
    let impatient = RequestLimits {
        batch_idle_timeout: SHORT,
        ..RequestLimits::default()
    };
    let small = RequestLimits {
        batch_bytes: Some(60),
        ..RequestLimits::default()
    };
    for (limits, body, last) in [
        (
            impatient,
            silent,
            "3 urn:problem-type:sudoku-validator:body-too-slow",
        ),
        (
            RequestLimits::default(),
            broken,
            "3 urn:problem-type:sudoku-validator:broken-body",
        ),
        (
            small,
            long,
            "3 urn:problem-type:sudoku-validator:body-too-large",
        ),
    ] {
        let lines = send_with_limits(limits, body).await.lines();
        assert_eq!(
            lines.iter().map(outcome).collect::<Vec<_>>(),
            ["true", "true", last]
        );
    }
}

#[tokio::test]
async fn a_body_with_a_declared_length_beyond_the_limit_is_rejected() {
    let request = Request::post("/validate/batch")
        .header(CONTENT_TYPE, TEXT)
        .header("content-length", 61);
    let app = http::app(
        RequestLimits {
            batch_bytes: Some(60),
            ..RequestLimits::default()
        },
        Arc::new(Metrics::new()),
    );
    let response = send_to(app, request.body(Body::from_stream(Silent)).unwrap()).await;
    assert_eq!(response.status, 413);
    assert_eq!(
        response.json()["detail"],
        "The body exceeds the limit of 60 bytes."
    );
}

#[tokio::test]
async fn the_media_type_decides_the_format_of_the_lines() {
    for (media_type, status) in [
        ("application/x-ndjson", 200),
        ("Application/NDJSON; charset=utf-8", 200),
        ("application/jsonl", 200),
        ("text/plain; charset=utf-8", 200),
        ("application/json", 415),
        ("application/x-www-form-urlencoded", 415),
        ("text/csv", 200),
        ("text/html", 415),
    ] {
        assert_eq!(
            post_as(media_type, "/validate/batch", "").await.status,
            status,
            "{media_type}"
        );
    }
    let response = post_as("application/json", "/validate/batch", "").await;
    assert_eq!(
        response.header("accept"),
        Some("application/x-ndjson, text/plain")
    );
}

#[tokio::test]
async fn a_line_is_returned_before_the_next_one_arrives_and_batches_are_limited() {
    let metrics = Arc::new(Metrics::new());
    let app = http::app(
        RequestLimits {
            batches: 1,
            min_bytes_per_second: 0,
            ..RequestLimits::default()
        },
        Arc::clone(&metrics),
    );
    let (lines, sent) = mpsc::unbounded_channel();
    let body = stream::unfold(sent, async |mut sent: mpsc::UnboundedReceiver<&str>| {
        Some((Ok::<_, Infallible>(sent.recv().await?), sent))
    });
    let request = |body| {
        Request::post("/validate/batch")
            .header(CONTENT_TYPE, TEXT)
            .header(HOST, "localhost")
            .body(body)
            .unwrap()
    };

    lines.send("1234....").unwrap();
    let response = app
        .clone()
        .oneshot(request(Body::from_stream(body)))
        .await
        .unwrap();
    let mut body = response.into_body().into_data_stream();
    lines.send("........\n").unwrap();
    assert_eq!(
        body.next().await.unwrap().unwrap(),
        "{\"valid\":true,\"complete\":false}\n"
    );
    assert!(metrics.render().1.contains("\nsudoku_batches 1\n"));

    let rejected = send_to(app.clone(), request(Body::empty())).await;
    assert_eq!(
        (rejected.status.as_u16(), rejected.header("retry-after")),
        (503, Some("1"))
    );

    drop(lines);
    let rest = Body::from_stream(body).collect().await.unwrap().to_bytes();
    assert_eq!(
        rest,
        "{\"summary\":{\"lines\":1,\"valid\":1,\"invalid\":0,\"rejected\":0,\"skipped\":0,\"complete\":0}}\n"
    );
    while !metrics.render().1.contains("\nsudoku_batches 0\n") {
        tokio::task::yield_now().await;
    }
    assert_eq!(send_to(app, request(Body::empty())).await.status, 200);
    assert!(
        metrics
            .render()
            .1
            .contains("\nsudoku_boards_total{valid=\"true\",complete=\"false\"} 1\n")
    );
}

/// A batch that sends two lines, and then nothing.
fn stalled_batch() -> Request<Body> {
    let lines = stream::iter([Ok(Bytes::from(format!("{VALID}\n{VALID}\n")))]);
    Request::post("/validate/batch")
        .header(CONTENT_TYPE, TEXT)
        .header(HOST, "localhost")
        .body(Body::from_stream(lines.chain(Silent)))
        .unwrap()
}

#[tokio::test]
async fn the_slowest_batch_makes_room_for_another_one_and_its_last_line_says_so() {
    let app = http::app(
        RequestLimits {
            batches: 1,
            batch_idle_timeout: TEST_TIMEOUT,
            ..RequestLimits::default()
        },
        Arc::new(Metrics::new()),
    );
    let slow = app.clone().oneshot(stalled_batch()).await.unwrap();
    let newcomer = async {
        loop {
            let batch = Request::post("/validate/batch").header(CONTENT_TYPE, TEXT);
            let batch = batch.body(Body::from(VALID)).unwrap();
            let response = send_to(app.clone(), batch).await;
            if response.status == 200 {
                return;
            }
            assert_eq!(response.status, 503);
            tokio::time::sleep(SHORT / 5).await;
        }
    };
    timeout(TEST_TIMEOUT, newcomer)
        .await
        .expect("the slow batch was not displaced");
    let lines = receive(slow).await.lines();
    assert_eq!(
        lines.iter().map(outcome).collect::<Vec<_>>(),
        [
            "true",
            "true",
            "3 urn:problem-type:sudoku-validator:overloaded"
        ]
    );
}

#[tokio::test]
async fn a_batch_is_rejected_once_the_memory_is_spent_and_displaces_no_other() {
    let app = http::app(
        RequestLimits {
            memory_bytes: 3 << 19,
            batches: 1,
            ..RequestLimits::default()
        },
        Arc::new(Metrics::new()),
    );
    let first = app.clone().oneshot(stalled_batch()).await.unwrap();
    tokio::time::sleep(Duration::from_secs(1) + SHORT).await;
    let rejected = send_to(app.clone(), stalled_batch()).await;
    assert_eq!(rejected.status, 503);
    assert_eq!(
        rejected.json()["detail"],
        "Too much memory is in use; retry in a second."
    );
    drop(first);
    let batch = Request::post("/validate/batch").header(CONTENT_TYPE, TEXT);
    let batch = batch.body(Body::from(VALID)).unwrap();
    assert_eq!(send_to(app, batch).await.status, 200);
}

#[tokio::test]
async fn unread_lines_are_sent_in_large_chunks() {
    let boards: Vec<_> = (0..1_000)
        .map(|_| Ok::<_, Infallible>(Bytes::from(format!("{VALID}\n"))))
        .collect();
    // A body that sends each line as a chunk, after the response to the previous one.
    let body = stream::iter(boards).then(async |board| {
        tokio::task::yield_now().await;
        board
    });
    let request = Request::post("/validate/batch")
        .header(CONTENT_TYPE, TEXT)
        .header(HOST, "localhost");
    let app = http::app(RequestLimits::default(), Arc::new(Metrics::new()));
    let response = app
        .oneshot(request.body(Body::from_stream(body)).unwrap())
        .await
        .unwrap();
    // Nothing is read until the whole batch is processed.
    tokio::time::sleep(SHORT).await;
    let chunks: Vec<Bytes> = response
        .into_body()
        .into_data_stream()
        .map(Result::unwrap)
        .collect()
        .await;
    assert!(chunks.len() < 10, "{} chunks", chunks.len());
    assert!(
        chunks
            .concat()
            .ends_with(b"\"rejected\":0,\"skipped\":0,\"complete\":0}}\n")
    );
}
