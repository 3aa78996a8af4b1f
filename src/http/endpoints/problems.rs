use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::response::Response;

use crate::http::response::json;
use crate::http::response::problem::{Problem, ProblemKind};

/// `GET /problems/{name}`: the meaning of a problem type.
pub(crate) async fn problem_type(
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    let kind = name
        .ok()
        .and_then(|Path(name)| ProblemKind::from_name(&name));
    kind.map(|kind| json::ok(&kind.explanation()))
        .ok_or_else(|| {
            Problem::new(
                ProblemKind::NotFound,
                "There is no problem type with this name; GET /openapi.yaml lists all problem types.",
            )
        })
}
