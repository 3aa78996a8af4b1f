//! What is recorded about requests in addition to metrics.

use crate::traces::Tracer;

/// What is recorded about requests in addition to metrics. By default it is nothing.
#[derive(Clone, Debug, Default)]
pub struct Observation {
    /// Whether a line is logged for every request.
    pub access_log: bool,
    /// Starts the spans of sampled requests, if there is a collector for them.
    pub tracer: Option<Tracer>,
}
