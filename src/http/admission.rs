//! Admission control: work beyond a limit is rejected immediately instead of being queued.

use tokio::sync::{Semaphore, SemaphorePermit};

use super::memory::BudgetSpent;
use super::response::problem::{Problem, ProblemKind};

impl From<BudgetSpent> for Problem {
    fn from(_: BudgetSpent) -> Problem {
        Problem::new(
            ProblemKind::Overloaded,
            "Too much memory is in use; retry in a second.",
        )
    }
}

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
