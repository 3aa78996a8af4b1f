//! The limits of `/solve/batch`: what a hard board holds back, and when searches end.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::Request;
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::response::Response;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use sudoku_validator::http::{self, App, RequestLimits};
use sudoku_validator::metrics::Metrics;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tower::ServiceExt;

use crate::support::running::{Running, SHORT, TEST_TIMEOUT, generous};
use crate::support::{TestResponse, receive};

/// With it, a search for the solutions of [`endless`] does not end.
const ENDLESS: &str = "/solve/batch?count_to=100000";
const PUZZLE: &str = "[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]\n";

/// Returns a line with a board that has more solutions than can be counted.
fn endless() -> String {
    format!("{}\n", json!(vec![vec![0; 64]; 64]))
}

/// Limits with which no search ends by itself.
fn endless_searches() -> RequestLimits {
    RequestLimits {
        batch_search_budget: 10 * TEST_TIMEOUT,
        ..RequestLimits::default()
    }
}

fn app(limits: RequestLimits) -> App {
    http::app(limits, Arc::new(Metrics::new()))
}

/// Returns the response once it has started.
async fn start(app: &App, path: &str, body: impl Into<Body>) -> Response {
    let request = Request::post(path)
        .header(CONTENT_TYPE, "application/x-ndjson")
        .header(HOST, "localhost")
        .body(body.into())
        .unwrap();
    let response = timeout(TEST_TIMEOUT, app.clone().oneshot(request)).await;
    response.expect("no response").unwrap()
}

async fn finish(response: Response) -> TestResponse {
    timeout(TEST_TIMEOUT, receive(response))
        .await
        .expect("the response does not end")
}

async fn send(app: &App, path: &str, body: impl Into<Body>) -> Vec<Value> {
    finish(start(app, path, body).await).await.lines()
}

/// Returns a body that sends what it is told to.
fn remote_controlled() -> (mpsc::UnboundedSender<String>, Body) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let body = stream::unfold(
        receiver,
        async |mut receiver: mpsc::UnboundedReceiver<String>| {
            Some((Ok::<_, Infallible>(receiver.recv().await?), receiver))
        },
    );
    (sender, Body::from_stream(body))
}

/// What a line is about: the verdict, or why its search was stopped; the line with its problem; or the summary.
fn outcome(line: &Value) -> String {
    let stopped = line["stopped"].as_str();
    if let Some(outcome) = stopped.or(line["solutions"].as_str()) {
        return outcome.to_owned();
    }
    match line["error"]["type"].as_str() {
        Some(problem) => format!("{} {}", line["line"], problem.rsplit(':').next().unwrap()),
        None => "summary".to_owned(),
    }
}

fn outcomes(lines: &[Value]) -> Vec<String> {
    lines.iter().map(outcome).collect()
}

#[tokio::test]
async fn each_board_has_its_own_budget() {
    let app = app(RequestLimits {
        batch_search_budget: Duration::from_millis(5),
        ..RequestLimits::default()
    });
    let body = format!("{0}{PUZZLE}{0}{PUZZLE}{0}", endless());
    let lines = send(&app, ENDLESS, body).await;
    assert_eq!(
        outcomes(&lines),
        ["budget", "one", "budget", "one", "budget", "summary"]
    );
}

#[tokio::test]
async fn a_hard_board_does_not_stop_the_lines_of_another_batch() {
    let app = app(endless_searches());
    let (sender, body) = remote_controlled();
    // More than can be searched at once.
    sender.send(endless().repeat(200)).unwrap();
    let hard = start(&app, ENDLESS, body).await;
    let lines = send(&app, "/solve/batch", PUZZLE.repeat(5_000)).await;
    assert_eq!(lines.len(), 5_001);
    assert_eq!(lines[5_000]["summary"]["one"], 5_000);
    drop((hard, sender));
}

#[tokio::test]
async fn searches_end_with_their_client() {
    let app = app(endless_searches());
    let (sender, body) = remote_controlled();
    // Enough to keep all threads busy.
    sender.send(endless().repeat(200)).unwrap();
    let abandoned = start(&app, ENDLESS, body).await;
    drop(abandoned);
    let mut hard = serde_json::from_str::<Value>(&endless()).unwrap();
    // Without a solution, which a long search finds at once.
    for column in 0..63 {
        hard[0][column] = (column + 1).into();
    }
    hard[40][63] = 64.into();
    let lines = send(&app, "/solve/batch", hard.to_string()).await;
    assert_eq!(outcomes(&lines), ["none", "summary"]);
}

