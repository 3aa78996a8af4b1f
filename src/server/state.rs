//! State that a server shares with the rest of the process.

use std::sync::Arc;

use crate::memory_pressure::MemoryPressure;
use crate::metrics::Metrics;
use crate::readiness::Readiness;

/// What a server shares with the rest of the process.
#[derive(Clone, Debug, Default)]
pub struct ServerState {
    /// Marked as draining when the server stops.
    pub readiness: Readiness,
    /// Counts connections.
    pub metrics: Arc<Metrics>,
    /// Whether each request has the address of its client as an extension, [`ConnectInfo`](axum::extract::ConnectInfo).
    pub client_addresses: bool,
    /// When it rises, connections whose clients do not read are closed earlier.
    pub memory_pressure: MemoryPressure,
}
