//! Metrics in the Prometheus text format.
//!
//! Names follow the OpenTelemetry conventions for HTTP servers where these apply. Every label has a small, fixed set of
//! values: clients cannot add series.

mod budgets;
mod gauge_guard;
mod labels;
#[cfg(target_os = "linux")]
mod process;
mod spans;

use std::time::Duration;

use prometheus_client::encoding::prometheus_text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use self::budgets::Budgets;
use self::labels::{
    BoardLabels, HOT_PATH, ParseErrorLabels, RejectionLabels, RequestLabels, SearchLabels,
};
#[cfg(target_os = "linux")]
use self::process::Process;

pub use self::budgets::Budget;
pub use self::gauge_guard::GaugeGuard;
pub use self::spans::SpanMetrics;

/// The upper bounds of the buckets in seconds: those that OpenTelemetry recommends, and finer ones below, since most
/// responses are faster than its first bucket.
const DURATION_BUCKETS: [f64; 17] = [
    0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0,
    7.5, 10.0,
];

/// The metrics of a process.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    request_duration: Family<RequestLabels, Histogram, fn() -> Histogram>,
    active_requests: Gauge,
    /// The histogram of [`HOT_PATH`] in `request_duration`, to save the lookup.
    hot_path_duration: Histogram,
    rejections: Family<RejectionLabels, Counter>,
    boards: Family<BoardLabels, Counter>,
    /// The counters in `boards`, to save the lookup: by `valid`, then by `complete`.
    boards_by_result: [[Counter; 2]; 2],
    search_duration: Family<SearchLabels, Histogram, fn() -> Histogram>,
    cache_hits: Counter,
    cache_misses: Counter,
    cache_bytes: Gauge,
    batches: Gauge,
    rejected_lines: Counter,
    panics: Counter,
    connections: Gauge,
    accepted: Counter,
    accept_failures: Counter,
    timeouts: Counter,
    suppressed_log_lines: Counter,
    dropped_log_lines: Counter,
    displaced: Counter,
    parse_errors: Family<ParseErrorLabels, Counter>,
    spans: SpanMetrics,
    ready: Gauge,
    budgets: Budgets,
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics::new()
    }
}

impl Metrics {
    /// Returns metrics with all counts at zero.
    #[must_use]
    pub fn new() -> Metrics {
        let request_duration: Family<_, _, fn() -> _> =
            Family::new_with_constructor(|| Histogram::new(DURATION_BUCKETS));
        let hot_path_duration = request_duration.get_or_create(&HOT_PATH).clone();
        let boards = Family::default();
        let counter = |valid, complete| {
            Counter::clone(&boards.get_or_create(&BoardLabels { valid, complete }))
        };
        let metrics = Metrics {
            registry: Registry::default(),
            hot_path_duration,
            request_duration,
            active_requests: Gauge::default(),
            rejections: Family::default(),
            boards_by_result: [false, true]
                .map(|valid| [false, true].map(|complete| counter(valid, complete))),
            boards,
            search_duration: Family::new_with_constructor(|| Histogram::new(DURATION_BUCKETS)),
            cache_hits: Counter::default(),
            cache_misses: Counter::default(),
            cache_bytes: Gauge::default(),
            batches: Gauge::default(),
            rejected_lines: Counter::default(),
            panics: Counter::default(),
            connections: Gauge::default(),
            accepted: Counter::default(),
            accept_failures: Counter::default(),
            timeouts: Counter::default(),
            suppressed_log_lines: Counter::default(),
            dropped_log_lines: Counter::default(),
            displaced: Counter::default(),
            parse_errors: Family::default(),
            spans: SpanMetrics::default(),
            ready: Gauge::default(),
            budgets: Budgets::default(),
        };
        metrics.registered()
    }

    fn registered(mut self) -> Metrics {
        let registry = &mut self.registry;
        registry.register_with_unit(
            "http_server_request_duration",
            "Duration from the request head to the response head",
            Unit::Seconds,
            self.request_duration.clone(),
        );
        registry.register(
            "http_server_active_requests",
            "Requests in progress",
            self.active_requests.clone(),
        );
        registry.register(
            "sudoku_rejections",
            "Rejected requests by problem type",
            self.rejections.clone(),
        );
        registry.register(
            "sudoku_boards",
            "Validated boards by result",
            self.boards.clone(),
        );
        registry.register_with_unit(
            "sudoku_search_duration",
            "Duration of searches for solutions by board size and result",
            Unit::Seconds,
            self.search_duration.clone(),
        );
        registry.register(
            "sudoku_solution_cache_hits",
            "Puzzles whose solution was in the cache",
            self.cache_hits.clone(),
        );
        registry.register(
            "sudoku_solution_cache_misses",
            "Puzzles whose solution was searched for",
            self.cache_misses.clone(),
        );
        registry.register_with_unit(
            "sudoku_solution_cache",
            "Memory of the solutions in the cache",
            Unit::Bytes,
            self.cache_bytes.clone(),
        );
        registry.register(
            "sudoku_batches",
            "Batches in progress",
            self.batches.clone(),
        );
        registry.register(
            "sudoku_rejected_lines",
            "Rejected lines of batches",
            self.rejected_lines.clone(),
        );
        registry.register(
            "sudoku_panics",
            "Panics while processing requests",
            self.panics.clone(),
        );
        self.register_for_server();
        self
    }

