//! Searches for solutions. One that takes long keeps a core busy, so it runs beside the threads that answer requests, and
//! few do at a time. Most are over before it would be worth the way there, and never wait for the others.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::problem::Problem;
use super::work;
use crate::sudoku::{Board, SearchEnd, Solutions, solve};
use std::num::NonZeroUsize;

/// How long a search may keep a thread that answers requests.
const SHORT: Duration = Duration::from_millis(1);

/// How many longer searches may wait for each one that runs.
const WAITING: usize = 4;

/// Where long searches run.
pub(super) struct Searches {
    /// A place for each long search that runs or waits.
    places: Semaphore,
    /// A permit for each that can run: one a core.
    cores: Arc<Semaphore>,
    /// How long a search may take.
    budget: Duration,
}

/// Stops a search once nobody waits for what it finds.
struct Waiting(Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Searches {
    /// No search yet.
    pub(super) fn new(budget: Duration) -> Searches {
        // Where the cores cannot be counted there is at least the one that this runs on.
        let cores = available_parallelism().map_or(1, usize::from);
        Searches {
            places: Semaphore::new(cores * (1 + WAITING)),
            cores: Arc::new(Semaphore::new(cores)),
            budget,
        }
    }

    /// The solutions of a board up to `count_to`, as far as there is time, and how long it took to find them.
    pub(super) async fn solutions(
        &self,
        board: &Board,
        count_to: NonZeroUsize,
    ) -> Result<(Solutions, Duration), Problem> {
        let start = Instant::now();
        let short = SHORT.min(self.budget);
        let found = solve(board, count_to, &|| start.elapsed() >= short);
        if found.end != SearchEnd::Stopped || short == self.budget {
            return Ok((found, start.elapsed()));
        }

        let _place = work::begin(
            &self.places,
            "Too many hard boards are being searched; ask again in a second.",
        )?;
        let core = Arc::clone(&self.cores)
            .acquire_owned()
            .await
            .expect("the cores are never closed");
        let waiting = Waiting(Arc::default());
        let (is_left, budget, board) = (Arc::clone(&waiting.0), self.budget, board.clone());
        let searched = spawn_blocking(move || {
            step_back();
            let start = Instant::now();
            let found = solve(&board, count_to, &|| {
                is_left.load(Ordering::Relaxed) || start.elapsed() >= budget
            });
            drop(core);
            (found, start.elapsed())
        });
        // A search that panics is a fault of ours like any other.
        searched
            .await
            .map_err(|error| error.into_panic())
            .map_or_else(|panic| resume_unwind(panic), Ok)
    }
}

/// Lets the threads that answer requests go first on the cores that they share with this one, for good: it only searches.
#[cfg(target_os = "linux")]
fn step_back() {
    use rustix::process::setpriority_process;
    use rustix::thread::gettid;

    // Where the system does not let it, searches only run as everything else does. On Linux a thread has a priority of its
    // own.
    let _ = setpriority_process(Some(gettid()), NICENESS);
}

/// Other systems have no priority for a thread alone.
#[cfg(not(target_os = "linux"))]
fn step_back() {}

/// How far searches step back, on the scale from 0, as everything else, to 19.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;
