//! Every setting of the service, each with its flag and its environment variable.

use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use clap::{Parser, ValueEnum};
use tracing_subscriber::filter::Targets;

/// Judges Sudoku boards over HTTP: POST a board to /validate.
#[derive(Clone, Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub struct Config {
    /// The address to listen on; 0.0.0.0 for all of the machine's
    #[arg(long, env = "SUDOKU_HOST", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    pub host: IpAddr,

    /// The port to listen on; 0 for any that is free
    #[arg(long, env = "PORT", default_value_t = 8080)]
    pub port: u16,

    /// How the log is written [default: text on a terminal, json otherwise]
    #[arg(long, env = "LOG_FORMAT", value_name = "FORMAT")]
    log_format: Option<LogFormat>,

    /// What is logged: a level, or levels by target, as in `warn,sudoku_validator=debug`
    #[arg(long, env = "RUST_LOG", default_value = "info", value_name = "LEVELS")]
    pub log: Targets,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// A line for a person.
    Text,
    /// A JSON object on each line.
    Json,
}

impl Config {
    /// The address and port to listen on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        SocketAddr::new(self.host, self.port)
    }

    /// How the log is written: as asked for, or else as suits where it goes.
    #[must_use]
    pub fn log_format(&self) -> LogFormat {
        let default = || if std::io::stdout().is_terminal() { LogFormat::Text } else { LogFormat::Json };
        self.log_format.unwrap_or_else(default)
    }
}
