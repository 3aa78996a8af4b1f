//! The span of a sampled request, with the names of the OpenTelemetry conventions for HTTP servers.
//!
//! It has the path only where the route determines it, and no query: either could hold a board.

use axum::extract::Request;
use axum::http::header::HOST;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Version};

use super::trace_context;
use crate::traces::{KeyValue, Span, SpanKind, Tracer};

/// The maximum number of bytes of a host that are recorded.
const MAX_HOST_BYTES: usize = 253;

/// The span of a request that has not been responded to, and its attributes so far.
#[derive(Debug)]
pub(super) struct RequestSpan {
    span: Span,
    attributes: Vec<KeyValue>,
}

impl RequestSpan {
    /// Starts the span of a request, unless it is not sampled. Its extensions get the span, as the parent of others.
    pub(super) fn start(tracer: &Tracer, request: &mut Request) -> Option<RequestSpan> {
        let parent = trace_context::parent(request.headers());
        let mut span = tracer.start(parent.as_ref())?;
        if parent.is_some()
            && let Some(state) = trace_context::state(request.headers())
        {
            span.set_trace_state(&state);
        }
        let mut attributes = vec![
            KeyValue::new("url.scheme", "http"),
            KeyValue::new(
                "network.protocol.version",
                match request.version() {
                    Version::HTTP_10 => "1.0",
                    _ => "1.1",
                },
            ),
        ];
        attributes.extend(server(request.headers()));
        request.extensions_mut().insert(span.clone());
        Some(RequestSpan { span, attributes })
    }

    /// The id of the trace, as 32 hexadecimal digits.
    pub(super) fn trace_id(&self) -> String {
        self.span.trace_id()
    }

    /// Ends the span with what is known of the response.
    pub(super) fn end(
        self,
        method: &'static str,
        route: Option<&'static str>,
        status: u16,
        rejection: Option<&'static str>,
    ) {
        let RequestSpan {
            span,
            mut attributes,
        } = self;
        let is_error = status >= 500;
        attributes.push(KeyValue::new("http.request.method", method));
        attributes.push(KeyValue::new(
            "http.response.status_code",
            i64::from(status),
        ));
        if let Some(route) = route {
            attributes.push(KeyValue::new("http.route", route));
            if !route.contains('{') {
                attributes.push(KeyValue::new("url.path", route));
            }
        }
        if let Some(rejection) = rejection {
            attributes.push(KeyValue::new("sudoku.rejection", rejection));
        }
        if is_error {
            attributes.push(KeyValue::new("error.type", status.to_string()));
        }
        let method = if method == "_OTHER" { "HTTP" } else { method };
        let name = match route {
            Some(route) => format!("{method} {route}"),
            None => method.to_owned(),
        };
        span.end(name, SpanKind::Server, attributes, is_error);
    }
}

/// Returns the address and the port that the client sees.
fn server(headers: &HeaderMap) -> Vec<KeyValue> {
    let host = headers.get(HOST);
    let host = host.and_then(|host| Authority::try_from(host.as_bytes()).ok());
    let Some(host) = host.filter(|host| (1..=MAX_HOST_BYTES).contains(&host.host().len())) else {
        return Vec::new();
    };
    let mut attributes = vec![KeyValue::new("server.address", host.host().to_owned())];
    if let Some(port) = host.port_u16() {
        attributes.push(KeyValue::new("server.port", i64::from(port)));
    }
    attributes
}
