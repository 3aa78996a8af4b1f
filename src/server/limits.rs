use std::time::Duration;

/// How many clients a server takes at once, and how long it waits for each.
#[derive(Clone, Debug)]
pub struct ConnectionLimits {
    /// The most connections at once. Further clients wait in the queue of the listener.
    pub connections: usize,
    /// How long a new connection may be silent.
    pub first_byte_timeout: Duration,
    /// How long a request may take from its first byte to the end of its header.
    pub header_timeout: Duration,
    /// How long a connection may be silent between two requests.
    pub idle_timeout: Duration,
    /// How long a client may leave an answer unread before it is given up.
    pub write_timeout: Duration,
    /// How a server stops.
    pub shutdown: ShutdownLimits,
}

/// How long each step of a stop takes at the most.
#[derive(Clone, Debug)]
pub struct ShutdownLimits {
    /// How long to go on taking connections, so that balancers learn that the server is to be left out.
    pub delay: Duration,
    /// How long connections are kept after the last was taken, for requests that are on their way.
    pub settle: Duration,
    /// How long all that comes after the delay may take; then the connections that are left are ended.
    pub deadline: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits {
            connections: 16_384,
            first_byte_timeout: Duration::from_secs(5),
            header_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(10),
            write_timeout: Duration::from_secs(10),
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

/// The most header fields of a request.
pub(super) const HEADER_FIELDS: usize = 64;

/// The most bytes of a request's line and header.
pub(super) const HEADER_BYTES: usize = 16 * 1024;

/// How many files a process needs for all but its connections: its log, its listeners, its runtimes, its admin port.
#[cfg(unix)]
const FILE_RESERVE: u64 = 32;

/// Raises the limit on open files as far as it goes, and gives the connections that fit below it, at most `wanted`.
#[cfg(unix)]
#[must_use]
pub fn connections_within_file_limit(wanted: usize) -> usize {
    let files =
        rlimit::increase_nofile_limit(u64::MAX).or_else(|_| rlimit::Resource::NOFILE.get_soft());
    let fitting = files.map_or(u64::MAX, |files| files.saturating_sub(FILE_RESERVE).max(1));
    wanted.min(usize::try_from(fitting).unwrap_or(usize::MAX))
}

/// Gives `wanted`: this system has no limit on open files.
#[cfg(not(unix))]
#[must_use]
pub fn connections_within_file_limit(wanted: usize) -> usize {
    wanted
}
