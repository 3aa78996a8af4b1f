//! Admission control: work beyond a limit is rejected immediately instead of being queued.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use super::response::problem::{Problem, ProblemKind};

/// The detail for a request that exceeds the limit on requests or on large bodies.
pub(crate) const TOO_MANY_AT_ONCE: &str = "Too many requests at once; retry in a second.";

/// Acquires a permit if one is available.
///
/// # Errors
///
/// [`ProblemKind::Overloaded`] with this detail.
pub(crate) fn try_admit<'s>(
    permits: &'s Semaphore,
    detail: &str,
) -> Result<SemaphorePermit<'s>, Problem> {
    permits
        .try_acquire()
        .map_err(|_| Problem::new(ProblemKind::Overloaded, detail))
}

/// Like [`try_admit`], for work that outlives the call of its handler.
pub(crate) fn try_admit_owned(
    permits: &Arc<Semaphore>,
    detail: &str,
) -> Result<OwnedSemaphorePermit, Problem> {
    Arc::clone(permits)
        .try_acquire_owned()
        .map_err(|_| Problem::new(ProblemKind::Overloaded, detail))
}
