use axum::response::Response;

use crate::http::response::health::{Links, RootResponse};
use crate::http::response::json;

/// `GET /`: what this is, for people and load balancers that knock here first.
pub(crate) async fn root() -> Response {
    json::ok(&RootResponse {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        links: Links {
            contract: "openapi.yaml",
            health: "health",
        },
    })
}
