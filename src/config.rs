//! Every setting of the service, each with its flag and its environment variable.

use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use tracing_subscriber::filter::{LevelFilter, Targets};

/// Judges Sudoku boards over HTTP: POST a board to /validate.
#[derive(Clone, Debug, Parser)]
#[command(version, about, max_term_width = 100, disable_help_subcommand = true)]
pub struct Config {
    /// What to do; without it, boards are judged
    #[command(subcommand)]
    pub command: Option<Command>,

    /// The IP address to listen on; 0.0.0.0 for all of the machine's
    #[arg(
        long,
        env = "SUDOKU_HOST",
        default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST),
        value_name = "ADDRESS",
        value_parser = ip_address,
        global = true
    )]
    pub host: IpAddr,

    /// The port to listen on; 0 for any that is free
    #[arg(long, env = "PORT", default_value_t = 8080, global = true)]
    pub port: u16,

    /// The operator's address for /livez, /readyz and /metrics; 'off' to do without
    #[arg(long, env = "SUDOKU_ADMIN", default_value = "127.0.0.1:8081", value_name = "ADDRESS:PORT", value_parser = admin)]
    pub admin: Admin,

    /// Share the port with other processes that do so, too; each needs an --admin of its own
    #[arg(long, env = "SUDOKU_REUSE_PORT", value_parser = clap::builder::BoolishValueParser::new())]
    pub reuse_port: bool,

    /// The most connections at once; fewer where the limit on open files asks for it
    #[arg(long, env = "SUDOKU_MAX_CONNECTIONS", default_value_t = 16_384, value_name = "COUNT", value_parser = count)]
    pub max_connections: usize,

    /// The most requests about boards at once; more are refused with 503
    #[arg(long, env = "SUDOKU_MAX_IN_FLIGHT", default_value_t = 4096, value_name = "COUNT", value_parser = count)]
    pub max_in_flight: usize,

    /// How long a search for solutions may take
    #[arg(long, env = "SUDOKU_SOLVE_TIMEOUT", default_value = "2", value_name = "SECONDS", allow_hyphen_values = true, value_parser = seconds::<0>)]
    pub solve_timeout: Duration,

    /// The most bytes of a batch, from 1 [default: any number]
    #[arg(long, env = "SUDOKU_MAX_BATCH_BYTES", value_name = "BYTES", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_batch_bytes: Option<u64>,

    /// How long a connection may be silent between requests; behind a balancer, longer than the balancer keeps it
    #[arg(long, env = "SUDOKU_IDLE_TIMEOUT", default_value = "10", value_name = "SECONDS", allow_hyphen_values = true, value_parser = seconds::<1>)]
    pub idle_timeout: Duration,

    /// How long to go on after the signal to stop, not ready any more, so that balancers can look elsewhere
    #[arg(long, env = "SUDOKU_DRAIN_DELAY", default_value = "0", value_name = "SECONDS", allow_hyphen_values = true, value_parser = seconds::<0>)]
    pub drain_delay: Duration,

    /// How the log is written [default: text on a terminal, json otherwise]
    #[arg(long, env = "LOG_FORMAT", value_name = "FORMAT", ignore_case = true)]
    log_format: Option<LogFormat>,

    /// What is logged: a level, or levels by target, as in `warn,sudoku_validator=debug`
    #[arg(long, env = "RUST_LOG", default_value = "info", value_name = "LEVELS", value_parser = levels)]
    pub log: Targets,
}

/// What the binary does instead of judging boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Ask the service that runs at --host and --port whether it is up: exit code 0 if it is, else 1
    Healthcheck,
    /// Print the contract as OpenAPI
    Openapi,
}

/// Where the operator's side of the service listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admin {
    /// Nowhere.
    Off,
    /// At this address.
    On(SocketAddr),
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// A line for a person.
    Text,
    /// A JSON object on each line.
    Json,
}

/// Why there are no settings to start with.
pub enum NoConfig {
    /// Help or the version was asked for: this is it.
    Told(String),
    /// A setting is wrong: a sentence says which, and what it can be.
    Wrong(String),
}

impl Config {
    /// The settings of the process: its flags, then its environment, then the defaults.
    ///
    /// # Errors
    ///
    /// If a setting is wrong, or if help or the version was asked for.
    pub fn from_process() -> Result<Config, NoConfig> {
        Config::try_parse().map_err(|error| {
            if error.use_stderr() {
                NoConfig::Wrong(sentence(&error))
            } else {
                NoConfig::Told(error.to_string())
            }
        })
    }

    /// The address and port to listen on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        SocketAddr::new(self.host, self.port)
    }

    /// How the log is written: as asked for, or else as suits where it goes.
    #[must_use]
    pub fn log_format(&self) -> LogFormat {
        let default = || {
            if std::io::stdout().is_terminal() {
                LogFormat::Text
            } else {
                LogFormat::Json
            }
        };
        self.log_format.unwrap_or_else(default)
    }
}

/// What is wrong with a setting, on one line, with the variable that may hold it.
fn sentence(error: &clap::Error) -> String {
    let message = error.to_string();
    let told = message
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let told: Vec<&str> = told.filter(|line| !line.is_empty()).collect();
    let variable = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(flag)) => variable_of(flag),
        _ => None,
    };
    let variable = variable
        .map(|variable| format!(" (or {variable})"))
        .unwrap_or_default();
    format!("{}{variable}; see --help", told.join(" "))
}

/// The environment variable of a setting whose flag is written as in `--port <PORT>`.
fn variable_of(flag: &str) -> Option<String> {
    let name = flag.strip_prefix("--")?.split(' ').next()?;
    let command = Config::command();
    let argument = command
        .get_arguments()
        .find(|argument| argument.get_long() == Some(name))?;
    Some(argument.get_env()?.to_str()?.to_owned())
}

fn admin(text: &str) -> Result<Admin, &'static str> {
    if text.eq_ignore_ascii_case("off") {
        return Ok(Admin::Off);
    }
    text.parse()
        .map(Admin::On)
        .map_err(|_| "expected an IP address with a port, such as 127.0.0.1:8081, or off")
}

fn count(text: &str) -> Result<usize, &'static str> {
    text.parse()
        .ok()
        .filter(|count| (1..=1_000_000).contains(count))
        .ok_or("expected a whole number from 1 to 1000000")
}

fn seconds<const LEAST: u32>(text: &str) -> Result<Duration, String> {
    let possible = f64::from(LEAST)..=86_400.0;
    let seconds = text
        .parse()
        .ok()
        .filter(|seconds| possible.contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected seconds from {LEAST} to 86400"))
}

fn ip_address(text: &str) -> Result<IpAddr, &'static str> {
    text.parse()
        .map_err(|_| "expected an IP address, such as 127.0.0.1 or ::1")
}

/// Levels by target. A word alone is a level: as a target it would silence all others.
fn levels(text: &str) -> Result<Targets, &'static str> {
    const EXPECTED: &str = "expected off, error, warn, info, debug or trace, or such by target, as in warn,sudoku_validator=debug";

    if text.trim().is_empty() {
        return Ok(Targets::new().with_default(LevelFilter::INFO));
    }
    let is_known =
        |directive: &str| directive.contains('=') || directive.parse::<LevelFilter>().is_ok();
    if text.split(',').all(|directive| is_known(directive.trim())) {
        text.parse().map_err(|_| EXPECTED)
    } else {
        Err(EXPECTED)
    }
}
