use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;

use crate::http::response::asset::Asset;

/// The contract of the service, as an OpenAPI document.
pub const CONTRACT: &str = include_str!("../../../openapi.yaml");

/// `GET /openapi.yaml`: the contract.
pub(crate) async fn openapi(headers: HeaderMap) -> Response {
    static ASSET: LazyLock<Asset> =
        LazyLock::new(|| Asset::new("application/yaml", CONTRACT.as_bytes()));
    ASSET.respond(&headers)
}
