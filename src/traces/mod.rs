//! Traces: sampled requests as spans, which a background thread sends to an OpenTelemetry collector.
//!
//! Whether a request is sampled is decided first, so that all others cost no more than that decision. Spans never contain
//! any part of a board.

mod parent;
mod sampler;
mod settings;
mod span;
mod span_queue;

use std::sync::Arc;
use std::time::Duration;
use std::{env, io, thread};

use futures_executor::block_on;
use opentelemetry::InstrumentationScope;
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::resource::{EnvResourceDetector, TelemetryResourceDetector};
use opentelemetry_sdk::trace::SpanExporter as _;
use tracing::{info, warn};

use self::sampler::Sampler;
use self::settings::TraceSettings;
use self::span::SpanSink;
use self::span_queue::SpanQueue;
use crate::metrics::{Metrics, SpanMetrics};

pub use self::parent::Parent;
pub use self::span::Span;
pub use opentelemetry::trace::SpanKind;
pub use opentelemetry::{KeyValue, SpanId, TraceId};

/// Starts spans, and has them sent when they end.
///
/// Clones share the same queue.
#[derive(Clone, Debug)]
pub struct Tracer {
    sampler: Sampler,
    sink: Arc<SpanSink>,
}

impl Tracer {
    /// Starts to export spans as configured by the standard environment variables of OpenTelemetry. Returns `None` if they
    /// do not name a collector, or disable traces.
    ///
    /// As the OpenTelemetry specification requires, an invalid variable is reported in the log, and does not prevent the
    /// service from starting.
    ///
    /// # Errors
    ///
    /// If a thread cannot be started.
    pub fn from_env(metrics: &Metrics) -> io::Result<Option<Tracer>> {
        let (settings, warnings) = settings::read(|name| env::var(name).ok());
        for warning in warnings {
            warn!(reason = warning, "setting of traces ignored");
        }
        let Some(settings) = settings else {
            return Ok(None);
        };
        // It reads the variables of the endpoint, the headers, the timeout and the compression itself.
        let exporter = SpanExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpBinary)
            .build();
        let mut exporter = match exporter {
            Ok(exporter) => exporter,
            Err(error) => {
                warn!(%error, "traces are off");
                return Ok(None);
            }
        };
        exporter.set_resource(&resource());
        let tracer = Tracer::new(&settings, metrics.spans());
        let queue = Arc::clone(&tracer.sink.queue);
        let observed = Arc::clone(&queue);
        metrics.observe_budgets(move || vec![observed.budget("span_queue")]);
        thread::Builder::new()
            .name("span-exporter".to_owned())
            .spawn(move || queue.export_all(|spans| block_on(exporter.export(spans))))?;
        let TraceSettings { endpoint, .. } = settings;
        info!(endpoint, sampler = %tracer.sampler, "sending traces");
        Ok(Some(tracer))
    }

    fn new(settings: &TraceSettings, metrics: SpanMetrics) -> Tracer {
        let scope = InstrumentationScope::builder(env!("CARGO_PKG_NAME"))
            .with_version(env!("CARGO_PKG_VERSION"));
        Tracer {
            sampler: settings.sampler,
            sink: Arc::new(SpanSink {
                queue: Arc::new(SpanQueue::new(settings.batches, metrics)),
                scope: scope.build(),
            }),
        }
    }

    /// Starts the span of a request, unless it is not sampled.
    #[must_use]
    pub fn start(&self, parent: Option<&Parent>) -> Option<Span> {
        let trace_id = parent.map_or_else(
            || TraceId::from(fastrand::u128(1..)),
            |parent| parent.trace_id,
        );
        let is_sampled = self.sampler.is_sampled(trace_id, parent);
        is_sampled.then(|| Span::start(Arc::clone(&self.sink), trace_id, parent))
    }

    /// Waits until all ended spans are sent. Gives up after `timeout`: they are lost with the process.
    pub fn flush(&self, timeout: Duration) {
        let unsent = self.sink.queue.flush(timeout);
        if unsent > 0 {
            warn!(spans = unsent, "spans were not sent before the end");
        }
    }
}

/// What the spans are about: this service in this version, unless the variables say otherwise.
fn resource() -> Resource {
    let resource = Resource::builder_empty()
        .with_attributes([
            KeyValue::new("service.name", env!("CARGO_PKG_NAME")),
            KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
        ])
        .with_detectors(&[
            Box::new(TelemetryResourceDetector),
            Box::new(EnvResourceDetector::new()),
        ]);
    match env::var("OTEL_SERVICE_NAME") {
        Ok(name) if !name.is_empty() => resource.with_service_name(name).build(),
        _ => resource.build(),
    }
}

/// A tracer for tests that samples everything, and the queue with the spans that have ended.
#[cfg(test)]
pub(crate) fn recording() -> (Tracer, impl Fn() -> Vec<opentelemetry_sdk::trace::SpanData>) {
    let (settings, _) =
        settings::read(|name| (name == "OTEL_EXPORTER_OTLP_ENDPOINT").then(|| "http://c".into()));
    let tracer = Tracer::new(
        &settings.expect("there is an endpoint"),
        SpanMetrics::default(),
    );
    let queue = Arc::clone(&tracer.sink.queue);
    (tracer, move || queue.ended())
}
