use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;

use crate::http::response::asset::Asset;

/// The contract of the service, as an OpenAPI document in YAML.
pub const CONTRACT: &str = include_str!("../../../openapi.yaml");

/// The same document in JSON, which the build script makes of it.
const CONTRACT_JSON: &str = include_str!(concat!(env!("OUT_DIR"), "/openapi.json"));

/// `GET /openapi.json`: the contract in JSON.
pub(crate) async fn openapi_json(headers: HeaderMap) -> Response {
    static ASSET: LazyLock<Asset> =
        LazyLock::new(|| Asset::new("application/json", CONTRACT_JSON.as_bytes()));
    ASSET.respond(&headers)
}

/// `GET /openapi.yaml`: the contract.
pub(crate) async fn openapi_yaml(headers: HeaderMap) -> Response {
    static ASSET: LazyLock<Asset> =
        LazyLock::new(|| Asset::new("application/yaml", CONTRACT.as_bytes()));
    ASSET.respond(&headers)
}
