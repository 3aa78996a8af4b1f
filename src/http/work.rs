//! How much work is done at once.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use super::problem::{Problem, ProblemKind};

/// A place among those that are worked on at once, or the refusal that there is none.
pub(super) fn begin(places: &Semaphore) -> Result<SemaphorePermit<'_>, Problem> {
    places.try_acquire().map_err(|_| overloaded())
}

/// The same for work that goes on after its answer has begun.
pub(super) fn begin_long(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Problem> {
    Arc::clone(places).try_acquire_owned().map_err(|_| overloaded())
}

fn overloaded() -> Problem {
    Problem::new(ProblemKind::Overloaded, "There is too much to do at the moment; ask again in a second.")
}
