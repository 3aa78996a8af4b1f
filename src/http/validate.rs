//! `POST /validate`: does a digit repeat, and where?

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::problem::Problem;
use super::query::ValidateQuery;
use super::wire::{ValidateRequest, ValidateResponse};
use super::{Shared, answer};

pub(super) async fn validate(
    State(shared): State<Arc<Shared>>,
    request: Request,
) -> Result<Response, Problem> {
    let query = ValidateQuery::of(request.uri())?;
    let request = ValidateRequest::read(request, &shared).await?;
    let response = ValidateResponse::new(&request, query.all_duplicates);
    shared.metrics.judged(response.valid, response.complete);
    let mut json = Vec::new();
    response.write_to(&mut json);
    Ok(answer::written(StatusCode::OK, "application/json", json))
}
