use axum::Extension;
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::http::response::web;
use crate::http::trailing_slash::TrailingSlash;

/// `GET /docs`: the contract as a page.
pub(crate) async fn docs(slash: Option<Extension<TrailingSlash>>, headers: HeaderMap) -> Response {
    if slash.is_some() {
        // The addresses in the page are relative, so that a path prefix is part of them, as is this one.
        return (StatusCode::PERMANENT_REDIRECT, [(LOCATION, "../docs")]).into_response();
    }
    web::DOCS.respond_as_page(&headers)
}
