//! What is for the operator alone, on a listener of its own: is the process alive, is it ready, and what has it counted?

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::wire::StatusResponse;
use super::{answer, pages};
use crate::metrics::Metrics;
use crate::readiness::Readiness;

/// The operator's side of the service as a value.
pub fn admin(readiness: Readiness, metrics: Arc<Metrics>) -> Router {
    Router::new()
        .route("/livez", get(livez))
        .route("/readyz", get(readyz).with_state(readiness))
        .route("/metrics", get(render).with_state(metrics))
        .fallback(pages::not_found)
        .method_not_allowed_fallback(pages::method_not_allowed)
}

async fn livez() -> Response {
    answer::ok(&StatusResponse { status: "ok" })
}

async fn readyz(State(readiness): State<Readiness>) -> Response {
    if readiness.is_draining() {
        answer::json(
            StatusCode::SERVICE_UNAVAILABLE,
            "application/json",
            &StatusResponse { status: "draining" },
        )
    } else {
        answer::ok(&StatusResponse { status: "ok" })
    }
}

async fn render(State(metrics): State<Arc<Metrics>>) -> Response {
    let (media_type, text) = metrics.render();
    ([(CONTENT_TYPE, media_type)], text).into_response()
}
