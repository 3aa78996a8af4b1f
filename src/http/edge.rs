//! What is done for every request, in one place: an id and a span, the checks that come before any route, the headers
//! of every answer, and at the end a measure and a line in the log. Successes are logged at level debug.
//!
//! Neither the path nor the body is logged: the route says enough, and boards are the client's.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::X_CONTENT_TYPE_OPTIONS;
use axum::http::{HeaderValue, Method};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use tokio::time::timeout;
use tower_service::Service;
use tracing::{Instrument, debug, debug_span, error, info};

use super::echo::known_method;
use super::problem::{Problem, ProblemKind};
use super::{ROUTES, RequestLimits, Shared, cors, framing, request_id, trace_context, validate};

/// Answers a request by its route, and does what is done for every request.
pub(super) async fn answer(request: Request, routes: Router, shared: &Arc<Shared>) -> Response {
    let start = Instant::now();
    let _active = shared.metrics.request_came();
    let method = known_method(request.method()).unwrap_or("_OTHER");
    let route = route_of(request.uri().path());
    let id = request_id::of(request.headers());
    let trace_id = trace_context::trace_id(request.headers()).map(str::to_owned);
    let span = debug_span!("request", method, route, id = id.to_str().ok(), trace_id);

    // Pinned, here and below: a future that stays where it is needs no copy for each that is put around it.
    let response = pin!(checked(request, route, routes, shared));
    let mut response = response.instrument(span.clone()).await;

    let (status, duration) = (response.status().as_u16(), start.elapsed());
    shared
        .metrics
        .request_answered(method, route, status, duration);
    let refusal = response
        .extensions()
        .get::<ProblemKind>()
        .map(|kind| kind.name());
    if let Some(refusal) = refusal {
        shared.metrics.refused(refusal);
    }
    let latency_us = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
    let _in_span = span.entered();
    let id_text = id.to_str().ok();
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
            refusal,
            latency_us,
            "refused"
        ),
        _ => debug!(
            method,
            route,
            id = id_text,
            trace_id,
            status,
            latency_us,
            "answered"
        ),
    }

    let headers = response.headers_mut();
    headers.insert(request_id::HEADER, id);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    cors::allow(headers);
    response
}

/// The answer to a request that is sound HTTP; it does not take for ever, and a panic does not end the connection.
async fn checked(
    request: Request,
    route: &str,
    mut routes: Router,
    shared: &Arc<Shared>,
) -> Response {
    if let Err(problem) = framing::check(&request) {
        return problem.into_response();
    }
    if cors::is_preflight(&request) {
        return cors::preflight();
    }
    let is_usual = request.method() == Method::POST && route == "/validate";
    let answer = pin!(async {
        if is_usual {
            // The router would find the same, at the cost of all else that is done here for such a request.
            validate::validate(State(Arc::clone(shared)), request)
                .await
                .unwrap_or_else(Problem::into_response)
        } else {
            routes
                .call(request)
                .await
                .unwrap_or_else(|never| match never {})
        }
    });
    let RequestLimits {
        response_timeout: longest,
        search_timeout,
        ..
    } = shared.limits;
    let longest = if route == "/solve" {
        longest + search_timeout
    } else {
        longest
    };
    match timeout(longest, AssertUnwindSafe(answer).catch_unwind()).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => {
            // The log has its place, by the panic hook.
            shared.metrics.panicked();
            Problem::new(
                ProblemKind::Internal,
                "The service failed at this request; it has been logged.",
            )
            .into_response()
        }
        Err(_) => Problem::new(
            ProblemKind::OutOfTime,
            "The answer took too long and was given up.",
        )
        .into_response(),
    }
}

/// The route that a path takes, or `none`.
fn route_of(path: &str) -> &'static str {
    let is_on = |route: &&str| match route.split_once('{') {
        None => path == *route,
        Some((before, _)) => path
            .strip_prefix(before)
            .is_some_and(|name| !name.is_empty() && !name.contains('/')),
    };
    ROUTES.into_iter().find(is_on).unwrap_or("none")
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::StatusCode;
    use axum::routing::get;
    use serde_json::{Value, json};

    use super::*;
    use crate::metrics::Metrics;

    #[tokio::test]
    async fn a_panic_is_counted_and_answered_as_a_problem_that_tells_nothing_of_itself() {
        async fn fail() {
            panic!("a secret");
        }
        let metrics = Arc::new(Metrics::new());
        let shared = Arc::new(Shared::new(RequestLimits::default(), Arc::clone(&metrics)));
        let request = Request::get("/fail")
            .header("host", "localhost")
            .body(Body::empty())
            .unwrap();
        let response = answer(request, Router::new().route("/fail", get(fail)), &shared).await;
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(
            response.headers()["content-type"],
            "application/problem+json"
        );
        assert!(response.headers().contains_key("x-request-id"));
        let body = to_bytes(response.into_body(), 1_000).await.unwrap();
        let expected = json!({
            "type": "/problems/internal",
            "title": "The service failed",
            "status": 500,
            "detail": "The service failed at this request; it has been logged.",
        });
        assert_eq!(serde_json::from_slice::<Value>(&body).unwrap(), expected);
        let (_, text) = metrics.render();
        assert!(text.contains("\nsudoku_panics_total 1\n"), "{text}");
        assert!(
            text.contains("\nsudoku_refusals_total{type=\"internal\"} 1\n"),
            "{text}"
        );
    }

    #[test]
    fn a_path_takes_the_route_that_the_router_finds() {
        for (path, route) in [
            ("/validate", "/validate"),
            ("/problems/not-json", "/problems/{name}"),
            ("/problems/", "none"),
            ("/problems/a/b", "none"),
            ("/validate/", "none"),
            ("/", "none"),
            ("", "none"),
        ] {
            assert_eq!(route_of(path), route, "{path}");
        }
    }
}
