//! Every setting of the service, with its flag, its environment variable and its default.

mod source;

use std::error::Error;
use std::fmt;
use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use tracing_subscriber::filter::{LevelFilter, Targets};

use self::source::Sources;

pub use self::source::Source;

/// An HTTP service that validates and solves Sudoku boards: POST a board to /validate or /solve.
#[derive(Clone, Debug, Parser)]
#[command(version, max_term_width = 100, disable_help_subcommand = true)]
pub struct Config {
    /// What to do instead of serving
    #[command(subcommand)]
    pub command: Option<Command>,

    /// IP address to listen on; 0.0.0.0 for all IPv4 interfaces
    #[arg(
        long,
        env = "SUDOKU_HOST",
        default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST),
        value_name = "ADDRESS",
        value_parser = ip_address,
        global = true
    )]
    pub host: IpAddr,

    /// Port to listen on; 0 for any free port
    #[arg(long, env = "PORT", default_value_t = 8080, allow_negative_numbers = true, value_parser = port, global = true)]
    pub port: u16,

    /// Address of the admin endpoints /livez, /readyz and /metrics; 'off' to disable them
    #[arg(long, env = "SUDOKU_ADMIN", default_value = "127.0.0.1:8081", value_name = "ADDRESS:PORT", value_parser = admin)]
    pub admin: Admin,

    /// Allow other processes to share the port (`SO_REUSEPORT`); each needs its own --admin address
    #[arg(long, env = "SUDOKU_REUSE_PORT", value_parser = boolean)]
    pub reuse_port: bool,

    /// Maximum number of connections at once; fewer if the limit on open files is lower [default: 16384, or as many as fit
    /// into half of the container's memory limit at 40 KiB each]
    #[arg(long, env = "SUDOKU_MAX_CONNECTIONS", value_name = "COUNT", allow_negative_numbers = true, value_parser = count)]
    pub max_connections: Option<usize>,

    /// Memory that requests, responses and searches may hold at once, in bytes or as in 128MiB; what exceeds it is rejected with
    /// 503 [default: a third of the container's memory limit, or 256MiB if there is none]
    #[arg(long, env = "SUDOKU_MEMORY_BUDGET", value_name = "BYTES", allow_negative_numbers = true, value_parser = memory_budget)]
    pub memory_budget: Option<usize>,

    /// Maximum number of /validate, /solve and /check requests whose bodies are waited for; a further one displaces the
    /// slowest, or is rejected with 503
    #[arg(long, env = "SUDOKU_MAX_IN_FLIGHT", default_value_t = 4096, value_name = "COUNT", allow_negative_numbers = true, value_parser = count)]
    pub max_in_flight: usize,

    /// CPU time that a search for solutions may use
    #[arg(long, env = "SUDOKU_SOLVE_TIMEOUT", default_value = "2", value_name = "SECONDS", allow_hyphen_values = true, value_parser = seconds::<0>)]
    pub solve_timeout: Duration,

    /// Time limit of a search by the clock, with its time in the queue [default: 5 times --solve-timeout]
    #[arg(long, env = "SUDOKU_SOLVE_DEADLINE", value_name = "SECONDS", allow_hyphen_values = true, value_parser = seconds::<0>)]
    solve_deadline: Option<Duration>,

    /// CPU time that the search for each board of a batch may use
    #[arg(long, env = "SUDOKU_BATCH_SOLVE_TIMEOUT", default_value = "1", value_name = "SECONDS", allow_hyphen_values = true, value_parser = seconds::<0>)]
    pub batch_solve_timeout: Duration,
    /// Memory for the solutions of recent puzzles, for /check, in bytes or as in 4MiB, at most an eighth of the memory
    /// budget; 0 to keep none
    #[arg(long, env = "SUDOKU_SOLUTION_CACHE", default_value = "1MiB", value_name = "BYTES", allow_negative_numbers = true, value_parser = solution_cache)]
    pub solution_cache: usize,

    /// Maximum size of a batch, at least 1 [default: unlimited]
    #[arg(long, env = "SUDOKU_MAX_BATCH_BYTES", value_name = "BYTES", allow_negative_numbers = true, value_parser = batch_bytes)]
    pub max_batch_bytes: Option<u64>,

    /// How long a connection may be idle between requests; set it above the idle timeout of a load balancer
    #[arg(long, env = "SUDOKU_IDLE_TIMEOUT", default_value = "10", value_name = "SECONDS", allow_hyphen_values = true, value_parser = seconds::<1>)]
    pub idle_timeout: Duration,

    /// How long to keep serving after a stop signal, with /readyz returning 503 so that load balancers notice
    #[arg(long, env = "SUDOKU_DRAIN_DELAY", default_value = "0", value_name = "SECONDS", allow_hyphen_values = true, value_parser = seconds::<0>)]
    pub drain_delay: Duration,

    /// Log format, text or json [default: text on a terminal, json otherwise]
    #[arg(long, env = "LOG_FORMAT", value_name = "FORMAT", value_parser = log_format)]
    log_format: Option<LogFormat>,

    /// Log level, or levels per target, as in `warn,sudoku_validator=debug`
    #[arg(long, env = "RUST_LOG", default_value = "info", value_name = "LEVELS", value_parser = levels)]
    pub log: Targets,

    /// Log a line for every request, including successful ones
    #[arg(long, env = "SUDOKU_ACCESS_LOG", value_parser = boolean)]
    pub access_log: bool,

    /// Maximum number of log lines of each kind per second; the number of further ones is logged instead
    #[arg(long, env = "SUDOKU_MAX_LOG_RATE", default_value_t = 100, value_name = "LINES", allow_negative_numbers = true, value_parser = count)]
    pub max_log_rate: usize,

    #[arg(skip)]
    sources: Sources,
}

