//! Limits on requests.

use std::time::Duration;

/// The limits on requests: how many at once, how large their bodies, and how long they may take.
#[derive(Clone, Debug)]
pub struct RequestLimits {
    /// The maximum number of bytes that requests, responses and searches hold at once; what exceeds it is rejected with
    /// 503. Bodies of up to 16 KiB that are neither waited for nor streamed are not counted.
    pub memory_bytes: usize,
    /// The maximum number of `/validate`, `/solve` and `/check` requests whose bodies are waited for at once. A further
    /// one displaces the slowest, if that is too slow, or else is rejected with 503.
    pub in_flight: usize,
    /// The rate in bytes per second below which a client may be displaced, in about its last 10 seconds, but not in its
    /// first second.
    pub min_bytes_per_second: u64,
    /// The maximum time from the request head to the response head; after that the request is rejected with 503.
    pub response_timeout: Duration,
    /// The maximum size of a body in bytes, except for batches; larger ones are rejected with 413.
    pub body_bytes: usize,
    /// The maximum pause within a body; a longer one is rejected with 408.
    pub body_idle_timeout: Duration,
    /// The maximum time to receive a whole body; after that it is rejected with 408.
    pub body_timeout: Duration,
    /// The maximum number of batches at once. A further one displaces the slowest, if that is too slow, or else is
    /// rejected with 503.
    pub batches: usize,
    /// The maximum size of a batch in bytes, or `None` for no limit: memory use does not depend on it.
    pub batch_bytes: Option<u64>,
    /// The maximum pause within a batch; a longer one ends the batch.
    pub batch_idle_timeout: Duration,
    /// The maximum CPU time of a search for solutions; after that the response contains what was found so far. On
    /// systems other than Linux, its time by the clock.
    pub search_budget: Duration,
    /// The maximum time of a search by the clock, including its time in the queue, and so longer than the budget. It is
    /// added to `response_timeout` for endpoints that search. A search that waits until it could no longer use its
    /// budget is rejected with 503.
    pub search_deadline: Duration,
    /// The maximum CPU time of the search for each board of a batch; after that its response contains what was found so
    /// far. On systems other than Linux, its time by the clock.
    pub batch_search_budget: Duration,
    /// The maximum number of response bytes buffered for all batches whose clients do not keep up with reading, or that
    /// wait for the search of an earlier board, at most half of `memory_bytes`. Use at least a megabyte: the response to a
    /// single line must fit.
    pub unread_bytes: usize,
    /// The maximum number of bytes for the solutions of recent puzzles, for `/check`, at most an eighth of `memory_bytes`
    /// and a gibibyte. They are reserved all the time. With 0, none are kept.
    pub solution_cache_bytes: usize,
}

/// The maximum size of the cache of solutions in bytes.
const MAX_CACHE_BYTES: usize = 1024 * 1024 * 1024;

impl RequestLimits {
    /// Returns the number of bytes that the solutions of puzzles may take, which other limits lower.
    #[must_use]
    pub fn cache_bytes(&self) -> usize {
        let max_bytes = MAX_CACHE_BYTES.min(self.memory_bytes / 8);
        self.solution_cache_bytes.min(max_bytes)
    }
}

impl Default for RequestLimits {
    fn default() -> RequestLimits {
        RequestLimits {
            memory_bytes: 256 * 1024 * 1024,
            in_flight: 4096,
            min_bytes_per_second: 1000,
            response_timeout: Duration::from_secs(15),
            body_bytes: 256 * 1024,
            body_idle_timeout: Duration::from_secs(3),
            body_timeout: Duration::from_secs(10),
            batches: 16,
            batch_bytes: None,
            batch_idle_timeout: Duration::from_secs(10),
            search_budget: Duration::from_secs(2),
            search_deadline: Duration::from_secs(10),
            batch_search_budget: Duration::from_secs(1),
            unread_bytes: 64 * 1024 * 1024,
            solution_cache_bytes: 1024 * 1024,
        }
    }
}
