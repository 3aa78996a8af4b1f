//! The metrics of spans.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

use super::labels::DroppedSpanLabels;

/// Counts the spans that are sent to a collector, and those that are not.
#[derive(Clone, Debug)]
pub struct SpanMetrics {
    /// The spans that the collector has accepted.
    pub exported: Counter,
    /// The spans for which the queue had no room.
    pub dropped_by_queue: Counter,
    /// The spans that could not be sent, or that the collector has rejected.
    pub dropped_by_export: Counter,
    dropped: Family<DroppedSpanLabels, Counter>,
}

impl Default for SpanMetrics {
    fn default() -> SpanMetrics {
        let dropped = Family::<DroppedSpanLabels, Counter>::default();
        let counter =
            |reason| Counter::clone(&dropped.get_or_create(&DroppedSpanLabels { reason }));
        SpanMetrics {
            exported: Counter::default(),
            dropped_by_queue: counter("queue_full"),
            dropped_by_export: counter("export_failed"),
            dropped,
        }
    }
}

impl SpanMetrics {
    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register(
            "sudoku_spans_exported",
            "Spans that the collector accepted",
            self.exported.clone(),
        );
        registry.register(
            "sudoku_spans_dropped",
            "Spans that were not exported, by reason",
            self.dropped.clone(),
        );
    }
}
