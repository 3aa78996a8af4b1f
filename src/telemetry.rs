//! The log: what is written, and how.

use std::io::{self, IsTerminal};
use std::panic::{self, PanicHookInfo};

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

use crate::config::LogFormat;

/// The target of what is logged at the start, whatever levels are asked for.
pub const START: &str = "sudoku_validator::start";

/// Sends what the process logs from now on to its standard output, panics included.
///
/// # Panics
///
/// If it has been called before.
pub fn init(format: LogFormat, levels: Targets) {
    let lines = match format {
        LogFormat::Text => fmt::layer().with_ansi(io::stdout().is_terminal()).boxed(),
        LogFormat::Json => fmt::layer().json().flatten_event(true).with_span_list(false).boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(levels.with_target(START, LevelFilter::INFO))).init();
    panic::set_hook(Box::new(log_panic));
}

/// Logs a panic with its place. It runs inside the span of the request that failed.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string);
    let message = panic.payload_as_str().unwrap_or("something that is no text");
    tracing::error!(place, message, "a panic");
}
