//! The limits that are in effect: those of the settings, of the container, and on open files.

use std::fmt::Display;
use std::time::Duration;

use tracing::info;

use crate::config::{Config, Source};
use crate::container;
use crate::http::RequestLimits;
use crate::server::{ConnectionLimits, ShutdownLimits, connections_within_file_limit};

/// The limits of the API, and where those with a setting come from.
#[derive(Clone, Debug)]
pub struct EffectiveLimits {
    /// The limits on connections.
    pub connections: ConnectionLimits,
    /// The limits on requests.
    pub requests: RequestLimits,
    /// The number of connections that were wanted, before the limit on open files.
    wanted_connections: usize,
    /// The number of bytes that this process may use, if its container has a limit.
    container_bytes: Option<u64>,
}

impl EffectiveLimits {
    /// Determines the limits, and raises the limit on open files as far as needed and possible.
    #[must_use]
    pub fn new(config: &Config) -> EffectiveLimits {
        EffectiveLimits::within(config, container::memory_limit())
    }

    fn within(config: &Config, container_bytes: Option<u64>) -> EffectiveLimits {
        let default = ConnectionLimits::default();
        let wanted_connections =
            config.max_connections_within(container_bytes, default.connections);
        let connections = ConnectionLimits {
            connections: connections_within_file_limit(wanted_connections),
            idle_timeout: config.idle_timeout,
            shutdown: ShutdownLimits {
                delay: config.drain_delay,
                ..ShutdownLimits::default()
            },
            ..default
        };
        let default = RequestLimits::default();
        let memory_bytes = config
            .memory_budget_within(container_bytes)
            .unwrap_or(default.memory_bytes);
        let requests = RequestLimits {
            memory_bytes,
            in_flight: config.max_in_flight,
            search_budget: config.solve_timeout,
            search_deadline: config.solve_deadline(),
            batch_search_budget: config.batch_solve_timeout,
            batch_bytes: config.max_batch_bytes,
            solution_cache_bytes: config.solution_cache,
            ..default
        };
        EffectiveLimits {
            connections,
            requests,
            wanted_connections,
            container_bytes,
        }
    }

    /// Logs the limits with a setting, each with its source, as one line.
    pub fn log(&self, config: &Config) {
        let (connections, requests) = (&self.connections, &self.requests);
        let from = |setting: &str| config.source(setting);
        info!(
            max_connections = sourced(connections.connections, self.connections_source(config)),
            memory_budget = sourced(requests.memory_bytes, self.memory_source(config)),
            max_in_flight = sourced(requests.in_flight, from("max_in_flight")),
            solve_timeout = seconds(requests.search_budget, from("solve_timeout")),
            solve_deadline = seconds(requests.search_deadline, from("solve_deadline")),
            batch_solve_timeout =
                seconds(requests.batch_search_budget, from("batch_solve_timeout")),
            solution_cache = sourced(requests.cache_bytes(), self.cache_source(config)),
            max_batch_bytes = match requests.batch_bytes {
                Some(bytes) => sourced(bytes, from("max_batch_bytes")),
                None => sourced("none", from("max_batch_bytes")),
            },
            idle_timeout = seconds(connections.idle_timeout, from("idle_timeout")),
            drain_delay = seconds(connections.shutdown.delay, from("drain_delay")),
            max_log_rate = sourced(config.max_log_rate, from("max_log_rate")),
            "limits"
        );
    }

    fn connections_source(&self, config: &Config) -> Source {
        let default = ConnectionLimits::default().connections;
        if self.connections.connections < self.wanted_connections {
            Source::OpenFiles
        } else if config.max_connections.is_none() && self.wanted_connections < default {
            Source::Container
        } else {
            config.source("max_connections")
        }
    }

    fn memory_source(&self, config: &Config) -> Source {
        if config.memory_budget.is_none() && self.container_bytes.is_some() {
            Source::Container
        } else {
            config.source("memory_budget")
        }
    }

    fn cache_source(&self, config: &Config) -> Source {
        if self.requests.cache_bytes() < config.solution_cache {
            Source::MemoryBudget
        } else {
            config.source("solution_cache")
        }
    }
}

/// A value and its source, as in `4096 (default)`.
fn sourced(value: impl Display, source: Source) -> String {
    format!("{value} ({source})")
}

/// A duration in seconds and its source, as in `0.5 (flag)`.
fn seconds(duration: Duration, source: Source) -> String {
    sourced(duration.as_secs_f64(), source)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    /// The sources of the connections, of the memory budget and of the cache.
    fn sources(arguments: &[&str], container_bytes: Option<u64>) -> [Source; 3] {
        let config = Config::parse_from(["sudoku-validator"].iter().chain(arguments));
        let limits = EffectiveLimits::within(&config, container_bytes);
        [
            limits.connections_source(&config),
            limits.memory_source(&config),
            limits.cache_source(&config),
        ]
    }

    #[test]
    fn what_a_container_limits_is_from_the_container() {
        let (few, container, budget) = (Source::Default, Source::Container, Source::MemoryBudget);
        let connections = ["--max-connections", "10"];
        assert_eq!(sources(&connections, None), [few; 3]);
        assert_eq!(
            sources(&connections, Some(300 << 20)),
            [few, container, few]
        );
        // The 16 MiB that the budget is at least leave 2 MiB to the cache.
        assert_eq!(
            sources(&["--solution-cache", "3MiB"], Some(1 << 20)),
            [container, container, budget]
        );
    }

    #[cfg(unix)]
    #[test]
    fn fewer_connections_than_wanted_are_due_to_the_limit_on_open_files() {
        let config = Config::parse_from(["sudoku-validator"]);
        let mut limits = EffectiveLimits::within(&config, None);
        limits.connections.connections = limits.wanted_connections - 1;
        assert_eq!(limits.connections_source(&config), Source::OpenFiles);
    }
}