/// The lowest memory budget in bytes.
const MIN_MEMORY_BUDGET: usize = 16 << 20;

/// The highest memory budget in bytes.
const MAX_MEMORY_BUDGET: usize = 1 << 40;

/// The largest cache of solutions in bytes.
const MAX_SOLUTION_CACHE: usize = 1 << 30;

/// A command that runs instead of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Check that the service at --host and --port is up: exit code 0 if it is, 1 otherwise
    Healthcheck,
    /// Print the OpenAPI contract
    Openapi,
}

/// Where the admin endpoints listen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admin {
    /// Nowhere: they are disabled.
    Off,
    /// At this address.
    On(SocketAddr),
}

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// Why parsing the command line did not produce a [`Config`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigExit {
    /// Help or the version was requested: the text to print.
    Help(String),
    /// A setting is invalid: a line that names it and says what it expects.
    Invalid(String),
}

impl fmt::Display for ConfigExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigExit::Help(text) | ConfigExit::Invalid(text) => f.write_str(text),
        }
    }
}

impl Error for ConfigExit {}

impl Config {
    /// Reads the settings of this process: flags, then environment variables, then defaults.
    ///
    /// # Errors
    ///
    /// If a setting is invalid, or if help or the version was requested.
    pub fn from_process() -> Result<Config, ConfigExit> {
        let parsed = Config::command().try_get_matches().and_then(|matches| {
            let config = Config::from_arg_matches(&matches)?;
            Ok(Config {
                sources: Sources::new(&matches),
                ..config
            })
        });
        parsed.map_err(|error| {
            if error.use_stderr() {
                ConfigExit::Invalid(one_line(&error))
            } else {
                ConfigExit::Help(error.to_string())
            }
        })
    }

    /// Where a setting comes from, by the name of its field. Only [`Config::from_process`] records it.
    #[must_use]
    pub fn source(&self, setting: &str) -> Source {
        self.sources.get(setting)
    }

    /// The address and port to listen on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        SocketAddr::new(self.host, self.port)
    }

    /// The time limit of a search by the clock: the configured one, or long enough for a search to use its budget after
    /// waiting for four others.
    #[must_use]
    pub fn solve_deadline(&self) -> Duration {
        self.solve_deadline.unwrap_or(5 * self.solve_timeout)
    }

    /// The maximum number of connections: the configured one, or `default`, or fewer if the container's memory is limited.
    #[must_use]
    pub fn max_connections_within(&self, container_limit: Option<u64>, default: usize) -> usize {
        /// What a connection holds besides the memory budget, at most: its buffers and its task.
        const BYTES: u64 = 40 * 1024;
        /// The rest is left to the memory budget, and to the process itself.
        const PART: u64 = 2;
        self.max_connections.unwrap_or_else(|| {
            let fitting = container_limit.map_or(u64::MAX, |limit| limit / PART / BYTES);
            default
                .min(usize::try_from(fitting).unwrap_or(usize::MAX))
                .max(1)
        })
    }

    /// The memory budget in bytes: the configured one, or a part of the container's limit, if it has one.
    #[must_use]
    pub fn memory_budget_within(&self, container_limit: Option<u64>) -> Option<usize> {
        /// Half of the limit is left to connections.
        const PART: u64 = 3;
        self.memory_budget.or_else(|| {
            let budget = usize::try_from(container_limit? / PART).unwrap_or(usize::MAX);
            Some(budget.clamp(MIN_MEMORY_BUDGET, MAX_MEMORY_BUDGET))
        })
    }

    /// The log format: the configured one, or the default for this standard output.
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

