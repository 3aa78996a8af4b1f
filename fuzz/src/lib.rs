//! What the fuzz targets share: asking the service, and what must hold of every answer.

pub mod oracle;

use std::convert::Infallible;
use std::io::BufRead;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use futures_util::stream;
use serde_json::Value;
use sudoku_validator::http;
use sudoku_validator::metrics::Metrics;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// The service; this is the only place that builds one. Bodies are there at once, so that no time limit is met, but for
/// that of searches: a hard one must not hold up the others.
static APP: LazyLock<http::App> = LazyLock::new(|| {
    let limits = http::RequestLimits {
        search_timeout: Duration::from_millis(20),
        ..http::RequestLimits::default()
    };
    http::app(limits, Arc::new(Metrics::new()))
});

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a thread needs no permission")
});

/// What the service answered.
#[derive(Debug)]
pub struct Reply {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The whole body.
    pub body: Bytes,
}

impl Reply {
    /// The body, which has to be JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("the body of an answer is JSON")
    }

    fn has(&self, header: &str, value: &str) -> bool {
        self.headers.get(header).is_some_and(|found| found == value)
    }
}

/// Asks the service, and panics if its answer is one that it must never give.
pub fn ask(request: Request<Body>) -> Reply {
    let is_head = request.method() == Method::HEAD;
    let reply = send(request);
    assert!(!reply.status.is_server_error(), "{reply:?}");
    assert!(reply.headers.contains_key("x-request-id"), "{reply:?}");
    assert!(reply.has("access-control-allow-origin", "*"), "{reply:?}");
    if reply.status.is_client_error() {
        assert!(
            reply.has("content-type", "application/problem+json"),
            "{reply:?}"
        );
        // Other refusals may tell the methods, too.
        assert!(
            reply.status != StatusCode::METHOD_NOT_ALLOWED || reply.headers.contains_key("allow"),
            "{reply:?}"
        );
        // HEAD is answered as GET, without the body.
        if !is_head {
            check_problem(&reply);
        }
    }
    reply
}

/// Asks the service about a board.
pub fn validate(body: &[u8]) -> Reply {
    let request =
        Request::post("/validate?duplicates=all").header(CONTENT_TYPE, "application/json");
    ask(request
        .body(Body::from(body.to_vec()))
        .expect("the request is well-formed"))
}

/// Asks the service about a board, and panics if the oracle answers otherwise.
pub fn compare(body: &[u8]) {
    let reply = validate(body);
    match oracle::answer(body) {
        Ok(answer) => {
            assert_eq!(reply.status, StatusCode::OK, "{reply:?}");
            assert!(reply.has("content-type", "application/json"), "{reply:?}");
            assert_eq!(reply.json(), answer);
        }
        Err(status) => {
            assert_eq!(reply.status, status, "{reply:?}");
            if status == 422 {
                check_faults(body, &reply.json());
            }
        }
    }
}

/// Asks the service about a batch that comes in pieces of this length, and panics if a line of its answer is not that of
/// the oracle.
pub fn compare_batch(is_text: bool, piece: usize, body: &[u8]) {
    let media_type = if is_text {
        "text/plain"
    } else {
        "application/x-ndjson"
    };
    let pieces: Vec<_> = body
        .chunks(piece)
        .map(|piece| Ok::<_, Infallible>(Bytes::copy_from_slice(piece)))
        .collect();
    let request = Request::post("/validate/batch?duplicates=all").header(CONTENT_TYPE, media_type);
    let reply = ask(request
        .body(Body::from_stream(stream::iter(pieces)))
        .expect("the request is well-formed"));
    assert_eq!(reply.status, StatusCode::OK, "{reply:?}");
    let answers: Vec<Value> = reply
        .body
        .lines()
        .map(|line| {
            serde_json::from_str(&line.expect("an answer is text")).expect("a line is JSON")
        })
        .collect();
    let (summary, answers) = answers.split_last().expect("a batch has a summary");

    let mut counts = [0_u64; 3];
    let lines: Vec<&[u8]> = body
        .strip_suffix(b"\n")
        .unwrap_or(body)
        .split(|byte| *byte == b'\n')
        .collect();
    let lines = if body.is_empty() { Vec::new() } else { lines };
    assert_eq!(answers.len(), lines.len());
    for ((number, line), answer) in (1..).zip(lines).zip(answers) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let expected = if is_text {
            oracle::text_answer(line)
        } else {
            oracle::answer(line)
        };
        let kind = match expected {
            Ok(expected) => {
                assert_eq!(*answer, expected);
                if answer["valid"] == true { 0 } else { 1 }
            }
            Err(status) => {
                assert_eq!(
                    (&answer["line"], &answer["error"]["status"]),
                    (&number.into(), &status.into()),
                    "{answer}"
                );
                2
            }
        };
        counts[kind] += 1;
    }
    let summary = ["valid", "invalid", "refused"].map(|name| summary["summary"][name].as_u64());
    assert_eq!(summary, counts.map(Some));
}

/// A request has one host: one that names none is given one.
fn send(mut request: Request<Body>) -> Reply {
    request
        .headers_mut()
        .entry(HOST)
        .or_insert(HeaderValue::from_static("localhost"));
    RUNTIME.block_on(async {
        let response = APP
            .clone()
            .oneshot(request)
            .await
            .unwrap_or_else(|never| match never {});
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX)
            .await
            .expect("an answer is whole");
        Reply {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    })
}

/// Panics if the body of a refusal is no problem of this status whose type is explained.
fn check_problem(reply: &Reply) {
    let problem = reply.json();
    assert_eq!(problem["status"], reply.status.as_u16(), "{problem}");
    let detail = problem["detail"].as_str().expect("a problem has a detail");
    assert!((1..1_000).contains(&detail.len()), "{problem}");

    let path = problem["type"].as_str().expect("a problem has a type");
    let explained = send(
        Request::get(path)
            .body(Body::empty())
            .expect("the type is a path"),
    );
    assert_eq!(explained.status, StatusCode::OK, "{problem}");
    let explained = explained.json();
    for member in ["type", "title", "status"] {
        assert_eq!(explained[member], problem[member], "{problem}");
    }
}

/// Panics if the faults of a body that is JSON, but no board, do not point into it, or are more than the contract allows.
fn check_faults(body: &[u8], problem: &Value) {
    let faults = problem["errors"]
        .as_array()
        .expect("a body is refused for its faults");
    assert!((1..=20).contains(&faults.len()), "{problem}");
    assert!(
        problem
            .get("omitted")
            .is_none_or(|omitted| faults.len() == 20 && omitted.as_u64() > Some(0)),
        "{problem}"
    );
    for fault in faults {
        let pointer = fault["pointer"].as_str().expect("a fault has a pointer");
        assert!(oracle::points_into(pointer, body), "{problem}");
        assert!(
            fault["detail"]
                .as_str()
                .is_some_and(|detail| (1..1_000).contains(&detail.len())),
            "{problem}"
        );
    }
}
