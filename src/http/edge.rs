//! What is done for every request, in one place: an id and a span, the checks that come before any route, the headers
//! of every answer, and at the end a measure and a line in the log. Successes are logged at level debug.
//!
//! Neither the path nor the body is logged: the route says enough, and boards are the client's.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::HeaderValue;
use axum::http::header::X_CONTENT_TYPE_OPTIONS;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;
use tracing::{Instrument, debug, debug_span, error, info};

use super::echo::known_method;
use super::problem::{Problem, ProblemKind};
use super::{ROUTES, Shared, cors, framing, request_id, trace_context};

pub(super) async fn edge(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let _active = shared.metrics.request_came();
    let method = known_method(request.method()).unwrap_or("_OTHER");
    let route = route_of(&request);
    let id = request_id::of(request.headers());
    let trace_id = trace_context::trace_id(request.headers()).map(str::to_owned);
    let span = debug_span!("request", method, route, id = id.to_str().ok(), trace_id);

    let mut response = answer(request, next, shared.limits.answer).instrument(span.clone()).await;

    let (status, duration) = (response.status().as_u16(), start.elapsed());
    shared.metrics.request_answered(method, route, status, duration);
    let refusal = response.extensions().get::<ProblemKind>().map(|kind| kind.name());
    if let Some(refusal) = refusal {
        shared.metrics.refused(refusal);
    }
    let latency_us = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
    let _in_span = span.entered();
    let id_text = id.to_str().ok();
    match status {
        500 => error!(method, route, id = id_text, trace_id, status, latency_us, "failed"),
        400.. => info!(method, route, id = id_text, trace_id, status, refusal, latency_us, "refused"),
        _ => debug!(method, route, id = id_text, trace_id, status, latency_us, "answered"),
    }

    let headers = response.headers_mut();
    headers.insert(request_id::HEADER, id);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    cors::allow(headers);
    response
}

/// The route that the request takes, or `none`.
fn route_of(request: &Request) -> &'static str {
    let matched = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    ROUTES.into_iter().find(|route| *route == matched).unwrap_or("none")
}

async fn answer(request: Request, next: Next, longest: Duration) -> Response {
    if let Err(problem) = framing::check(&request) {
        problem.into_response()
    } else if cors::is_preflight(&request) {
        cors::preflight()
    } else {
        timeout(longest, next.run(request)).await.unwrap_or_else(|_| {
            Problem::new(ProblemKind::OutOfTime, "The answer took too long and was given up.").into_response()
        })
    }
}
