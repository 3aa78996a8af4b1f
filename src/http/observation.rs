//! What is recorded about requests in addition to metrics.

/// What is recorded about requests in addition to metrics. By default it is nothing.
#[derive(Clone, Debug, Default)]
pub struct Observation {
    /// Whether a line is logged for every request.
    pub access_log: bool,
}
