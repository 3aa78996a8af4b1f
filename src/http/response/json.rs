//! JSON response bodies and lines. Each ends with a line feed, so that it is readable in a terminal.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use serde::Serialize;

/// Returns a 200 response with this value as JSON.
pub(crate) fn ok(value: &impl Serialize) -> Response {
    with_status(StatusCode::OK, "application/json", value)
}

/// Returns a response of this status and media type with this value as JSON.
pub(crate) fn with_status(
    status: StatusCode,
    media_type: &'static str,
    value: &impl Serialize,
) -> Response {
    let mut json = Vec::with_capacity(128);
    write_line(&mut json, value);
    let mut response = ok_with_body(media_type, json);
    *response.status_mut() = status;
    response
}

/// Returns a 200 response with this body.
pub(crate) fn ok_with_body(media_type: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}

/// Appends the value as JSON and a line feed.
pub(crate) fn write_line(out: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(&mut *out, value).expect("response types serialize without errors");
    out.push(b'\n');
}
