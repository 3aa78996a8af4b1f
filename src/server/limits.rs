//! The limits of the server: connections, timeouts, header sizes, open files.

use std::time::Duration;

/// The maximum number of connections, and how long the server waits for each client.
#[derive(Clone, Debug)]
pub struct ConnectionLimits {
    /// The maximum number of connections at once. A further client displaces the connection that has waited longest for
    /// its client, or waits until there is one.
    pub connections: usize,
    /// The time from accepting a connection to its first byte.
    pub first_byte_timeout: Duration,
    /// The time from the first byte of a request to the end of its header.
    pub header_timeout: Duration,
    /// The time between a response and the first byte of the next request.
    pub idle_timeout: Duration,
    /// The time for which a client may leave a response unread before the connection is closed.
    pub write_timeout: Duration,
    /// The same time if memory becomes short meanwhile.
    pub write_timeout_under_pressure: Duration,
    /// How long a connection must have waited for its client, to send a request or to read a response, before it can be
    /// displaced.
    pub displace_after: Duration,
    /// The time limits of a graceful shutdown.
    pub shutdown: ShutdownLimits,
}

/// The time limits of each step of a graceful shutdown.
#[derive(Clone, Debug)]
pub struct ShutdownLimits {
    /// How long to keep accepting connections, so that load balancers notice that the server is not ready.
    pub delay: Duration,
    /// How long to keep connections open after the last one was accepted, for requests that are on their way.
    pub settle: Duration,
    /// The time for all steps after the delay. Connections that are still open at its end are closed.
    pub deadline: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits {
            connections: 16_384,
            first_byte_timeout: Duration::from_secs(5),
            header_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(10),
            write_timeout: Duration::from_mins(5),
            write_timeout_under_pressure: Duration::from_secs(10),
            displace_after: Duration::from_millis(500),
            shutdown: ShutdownLimits::default(),
        }
    }
}

impl Default for ShutdownLimits {
    fn default() -> ShutdownLimits {
        ShutdownLimits {
            delay: Duration::ZERO,
            settle: Duration::from_millis(300),
            deadline: Duration::from_secs(10),
        }
    }
}

/// The maximum number of header fields of a request.
pub(super) const MAX_HEADER_FIELDS: usize = 64;

/// The maximum size of a request line and header together, in bytes.
pub(super) const MAX_HEADER_BYTES: usize = 16 * 1024;

/// The number of open files reserved for other purposes than connections: log, listeners, runtimes, admin port.
#[cfg(unix)]
const RESERVED_FILES: u64 = 32;

/// Raises the limit on open files as far as possible, and returns how many connections fit below it, at most `wanted`.
#[cfg(unix)]
#[must_use]
pub fn connections_within_file_limit(wanted: usize) -> usize {
    let files =
        rlimit::increase_nofile_limit(u64::MAX).or_else(|_| rlimit::Resource::NOFILE.get_soft());
    let fitting = files.map_or(u64::MAX, |files| {
        files.saturating_sub(RESERVED_FILES).max(1)
    });
    wanted.min(usize::try_from(fitting).unwrap_or(usize::MAX))
}

/// Returns `wanted`: this system has no limit on open files.
#[cfg(not(unix))]
#[must_use]
pub fn connections_within_file_limit(wanted: usize) -> usize {
    wanted
}
