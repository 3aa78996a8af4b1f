//! The maximum rate of log lines: a flood of requests must not become a flood of lines.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use tracing::callsite::Identifier;
use tracing::field::{Field, Visit};
use tracing::subscriber::Interest;
use tracing::{Event, Level, Metadata, info};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Context, Filter};

use crate::log_target::{ACCESS, SUPPRESSED};

/// The interval for which lines are counted, and the minimum interval between two reports.
const INTERVAL: Duration = Duration::from_secs(1);

/// Suppresses all but the first lines of each callsite in a second. Lines of the levels debug and trace, and those of the
/// access log, are not limited: they are logged only on request.
#[derive(Debug)]
pub(super) struct RateLimit {
    /// The maximum number of lines per second from each callsite.
    per_second: usize,
    counts: Mutex<Counts>,
    /// Notified when there are suppressed lines to report.
    suppressing: Condvar,
    /// Counts all suppressed lines.
    suppressed: Counter,
}

#[derive(Debug, Default)]
struct Counts {
    /// The end of the current interval.
    end: Option<Instant>,
    /// The number of lines in the current interval by callsite.
    logged: HashMap<Identifier, usize>,
    /// The number of suppressed lines since the last report by kind.
    suppressed: BTreeMap<String, u64>,
}

impl RateLimit {
    pub(super) fn new(per_second: usize, suppressed: Counter) -> RateLimit {
        RateLimit {
            per_second,
            counts: Mutex::default(),
            suppressing: Condvar::new(),
            suppressed,
        }
    }

    /// Reports suppressed lines within about a second, and never returns.
    pub(super) fn report_all(&self) -> ! {
        loop {
            let counts = self.lock();
            drop(
                self.suppressing
                    .wait_while(counts, |counts| counts.suppressed.is_empty())
                    .expect(NEVER_POISONED),
            );
            thread::sleep(INTERVAL);
            self.report();
        }
    }

    /// Logs how many lines of each kind were suppressed since the last report, if any.
    pub(super) fn report(&self) {
        // Holding the lock while logging ensures that the line is queued when a concurrent call returns.
        let mut counts = self.lock();
        let suppressed = mem::take(&mut counts.suppressed);
        if !suppressed.is_empty() {
            let total: u64 = suppressed.values().sum();
            info!(target: SUPPRESSED, suppressed = total, kinds = list(&suppressed), "log lines suppressed");
        }
    }

    /// Counts a line from this callsite. Returns whether it is within the rate.
    fn admit(&self, callsite: Identifier, now: Instant) -> bool {
        let mut counts = self.lock();
        if counts.end.is_none_or(|end| now >= end) {
            counts.end = Some(now + INTERVAL);
            counts.logged.clear();
        }
        let logged = counts.logged.entry(callsite).or_default();
        let is_admitted = *logged < self.per_second;
        *logged += usize::from(is_admitted);
        is_admitted
    }

    /// Counts a suppressed line of this kind, to be reported.
    fn suppress(&self, kind: String) {
        *self.lock().suppressed.entry(kind).or_default() += 1;
        self.suppressed.inc();
        self.suppressing.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().expect(NEVER_POISONED)
    }
}

const NEVER_POISONED: &str = "nothing panics while it holds the lock";

impl<S> Filter<S> for RateLimit {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn callsite_enabled(&self, _: &'static Metadata<'static>) -> Interest {
        // `always` would skip `enabled`, but `Filtered` expects a call before a filter disables an event.
        Interest::sometimes()
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        let metadata = event.metadata();
        let is_limited =
            *metadata.level() <= Level::INFO && ![ACCESS, SUPPRESSED].contains(&metadata.target());
        if !is_limited || self.admit(metadata.callsite(), Instant::now()) {
            return true;
        }
        self.suppress(kind(event));
        false
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::TRACE)
    }
}

/// Returns the kind of an event: the problem type of a rejection, otherwise its message.
fn kind(event: &Event<'_>) -> String {
    let mut kind = Kind::default();
    event.record(&mut kind);
    kind.rejection.unwrap_or(kind.message)
}

#[derive(Default)]
struct Kind {
    message: String,
    rejection: Option<String>,
}

impl Visit for Kind {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "rejection" {
            self.rejection = Some(value.to_owned());
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            self.message = format!("{value:?}");
        }
    }
}

/// Lists counts by kind, as in `12 not-found, 3 not-json`.
fn list(counts: &BTreeMap<String, u64>) -> String {
    let counts: Vec<String> = counts
        .iter()
        .map(|(kind, count)| format!("{count} {kind}"))
        .collect();
    counts.join(", ")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tracing::callsite::Callsite;
    use tracing_subscriber::Layer;
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    struct Site(#[expect(dead_code, reason = "a size gives each callsite its own address")] u8);

    impl Callsite for Site {
        fn set_interest(&self, _: Interest) {}

        fn metadata(&self) -> &Metadata<'_> {
            unreachable!("the rate limit only compares callsites")
        }
    }

    static REJECTED: Site = Site(0);
    static FAILED: Site = Site(1);

    #[test]
    fn lines_beyond_the_rate_are_suppressed_until_the_next_second() {
        let limit = RateLimit::new(2, Counter::default());
        let start = Instant::now();
        for now in [start, start + INTERVAL, start + 10 * INTERVAL] {
            assert!(limit.admit(Identifier(&REJECTED), now));
            assert!(limit.admit(Identifier(&REJECTED), now));
            assert!(!limit.admit(Identifier(&REJECTED), now));
            assert!(!limit.admit(Identifier(&REJECTED), now + INTERVAL / 2));
        }
    }

    #[test]
    fn many_rejections_do_not_suppress_a_failure() {
        let limit = RateLimit::new(1, Counter::default());
        let now = Instant::now();
        assert!(limit.admit(Identifier(&REJECTED), now));
        assert!(!limit.admit(Identifier(&REJECTED), now));
        assert!(limit.admit(Identifier(&FAILED), now));
    }

    #[test]
    fn suppressed_lines_are_counted_and_reported_once_by_kind() {
        let limit = RateLimit::new(1, Counter::default());
        for kind in ["not-json", "not-found", "not-json"] {
            limit.suppress(kind.to_owned());
        }
        assert_eq!(list(&limit.lock().suppressed), "1 not-found, 2 not-json");
        limit.report();
        assert!(limit.lock().suppressed.is_empty());
        assert_eq!(limit.suppressed.get(), 3);
    }

    #[test]
    fn the_kind_of_a_line_is_its_rejection_or_its_message() {
        let kinds = Arc::new(Mutex::new(Vec::new()));
        let layer = Kinds(Arc::clone(&kinds));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), || {
            info!(status = 404, rejection = Some("not-found"), "rejected");
            info!(rejection = None::<&str>, "failed {}", "badly");
        });
        assert_eq!(*kinds.lock().unwrap(), ["not-found", "failed badly"]);
    }

    /// Records the kind of each event.
    struct Kinds(Arc<Mutex<Vec<String>>>);

    impl<S: tracing::Subscriber> Layer<S> for Kinds {
        fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
            self.0.lock().unwrap().push(kind(event));
        }
    }
}
