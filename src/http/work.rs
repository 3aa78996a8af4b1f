//! How much work is done at once, and for how long.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use super::Shared;
use super::problem::{Problem, ProblemKind};

/// Refuses a request at once if there is too much to do, and gives up one that takes too long.
pub(super) async fn bounded(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let Ok(_permit) = shared.work.try_acquire() else { return overloaded().into_response() };
    timeout(shared.limits.work, next.run(request)).await.unwrap_or_else(|_| {
        Problem::new(ProblemKind::OutOfTime, "The answer took too long and was given up.").into_response()
    })
}

pub(super) fn overloaded() -> Problem {
    Problem::new(ProblemKind::Overloaded, "There is too much to do at the moment; ask again in a second.")
}
