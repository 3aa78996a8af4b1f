use axum::http::header::VARY;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use crate::http::response::health::{Links, RootResponse};
use crate::http::response::{accept, json, web};

/// `GET /`: what this is, for people and load balancers that request this path first. Browsers get the playground.
pub(crate) async fn root(headers: HeaderMap) -> Response {
    if accept::prefers_html(&headers) {
        let mut response = web::PLAYGROUND.respond_as_page(&headers);
        let vary = HeaderValue::from_static("accept, accept-encoding");
        response.headers_mut().insert(VARY, vary);
        return response;
    }
    let mut response = json::ok(&RootResponse {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        links: Links {
            contract: "openapi.yaml",
            docs: "docs",
            health: "health",
        },
    });
    let vary = HeaderValue::from_static("accept");
    response.headers_mut().insert(VARY, vary);
    response
}
