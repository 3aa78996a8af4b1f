use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

/// The contract of the service, as an OpenAPI document.
pub const CONTRACT: &str = include_str!("../../../openapi.yaml");

/// `GET /openapi.yaml`: the contract.
pub(crate) async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/yaml")], CONTRACT)
}
