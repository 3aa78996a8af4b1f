use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;

use crate::http::response::health::HealthResponse;
use crate::http::response::json;

/// `GET /health`: the status and the version of the service.
pub(crate) async fn health() -> impl IntoResponse {
    let body = HealthResponse {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
    };
    ([(CACHE_CONTROL, "no-store")], json::ok(&body))
}
