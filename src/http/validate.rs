//! `POST /validate`: does a digit repeat, and where?

use axum::response::Response;

use super::answer;
use super::query::ValidateQuery;
use super::wire::{ValidateRequest, ValidateResponse};

pub(super) async fn validate(query: ValidateQuery, request: ValidateRequest) -> Response {
    answer::ok(&ValidateResponse::new(&request, query.all_duplicates))
}
