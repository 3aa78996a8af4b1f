//! The log: what is written, and how.

use std::io::{self, IsTerminal};

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

use crate::config::LogFormat;

/// The target of what is logged at the start, whatever levels are asked for.
pub const START: &str = "sudoku_validator::start";

/// Sends what the process logs from now on to its standard output.
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
}
