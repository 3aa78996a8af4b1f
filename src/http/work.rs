//! How much work is done at once.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use super::problem::{Problem, ProblemKind};

/// A place among those that are worked on at once, or the refusal that there is none, which says so in one sentence.
pub(super) fn begin<'p>(
    places: &'p Semaphore,
    refusal: &str,
) -> Result<SemaphorePermit<'p>, Problem> {
    places
        .try_acquire()
        .map_err(|_| Problem::new(ProblemKind::Overloaded, refusal))
}

/// The same for work that goes on after its answer has begun.
pub(super) fn begin_long(
    places: &Arc<Semaphore>,
    refusal: &str,
) -> Result<OwnedSemaphorePermit, Problem> {
    Arc::clone(places)
        .try_acquire_owned()
        .map_err(|_| Problem::new(ProblemKind::Overloaded, refusal))
}

/// The refusal of a board.
pub(super) const TOO_MUCH: &str = "There is too much to do at the moment; ask again in a second.";
