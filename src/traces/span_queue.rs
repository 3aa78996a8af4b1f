//! The spans waiting to be sent: limited in number, so that a collector that is slow or unreachable costs little memory
//! and delays nothing.

use std::fmt::Display;
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use opentelemetry_sdk::trace::SpanData;
use tracing::warn;

use crate::metrics::{Budget, SpanMetrics};

/// How spans are batched before they are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BatchLimits {
    /// The maximum number of spans that are queued or being sent.
    pub(super) capacity: usize,
    /// The maximum number of spans that are sent at once.
    pub(super) batch: usize,
    /// How long the first span of a batch waits for others, unless the batch is full earlier.
    pub(super) delay: Duration,
}

impl Default for BatchLimits {
    /// The defaults of the OpenTelemetry specification.
    fn default() -> BatchLimits {
        BatchLimits {
            capacity: 2048,
            batch: 512,
            delay: Duration::from_secs(5),
        }
    }
}

/// Passes spans to the thread that sends them, without ever waiting for it.
#[derive(Debug)]
pub(super) struct SpanQueue {
    limits: BatchLimits,
    spans: Mutex<Spans>,
    /// Notified when the thread may have something to do, and when it has sent spans.
    changed: Condvar,
    metrics: SpanMetrics,
}

#[derive(Debug, Default)]
struct Spans {
    queued: Vec<SpanData>,
    /// The number of spans being sent.
    sending: usize,
    /// Whether spans are sent without delay, since the process ends.
    is_ending: bool,
}

impl Spans {
    fn count(&self) -> usize {
        self.queued.len() + self.sending
    }
}

impl SpanQueue {
    pub(super) fn new(limits: BatchLimits, metrics: SpanMetrics) -> SpanQueue {
        SpanQueue {
            limits,
            spans: Mutex::default(),
            changed: Condvar::new(),
            metrics,
        }
    }

    /// Queues a span, or drops it if there is no room.
    pub(super) fn push(&self, span: SpanData) {
        let mut spans = self.lock();
        if spans.count() >= self.limits.capacity {
            self.metrics.dropped_by_queue.inc();
            return;
        }
        spans.queued.push(span);
        let queued = spans.queued.len();
        drop(spans);
        if queued == 1 || queued == self.limits.batch {
            self.changed.notify_all();
        }
    }

    /// Sends spans as they are queued, and never returns. They are dropped if sending them fails.
    pub(super) fn export_all<E: Display>(
        &self,
        export: impl Fn(Vec<SpanData>) -> Result<(), E>,
    ) -> ! {
        let mut failures: u64 = 0;
        loop {
            let batch = self.next_batch();
            let count = batch.len() as u64;
            match export(batch) {
                Ok(()) => {
                    failures = 0;
                    self.metrics.exported.inc_by(count);
                }
                Err(error) => {
                    failures += 1;
                    self.metrics.dropped_by_export.inc_by(count);
                    // A collector may be unreachable for long: log the 1st, 2nd, 4th, 8th failure, and so on.
                    if failures.is_power_of_two() {
                        warn!(%error, failures, "failed to send spans");
                    }
                }
            }
            self.lock().sending = 0;
            self.changed.notify_all();
        }
    }

    /// Waits until a batch is full, or its first span has waited for long enough.
    fn next_batch(&self) -> Vec<SpanData> {
        let BatchLimits { batch, delay, .. } = self.limits;
        let spans = self
            .changed
            .wait_while(self.lock(), |spans| spans.queued.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        let (mut spans, _) = self
            .changed
            .wait_timeout_while(spans, delay, |spans| {
                spans.queued.len() < batch && !spans.is_ending
            })
            .unwrap_or_else(PoisonError::into_inner);
        let rest = spans.queued.len().min(batch);
        let rest = spans.queued.split_off(rest);
        let next = mem::replace(&mut spans.queued, rest);
        spans.sending = next.len();
        next
    }

    /// Waits until all spans are sent, but no longer than `timeout`. Returns how many are not.
    pub(super) fn flush(&self, timeout: Duration) -> usize {
        let mut spans = self.lock();
        spans.is_ending = true;
        self.changed.notify_all();
        let (spans, _) = self
            .changed
            .wait_timeout_while(spans, timeout, |spans| spans.count() > 0)
            .unwrap_or_else(PoisonError::into_inner);
        spans.count()
    }

    /// Returns how many spans are queued or being sent, and their maximum, for the metrics.
    pub(super) fn budget(&self, name: &'static str) -> Budget {
        Budget {
            name,
            used: self.lock().count(),
            limit: self.limits.capacity,
        }
    }

    /// The spans that are queued.
    #[cfg(test)]
    pub(super) fn ended(&self) -> Vec<SpanData> {
        self.lock().queued.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Spans> {
        // No code panics while it holds the lock.
        self.spans.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
