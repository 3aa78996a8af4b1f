//! Answers in JSON. Each ends with a line break, for those who read it in a terminal.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use serde::Serialize;

/// An answer of this status and media type.
pub(super) fn json(
    status: StatusCode,
    media_type: &'static str,
    body: &impl Serialize,
) -> Response {
    let mut json = Vec::with_capacity(128);
    write_to(&mut json, body);
    written(status, media_type, json)
}

/// An answer to a question that was understood.
pub(super) fn ok(body: &impl Serialize) -> Response {
    json(StatusCode::OK, "application/json", body)
}

/// An answer whose body is written already.
pub(super) fn written(
    status: StatusCode,
    media_type: &'static str,
    body: impl Into<Body>,
) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}

/// Appends the JSON of a value, and a line break.
pub(super) fn write_to(out: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(&mut *out, value)
        .expect("the types of the contract can be written as JSON");
    out.push(b'\n');
}