#[tokio::test]
async fn a_client_that_disconnects_ends_its_batch() {
    let running = Running::start_with(endless_searches(), generous());
    let body = endless();
    let head = format!("POST {ENDLESS} HTTP/1.1\r\nhost: localhost\r\n");
    let stream = running
        .send(format!(
            "{head}content-type: application/x-ndjson\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ))
        .await;
    running.wait_for_metric("sudoku_batches 1").await;
    drop(stream);
    running.wait_for_metric("sudoku_batches 0").await;
    running.stop().await;
}

#[tokio::test]
async fn at_shutdown_searches_end_and_the_last_line_says_where_to_resume() {
    let app = app(endless_searches());
    let (sender, body) = remote_controlled();
    sender
        .send(format!("{PUZZLE}{}{PUZZLE}", endless()))
        .unwrap();
    let response = start(&app, ENDLESS, body).await;
    app.end_searches();
    let lines = finish(response).await.lines();
    assert_eq!(outcomes(&lines), ["one", "shutdown", "one", "4 overloaded"]);
    assert_eq!(
        lines[3]["error"]["detail"],
        "The service is shutting down; send the batch again from this line on, in a second."
    );
    drop(sender);
}

#[tokio::test]
async fn at_shutdown_a_batch_that_waits_for_its_client_ends() {
    let app = app(RequestLimits::default());
    let (sender, body) = remote_controlled();
    sender.send(PUZZLE.to_owned()).unwrap();
    let response = start(&app, "/solve/batch", body).await;
    let mut body = response.into_body().into_data_stream();
    let first = body.next().await.unwrap().unwrap();
    assert!(first.starts_with(b"{\"valid\":true,\"complete\":false,\"solutions\":\"one\""));
    app.end_searches();
    let rest = timeout(TEST_TIMEOUT, body.next()).await.unwrap();
    let line: Value = serde_json::from_slice(&rest.unwrap().unwrap()).unwrap();
    assert_eq!(outcome(&line), "2 overloaded");
    drop(sender);
}

#[tokio::test]
async fn a_hard_board_holds_back_a_limited_number_of_lines() {
    let app = app(endless_searches());
    let sent = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&sent);
    let chunk = Bytes::from(PUZZLE.repeat(100));
    let easy = stream::repeat_with(move || {
        counter.fetch_add(100, Ordering::Relaxed);
        Ok::<_, Infallible>(chunk.clone())
    });
    let body = stream::iter([Ok(Bytes::from(endless()))]).chain(easy);
    let request = start(&app, ENDLESS, Body::from_stream(body));
    let mut request = Box::pin(request);
    // The response does not start, since nothing is ready.
    let cores = available_parallelism().unwrap().get();
    let mut read = 0;
    loop {
        assert!(timeout(SHORT, &mut request).await.is_err());
        let now = sent.load(Ordering::Relaxed);
        assert!(now < 5_000 * cores, "{now}");
        if now == read && now > 0 {
            break;
        }
        read = now;
    }
}

#[tokio::test]
async fn a_client_may_wait_for_its_responses_longer_than_it_may_pause() {
    let app = app(RequestLimits {
        batch_idle_timeout: SHORT,
        batch_search_budget: 5 * SHORT,
        ..RequestLimits::default()
    });
    let (sender, body) = remote_controlled();
    sender.send(endless()).unwrap();
    let response = start(&app, ENDLESS, body).await;
    let mut body = response.into_body().into_data_stream();
    let first = timeout(TEST_TIMEOUT, body.next()).await.unwrap();
    let first: Value = serde_json::from_slice(&first.unwrap().unwrap()).unwrap();
    assert_eq!(outcome(&first), "budget");
    sender.send(PUZZLE.to_owned()).unwrap();
    drop(sender);
    let rest: Vec<_> = body.map(Result::unwrap).collect().await;
    let rest = String::from_utf8(rest.concat()).unwrap();
    assert!(
        rest.contains("\"solutions\":\"one\"") && rest.contains("summary"),
        "{rest}"
    );
}

#[tokio::test]
async fn hard_boards_are_searched_when_the_memory_is_spent() {
    let app = app(RequestLimits {
        memory_bytes: 2 << 20,
        batch_search_budget: Duration::from_millis(5),
        ..RequestLimits::default()
    });
    let lines = send(&app, ENDLESS, endless().repeat(5)).await;
    assert_eq!(lines.len(), 6);
    assert!(outcomes(&lines[..5]).iter().all(|line| line == "budget"));
}

#[tokio::test]
async fn an_error_in_the_body_comes_after_the_responses_to_the_lines_before() {
    let app = app(RequestLimits {
        batch_bytes: Some(20_000),
        batch_search_budget: Duration::from_millis(5),
        ..RequestLimits::default()
    });
    let chunks = [
        endless(),
        PUZZLE.to_owned(),
        endless(),
        endless(),
        endless(),
    ];
    let body = stream::iter(chunks.map(Ok::<_, Infallible>));
    let lines = send(&app, ENDLESS, Body::from_stream(body)).await;
    assert_eq!(
        outcomes(&lines),
        ["budget", "one", "budget", "4 body-too-large"]
    );
}
