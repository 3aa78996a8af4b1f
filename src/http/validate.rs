//! `POST /validate`: does a digit repeat, and where?

use axum::Json;
use axum::response::{IntoResponse, Response};

use super::query::ValidateQuery;
use super::wire::{ValidateRequest, ValidateResponse};

pub(super) async fn validate(query: ValidateQuery, request: ValidateRequest) -> Response {
    Json(ValidateResponse::new(&request, query.all_duplicates)).into_response()
}
