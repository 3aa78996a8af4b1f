use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::HeaderMap;
use axum::response::Response;

use crate::http::response::problem::{Problem, ProblemKind};
use crate::http::response::web;

/// `GET /assets/{name}`: a file that the pages load.
pub(crate) async fn asset(
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let file = name.ok().and_then(|Path(name)| web::find_asset(&name));
    file.map(|file| file.respond(&headers)).ok_or_else(|| {
        Problem::new(
            ProblemKind::NotFound,
            "There is no asset with this name; the pages that load assets are at GET / and GET /docs.",
        )
    })
}

/// `GET /favicon.ico`: the icon of the service.
pub(crate) async fn favicon(headers: HeaderMap) -> Response {
    web::FAVICON.respond(&headers)
}
