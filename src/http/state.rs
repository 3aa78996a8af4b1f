//! State shared by the endpoints and the middleware.

use std::sync::Arc;

use super::batch_search::BatchSearchPool;
use super::limits::RequestLimits;
use super::memory::MemoryBudget;
use super::observation::Observation;
use super::search_pool::SearchPool;
use super::slots::Slots;
use super::solution_cache::SolutionCache;
use crate::metrics::{Budget, Metrics};
use crate::readiness::Readiness;

/// The state shared by the endpoints and the middleware.
#[derive(Debug)]
pub(crate) struct AppState {
    pub(crate) limits: RequestLimits,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) observation: Observation,
    pub(crate) memory: MemoryBudget,
    /// One slot for each `/validate`, `/solve` or `/check` request whose body is waited for.
    pub(crate) bodies: Arc<Slots>,
    /// One slot for each batch.
    pub(crate) batches: Arc<Slots>,
    /// The bytes that may be buffered for batches whose clients do not keep up with reading, or that wait for the search of
    /// an earlier board. They count in `memory`, too.
    pub(crate) unread_bytes: MemoryBudget,
    pub(crate) search_pool: SearchPool,
    pub(crate) batch_search_pool: BatchSearchPool,
    /// Its bytes count in `memory`, too.
    pub(crate) solution_cache: SolutionCache,
}

impl AppState {
    pub(crate) fn new(limits: RequestLimits, metrics: Arc<Metrics>) -> AppState {
        let memory = MemoryBudget::new(limits.memory_bytes);
        let search_pool = SearchPool::new(&limits, memory.clone());
        let shutdown = search_pool.shutdown_signal();
        AppState {
            metrics,
            observation: Observation::default(),
            bodies: Slots::new(limits.in_flight, limits.min_bytes_per_second),
            batches: Slots::new(limits.batches, limits.min_bytes_per_second),
            // The other half is left to other requests, however many clients do not read.
            unread_bytes: memory
                .with_same_pressure(limits.unread_bytes.min(limits.memory_bytes / 2)),
            batch_search_pool: BatchSearchPool::new(&limits, memory.clone(), shutdown),
            search_pool,
            solution_cache: SolutionCache::new(limits.cache_bytes(), &memory)
                .expect("an eighth of the budget is left before the first request"),
            memory,
            limits,
        }
    }

    /// Returns the budgets that clients share, for the metrics.
    pub(crate) fn budgets(&self) -> Vec<Budget> {
        let mut budgets = vec![
            self.memory.budget("memory_bytes"),
            self.unread_bytes.budget("unread_response_bytes"),
            self.solution_cache.budget("solution_cache_bytes"),
            self.bodies.budget("bodies"),
            self.batches.budget("batches"),
        ];
        budgets.extend(self.search_pool.budgets());
        budgets.extend(self.batch_search_pool.budgets());
        budgets
    }
}

/// The state shared by the admin endpoints.
#[derive(Clone, Debug)]
pub(crate) struct AdminState {
    pub(crate) readiness: Readiness,
    pub(crate) metrics: Arc<Metrics>,
}
