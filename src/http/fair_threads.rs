//! Threads at low priority whose time is divided fairly among those that use them.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::priority;
use crate::metrics::Budget;

/// A number of threads, which start when they are first needed. Dropping this ends them.
#[derive(Debug)]
pub(crate) struct FairThreads {
    pool: Arc<Pool>,
}

/// A share in the time of the threads: as much as each other share that has jobs waiting. Dropping it discards its jobs
/// that have not started.
#[derive(Debug)]
pub(crate) struct Share {
    pool: Arc<Pool>,
    number: u64,
}

#[derive(Debug)]
struct Pool {
    name: &'static str,
    max_threads: usize,
    niceness: i32,
    jobs: Mutex<Jobs>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Jobs {
    by_share: BTreeMap<u64, ShareJobs>,
    next_number: u64,
    /// The number of jobs that wait, in all shares.
    waiting: usize,
    /// The time that the share had used whose job was the last to start. A share without waiting jobs does not save up
    /// time: it continues from here.
    clock: Duration,
    threads: usize,
    idle_threads: usize,
    is_closed: bool,
}

/// The jobs of a share.
#[derive(Default)]
struct ShareJobs {
    waiting: VecDeque<Job>,
    /// The time for which its jobs have run.
    used: Duration,
}

type Job = Box<dyn FnOnce() + Send>;

impl FairThreads {
    /// Creates a pool of at most this many threads.
    pub(crate) fn new(name: &'static str, max_threads: usize, niceness: i32) -> FairThreads {
        let pool = Pool {
            name,
            max_threads,
            niceness,
            jobs: Mutex::default(),
            changed: Condvar::new(),
        };
        FairThreads {
            pool: Arc::new(pool),
        }
    }

    pub(crate) fn max_threads(&self) -> usize {
        self.pool.max_threads
    }

    /// Returns how many threads run a job and how many there may be, for the metrics.
    pub(crate) fn budget(&self, name: &'static str) -> Budget {
        let jobs = self.pool.lock();
        Budget {
            name,
            used: jobs.threads - jobs.idle_threads,
            limit: self.pool.max_threads,
        }
    }

    /// Returns a new share.
    pub(crate) fn share(&self) -> Share {
        let mut jobs = self.pool.lock();
        let number = jobs.next_number;
        jobs.next_number += 1;
        jobs.by_share.insert(number, ShareJobs::default());
        Share {
            pool: Arc::clone(&self.pool),
            number,
        }
    }
}

impl Drop for FairThreads {
    fn drop(&mut self) {
        self.pool.lock().is_closed = true;
        self.pool.changed.notify_all();
    }
}

impl Share {
    /// Runs a job after the earlier ones of this share have started. Its result does not arrive if it panics, or if the
    /// share is dropped before it starts.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (sender, receiver) = oneshot::channel();
        let job = Box::new(move || {
            // An error means that nobody waits for the result any more.
            let _ = sender.send(job());
        });
        let mut jobs = self.pool.lock();
        jobs.push(self.number, job);
        // An idle thread counts as such until it has woken up.
        if jobs.waiting > jobs.idle_threads && jobs.threads < self.pool.max_threads {
            jobs.threads += 1;
            drop(jobs);
            Pool::start_thread(&self.pool);
        } else {
            drop(jobs);
            self.pool.changed.notify_one();
        }
        receiver
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let discarded = self.pool.lock().remove(self.number);
        // Dropped after the lock is released: jobs may own anything.
        drop(discarded);
    }
}

impl Pool {
    fn lock(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start_thread(pool: &Arc<Pool>) {
        let thread = thread::Builder::new().name(pool.name.to_owned());
        let threads = Arc::clone(pool);
        let started = thread.spawn(move || {
            priority::lower(threads.niceness);
            threads.run_jobs();
        });
        if started.is_err() {
            let mut jobs = pool.lock();
            jobs.threads -= 1;
            // The others run the jobs, too.
            assert!(jobs.threads > 0, "the system has no thread left");
        }
    }

    /// Runs jobs until the pool is dropped.
    fn run_jobs(&self) {
        let mut jobs = self.lock();
        while !jobs.is_closed {
            let Some((number, job)) = jobs.next() else {
                jobs.idle_threads += 1;
                jobs = self
                    .changed
                    .wait(jobs)
                    .unwrap_or_else(PoisonError::into_inner);
                jobs.idle_threads -= 1;
                continue;
            };
            drop(jobs);
            let start = Instant::now();
            // A panic has been logged; a task that waits for the result receives none.
            let _ = catch_unwind(AssertUnwindSafe(job));
            let elapsed = start.elapsed();
            jobs = self.lock();
            if let Some(share) = jobs.by_share.get_mut(&number) {
                share.used += elapsed;
            }
        }
    }
}

impl Jobs {
    fn push(&mut self, number: u64, job: Job) {
        let share = self.by_share.get_mut(&number);
        let share = share.expect("a share is registered until it is dropped");
        if share.waiting.is_empty() {
            share.used = share.used.max(self.clock);
        }
        share.waiting.push_back(job);
        self.waiting += 1;
    }

    fn remove(&mut self, number: u64) -> Option<ShareJobs> {
        let removed = self.by_share.remove(&number)?;
        self.waiting -= removed.waiting.len();
        Some(removed)
    }

    /// Removes the next job of the share that has used the least time, and returns it with the number of its share.
    fn next(&mut self) -> Option<(u64, Job)> {
        let waiting = self.by_share.iter_mut();
        let (number, share) = waiting
            .filter(|(_, share)| !share.waiting.is_empty())
            .min_by_key(|(_, share)| share.used)?;
        let job = share.waiting.pop_front()?;
        self.clock = share.used;
        self.waiting -= 1;
        Some((*number, job))
    }
}

impl fmt::Debug for ShareJobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShareJobs")
            .field("waiting", &self.waiting.len())
            .field("used", &self.used)
            .finish()
    }
}

#[cfg(test)]
mod tests;
