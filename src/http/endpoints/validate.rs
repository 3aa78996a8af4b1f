use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;

use crate::http::request;
use crate::http::request::query::{DuplicateScope, ValidateQuery};
use crate::http::response::problem::Problem;
use crate::http::response::validation::ValidateResponse;
use crate::http::response::{duplicates, json};
use crate::http::state::AppState;

/// `POST /validate`: whether a digit repeats in a house, and where.
pub(crate) async fn validate(
    State(state): State<Arc<AppState>>,
    request: Request,
) -> Result<Response, Problem> {
    let query = ValidateQuery::from_uri(request.uri())?;
    let request = request::receive_board(request, &state, query.declared).await?;
    let response = ValidateResponse::new(&request, DuplicateScope::First);
    state
        .metrics
        .board_validated(response.valid, response.complete);
    let body = match query.duplicates {
        DuplicateScope::First => {
            let mut body = Vec::new();
            response.write_line(&mut body);
            body.into()
        }
        DuplicateScope::All => duplicates::body(request, &response, &state.memory)?,
    };
    Ok(json::ok_with_body("application/json", body))
}
