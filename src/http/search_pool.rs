//! Searches for solutions. Most finish within a small, fixed amount of work and run inline. Longer ones would block the
//! async threads, so they run on separate threads, at most one per core, and wait for them in a short queue.

use std::cell::Cell;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::admission;
use super::limits::RequestLimits;
use super::memory::MemoryBudget;
use super::priority;
use super::response::problem::{Problem, ProblemKind};
use super::search_goal::SearchGoal;
use super::search_stop::{CancelOnDrop, SearchLimits, StopCheck, StopReason, StopSignal};
use crate::metrics::Budget;
use crate::sudoku::{
    Board, Contradiction, Puzzle, RedundantGivens, SearchEnd, Solutions, Verdict,
    find_contradiction, solve_with_examples,
};

/// The maximum work of a search on an async thread, in checks of its stop signal: about 0.3 ms. The hardest known puzzles
/// of 9 rows need a quarter of that, and usual ones of 16 rows half.
const INLINE_STOP_CHECKS: u32 = 8;

/// The maximum number of searches that run on async threads or wait to do so.
const INLINE_QUEUE: usize = 1024;

/// The maximum number of long searches that wait per core.
const QUEUED_PER_CORE: usize = 4;

/// The niceness of long searches.
const NICENESS: i32 = 10;

/// The memory in bytes that a long search reserves: the most that the SAT solver has been seen to use, rounded up.
pub(crate) const SEARCH_BYTES: usize = 11 * 1024 * 1024;

/// The problem details of rejected searches.
const TOO_MANY_BOARDS: &str = "Too many boards to solve at once; retry in a second.";
const TOO_MANY_SEARCHES: &str = "Too many long searches at once; retry in a second.";

/// Runs searches within limits.
#[derive(Debug)]
pub(crate) struct SearchPool {
    /// One permit for each inline search, running or waiting.
    inline_queue_permits: Semaphore,
    /// One permit per two cores, so that the others serve requests that need no search.
    inline_permits: Semaphore,
    /// The number of these permits, whether in use or not.
    max_inline: usize,
    /// One permit for each long search, running or waiting.
    queue_permits: Semaphore,
    /// One permit for each core, as far as half of the memory allows.
    core_permits: Arc<Semaphore>,
    /// The number of these permits, whether in use or not.
    max_searches: usize,
    memory: MemoryBudget,
    /// The maximum CPU time of a long search.
    budget: Duration,
    /// The maximum time of a long search by the clock, including its time in the queue.
    deadline: Duration,
    shutdown: StopSignal,
}

/// Permission to work on an async thread, until it is dropped.
#[derive(Debug)]
pub(crate) struct InlinePermit<'p> {
    _permit: SemaphorePermit<'p>,
    _queue_permit: SemaphorePermit<'p>,
}

/// The outcome of a search.
#[derive(Debug)]
pub(crate) struct SearchOutcome {
    pub(crate) solutions: Solutions,
    /// Why a board without duplicates has no solution, if that was requested and can be shown within the limits.
    pub(crate) contradiction: Option<Contradiction>,
    /// The redundant givens of a puzzle with one solution, if they were requested.
    pub(crate) redundant: Option<RedundantGivens>,
    /// Why the search was stopped, if it was not finished.
    pub(crate) stopped: Option<StopReason>,
    pub(crate) duration: Duration,
    /// How often the search checked whether to stop: a measure of its work.
    pub(crate) stop_checks: u32,
}

impl SearchPool {
    /// Creates a pool whose long searches reserve memory from this budget.
    pub(crate) fn new(limits: &RequestLimits, memory: MemoryBudget) -> SearchPool {
        let cores = cores();
        let max_inline = (cores / 2).max(1);
        let max_searches = cores.min(limits.memory_bytes / 2 / SEARCH_BYTES).max(1);
        SearchPool {
            inline_queue_permits: Semaphore::new(INLINE_QUEUE),
            inline_permits: Semaphore::new(max_inline),
            max_inline,
            queue_permits: Semaphore::new(max_searches * (1 + QUEUED_PER_CORE)),
            core_permits: Arc::new(Semaphore::new(max_searches)),
            max_searches,
            memory,
            budget: limits.search_budget,
            deadline: limits.search_deadline,
            shutdown: StopSignal::default(),
        }
    }

    /// Stops all long searches, now and from now on.
    pub(crate) fn shut_down(&self) {
        self.shutdown.send();
    }

    /// Returns the signal that [`SearchPool::shut_down`] sends.
    pub(crate) fn shutdown_signal(&self) -> StopSignal {
        self.shutdown.clone()
    }

    /// Returns how many searches are running, how many are running or queued, and the limits on both, for the metrics.
    pub(crate) fn budgets(&self) -> [Budget; 4] {
        let budget = |name, permits: &Semaphore, limit| Budget {
            name,
            used: limit - permits.available_permits(),
            limit,
        };
        let (running, waiting) = (self.max_searches, self.max_searches * QUEUED_PER_CORE);
        [
            budget("short_searches", &self.inline_queue_permits, INLINE_QUEUE),
            budget(
                "short_search_threads",
                &self.inline_permits,
                self.max_inline,
            ),
            budget("long_searches", &self.queue_permits, running + waiting),
            budget("long_search_threads", &self.core_permits, running),
        ]
    }

