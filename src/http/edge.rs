//! What is done for every request, in one place: an id and a span, the checks that come before any route, the headers
//! of every answer, and at the end a measure and a line in the log.
//!
//! Neither the path nor the body is logged: the route says enough, and boards are the client's.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::HeaderValue;
use axum::http::header::X_CONTENT_TYPE_OPTIONS;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::field::Empty;
use tracing::{Instrument, info, info_span};

use super::echo::known_method;
use super::problem::ProblemKind;
use super::{Shared, cors, framing, request_id, trace_context};

pub(super) async fn edge(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let _active = shared.metrics.request_came();
    let method = known_method(request.method()).unwrap_or("_OTHER");
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    let id = request_id::of(request.headers());
    let span = info_span!("request", method, route, id = id.to_str().unwrap_or_default(), trace_id = Empty);
    if let Some(trace_id) = trace_context::trace_id(request.headers()) {
        span.record("trace_id", trace_id);
    }

    let mut response = answer(request, next).instrument(span.clone()).await;

    let headers = response.headers_mut();
    headers.insert(request_id::HEADER, id);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    cors::allow(headers);
    let (status, duration) = (response.status().as_u16(), start.elapsed());
    shared.metrics.request_answered(method, route, status, duration);
    if let Some(kind) = response.extensions().get::<ProblemKind>() {
        shared.metrics.refused(kind.name());
    }
    let latency_us = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
    span.in_scope(|| info!(status, latency_us, "answered"));
    response
}

async fn answer(request: Request, next: Next) -> Response {
    if let Err(problem) = framing::check(&request) {
        problem.into_response()
    } else if cors::is_preflight(&request) {
        cors::preflight()
    } else {
        next.run(request).await
    }
}
