//! What is counted and measured, in the text form that Prometheus reads.
//!
//! The names are those of the OpenTelemetry conventions for HTTP servers where there are such, and the values of each
//! label are few: a client cannot make new ones.

use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, prometheus_text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

/// The upper bounds of the buckets in seconds: those that OpenTelemetry advises, and finer ones, as most answers take
/// far less than its first.
const DURATION_BUCKETS: [f64; 17] = [
    0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0,
    7.5, 10.0,
];

/// The counts and measures of a process.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    request_duration: Family<RequestLabels, Histogram, fn() -> Histogram>,
    active_requests: Gauge,
    /// Of most requests, kept at hand.
    usual_duration: Histogram,
    refusals: Family<RefusalLabels, Counter>,
    boards: Family<BoardLabels, Counter>,
    /// The counters of `boards`, kept at hand: by `valid`, then by `complete`.
    judged: [[Counter; 2]; 2],
    search_duration: Family<SearchLabels, Histogram, fn() -> Histogram>,
    batches: Gauge,
    refused_lines: Counter,
    panics: Counter,
    connections: Gauge,
    accepted: Counter,
    accept_failures: Counter,
    timeouts: Counter,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
#[expect(clippy::struct_field_names, reason = "OpenTelemetry names the labels")]
struct RequestLabels {
    http_request_method: &'static str,
    http_route: &'static str,
    http_response_status_code: u16,
}

/// The labels of most requests.
const USUAL: RequestLabels = RequestLabels {
    http_request_method: "POST",
    http_route: "/validate",
    http_response_status_code: 200,
};

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RefusalLabels {
    r#type: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct BoardLabels {
    valid: bool,
    complete: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct SearchLabels {
    size: u64,
    solutions: &'static str,
}

/// Counts up by one for as long as it lives.
#[derive(Debug)]
pub struct Counted(Gauge);

impl Counted {
    fn by(gauge: &Gauge) -> Counted {
        gauge.inc();
        Counted(gauge.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics::new()
    }
}

impl Metrics {
    /// Nothing counted yet.
    #[must_use]
    pub fn new() -> Metrics {
        let request_duration: Family<_, _, fn() -> _> =
            Family::new_with_constructor(|| Histogram::new(DURATION_BUCKETS));
        let usual_duration = request_duration.get_or_create(&USUAL).clone();
        let boards = Family::default();
        let counter = |valid, complete| {
            Counter::clone(&boards.get_or_create(&BoardLabels { valid, complete }))
        };
        let metrics = Metrics {
            registry: Registry::default(),
            usual_duration,
            request_duration,
            active_requests: Gauge::default(),
            refusals: Family::default(),
            judged: [false, true]
                .map(|valid| [false, true].map(|complete| counter(valid, complete))),
            boards,
            search_duration: Family::new_with_constructor(|| Histogram::new(DURATION_BUCKETS)),
            batches: Gauge::default(),
            refused_lines: Counter::default(),
            panics: Counter::default(),
            connections: Gauge::default(),
            accepted: Counter::default(),
            accept_failures: Counter::default(),
            timeouts: Counter::default(),
        };
        metrics.registered()
    }

    fn registered(mut self) -> Metrics {
        let registry = &mut self.registry;
        registry.register_with_unit(
            "http_server_request_duration",
            "How long answers took, from the request's header to the head of the answer",
            Unit::Seconds,
            self.request_duration.clone(),
        );
        registry.register(
            "http_server_active_requests",
            "Requests that are not answered yet",
            self.active_requests.clone(),
        );
        registry.register(
            "sudoku_refusals",
            "Requests that were refused, by the type of the refusal",
            self.refusals.clone(),
        );
        registry.register(
            "sudoku_boards",
            "Boards that were judged, by the answer",
            self.boards.clone(),
        );
        registry.register_with_unit(
            "sudoku_search_duration",
            "How long searches for solutions took, by the size of the board and the answer",
            Unit::Seconds,
            self.search_duration.clone(),
        );
        registry.register(
            "sudoku_batches",
            "Batches that are being judged",
            self.batches.clone(),
        );
        registry.register(
            "sudoku_refused_lines",
            "Lines of batches that are no board",
            self.refused_lines.clone(),
        );
        registry.register(
            "sudoku_panics",
            "Requests that failed by a fault of the service",
            self.panics.clone(),
        );
        registry.register(
            "sudoku_connections",
            "Open connections",
            self.connections.clone(),
        );
        registry.register(
            "sudoku_connections_accepted",
            "Connections taken",
            self.accepted.clone(),
        );
        registry.register(
            "sudoku_accept_failures",
            "Times that a connection could not be taken",
            self.accept_failures.clone(),
        );
        registry.register(
            "sudoku_connection_timeouts",
            "Connections that were given up because the client took too long",
            self.timeouts.clone(),
        );
        registry.register(
            "sudoku_build",
            "What runs here",
            Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]),
        );
        self
    }

    /// A request has come; it is active until the value is dropped.
    #[must_use]
    pub fn request_came(&self) -> Counted {
        Counted::by(&self.active_requests)
    }

    /// A request was answered.
    pub fn request_answered(
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
        if labels == USUAL {
            self.usual_duration.observe(seconds);
        } else {
            self.request_duration
                .get_or_create(&labels)
                .observe(seconds);
        }
    }

    /// A request was refused.
    pub fn refused(&self, r#type: &'static str) {
        self.refusals.get_or_create(&RefusalLabels { r#type }).inc();
    }

    /// A board was judged.
    pub fn judged(&self, valid: bool, complete: bool) {
        self.judged[usize::from(valid)][usize::from(complete)].inc();
    }

    /// The solutions of a board were searched for.
    pub fn searched(&self, size: usize, solutions: &'static str, duration: Duration) {
        let labels = SearchLabels {
            size: u64::try_from(size).unwrap_or(u64::MAX),
            solutions,
        };
        self.search_duration
            .get_or_create(&labels)
            .observe(duration.as_secs_f64());
    }

    /// A batch has begun; it is being judged until the value is dropped.
    #[must_use]
    pub fn batch_came(&self) -> Counted {
        Counted::by(&self.batches)
    }

    /// A line of a batch was refused.
    pub fn line_refused(&self) {
        self.refused_lines.inc();
    }

    /// A handler panicked.
    pub fn panicked(&self) {
        self.panics.inc();
    }

    /// A connection was taken; it is open until the value is dropped.
    #[must_use]
    pub fn connection_taken(&self) -> Counted {
        self.accepted.inc();
        Counted::by(&self.connections)
    }

    /// A connection could not be taken.
    pub fn accept_failed(&self) {
        self.accept_failures.inc();
    }

    /// What counts the connections that are given up because the client takes too long.
    #[must_use]
    pub fn connection_timeouts(&self) -> Counter {
        self.timeouts.clone()
    }

    /// All of it as text, and the media type of that.
    ///
    /// # Panics
    ///
    /// Never: text can be written to a string.
    #[must_use]
    pub fn render(&self) -> (&'static str, String) {
        let mut text = String::new();
        prometheus_text::encode(&mut text, &self.registry).expect("a string takes any text");
        (prometheus_text::CONTENT_TYPE, text)
    }
}
