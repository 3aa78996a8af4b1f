//! When a search on a thread of its own must stop.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::sync::Notify;

/// Why a search was stopped before it was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StopReason {
    /// It has used its budget of CPU time.
    Budget,
    /// Its time by the clock is over.
    Deadline,
    /// The service is shutting down.
    Shutdown,
}

impl StopReason {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            StopReason::Budget => "budget",
            StopReason::Deadline => "deadline",
            StopReason::Shutdown => "shutdown",
        }
    }
}

/// A signal that stops searches, from any thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct StopSignal(Arc<Signal>);

#[derive(Debug, Default)]
struct Signal {
    is_sent: AtomicBool,
    sent: Notify,
}

impl StopSignal {
    pub(crate) fn send(&self) {
        self.0.is_sent.store(true, Ordering::Relaxed);
        self.0.sent.notify_waiters();
    }

    pub(crate) fn is_sent(&self) -> bool {
        self.0.is_sent.load(Ordering::Relaxed)
    }

    /// Waits until the signal is sent.
    pub(crate) async fn sent(&self) {
        // Created before the check, so that it is notified even if the signal is sent in between.
        let sent = self.0.sent.notified();
        if !self.is_sent() {
            sent.await;
        }
    }
}

/// Sends a signal when it is dropped, such as with the request that a search belongs to.
#[derive(Debug, Default)]
pub(crate) struct CancelOnDrop(StopSignal);

impl CancelOnDrop {
    /// Returns the signal that is sent.
    pub(crate) fn signal(&self) -> StopSignal {
        self.0.clone()
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.send();
    }
}

/// The limits of a search.
#[derive(Clone, Debug)]
pub(crate) struct SearchLimits {
    /// The CPU time of its thread. Searches run at low priority, so their time by the clock depends on the load.
    pub(crate) budget: Duration,
    /// When the search must end by the clock; `None` for one that may wait for the processor.
    pub(crate) deadline: Option<Instant>,
    /// Sent when the request is dropped.
    pub(crate) cancelled: StopSignal,
    pub(crate) shutdown: StopSignal,
}

/// Checks the limits of a search on the current thread.
#[derive(Debug)]
pub(crate) struct StopCheck {
    limits: SearchLimits,
    started: CpuTime,
    /// The thread cannot have used the budget before this instant. Reading its CPU time is a system call.
    next_reading: Cell<Instant>,
    reason: Cell<Option<StopReason>>,
}

/// The shortest time between two readings of the CPU time.
const READING_INTERVAL: Duration = Duration::from_millis(1);

impl StopCheck {
    /// Charges CPU time from now on.
    pub(crate) fn start(limits: SearchLimits) -> StopCheck {
        StopCheck {
            started: CpuTime::now(),
            next_reading: Cell::new(Instant::now() + limits.budget),
            reason: Cell::new(None),
            limits,
        }
    }

    /// Returns whether the search must stop.
    pub(crate) fn is_due(&self) -> bool {
        self.reason.set(self.exceeded());
        self.reason.get().is_some() || self.limits.cancelled.is_sent()
    }

    /// Returns why the search was stopped, or `None` if it was not, or only because its request was dropped.
    pub(crate) fn reason(&self) -> Option<StopReason> {
        self.reason.get()
    }

    fn exceeded(&self) -> Option<StopReason> {
        if self.limits.shutdown.is_sent() {
            return Some(StopReason::Shutdown);
        }
        let now = Instant::now();
        if now >= self.next_reading.get() {
            let left = self.limits.budget.saturating_sub(self.started.elapsed());
            if left.is_zero() {
                return Some(StopReason::Budget);
            }
            self.next_reading.set(now + left.max(READING_INTERVAL));
        }
        let is_late = self.limits.deadline.is_some_and(|deadline| now >= deadline);
        is_late.then_some(StopReason::Deadline)
    }
}

/// A reading of the CPU time of the current thread.
#[cfg(target_os = "linux")]
#[derive(Clone, Copy, Debug)]
struct CpuTime(Duration);

#[cfg(target_os = "linux")]
impl CpuTime {
    fn now() -> CpuTime {
        use rustix::time::{ClockId, clock_gettime};

        let time = clock_gettime(ClockId::ThreadCPUTime);
        CpuTime(Duration::try_from(time).expect("CPU time is not negative"))
    }

    fn elapsed(self) -> Duration {
        CpuTime::now().0.saturating_sub(self.0)
    }
}

/// The time by the clock: other systems have no portable CPU time per thread.
#[cfg(not(target_os = "linux"))]
use std::time::Instant as CpuTime;

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_hours(1);

    fn limits() -> SearchLimits {
        SearchLimits {
            budget: LONG,
            deadline: Some(Instant::now() + LONG),
            cancelled: StopSignal::default(),
            shutdown: StopSignal::default(),
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_search_is_charged_for_cpu_time_only() {
        let budget = Duration::from_millis(20);
        let check = StopCheck::start(SearchLimits { budget, ..limits() });
        std::thread::sleep(2 * budget);
        assert!(!check.is_due());
        while !check.is_due() {}
        assert_eq!(check.reason(), Some(StopReason::Budget));
    }

    #[test]
    fn a_search_ends_at_its_deadline() {
        let deadline = Some(Instant::now());
        let check = StopCheck::start(SearchLimits {
            deadline,
            ..limits()
        });
        assert!(check.is_due());
        assert_eq!(check.reason(), Some(StopReason::Deadline));
    }

    #[test]
    fn a_search_ends_with_its_request_and_with_the_service() {
        let check = StopCheck::start(limits());
        assert!(!check.is_due());
        check.limits.cancelled.send();
        assert!(check.is_due());
        assert_eq!(check.reason(), None);
        check.limits.shutdown.send();
        assert!(check.is_due());
        assert_eq!(check.reason(), Some(StopReason::Shutdown));
    }

    #[tokio::test]
    async fn a_signal_is_received_before_and_after_it_is_sent() {
        let signal = StopSignal::default();
        tokio::join!(signal.sent(), async { signal.send() });
        signal.sent().await;
    }
}
