//! The log: its format, its output and how panics appear in it.

mod line_queue;
mod rate_limit;

use std::io::{self, IsTerminal};
use std::panic::{self, PanicHookInfo};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tracing_subscriber::filter::{FilterExt, LevelFilter, Targets};
use tracing_subscriber::layer::{Filter, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry, fmt};

use self::line_queue::LineQueue;
use self::rate_limit::RateLimit;
use crate::config::LogFormat;
use crate::log_target::{ACCESS, START, SUPPRESSED};
use crate::metrics::Metrics;

/// The maximum size of the lines that wait to be written, in bytes.
const QUEUE_BYTES: usize = 1024 * 1024;

/// How long the end of the process waits for output that is not drained.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// Flushes the log when dropped.
#[derive(Debug)]
pub struct LogGuard {
    queue: Arc<LineQueue>,
    rate_limit: Arc<RateLimit>,
    flush_timeout: Duration,
}

impl LogGuard {
    /// Sets how long dropping the guard waits for output that is not drained.
    pub fn set_flush_timeout(&mut self, timeout: Duration) {
        self.flush_timeout = timeout;
    }
}

impl Drop for LogGuard {
    fn drop(&mut self) {
        self.rate_limit.report();
        // Lines that were not written in time are lost with the process.
        self.queue.flush(self.flush_timeout);
    }
}

/// Sends the log of the process, panics included, to standard output.
///
/// At most `max_rate` lines of the levels info, warn and error are logged per second from each callsite, except for the
/// access log. A line that reports how many more there were follows within about a second.
///
/// A detached thread writes the lines. Logging never waits for it: lines are dropped when standard output is not
/// drained. Dropping the returned guard writes what is left, for at most a second.
///
/// # Errors
///
/// If a thread cannot be started.
///
/// # Panics
///
/// If called more than once in a process.
pub fn init(
    format: LogFormat,
    levels: Targets,
    max_rate: usize,
    metrics: &Metrics,
) -> io::Result<LogGuard> {
    let queue = Arc::new(LineQueue::new(QUEUE_BYTES, metrics.dropped_log_lines()));
    let observed = Arc::clone(&queue);
    metrics.observe_budgets(move || vec![observed.budget("log_queue_bytes")]);
    let rate_limit = Arc::new(RateLimit::new(max_rate, metrics.suppressed_log_lines()));
    let output = Arc::clone(&queue);
    let lines = match format {
        LogFormat::Text => fmt::layer()
            .with_writer(output)
            .with_ansi(io::stdout().is_terminal())
            .boxed(),
        LogFormat::Json => fmt::layer()
            .with_writer(output)
            .json()
            .flatten_event(true)
            .with_span_list(false)
            .boxed(),
    };
    let levels =
        levels.with_targets([START, ACCESS, SUPPRESSED].map(|target| (target, LevelFilter::INFO)));
    let limited: Arc<dyn Filter<Registry> + Send + Sync> = Arc::clone(&rate_limit) as _;
    let lines = lines.with_filter(levels.and(limited));
    tracing_subscriber::registry().with(lines).init();
    panic::set_hook(Box::new(log_panic));

    let writer = Arc::clone(&queue);
    spawn("log-writer", move || writer.write_all_to(io::stdout()))?;
    let reporter = Arc::clone(&rate_limit);
    spawn("log-reporter", move || reporter.report_all())?;
    Ok(LogGuard {
        queue,
        rate_limit,
        flush_timeout: FLUSH_TIMEOUT,
    })
}

/// Starts a thread that runs until the process ends.
fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(run)?;
    Ok(())
}

/// Logs the location of a panic, within the span of the request. The message is left out: it may quote the request.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let location = panic.location().map(ToString::to_string);
    tracing::error!(location, "panicked");
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_panic_is_logged_with_its_location_and_without_its_message() {
        let written = Arc::new(Mutex::new(Vec::new()));
        let output = Arc::clone(&written);
        let lines = fmt::layer()
            .with_ansi(false)
            .with_writer(move || Lines(Arc::clone(&output)));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(lines), || {
            let before = panic::take_hook();
            panic::set_hook(Box::new(log_panic));
            assert!(panic::catch_unwind(|| panic!("a secret")).is_err());
            panic::set_hook(before);
        });
        let log = String::from_utf8(written.lock().unwrap().clone()).unwrap();
        assert!(log.contains("ERROR"), "{log}");
        assert!(
            log.contains(concat!("panicked location=\"", file!(), ":")),
            "{log}"
        );
        assert!(!log.contains("secret"), "{log}");
    }

    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}
