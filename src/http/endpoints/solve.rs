use std::panic::resume_unwind;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use tokio::task::spawn_blocking;

use crate::http::memory::SMALL_BODY_BYTES;
use crate::http::request;
use crate::http::request::query::SolveQuery;
use crate::http::response::json;
use crate::http::response::problem::Problem;
use crate::http::response::solution::SolveResponse;
use crate::http::search_span;
use crate::http::state::AppState;
use crate::traces::Span;

/// `POST /solve`: whether a board has no solution, one or many.
pub(crate) async fn solve(
    State(state): State<Arc<AppState>>,
    request: Request,
) -> Result<Response, Problem> {
    let SolveQuery { options, declared } = SolveQuery::from_uri(request.uri())?;
    let span = request.extensions().get::<Span>().cloned();
    let request = request::receive_board(request, &state, declared).await?;
    let size = request.board.layout().size();
    options.check_size(size)?;
    // Before the search, which would be in vain without memory for the response.
    let memory = match SolveResponse::max_bytes(size, options) {
        ..=SMALL_BODY_BYTES => None,
        bytes => Some(state.memory.try_reserve(bytes)?),
    };
    let goal = options.search_goal();
    let outcome = search_span::search(&state, span.as_ref(), &request.board, goal).await?;
    let verdict = outcome.solutions.verdict();
    state
        .metrics
        .board_searched(size, verdict.as_str(), outcome.duration);
    let Some(mut memory) = memory else {
        return Ok(json::ok(&SolveResponse::new(&request, &outcome, options)));
    };
    // Writing a thousand solutions takes too long for an async thread.
    let written = spawn_blocking(move || {
        let mut body = Vec::new();
        json::write_line(&mut body, &SolveResponse::new(&request, &outcome, options));
        body.shrink_to_fit();
        body
    });
    // The middleware turns a panic into a response.
    let body = written
        .await
        .unwrap_or_else(|error| resume_unwind(error.into_panic()));
    memory.resize(body.len())?;
    let body = Arc::new(memory).attach_to(body);
    Ok(json::ok_with_body("application/json", body))
}