    /// Searches a board, as far as the limits allow.
    ///
    /// # Errors
    ///
    /// [`ProblemKind::Overloaded`] if too many boards wait for an inline search, or if the search takes longer and the
    /// queue is full, or too slow to leave the search its budget before its deadline.
    pub(crate) async fn search(
        &self,
        board: &Board,
        goal: SearchGoal,
    ) -> Result<SearchOutcome, Problem> {
        let (outcome, is_finished) = self.search_inline(board, goal).await?;
        if is_finished {
            return Ok(outcome);
        }
        let only_explanation_is_missing =
            outcome.solutions.end != SearchEnd::Stopped && outcome.redundant.is_none();
        match self.search_on_thread(board, goal).await {
            Err(_) if only_explanation_is_missing => Ok(outcome),
            result => result,
        }
    }

    /// Searches on this thread, and returns whether the search was finished.
    async fn search_inline(
        &self,
        board: &Board,
        goal: SearchGoal,
    ) -> Result<(SearchOutcome, bool), Problem> {
        let _permit = self.inline_permit().await?;
        Ok(inline_attempt(board, goal))
    }

    /// Waits until work of up to a few milliseconds may be done on this thread.
    ///
    /// # Errors
    ///
    /// [`ProblemKind::Overloaded`] if too many boards wait for that.
    pub(crate) async fn inline_permit(&self) -> Result<InlinePermit<'_>, Problem> {
        let queue_permit = admission::try_admit(&self.inline_queue_permits, TOO_MANY_BOARDS)?;
        let permit = self.inline_permits.acquire().await;
        Ok(InlinePermit {
            _permit: permit.expect("the semaphore is never closed"),
            _queue_permit: queue_permit,
        })
    }

    async fn search_on_thread(
        &self,
        board: &Board,
        goal: SearchGoal,
    ) -> Result<SearchOutcome, Problem> {
        let deadline = Instant::now() + self.deadline;
        let _queue_permit = admission::try_admit(&self.queue_permits, TOO_MANY_SEARCHES)?;
        // A search that starts later could not use its budget.
        let max_wait = self.deadline.saturating_sub(self.budget);
        let core_permit = timeout(max_wait, Arc::clone(&self.core_permits).acquire_owned())
            .await
            .map_err(|_| Problem::new(ProblemKind::Overloaded, TOO_MANY_SEARCHES))?
            .expect("the semaphore is never closed");
        let memory = self.memory.try_reserve(SEARCH_BYTES)?;
        let cancel_on_drop = CancelOnDrop::default();
        let limits = SearchLimits {
            budget: self.budget,
            deadline: Some(deadline),
            cancelled: cancel_on_drop.signal(),
            shutdown: self.shutdown.clone(),
        };
        let board = board.clone();
        let search = spawn_blocking(move || {
            priority::lower(NICENESS);
            let check = StopCheck::start(limits);
            let (mut outcome, _) = attempt(&board, goal, &|| check.is_due());
            outcome.stopped = check.reason();
            drop((core_permit, memory));
            outcome
        });
        match search.await {
            Ok(outcome) => Ok(outcome),
            // The middleware turns a panic into a response.
            Err(error) => resume_unwind(error.into_panic()),
        }
    }
}

/// Returns the number of cores; if it is unknown, there is at least one.
pub(crate) fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Searches until a fixed amount of work is done, and returns whether the search was finished before that.
pub(crate) fn inline_attempt(board: &Board, goal: SearchGoal) -> (SearchOutcome, bool) {
    let checks = Cell::new(0);
    attempt(board, goal, &|| {
        checks.set(checks.get() + 1);
        checks.get() >= INLINE_STOP_CHECKS
    })
}

/// Searches until `stop` returns true, and returns whether the search finished before that.
pub(crate) fn attempt(
    board: &Board,
    goal: SearchGoal,
    stop: &dyn Fn() -> bool,
) -> (SearchOutcome, bool) {
    let start = Instant::now();
    let stop_checks = Cell::new(0);
    let stop = &|| {
        stop_checks.set(stop_checks.get() + 1);
        stop()
    };
    let solutions = solve_with_examples(board, goal.count_to, goal.max_examples, stop);
    let verdict = solutions.verdict();
    // The duplicates of an invalid board already explain why it has no solution.
    let contradiction = if goal.explain && verdict == Verdict::None && board.is_valid() {
        find_contradiction(board, stop)
    } else {
        Ok(None)
    };
    let redundant = if goal.find_redundant && verdict == Verdict::One {
        Puzzle::new(board.clone(), solutions.clone().into()).redundant_givens(stop)
    } else {
        None
    };
    let is_finished = solutions.end != SearchEnd::Stopped
        && contradiction.is_ok()
        && redundant
            .as_ref()
            .is_none_or(|redundant| redundant.is_complete);
    let outcome = SearchOutcome {
        solutions,
        contradiction: contradiction.unwrap_or(None),
        redundant,
        stopped: None,
        duration: start.elapsed(),
        stop_checks: stop_checks.get(),
    };
    (outcome, is_finished)
}

#[cfg(test)]
mod tests;
