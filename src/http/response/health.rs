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
