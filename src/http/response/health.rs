//! Responses about the status of the service.

use serde::Serialize;

/// The response of `/health`.
#[derive(Debug, Serialize)]
pub(crate) struct HealthResponse {
    pub(crate) status: &'static str,
    pub(crate) version: &'static str,
}

/// The response of `/livez` and `/readyz`.
#[derive(Debug, Serialize)]
pub(crate) struct StatusResponse {
    pub(crate) status: &'static str,
}

/// The response of `/`.
#[derive(Debug, Serialize)]
pub(crate) struct RootResponse {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    pub(crate) links: Links,
}

/// Addresses relative to that of the response, so that they also work behind a proxy that removes a path prefix.
#[derive(Debug, Serialize)]
pub(crate) struct Links {
    pub(crate) contract: &'static str,
    pub(crate) docs: &'static str,
    pub(crate) health: &'static str,
}
