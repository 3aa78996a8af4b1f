//! Slots for clients that the service waits for. When all are in use, a newcomer displaces the slowest client.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::metrics::Budget;

/// The time that a client has before it may be displaced.
const GRACE: Duration = Duration::from_secs(1);

/// Progress is counted in periods of this length. Those that count are the current one and the one before it, so a
/// client is judged by about its last 10 seconds.
const PERIOD: Duration = Duration::from_secs(5);

/// After a search for a slow client that found none, how long newcomers are rejected without another search, since each
/// one looks at all clients.
const SEARCH_INTERVAL: Duration = Duration::from_millis(100);

/// A limited number of slots of one kind.
#[derive(Debug)]
pub(crate) struct Slots {
    capacity: usize,
    /// The rate in bytes per second below which a client may be displaced.
    min_rate: u64,
    clients: Mutex<Clients>,
}

#[derive(Debug, Default)]
struct Clients {
    /// The clients by the order in which they arrived.
    by_number: BTreeMap<u64, Arc<Client>>,
    next_number: u64,
    /// When the last search for a slow client failed.
    last_failed_search: Option<Instant>,
}

/// A slot in use by a client. It is free again when this is dropped, or when the client is displaced.
#[derive(Debug)]
pub(crate) struct Slot {
    slots: Arc<Slots>,
    number: u64,
    client: Arc<Client>,
}

/// Counts the bytes that a client has sent or received.
#[derive(Clone, Debug)]
pub(crate) struct Progress(Arc<Client>);

/// All slots are in use by clients that are fast enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AllInUse;

/// The client was too slow, and another one has its slot now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Displaced;

#[derive(Debug)]
struct Client {
    since: Instant,
    bytes: AtomicU64,
    /// Whether the service is waiting for the client. Only then may it be displaced: otherwise the service is slow.
    is_waited_for: AtomicBool,
    is_displaced: AtomicBool,
    /// Notified when the client is displaced.
    displaced: Notify,
    periods: Mutex<Periods>,
}

/// The starts of the current period and of the one before it.
#[derive(Debug)]
struct Periods {
    current: Mark,
    previous: Mark,
}

/// The number of bytes at some time.
#[derive(Clone, Copy, Debug)]
struct Mark {
    at: Instant,
    bytes: u64,
}

impl Slots {
    /// Creates this number of slots, whose clients may be displaced below `min_rate` in bytes per second.
    pub(crate) fn new(capacity: usize, min_rate: u64) -> Arc<Slots> {
        Arc::new(Slots {
            capacity,
            min_rate,
            clients: Mutex::default(),
        })
    }

    /// Takes a free slot, or that of the slowest client if it is too slow.
    pub(crate) fn acquire(self: &Arc<Self>) -> Result<Slot, AllInUse> {
        self.acquire_at(Instant::now())
    }

    /// Displaces the slowest client if it is too slow.
    pub(crate) fn displace_slowest(&self) {
        self.lock().displace_slowest(Instant::now(), self.min_rate);
    }

    /// Returns how many slots are in use and how many there are, for the metrics.
    pub(crate) fn budget(&self, name: &'static str) -> Budget {
        Budget {
            name,
            used: self.lock().by_number.len(),
            limit: self.capacity,
        }
    }

    fn acquire_at(self: &Arc<Self>, now: Instant) -> Result<Slot, AllInUse> {
        let mut clients = self.lock();
        let is_full = clients.by_number.len() >= self.capacity;
        if is_full && !clients.displace_slowest(now, self.min_rate) {
            return Err(AllInUse);
        }
        let client = Arc::new(Client::new(now));
        let number = clients.next_number;
        clients.next_number += 1;
        clients.by_number.insert(number, Arc::clone(&client));
        Ok(Slot {
            slots: Arc::clone(self),
            number,
            client,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Clients> {
        // No code panics while it holds the lock.
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clients {
    /// Displaces the slowest client if its rate is below `min_rate`, and returns whether it is.
    fn displace_slowest(&mut self, now: Instant, min_rate: u64) -> bool {
        if self
            .last_failed_search
            .is_some_and(|last| now.duration_since(last) < SEARCH_INTERVAL)
        {
            return false;
        }
        let rates = self
            .by_number
            .iter()
            .filter_map(|(number, client)| Some((client.rate_if_displaceable(now)?, *number)));
        let slowest = rates.min().filter(|(rate, _)| *rate < min_rate);
        let displaced = slowest.and_then(|(_, number)| self.by_number.remove(&number));
        self.last_failed_search = displaced.is_none().then_some(now);
        displaced.is_some_and(|client| {
            client.is_displaced.store(true, Ordering::Relaxed);
            client.displaced.notify_one();
            true
        })
    }
}

impl Slot {
    /// Waits for the client. Fails if it is displaced meanwhile, or was before.
    pub(crate) async fn wait_for<T>(
        &self,
        client_action: impl Future<Output = T>,
    ) -> Result<T, Displaced> {
        if self.client.is_displaced.load(Ordering::Relaxed) {
            return Err(Displaced);
        }
        self.client.mark(Instant::now());
        self.client.is_waited_for.store(true, Ordering::Relaxed);
        let result = tokio::select! {
            biased;
            () = self.client.displaced.notified() => Err(Displaced),
            result = client_action => Ok(result),
        };
        self.client.is_waited_for.store(false, Ordering::Relaxed);
        result
    }

    /// Counts bytes that the client has sent or received.
    pub(crate) fn add_progress(&self, bytes: usize) {
        self.client.add_progress(bytes);
    }

    /// Returns a counter for another task.
    pub(crate) fn progress(&self) -> Progress {
        Progress(Arc::clone(&self.client))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.lock().by_number.remove(&self.number);
    }
}

impl Progress {
    /// Counts bytes that the client has sent or received.
    pub(crate) fn add(&self, bytes: usize) {
        self.0.add_progress(bytes);
    }
}

impl Client {
    fn new(now: Instant) -> Client {
        let start = Mark { at: now, bytes: 0 };
        Client {
            since: now,
            bytes: AtomicU64::new(0),
            is_waited_for: AtomicBool::new(false),
            is_displaced: AtomicBool::new(false),
            displaced: Notify::new(),
            periods: Mutex::new(Periods {
                current: start,
                previous: start,
            }),
        }
    }

    fn add_progress(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Starts the next period if the current one is over. Returns the start of the one before it.
    fn mark(&self, now: Instant) -> Mark {
        let mut periods = self.periods.lock().unwrap_or_else(PoisonError::into_inner);
        if now.duration_since(periods.current.at) >= PERIOD {
            periods.previous = periods.current;
            periods.current = Mark {
                at: now,
                bytes: self.bytes.load(Ordering::Relaxed),
            };
        }
        periods.previous
    }

    /// The client's rate in bytes per second, if the service has been waiting for it for some time.
    fn rate_if_displaceable(&self, now: Instant) -> Option<u64> {
        if !self.is_waited_for.load(Ordering::Relaxed) || now.duration_since(self.since) < GRACE {
            return None;
        }
        let start = self.mark(now);
        let bytes = self.bytes.load(Ordering::Relaxed) - start.bytes;
        let milliseconds = u64::try_from(now.duration_since(start.at).as_millis()).ok()?;
        Some(bytes.saturating_mul(1000) / milliseconds.max(1))
    }
}

#[cfg(test)]
mod tests;
