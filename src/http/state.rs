//! State shared by the endpoints and the middleware.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::limits::RequestLimits;
use super::search_pool::SearchPool;
use crate::metrics::Metrics;
use crate::readiness::Readiness;

/// The state shared by the endpoints and the middleware.
#[derive(Debug)]
pub(crate) struct AppState {
    pub(crate) limits: RequestLimits,
    pub(crate) metrics: Arc<Metrics>,
    /// One permit for each `/validate` or `/solve` request.
    pub(crate) in_flight: Semaphore,
    /// One permit for each large body.
    pub(crate) large_bodies: Semaphore,
    /// One permit for each batch.
    pub(crate) batches: Arc<Semaphore>,
    /// One permit for each byte buffered for batch clients that do not keep up with reading.
    pub(crate) unread_bytes: Arc<Semaphore>,
    pub(crate) search_pool: SearchPool,
}

impl AppState {
    pub(crate) fn new(limits: RequestLimits, metrics: Arc<Metrics>) -> AppState {
        AppState {
            metrics,
            in_flight: Semaphore::new(limits.in_flight),
            large_bodies: Semaphore::new(limits.large_bodies),
            batches: Arc::new(Semaphore::new(limits.batches)),
            unread_bytes: Arc::new(Semaphore::new(limits.unread_bytes)),
            search_pool: SearchPool::new(&limits),
            limits,
        }
    }
}

/// The state shared by the admin endpoints.
#[derive(Clone, Debug)]
pub(crate) struct AdminState {
    pub(crate) readiness: Readiness,
    pub(crate) metrics: Arc<Metrics>,
}
