//! What the service says of itself: its contract, and the meaning of its refusals.

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Uri};
use axum::response::{IntoResponse, Response};

use super::answer;
use super::echo::known_method;
use super::problem::{Problem, ProblemKind};

/// The contract, as OpenAPI.
pub const CONTRACT: &str = include_str!("../../openapi.yaml");

/// `GET /openapi.yaml`: the contract.
pub(super) async fn contract() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/yaml")], CONTRACT)
}

/// `GET /problems/{name}`: what a type of refusal means.
pub(super) async fn problem_type(
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    let kind = name.ok().and_then(|Path(name)| ProblemKind::named(&name));
    kind.map(|kind| answer::ok(&kind.explain())).ok_or_else(|| {
        Problem::new(
            ProblemKind::NotFound,
            "There is no type of refusals of this name; GET /openapi.yaml lists those that there are.",
        )
    })
}

/// Any path that is none of ours.
pub(super) async fn not_found() -> Problem {
    let detail = "There is nothing at this path; boards go to POST /validate, /solve or /validate/batch, and \
                  GET /openapi.yaml tells all.";
    Problem::new(ProblemKind::NotFound, detail)
}

/// A path of ours, but not with this method.
pub(super) async fn method_not_allowed(method: Method, uri: Uri) -> Problem {
    let takes = match uri.path() {
        "/validate" | "/validate/batch" | "/solve" => "POST; with curl, add '-X POST'",
        _ => "GET",
    };
    let sent = known_method(&method).unwrap_or("this method");
    Problem::new(
        ProblemKind::MethodNotAllowed,
        format!("This path does not take {sent}, but {takes}."),
    )
}
