//! The span that caused a request.

use opentelemetry::{SpanId, TraceId};

/// The span of the client that caused a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parent {
    /// The trace.
    pub trace_id: TraceId,
    /// The span of the client.
    pub span_id: SpanId,
    /// Whether the client has sampled it.
    pub is_sampled: bool,
}
