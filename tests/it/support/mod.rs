//! Asking the service without a socket, and holding each reply to the contract.

pub(crate) mod contract;
pub(crate) mod oracle;

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;
use sudoku_validator::http;
use tower::ServiceExt;

/// What the service answered.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// The status and the body, to be compared in one go.
    pub(crate) fn parts(&self) -> (u16, Value) {
        (self.status.as_u16(), self.json())
    }
}

/// Sends a request, and checks the reply against `openapi.yaml`.
pub(crate) async fn send(request: Request<Body>) -> Reply {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = http::app().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes().to_vec();
    let reply = Reply { status: parts.status, headers: parts.headers, body };
    contract::check(&method, &path, &reply);
    if reply.header("content-type") == Some("application/problem+json") {
        assert_is_explained(&reply.json()).await;
    }
    reply
}

/// Panics if the type of a refusal is not explained at its path.
async fn assert_is_explained(problem: &Value) {
    let path = problem["type"].as_str().unwrap();
    let response = http::app().oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    let explained: Value = serde_json::from_slice(&body).unwrap();
    for member in ["type", "title", "status"] {
        assert_eq!(explained[member], problem[member], "{path}");
    }
}

pub(crate) async fn get(path: &str) -> Reply {
    send(Request::get(path).body(Body::empty()).unwrap()).await
}

/// Posts a body that is declared as JSON.
pub(crate) async fn post(path: &str, body: impl Into<Body>) -> Reply {
    send(Request::post(path).header(CONTENT_TYPE, "application/json").body(body.into()).unwrap()).await
}

/// Posts a JSON value to `/validate`.
pub(crate) async fn validate(body: &Value) -> Reply {
    post("/validate", body.to_string()).await
}

pub(crate) async fn request(method: Method, path: &str) -> Reply {
    send(Request::builder().method(method).uri(path).body(Body::empty()).unwrap()).await
}
