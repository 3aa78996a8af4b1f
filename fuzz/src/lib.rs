//! Shared by the fuzz targets: sends requests to the service, and checks what must hold for each response.

pub mod layout;
#[path = "../../tests/oracle/mod.rs"]
pub mod oracle;

use std::convert::Infallible;
use std::io::BufRead;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use futures_util::stream;
use serde_json::{Value, json};
use sudoku_validator::http;
use sudoku_validator::metrics::Metrics;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

use oracle::contract;

/// The service under test. Request bodies are complete from the start, so only searches can reach a timeout, and theirs
/// is short: a hard board must not stall the fuzzer.
static APP: LazyLock<http::App> = LazyLock::new(|| {
    let limits = http::RequestLimits {
        search_budget: Duration::from_millis(20),
        ..http::RequestLimits::default()
    };
    http::app(limits, Arc::new(Metrics::new()))
});

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a current-thread runtime can always be built")
});

/// A response of the service, with its whole body.
#[derive(Debug)]
pub struct Response {
    /// The status code.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The whole body.
    pub body: Bytes,
}

impl Response {
    /// The body as JSON.
    ///
    /// # Panics
    ///
    /// If the body is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("the body is JSON")
    }

    fn has(&self, header: &str, value: &str) -> bool {
        self.headers.get(header).is_some_and(|found| found == value)
    }
}

/// Sends a request and returns the response.
///
/// # Panics
///
/// If the response breaks a rule that holds for all responses.
pub fn send(request: Request<Body>) -> Response {
    let is_head = request.method() == Method::HEAD;
    let response = call(request);
    assert!(!response.status.is_server_error(), "{response:?}");
    assert!(
        response.headers.contains_key("x-request-id"),
        "{response:?}"
    );
    assert!(
        response.has("access-control-allow-origin", "*"),
        "{response:?}"
    );
    if response.status.is_client_error() {
        assert!(
            response.has("content-type", "application/problem+json"),
            "{response:?}"
        );
        // Only 405 requires `Allow`; other statuses may have it.
        assert!(
            response.status != StatusCode::METHOD_NOT_ALLOWED
                || response.headers.contains_key("allow"),
            "{response:?}"
        );
        // The response to HEAD is that of GET, without its body.
        if !is_head {
            check_problem(&response);
        }
    }
    response
}

/// Sends a body of this media type and returns the response.
///
/// # Panics
///
/// If the response breaks a rule that holds for all responses.
pub fn post(path: &str, media_type: &str, body: impl Into<Body>) -> Response {
    let request = Request::post(path).header(CONTENT_TYPE, media_type);
    send(
        request
            .body(body.into())
            .expect("the request is well-formed"),
    )
}

/// Sends a body to `/validate` and returns the response.
pub fn validate(body: &[u8]) -> Response {
    post(
        "/validate?duplicates=all",
        "application/json",
        body.to_vec(),
    )
}

/// Sends a body to `/validate`.
///
/// # Panics
///
/// If the response is not that of the oracle.
pub fn compare(body: &[u8]) {
    let response = validate(body);
    match contract::response(body) {
        Ok(expected) => {
            assert_eq!(response.status, StatusCode::OK, "{response:?}");
            assert!(
                response.has("content-type", "application/json"),
                "{response:?}"
            );
            assert_eq!(response.json(), expected);
        }
        Err(status) => {
            assert_eq!(response.status, status, "{response:?}");
            if status == 422 {
                check_faults(body, &response.json());
            }
        }
    }
}