/// The message of an error on one line, without usage, and with the environment variable of the setting.
fn one_line(error: &clap::Error) -> String {
    let message = error.to_string();
    let lines: Vec<&str> = message
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.is_empty())
        .collect();
    let mut line = lines.join(" ");
    if let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg)
        && let Some(variable) = variable_of(flag)
    {
        let quoted = format!("'{flag}'");
        line = line.replacen(&quoted, &format!("{quoted} [env: {variable}]"), 1);
    }
    format!("{line}; see --help")
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

fn ip_address(text: &str) -> Result<IpAddr, &'static str> {
    text.parse()
        .map_err(|_| "expected an IP address, such as 127.0.0.1 or ::1")
}

fn port(text: &str) -> Result<u16, &'static str> {
    text.parse()
        .map_err(|_| "expected a whole number from 0 to 65535")
}

fn admin(text: &str) -> Result<Admin, &'static str> {
    if text.eq_ignore_ascii_case("off") {
        return Ok(Admin::Off);
    }
    text.parse()
        .map(Admin::On)
        .map_err(|_| "expected an IP address with a port, such as 127.0.0.1:8081, or off")
}

fn boolean(text: &str) -> Result<bool, &'static str> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "t" | "yes" | "y" | "on" | "1" => Ok(true),
        "false" | "f" | "no" | "n" | "off" | "0" => Ok(false),
        _ => Err("expected true or false"),
    }
}

fn count(text: &str) -> Result<usize, &'static str> {
    text.parse()
        .ok()
        .filter(|count| (1..=1_000_000).contains(count))
        .ok_or("expected a whole number from 1 to 1000000")
}

fn memory_budget(text: &str) -> Result<usize, &'static str> {
    bytes(text)
        .filter(|bytes| (MIN_MEMORY_BUDGET..=MAX_MEMORY_BUDGET).contains(bytes))
        .ok_or("expected a number of bytes from 16MiB to 1024GiB, such as 134217728 or 128MiB")
}

fn solution_cache(text: &str) -> Result<usize, &'static str> {
    bytes(text)
        .filter(|bytes| *bytes <= MAX_SOLUTION_CACHE)
        .ok_or("expected a number of bytes up to 1GiB, such as 1048576 or 1MiB")
}

/// Parses a number of bytes with or without a unit.
fn bytes(text: &str) -> Option<usize> {
    let number_end = text.find(|c: char| !c.is_ascii_digit());
    let (number, unit) = text.split_at(number_end.unwrap_or(text.len()));
    let unit = match unit {
        "" => Some(1),
        "KiB" => Some(1 << 10),
        "MiB" => Some(1 << 20),
        "GiB" => Some(1 << 30),
        _ => None,
    };
    unit.and_then(|unit: usize| number.parse::<usize>().ok()?.checked_mul(unit))
}

fn batch_bytes(text: &str) -> Result<u64, &'static str> {
    text.parse()
        .ok()
        .filter(|bytes| *bytes > 0)
        .ok_or("expected a whole number of bytes, at least 1")
}

fn seconds<const MIN: u32>(text: &str) -> Result<Duration, String> {
    let range = f64::from(MIN)..=86_400.0;
    let seconds = text.parse().ok().filter(|seconds| range.contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected a number of seconds from {MIN} to 86400"))
}

fn log_format(text: &str) -> Result<LogFormat, &'static str> {
    match text.to_ascii_lowercase().as_str() {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err("expected text or json"),
    }
}

/// Parses levels per target. A single word must be a level: as a target it would silence all others.
fn levels(text: &str) -> Result<Targets, &'static str> {
    const EXPECTED: &str = "expected off, error, warn, info, debug or trace, or levels per target, as in warn,sudoku_validator=debug";

    // By convention an empty RUST_LOG is an unset one.
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

#[cfg(test)]
mod tests;
