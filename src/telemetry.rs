//! The log: its format, its output and how panics appear in it.

use std::io::{self, IsTerminal};
use std::panic::{self, PanicHookInfo};

use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

use crate::config::LogFormat;

/// The target of the startup line, which is logged at any `--log` level.
pub const START: &str = "sudoku_validator::start";

/// Sends the log of the process, panics included, to standard output.
///
/// A background thread writes the lines until the returned guard is dropped: lines are dropped rather than blocking a
/// request when standard output is not drained.
///
/// # Panics
///
/// If called more than once in a process.
pub fn init(format: LogFormat, levels: Targets) -> WorkerGuard {
    let (output, guard) = tracing_appender::non_blocking(io::stdout());
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
    let lines = lines.with_filter(levels.with_target(START, LevelFilter::INFO));
    tracing_subscriber::registry().with(lines).init();
    panic::set_hook(Box::new(log_panic));
    guard
}

/// Logs the location of a panic, within the span of the request. The message is left out: it may quote the request.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let location = panic.location().map(ToString::to_string);
    tracing::error!(location, "panicked");
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

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
