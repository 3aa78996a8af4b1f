//! The searches of batches: many boards at once, on threads of their own at the lowest priorities.
//!
//! The boards of consecutive lines are handed over as a [`Piece`]. Each gets a small, fixed amount of work, in which most
//! searches finish. Those that do not start over as long searches, on other threads, so that they do not hold up the
//! pieces of other batches.

mod piece;

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::sync::{Semaphore, SemaphorePermit, oneshot};

pub(crate) use self::piece::{BatchOptions, FULL_BYTES, Piece, PieceResponses};

use self::piece::PieceBoard;
use super::fair_threads::{FairThreads, Share};
use super::limits::RequestLimits;
use super::memory::{MemoryBudget, Reservation};
use super::search_pool::{SEARCH_BYTES, SearchOutcome, attempt, cores, inline_attempt};
use super::search_stop::{CancelOnDrop, SearchLimits, StopCheck, StopSignal};
use crate::metrics::{Budget, Metrics};

/// The niceness of threads that search boards for a fixed amount of work. Single searches have precedence.
const NICENESS: i32 = 15;

/// The niceness of threads that run long searches.
const LONG_NICENESS: i32 = 19;

/// The pause after which a long search that found too little memory tries again.
const MEMORY_RETRY: Duration = Duration::from_millis(10);

/// The number of pieces per core that a batch may hand over ahead: enough to keep the threads busy while an earlier piece
/// has a long search.
const PIECES_PER_CORE: usize = 4;

/// Runs the searches of all batches.
#[derive(Debug)]
pub(crate) struct BatchSearchPool {
    /// One thread per core.
    threads: FairThreads,
    /// One thread per core, as far as a quarter of the memory allows.
    long_threads: FairThreads,
    long_limits: LongSearchLimits,
}

/// The limits that long searches share.
#[derive(Clone, Debug)]
struct LongSearchLimits {
    memory: MemoryBudget,
    /// Permits one search beyond the budget. Otherwise batches that hold all memory could wait for each other.
    spare_memory: Arc<Semaphore>,
    budget: Duration,
    shutdown: StopSignal,
}

/// What a long search may use, until it is dropped.
#[derive(Debug)]
#[expect(dead_code, reason = "held only to be dropped")]
enum SearchMemory<'m> {
    Reserved(Reservation),
    Spare(SemaphorePermit<'m>),
}

/// Runs the searches of one batch, and ends them when it is dropped.
#[derive(Debug)]
pub(crate) struct BatchSearches {
    share: Share,
    long_share: Arc<Share>,
    long_limits: LongSearchLimits,
    cancel_on_drop: CancelOnDrop,
    options: BatchOptions,
    metrics: Arc<Metrics>,
    max_pieces: usize,
}

impl BatchSearchPool {
    /// Creates a pool whose long searches reserve memory from this budget, and end at this signal.
    pub(crate) fn new(
        limits: &RequestLimits,
        memory: MemoryBudget,
        shutdown: StopSignal,
    ) -> BatchSearchPool {
        let long_searches = cores().min(limits.memory_bytes / 4 / SEARCH_BYTES).max(1);
        BatchSearchPool {
            threads: FairThreads::new("batch-search", cores(), NICENESS),
            long_threads: FairThreads::new("long-search", long_searches, LONG_NICENESS),
            long_limits: LongSearchLimits {
                memory,
                spare_memory: Arc::new(Semaphore::new(1)),
                budget: limits.batch_search_budget,
                shutdown,
            },
        }
    }

    /// Returns how many threads are in use and how many there may be, for the metrics.
    pub(crate) fn budgets(&self) -> [Budget; 2] {
        [
            self.threads.budget("batch_search_threads"),
            self.long_threads.budget("batch_long_search_threads"),
        ]
    }

    /// Prepares the searches of a batch, which run with these options.
    pub(crate) fn start_batch(
        &self,
        options: BatchOptions,
        metrics: Arc<Metrics>,
    ) -> BatchSearches {
        BatchSearches {
            share: self.threads.share(),
            long_share: Arc::new(self.long_threads.share()),
            long_limits: self.long_limits.clone(),
            cancel_on_drop: CancelOnDrop::default(),
            options,
            metrics,
            max_pieces: PIECES_PER_CORE * self.threads.max_threads(),
        }
    }
}

impl BatchSearches {
    /// The maximum number of pieces that a batch may hand over before it collects the responses to the first.
    pub(crate) fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    /// The signal that ends all searches at the end of the service.
    pub(crate) fn shutdown(&self) -> &StopSignal {
        &self.long_limits.shutdown
    }

    /// Starts to search the boards of a piece. The result is the responses to all its lines.
    pub(crate) fn start(
        &self,
        piece: Piece,
    ) -> impl Future<Output = PieceResponses> + Send + use<> {
        let (options, metrics) = (self.options, Arc::clone(&self.metrics));
        let cancelled = self.cancel_on_drop.signal();
        let first_pass = {
            let cancelled = cancelled.clone();
            let metrics = Arc::clone(&metrics);
            self.share.run(move || {
                piece.respond(options, &metrics, |board| {
                    if cancelled.is_sent() {
                        // Nobody receives the responses.
                        return None;
                    }
                    let (outcome, is_finished) =
                        inline_attempt(&board.request.board, options.search_goal());
                    is_finished.then_some(outcome)
                })
            })
        };
        let long_share = Arc::clone(&self.long_share);
        let limits = self.long_limits.clone();
        async move {
            let (mut responses, hard) = received(first_pass).await;
            let long_searches = hard.into_iter().map(|board| {
                let (limits, cancelled) = (limits.clone(), cancelled.clone());
                let metrics = Arc::clone(&metrics);
                long_share.run(move || {
                    let outcome = limits.search(&board, options, cancelled);
                    board.respond(&outcome, options, &metrics)
                })
            });
            let long_searches: Vec<_> = long_searches.map(received).collect();
            responses.insert(join_all(long_searches).await);
            responses
        }
    }
}

impl LongSearchLimits {
    fn search(
        &self,
        board: &PieceBoard,
        options: BatchOptions,
        cancelled: StopSignal,
    ) -> SearchOutcome {
        let _memory = self.wait_for_memory(&cancelled);
        let check = StopCheck::start(SearchLimits {
            budget: self.budget,
            deadline: None,
            cancelled,
            shutdown: self.shutdown.clone(),
        });
        let (mut outcome, _) = attempt(&board.request.board, options.search_goal(), &|| {
            check.is_due()
        });
        outcome.stopped = check.reason();
        outcome
    }

    /// Waits for the memory of a search. A search that is to be stopped needs none.
    fn wait_for_memory(&self, cancelled: &StopSignal) -> Option<SearchMemory<'_>> {
        while !cancelled.is_sent() && !self.shutdown.is_sent() {
            if let Ok(reservation) = self.memory.try_reserve(SEARCH_BYTES) {
                return Some(SearchMemory::Reserved(reservation));
            }
            if let Ok(permit) = self.spare_memory.try_acquire() {
                return Some(SearchMemory::Spare(permit));
            }
            sleep(MEMORY_RETRY);
        }
        None
    }
}

/// Receives the result of a job of a batch that is not cancelled.
async fn received<T>(result: oneshot::Receiver<T>) -> T {
    // The panic itself has been logged.
    let panicked = |_| resume_unwind(Box::new("a search panicked"));
    result.await.unwrap_or_else(panicked)
}
