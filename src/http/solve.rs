//! `POST /solve`: is the board a puzzle, that is, has it exactly one solution?

use std::num::NonZeroUsize;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;

use super::problem::Problem;
use super::query::SolveQuery;
use super::wire::{SolveResponse, ValidateRequest};
use super::{Shared, answer};

pub(super) async fn solve(
    State(shared): State<Arc<Shared>>,
    request: Request,
) -> Result<Response, Problem> {
    let SolveQuery { count_to, digits } = SolveQuery::of(request.uri())?;
    let request = ValidateRequest::read(request, &shared).await?;
    // To tell one from many takes a second one, whatever is counted.
    let (found, duration) = shared
        .searches
        .solutions(
            &request.board,
            NonZeroUsize::new(count_to.max(2)).unwrap_or(NonZeroUsize::MIN),
        )
        .await?;
    let response = SolveResponse::new(&request, &found, count_to, digits);
    shared
        .metrics
        .searched(request.board.layout().size(), response.solutions, duration);
    Ok(answer::ok(&response))
}
