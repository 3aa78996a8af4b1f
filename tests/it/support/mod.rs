//! Calls the service without a socket, and checks each response against the contract.

pub(crate) mod boards;
pub(crate) mod collector;
pub(crate) mod compare;
pub(crate) mod contract;
pub(crate) mod running;
pub(crate) mod service;
pub(crate) mod text;

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use axum::response::Response;
use futures_core::Stream;
use http_body_util::BodyExt;
use serde_json::Value;
use sudoku_validator::http;
use sudoku_validator::metrics::Metrics;
use tower::ServiceExt;

/// A response with its whole body.
#[derive(Debug)]
pub(crate) struct TestResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl TestResponse {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Parses the body as one JSON text per line.
    pub(crate) fn lines(&self) -> Vec<Value> {
        self.text()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    pub(crate) fn text(&self) -> &str {
        str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// Returns the status and the body, for one comparison.
    pub(crate) fn parts(&self) -> (u16, Value) {
        (self.status.as_u16(), self.json())
    }
}

/// The service with its default limits.
fn app() -> http::App {
    http::app(http::RequestLimits::default(), Arc::new(Metrics::new()))
}

/// Sends a request, and checks the response against `openapi.yaml`.
pub(crate) async fn send(request: Request<Body>) -> TestResponse {
    send_to(app(), request).await
}

/// Sends a request to this service, and checks the response against `openapi.yaml`.
pub(crate) async fn send_to(app: http::App, mut request: Request<Body>) -> TestResponse {
    request
        .headers_mut()
        .entry(HOST)
        .or_insert(HeaderValue::from_static("localhost"));
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = receive(app.oneshot(request).await.unwrap()).await;
    contract::check(&method, &path, &response);
    if response.header("content-type") == Some("application/problem+json") {
        assert_is_explained(&response.json()).await;
    }
    response
}

/// Receives the body of a response.
pub(crate) async fn receive(response: Response) -> TestResponse {
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes().to_vec();
    TestResponse {
        status: parts.status,
        headers: parts.headers,
        body,
    }
}

/// Panics if the service does not explain the type of a problem.
async fn assert_is_explained(problem: &Value) {
    let uri = problem["type"].as_str().unwrap();
    let name = uri.strip_prefix("urn:problem-type:sudoku-validator:");
    let request = Request::get(format!("/problems/{}", name.unwrap()))
        .header(HOST, "localhost")
        .body(Body::empty())
        .unwrap();
    let response = app().oneshot(request).await.unwrap();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    let explained: Value = serde_json::from_slice(&body).unwrap();
    for member in ["type", "title", "status"] {
        assert_eq!(explained[member], problem[member], "{uri}");
    }
}

pub(crate) async fn get(path: &str) -> TestResponse {
    send(Request::get(path).body(Body::empty()).unwrap()).await
}

/// Posts a body as JSON.
pub(crate) async fn post(path: &str, body: impl Into<Body>) -> TestResponse {
    post_as("application/json", path, body).await
}

/// Posts a body of this media type.
pub(crate) async fn post_as(media_type: &str, path: &str, body: impl Into<Body>) -> TestResponse {
    send(
        Request::post(path)
            .header(CONTENT_TYPE, media_type)
            .body(body.into())
            .unwrap(),
    )
    .await
}

/// Posts a JSON value to `/validate`.
pub(crate) async fn validate(body: &Value) -> TestResponse {
    post("/validate", body.to_string()).await
}

pub(crate) async fn request(method: Method, path: &str) -> TestResponse {
    send(
        Request::builder()
            .method(method)
            .uri(path)
            .body(Body::empty())
            .unwrap(),
    )
    .await
}

/// A body that arrives soon, but not at once.
pub(crate) struct Late {
    polls: u32,
    bytes: Option<Bytes>,
}

impl Late {
    pub(crate) fn new(bytes: impl Into<Vec<u8>>) -> Late {
        Late {
            polls: 5,
            bytes: Some(Bytes::from(bytes.into())),
        }
    }
}

impl Stream for Late {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.polls > 0 {
            self.polls -= 1;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(self.bytes.take().map(Ok))
    }
}

/// A body that never sends anything.
pub(crate) struct Silent;

impl Stream for Silent {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Pending
    }
}
