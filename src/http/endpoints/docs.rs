use axum::Extension;
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::http::response::web;
use crate::http::trailing_slash::TrailingSlash;

/// `GET /docs`: the contract as a page.
pub(crate) async fn docs(slash: Option<Extension<TrailingSlash>>, headers: HeaderMap) -> Response {
    if slash.is_some() {
        // Relative, like the addresses in the page, so that it includes a path prefix.
        return (StatusCode::PERMANENT_REDIRECT, [(LOCATION, "../docs")]).into_response();
    }
    web::DOCS.respond_as_page(&headers)
}
