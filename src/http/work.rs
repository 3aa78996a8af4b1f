//! How much work is done at once.

use tokio::sync::{Semaphore, SemaphorePermit};

use super::problem::{Problem, ProblemKind};

/// A place among those that are worked on at once, or the refusal that there is none.
pub(super) fn begin(places: &Semaphore) -> Result<SemaphorePermit<'_>, Problem> {
    places.try_acquire().map_err(|_| {
        Problem::new(ProblemKind::Overloaded, "There is too much to do at the moment; ask again in a second.")
    })
}
