//! A span: the part of a trace that is spent on one request, or on a part of it.

use std::borrow::Cow;
use std::str::FromStr;
use std::sync::Arc;
use std::time::SystemTime;

use opentelemetry::trace::{SpanContext, SpanKind, Status, TraceFlags, TraceState};
use opentelemetry::{InstrumentationScope, KeyValue, SpanId, TraceId};
use opentelemetry_sdk::trace::{SpanData, SpanEvents, SpanLinks};

use super::parent::Parent;
use super::span_queue::SpanQueue;

/// Where spans go when they end.
#[derive(Debug)]
pub(super) struct SpanSink {
    pub(super) queue: Arc<SpanQueue>,
    pub(super) scope: InstrumentationScope,
}

/// A sampled span that has not ended. It is sent when it [ends](Span::end), and not at all if it is dropped.
#[derive(Clone, Debug)]
pub struct Span {
    sink: Arc<SpanSink>,
    context: SpanContext,
    parent_id: SpanId,
    is_parent_remote: bool,
    start: SystemTime,
}

impl Span {
    /// Starts the first span of this service in a trace.
    pub(super) fn start(sink: Arc<SpanSink>, trace_id: TraceId, parent: Option<&Parent>) -> Span {
        Span {
            sink,
            context: context(trace_id, TraceState::NONE),
            parent_id: parent.map_or(SpanId::INVALID, |parent| parent.span_id),
            is_parent_remote: parent.is_some(),
            start: SystemTime::now(),
        }
    }

    /// Sets the state of the trace from a `tracestate` header; an invalid one is ignored.
    pub fn set_trace_state(&mut self, header: &str) {
        if let Ok(state) = TraceState::from_str(header) {
            self.context = SpanContext::new(
                self.context.trace_id(),
                self.context.span_id(),
                TraceFlags::SAMPLED,
                false,
                state,
            );
        }
    }

    /// The id of the trace, as 32 hexadecimal digits.
    #[must_use]
    pub fn trace_id(&self) -> String {
        self.context.trace_id().to_string()
    }

    /// Starts a span for a part of the work.
    #[must_use]
    pub fn child(&self) -> Span {
        Span {
            sink: Arc::clone(&self.sink),
            context: context(self.context.trace_id(), self.context.trace_state().clone()),
            parent_id: self.context.span_id(),
            is_parent_remote: false,
            start: SystemTime::now(),
        }
    }

    /// Ends the span, and queues it to be sent. `is_error` says whether the service has failed.
    pub fn end(
        self,
        name: impl Into<Cow<'static, str>>,
        kind: SpanKind,
        attributes: Vec<KeyValue>,
        is_error: bool,
    ) {
        let status = if is_error {
            Status::error("")
        } else {
            Status::Unset
        };
        let SpanSink { queue, scope } = &*self.sink;
        queue.push(SpanData {
            span_context: self.context,
            parent_span_id: self.parent_id,
            parent_span_is_remote: self.is_parent_remote,
            span_kind: kind,
            name: name.into(),
            start_time: self.start,
            end_time: SystemTime::now(),
            attributes,
            dropped_attributes_count: 0,
            events: SpanEvents::default(),
            links: SpanLinks::default(),
            status,
            instrumentation_scope: scope.clone(),
        });
    }
}

/// The context of a new span.
fn context(trace_id: TraceId, state: TraceState) -> SpanContext {
    let span_id = SpanId::from(fastrand::u64(1..));
    SpanContext::new(trace_id, span_id, TraceFlags::SAMPLED, false, state)
}
