//! `POST /validate`: does a digit repeat, and where?

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::query::ValidateQuery;
use super::wire::{ValidateRequest, ValidateResponse};
use super::{Shared, answer};

pub(super) async fn validate(
    State(shared): State<Arc<Shared>>,
    query: ValidateQuery,
    request: ValidateRequest,
) -> Response {
    let response = ValidateResponse::new(&request, query.all_duplicates);
    shared.metrics.judged(response.valid, response.complete);
    let mut json = Vec::new();
    response.write_to(&mut json);
    answer::written(StatusCode::OK, "application/json", json)
}
