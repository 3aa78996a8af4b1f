use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;

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
    // Before the search, which would be in vain without memory for the response.
    let memory = match SolveResponse::max_bytes(size, options.include_solutions) {
        ..=SMALL_BODY_BYTES => None,
        bytes => Some(state.memory.try_reserve(bytes)?),
    };
    let outcome =
        search_span::search(&state, span.as_ref(), &request.board, options.search_to()).await?;
    let response = SolveResponse::new(&request, &outcome, options);
    state
        .metrics
        .board_searched(size, response.solutions, outcome.duration);
    Ok(match memory {
        None => json::ok(&response),
        Some(mut memory) => {
            let mut body = Vec::new();
            json::write_line(&mut body, &response);
            body.shrink_to_fit();
            memory.resize(body.len())?;
            json::ok_with_body("application/json", Arc::new(memory).attach_to(body))
        }
    })
}
