//! What the service says of itself: its contract, and the meaning of its refusals.

use axum::Json;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use super::problem::{Problem, ProblemKind};
use super::wire::ProblemTypeResponse;

/// `GET /openapi.yaml`: the contract.
pub(super) async fn contract() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/yaml")], include_str!("../../openapi.yaml"))
}

/// `GET /problems/{name}`: what a type of refusal means.
pub(super) async fn problem_type(
    name: Result<Path<String>, PathRejection>,
) -> Result<Json<ProblemTypeResponse>, Problem> {
    let kind = name.ok().and_then(|Path(name)| ProblemKind::named(&name));
    kind.map(|kind| Json(kind.explain())).ok_or_else(|| {
        Problem::new(ProblemKind::NotFound, "There is no problem of this name; GET /openapi.yaml lists what there is.")
    })
}

/// Any path that is none of ours.
pub(super) async fn not_found() -> Problem {
    Problem::new(ProblemKind::NotFound, "There is nothing at this path; boards go to POST /validate.")
}

/// A path of ours, but not with this method.
pub(super) async fn method_not_allowed() -> Problem {
    Problem::new(
        ProblemKind::MethodNotAllowed,
        "This path does not take this method; the header Allow lists those it takes.",
    )
}