/// Sends a body to `/validate/batch` in chunks of `chunk_size` bytes.
///
/// # Panics
///
/// If a line of the response is not that of the oracle.
pub fn compare_batch(is_text: bool, chunk_size: usize, body: &[u8]) {
    let media_type = if is_text {
        "text/plain"
    } else {
        "application/x-ndjson"
    };
    let chunks: Vec<_> = body
        .chunks(chunk_size)
        .map(|chunk| Ok::<_, Infallible>(Bytes::copy_from_slice(chunk)))
        .collect();
    let request = Request::post("/validate/batch?duplicates=all").header(CONTENT_TYPE, media_type);
    let response = send(
        request
            .body(Body::from_stream(stream::iter(chunks)))
            .expect("the request is well-formed"),
    );
    assert_eq!(response.status, StatusCode::OK, "{response:?}");
    let responses: Vec<Value> = response
        .body
        .lines()
        .map(|line| {
            serde_json::from_str(&line.expect("the response is UTF-8")).expect("a line is JSON")
        })
        .collect();
    let (summary, responses) = responses.split_last().expect("a batch has a summary");

    let mut counts = [0_u64; 4];
    let lines: Vec<&[u8]> = body
        .strip_suffix(b"\n")
        .unwrap_or(body)
        .split(|byte| *byte == b'\n')
        .collect();
    let lines = if body.is_empty() { Vec::new() } else { lines };
    assert_eq!(responses.len(), lines.len());
    for ((number, line), response) in (1_u64..).zip(lines).zip(responses) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let line = if number == 1 {
            contract::without_byte_order_mark(line)
        } else {
            line
        };
        let expected = if is_text {
            contract::text_response(line)
        } else {
            contract::line_response(line)
        };
        let kind = match expected {
            Ok(Value::Null) => {
                assert_eq!(*response, json!({"line": number, "skipped": true}));
                3
            }
            Ok(expected) => {
                assert_eq!(*response, expected);
                if response["valid"] == true { 0 } else { 1 }
            }
            Err(status) => {
                assert_eq!(
                    (&response["line"], &response["error"]["status"]),
                    (&number.into(), &status.into()),
                    "{response}"
                );
                2
            }
        };
        counts[kind] += 1;
    }
    let summary =
        ["valid", "invalid", "rejected", "skipped"].map(|name| summary["summary"][name].as_u64());
    assert_eq!(summary, counts.map(Some));
}

/// Calls the service without further checks. A request without a `Host` header gets one: it would be rejected
/// otherwise.
fn call(mut request: Request<Body>) -> Response {
    request
        .headers_mut()
        .entry(HOST)
        .or_insert(HeaderValue::from_static("localhost"));
    RUNTIME.block_on(async {
        let raw = APP
            .clone()
            .oneshot(request)
            .await
            .unwrap_or_else(|never| match never {});
        let (parts, body) = raw.into_parts();
        let body = to_bytes(body, usize::MAX)
            .await
            .expect("the response body is complete");
        Response {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    })
}

/// Panics if the body of an error is not a problem with the response's status and a documented type.
fn check_problem(response: &Response) {
    let problem = response.json();
    assert_eq!(problem["status"], response.status.as_u16(), "{problem}");
    let detail = problem["detail"].as_str().expect("a problem has a detail");
    assert!((1..1_000).contains(&detail.len()), "{problem}");

    let urn = problem["type"].as_str().expect("a problem has a type");
    let name = urn
        .strip_prefix("urn:problem-type:sudoku-validator:")
        .expect("the type is a URN of the service");
    let explained = call(
        Request::get(format!("/problems/{name}"))
            .body(Body::empty())
            .expect("the name is part of a path"),
    );
    assert_eq!(explained.status, StatusCode::OK, "{problem}");
    let explained = explained.json();
    for member in ["type", "title", "status"] {
        assert_eq!(explained[member], problem[member], "{problem}");
    }
}

/// Panics if the faults of a JSON body that is not a board do not point into it, or exceed the documented number.
fn check_faults(body: &[u8], problem: &Value) {
    let faults = problem["errors"]
        .as_array()
        .expect("a rejected JSON body has faults");
    assert!((1..=20).contains(&faults.len()), "{problem}");
    assert!(
        problem
            .get("omitted")
            .is_none_or(|omitted| faults.len() == 20 && omitted.as_u64() > Some(0)),
        "{problem}"
    );
    for fault in faults {
        let pointer = fault["pointer"].as_str().expect("a fault has a pointer");
        assert!(contract::points_into(pointer, body), "{problem}");
        assert!(
            fault["detail"]
                .as_str()
                .is_some_and(|detail| (1..1_000).contains(&detail.len())),
            "{problem}"
        );
    }
}
