//! The middleware around all endpoints: request id, tracing span, checks of the request head, panic handling, time
//! limits, response headers, metrics, access log and traces.
//!
//! Neither paths nor queries nor bodies are logged: the route is enough, and boards belong to the client.

mod access_log;
mod cors;
mod framing;
mod request_id;
mod request_span;
#[cfg(test)]
mod tests;
mod trace_context;

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::X_CONTENT_TYPE_OPTIONS;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use tracing::{Instrument, debug, debug_span, error, info};

use self::access_log::{AccessLine, Outcome};
use self::request_span::RequestSpan;
use super::method;
use super::response::problem::{Problem, ProblemKind};
use super::router::{self, Endpoint};
use super::state::AppState;
use crate::timeout::timeout;

/// Responds to a request, and records the response in metrics and in the access log.
///
/// Successful responses are logged at level debug, and all responses if there is an access log.
pub(crate) async fn observe(
    mut request: Request,
    routes: Router,
    state: &Arc<AppState>,
) -> Response {
    let start = Instant::now();
    let _active = state.metrics.request_started();
    let method = method::standard_name(request.method()).unwrap_or("_OTHER");
    let endpoint = router::find(&mut request);
    let route = endpoint.map_or("none", |endpoint| endpoint.path);
    let id = request_id::get_or_generate(request.headers());
    let request_span = match &state.observation.tracer {
        // Boxed, here and below, to keep the future of each request small.
        Some(tracer) => RequestSpan::start(tracer, &mut request).map(Box::new),
        None => None,
    };
    let trace_id = match &request_span {
        Some(span) => Some(span.trace_id()),
        None => trace_context::trace_id(request.headers()).map(str::to_owned),
    };
    let access_line = state
        .observation
        .access_log
        .then(|| Box::new(AccessLine::new(&request)));
    let span = debug_span!("request", method, route, id = id.to_str().ok(), trace_id);

    // Pinned, here and below, so that the large future is not moved into each future that wraps it.
    let response = pin!(guard(request, endpoint, routes, state));
    let mut response = response.instrument(span.clone()).await;

    let (status, duration) = (response.status().as_u16(), start.elapsed());
    state
        .metrics
        .request_finished(method, route, status, duration);
    let rejection = response
        .extensions()
        .get::<ProblemKind>()
        .map(|kind| kind.name());
    if let Some(rejection) = rejection {
        state.metrics.request_rejected(rejection);
    }
    if let Some(span) = request_span {
        let route = endpoint.map(|endpoint| endpoint.path);
        span.end(method, route, status, rejection);
    }
    let latency_us = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
    let _in_span = span.entered();
    let id_text = id.to_str().ok();
    if let Some(line) = access_line {
        line.log(&Outcome {
            method,
            route: endpoint.map(|endpoint| endpoint.path),
            id: id_text,
            trace_id: trace_id.as_deref(),
            status,
            rejection,
            duration,
        });
    }
    match status {
        500 => error!(
            method,
            route,
            id = id_text,
            trace_id,
            status,
            latency_us,
            "failed"
        ),
        400.. => info!(
            method,
            route,
            id = id_text,
            trace_id,
            status,
            rejection,
            latency_us,
            "rejected"
        ),
        _ => debug!(
            method,
            route,
            id = id_text,
            trace_id,
            status,
            latency_us,
            "responded"
        ),
    }

    let headers = response.headers_mut();
    headers.insert(request_id::HEADER, id);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    cors::allow_any_origin(headers);
    response
}

/// Rejects malformed requests, and calls the endpoint of all others. A panic or a timeout becomes a problem response.
async fn guard(
    request: Request,
    endpoint: Option<&Endpoint<Arc<AppState>>>,
    routes: Router,
    state: &Arc<AppState>,
) -> Response {
    if let Err(problem) = framing::check(&request) {
        return problem.into_response();
    }
    if cors::is_preflight(&request) {
        return cors::preflight();
    }
    let limit = endpoint.map_or(state.limits.response_timeout, |endpoint| {
        endpoint.timeout(&state.limits)
    });
    let response = pin!(router::call(request, endpoint, routes, state));
    match timeout(limit, AssertUnwindSafe(response).catch_unwind()).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => {
            // The panic hook has logged it.
            state.metrics.handler_panicked();
            Problem::new(
                ProblemKind::Internal,
                "An unexpected error occurred; it has been logged.",
            )
            .into_response()
        }
        Err(_) => Problem::new(
            ProblemKind::OutOfTime,
            "Processing the request took too long and was aborted.",
        )
        .into_response(),
    }
}
