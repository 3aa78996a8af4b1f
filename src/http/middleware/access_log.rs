//! The access log: one line for each request, with the names of the OpenTelemetry conventions for HTTP.
//!
//! It has the route in place of the path, and no query: either could hold a board.

use std::net::SocketAddr;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use axum::http::header::{CONTENT_LENGTH, USER_AGENT};
use axum::http::{HeaderValue, Version};
use tracing::{Level, event};

use crate::log_target;

/// The maximum number of bytes of a user agent that are logged.
const MAX_USER_AGENT_BYTES: usize = 128;

/// What the line says about the request head.
#[derive(Debug)]
pub(super) struct AccessLine {
    user_agent: Option<String>,
    /// The declared size of the body in bytes.
    body_bytes: Option<u64>,
    /// The other end of the connection: a client, or a proxy.
    client: Option<String>,
    protocol_version: &'static str,
}

/// What the line says about the response, and what all lines about a request have in common.
#[derive(Debug)]
pub(super) struct Outcome<'r> {
    pub(super) method: &'static str,
    /// The route, if there is one at the path of the request.
    pub(super) route: Option<&'static str>,
    pub(super) id: Option<&'r str>,
    pub(super) trace_id: Option<&'r str>,
    pub(super) status: u16,
    pub(super) rejection: Option<&'static str>,
    pub(super) duration: Duration,
}

impl AccessLine {
    pub(super) fn new(request: &Request) -> AccessLine {
        let headers = request.headers();
        let client = request.extensions().get::<ConnectInfo<SocketAddr>>();
        AccessLine {
            user_agent: headers.get(USER_AGENT).and_then(shortened),
            body_bytes: headers
                .get(CONTENT_LENGTH)
                .and_then(|length| length.to_str().ok()?.parse().ok()),
            client: client.map(|ConnectInfo(address)| address.ip().to_canonical().to_string()),
            protocol_version: match request.version() {
                Version::HTTP_10 => "1.0",
                _ => "1.1",
            },
        }
    }

    /// Logs the line.
    pub(super) fn log(&self, outcome: &Outcome<'_>) {
        event!(
            target: log_target::ACCESS,
            Level::INFO,
            http.request.method = outcome.method,
            http.route = outcome.route,
            http.response.status_code = outcome.status,
            http.server.request.duration = outcome.duration.as_secs_f64(),
            http.request.body.size = self.body_bytes,
            network.protocol.version = self.protocol_version,
            client.address = self.client.as_deref(),
            user_agent.original = self.user_agent.as_deref(),
            id = outcome.id,
            trace_id = outcome.trace_id,
            rejection = outcome.rejection,
            "request"
        );
    }
}

/// Returns the start of a value, unless it has characters other than visible ASCII ones.
fn shortened(value: &HeaderValue) -> Option<String> {
    let text = value.to_str().ok()?;
    Some(text[..text.len().min(MAX_USER_AGENT_BYTES)].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_user_agent_is_shortened() {
        let long = "a".repeat(MAX_USER_AGENT_BYTES + 1);
        for (value, expected) in [
            ("curl/8.5.0", Some("curl/8.5.0")),
            ("", Some("")),
            (&long, Some(&long[1..])),
            ("caf\u{e9}", None),
        ] {
            let value = HeaderValue::from_bytes(value.as_bytes()).unwrap();
            assert_eq!(shortened(&value).as_deref(), expected);
        }
    }
}
