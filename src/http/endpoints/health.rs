use axum::response::Response;

use crate::http::response::health::HealthResponse;
use crate::http::response::json;

/// `GET /health`: the status and the version of the service.
pub(crate) async fn health() -> Response {
    json::ok(&HealthResponse {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
    })
}
