//! One span for each request, one line in the log at its end, and one id that ties both to the answer.
//!
//! Neither the path nor the body is logged: the route says enough, and boards are the client's.

use std::time::Instant;

use super::echo::known_method;
use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::{Instrument, info, info_span};

/// The header that carries the id of a request, both ways.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest id that is taken over from a client.
const LONGEST_ID: usize = 128;

pub(super) async fn trace(request: Request, next: Next) -> Response {
    let start = Instant::now();
    let id = taken_over(request.headers()).unwrap_or_else(new_id);
    let span = info_span!(
        "request",
        method = known_method(request.method()).unwrap_or("_OTHER"),
        route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str),
        id = id.to_str().unwrap_or_default(),
    );
    async {
        let mut response = next.run(request).await;
        let latency_us = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
        info!(status = response.status().as_u16(), latency_us, "answered");
        response.headers_mut().insert(REQUEST_ID, id);
        response
    }
    .instrument(span)
    .await
}

/// The id that the client gave, if it is one that can stand in a log as it is.
fn taken_over(headers: &HeaderMap) -> Option<HeaderValue> {
    let id = headers.get(REQUEST_ID)?;
    let sane = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:+/=".contains(byte);
    ((1..=LONGEST_ID).contains(&id.len()) && id.as_bytes().iter().all(sane)).then(|| id.clone())
}

/// An id that no other request has: 128 random bits.
fn new_id() -> HeaderValue {
    let id = format!("{:032x}", fastrand::u128(..));
    HeaderValue::try_from(id).expect("hexadecimal digits may stand in a header")
}