    /// Registers the metrics of connections, the log, the process and the build.
    fn register_for_server(&mut self) {
        let registry = &mut self.registry;
        registry.register(
            "sudoku_connections",
            "Open connections",
            self.connections.clone(),
        );
        registry.register(
            "sudoku_connections_accepted",
            "Accepted connections",
            self.accepted.clone(),
        );
        registry.register(
            "sudoku_accept_failures",
            "Failures to accept a connection",
            self.accept_failures.clone(),
        );
        registry.register(
            "sudoku_connection_timeouts",
            "Connections closed because the client timed out",
            self.timeouts.clone(),
        );
        registry.register(
            "sudoku_log_lines_suppressed",
            "Log lines suppressed beyond the maximum rate",
            self.suppressed_log_lines.clone(),
        );
        registry.register(
            "sudoku_log_lines_dropped",
            "Log lines lost because the log was not read or could not be written",
            self.dropped_log_lines.clone(),
        );
        registry.register(
            "sudoku_connections_displaced",
            "Connections closed while waiting for their client, to make room for a new one",
            self.displaced.clone(),
        );
        registry.register(
            "sudoku_parse_errors",
            "Connections closed because the client sent something other than an HTTP/1.1 request, by reason",
            self.parse_errors.clone(),
        );
        registry.register(
            "sudoku_ready",
            "Whether /readyz returns 200",
            self.ready.clone(),
        );
        self.spans.register(registry);
        registry.register_collector(Box::new(self.budgets.clone()));
        #[cfg(target_os = "linux")]
        registry.register_collector(Box::new(Process::new()));
        registry.register(
            "sudoku_build",
            "Version of the service",
            Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]),
        );
    }

    /// Counts a request as active until the guard is dropped.
    #[must_use]
    pub fn request_started(&self) -> GaugeGuard {
        GaugeGuard::new(&self.active_requests)
    }

    /// Records the response to a request.
    pub fn request_finished(
        &self,
        method: &'static str,
        route: &'static str,
        status: u16,
        duration: Duration,
    ) {
        let labels = RequestLabels {
            http_request_method: method,
            http_route: route,
            http_response_status_code: status,
        };
        let seconds = duration.as_secs_f64();
        if labels == HOT_PATH {
            self.hot_path_duration.observe(seconds);
        } else {
            self.request_duration
                .get_or_create(&labels)
                .observe(seconds);
        }
    }

    /// Counts a request that was rejected with this problem type.
    pub fn request_rejected(&self, r#type: &'static str) {
        self.rejections
            .get_or_create(&RejectionLabels { r#type })
            .inc();
    }

    /// Counts a board that was validated.
    pub fn board_validated(&self, valid: bool, complete: bool) {
        self.boards_by_result[usize::from(valid)][usize::from(complete)].inc();
    }

    /// Records a search for the solutions of a board.
    pub fn board_searched(&self, size: usize, solutions: &'static str, duration: Duration) {
        let labels = SearchLabels {
            size: u64::try_from(size).unwrap_or(u64::MAX),
            solutions,
        };
        self.search_duration
            .get_or_create(&labels)
            .observe(duration.as_secs_f64());
    }

    /// Counts a puzzle whose solution was looked up in the cache.
    pub fn solution_looked_up(&self, is_known: bool) {
        if is_known {
            self.cache_hits.inc();
        } else {
            self.cache_misses.inc();
        }
    }

    /// Records how many bytes the solutions in the cache take.
    pub fn solutions_cached(&self, bytes: usize) {
        self.cache_bytes
            .set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    /// Counts a batch as in progress until the guard is dropped.
    #[must_use]
    pub fn batch_started(&self) -> GaugeGuard {
        GaugeGuard::new(&self.batches)
    }

    /// Counts a line of a batch that was rejected.
    pub fn line_rejected(&self) {
        self.rejected_lines.inc();
    }

    /// Counts a panic in a handler.
    pub fn handler_panicked(&self) {
        self.panics.inc();
    }

    /// Counts an accepted connection, which is open until the guard is dropped.
    #[must_use]
    pub fn connection_accepted(&self) -> GaugeGuard {
        self.accepted.inc();
        GaugeGuard::new(&self.connections)
    }

    /// Counts a failure to accept a connection.
    pub fn accept_failed(&self) {
        self.accept_failures.inc();
    }

    /// Counts a connection that is closed because the client timed out.
    pub fn connection_timed_out(&self) {
        self.timeouts.inc();
    }

    /// Counts a connection that is closed to make room for a new one.
    pub fn connection_displaced(&self) {
        self.displaced.inc();
    }

    /// Counts a request that could not be parsed as HTTP.
    pub fn parse_failed(&self, reason: &'static str) {
        self.parse_errors
            .get_or_create(&ParseErrorLabels { reason })
            .inc();
    }

    /// Returns the counter of log lines that are suppressed because there are too many.
    #[must_use]
    pub fn suppressed_log_lines(&self) -> Counter {
        self.suppressed_log_lines.clone()
    }

    /// Returns the counter of log lines that are lost.
    #[must_use]
    pub fn dropped_log_lines(&self) -> Counter {
        self.dropped_log_lines.clone()
    }

    /// Returns the metrics of spans.
    #[must_use]
    pub fn spans(&self) -> SpanMetrics {
        self.spans.clone()
    }

    /// Records whether load balancers may send requests to this process.
    pub fn set_ready(&self, is_ready: bool) {
        self.ready.set(i64::from(is_ready));
    }

    /// Adds budgets, which are read whenever the metrics are rendered.
    pub fn observe_budgets(&self, source: impl Fn() -> Vec<Budget> + Send + Sync + 'static) {
        self.budgets.add_source(source);
    }

    /// Renders all metrics. Returns the media type and the text.
    #[must_use]
    #[expect(
        clippy::missing_panics_doc,
        reason = "writing to a string does not fail"
    )]
    pub fn render(&self) -> (&'static str, String) {
        let mut text = String::new();
        prometheus_text::encode(&mut text, &self.registry)
            .expect("writing to a string does not fail");
        (prometheus_text::CONTENT_TYPE, text)
    }
}
