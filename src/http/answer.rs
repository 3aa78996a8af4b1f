//! Answers in JSON.

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// An answer of this status and media type. Its body ends with a line break, for those who read it in a terminal.
pub(super) fn json(status: StatusCode, media_type: &'static str, body: &impl Serialize) -> Response {
    let mut json = serde_json::to_vec(body).expect("the types of the contract can be written as JSON");
    json.push(b'\n');
    (status, [(CONTENT_TYPE, HeaderValue::from_static(media_type))], json).into_response()
}

/// An answer to a question that was understood.
pub(super) fn ok(body: &impl Serialize) -> Response {
    json(StatusCode::OK, "application/json", body)
}
