//! `GET /health`: is the service up, and which version is it?

use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;

use super::answer;
use super::wire::HealthResponse;

pub(super) async fn health() -> impl IntoResponse {
    let body = HealthResponse {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
    };
    ([(CACHE_CONTROL, "no-store")], answer::ok(&body))
}
