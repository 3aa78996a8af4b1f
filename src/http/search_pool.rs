//! Searches for solutions. Most finish within 1 ms and run inline. Longer ones would block the async threads, so they
//! run on separate threads, at most one per core, and wait for them in a short queue.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::admission;
use super::response::problem::Problem;
use crate::sudoku::{
    Board, Contradiction, SearchEnd, Solutions, Verdict, find_contradiction, solve,
};

/// The maximum time of a search on an async thread.
const INLINE_BUDGET: Duration = Duration::from_millis(1);

/// The maximum number of queued searches per core.
const QUEUED_PER_CORE: usize = 4;

/// Runs searches, each within a time budget.
#[derive(Debug)]
pub(crate) struct SearchPool {
    /// One permit for each long search, running or queued.
    queue_permits: Semaphore,
    /// One permit for each core.
    core_permits: Arc<Semaphore>,
    /// The maximum time of a search.
    budget: Duration,
}

/// Cancels a search when its request is dropped.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The outcome of a search.
#[derive(Debug)]
pub(crate) struct SearchOutcome {
    pub(crate) solutions: Solutions,
    /// For a board without duplicates and without a solution, why it has none, if that can be shown within the budget.
    pub(crate) contradiction: Option<Contradiction>,
    pub(crate) duration: Duration,
}

impl SearchPool {
    pub(crate) fn new(budget: Duration) -> SearchPool {
        // If the number of cores is unknown, there is at least one.
        let cores = available_parallelism().map_or(1, usize::from);
        SearchPool {
            queue_permits: Semaphore::new(cores * (1 + QUEUED_PER_CORE)),
            core_permits: Arc::new(Semaphore::new(cores)),
            budget,
        }
    }

    /// Counts the solutions of a board up to `count_to`, and explains why there are none, as far as the budget allows.
    ///
    /// # Errors
    ///
    /// [`ProblemKind::Overloaded`](super::response::problem::ProblemKind) if the search takes long and the queue is
    /// full.
    pub(crate) async fn search(
        &self,
        board: &Board,
        count_to: NonZeroUsize,
    ) -> Result<SearchOutcome, Problem> {
        let start = Instant::now();
        let inline_budget = INLINE_BUDGET.min(self.budget);
        let (outcome, is_finished) = attempt(board, count_to, &|| start.elapsed() >= inline_budget);
        if is_finished || inline_budget == self.budget {
            return Ok(outcome);
        }

        let _queue_permit = admission::try_admit(
            &self.queue_permits,
            "Too many long searches at once; retry in a second.",
        )?;
        let core_permit = Arc::clone(&self.core_permits)
            .acquire_owned()
            .await
            .expect("the semaphore is never closed");
        let cancel_on_drop = CancelOnDrop(Arc::default());
        let cancelled = Arc::clone(&cancel_on_drop.0);
        let (budget, board) = (self.budget, board.clone());
        let search = spawn_blocking(move || {
            lower_priority();
            let start = Instant::now();
            let (outcome, _) = attempt(&board, count_to, &|| {
                cancelled.load(Ordering::Relaxed) || start.elapsed() >= budget
            });
            drop(core_permit);
            outcome
        });
        match search.await {
            Ok(outcome) => Ok(outcome),
            // The middleware turns a panic into a response.
            Err(error) => resume_unwind(error.into_panic()),
        }
    }
}

/// Searches until `stop` returns true, and returns whether the search finished before that.
fn attempt(
    board: &Board,
    count_to: NonZeroUsize,
    stop: &dyn Fn() -> bool,
) -> (SearchOutcome, bool) {
    let start = Instant::now();
    let solutions = solve(board, count_to, stop);
    // The duplicates of an invalid board already explain why it has no solution.
    let contradiction = if solutions.verdict() == Verdict::None && board.is_valid() {
        find_contradiction(board, stop)
    } else {
        Ok(None)
    };
    let is_finished = solutions.end != SearchEnd::Stopped && contradiction.is_ok();
    let outcome = SearchOutcome {
        solutions,
        contradiction: contradiction.unwrap_or(None),
        duration: start.elapsed(),
    };
    (outcome, is_finished)
}

/// Lowers the priority of this thread permanently, so that async threads run first on the cores that they share with
/// it. Threads for blocking work are used only for searches.
#[cfg(target_os = "linux")]
fn lower_priority() {
    use rustix::process::setpriority_process;
    use rustix::thread::gettid;

    // If the system does not permit it, the search runs at normal priority. Linux has priorities per thread.
    let _ = setpriority_process(Some(gettid()), NICENESS);
}

/// Does nothing: other systems have no portable priorities per thread.
#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

/// The niceness of searches, from 0 for normal to 19 for lowest priority.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::sudoku::Layout;

    const COUNT_TO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

    /// A board without a solution, which shows only after placing singles.
    fn unsolvable() -> Board {
        let digits = [[2, 0, 0, 0], [0, 0, 3, 0], [0; 4], [4, 0, 0, 1]];
        Board::new(Layout::new(4, None).unwrap(), digits.concat()).unwrap()
    }

    #[test]
    fn an_unsolvable_board_is_explained() {
        let (outcome, is_finished) = attempt(&unsolvable(), COUNT_TO, &|| false);
        assert!(is_finished);
        assert_eq!(outcome.solutions.verdict(), Verdict::None);
        assert!(outcome.contradiction.is_some());
    }

    #[test]
    fn an_explanation_ends_with_the_budget_of_its_search() {
        let calls = Cell::new(0_u32);
        let count = || {
            calls.set(calls.get() + 1);
            false
        };
        let solutions = solve(&unsolvable(), COUNT_TO, &count);
        assert_eq!(solutions.verdict(), Verdict::None);
        // The budget runs out just after the solutions are counted.
        let calls_left = Cell::new(calls.get());
        let stop = || match calls_left.get().checked_sub(1) {
            Some(left) => {
                calls_left.set(left);
                false
            }
            None => true,
        };
        let (outcome, is_finished) = attempt(&unsolvable(), COUNT_TO, &stop);
        assert!(!is_finished);
        assert_eq!(outcome.solutions, solutions);
        assert_eq!(outcome.contradiction, None);
    }
}
