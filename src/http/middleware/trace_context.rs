//! The trace that a request belongs to (W3C Trace Context).

use axum::http::{HeaderMap, HeaderName, HeaderValue};

use crate::traces::{Parent, SpanId, TraceId};

/// The header of the trace.
const HEADER: HeaderName = HeaderName::from_static("traceparent");

/// The header of the state that the services in a trace pass on to each other.
const STATE_HEADER: HeaderName = HeaderName::from_static("tracestate");

/// The maximum size of the state in bytes: the least that the specification asks services to pass on.
const MAX_STATE_BYTES: usize = 512;

/// A valid `traceparent`.
struct TraceParent<'h> {
    trace_id: &'h str,
    parent_id: &'h str,
    flags: &'h str,
}

/// Returns the trace id, 32 hexadecimal digits; `None` if the header is missing or malformed.
pub(super) fn trace_id(headers: &HeaderMap) -> Option<&str> {
    Some(TraceParent::from_headers(headers)?.trace_id)
}

/// Returns the span that caused a request; `None` if the header is missing or malformed.
pub(super) fn parent(headers: &HeaderMap) -> Option<Parent> {
    let parent = TraceParent::from_headers(headers)?;
    Some(Parent {
        trace_id: TraceId::from_hex(parent.trace_id).ok()?,
        span_id: SpanId::from_hex(parent.parent_id).ok()?,
        is_sampled: u8::from_str_radix(parent.flags, 16).ok()? & 1 == 1,
    })
}

/// Returns the state of the trace, which may be spread over several headers; `None` if it is missing or too large.
pub(super) fn state(headers: &HeaderMap) -> Option<String> {
    let values = headers.get_all(STATE_HEADER).iter();
    let values: Result<Vec<&str>, _> = values.map(HeaderValue::to_str).collect();
    Some(values.ok()?.join(",")).filter(|state| (1..=MAX_STATE_BYTES).contains(&state.len()))
}

impl TraceParent<'_> {
    fn from_headers(headers: &HeaderMap) -> Option<TraceParent<'_>> {
        let mut values = headers.get_all(HEADER).iter();
        let (Some(value), None) = (values.next(), values.next()) else {
            return None;
        };
        let mut parts = value.to_str().ok()?.split('-');
        let (version, trace_id, parent_id, flags) =
            (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        // Version 00 has four parts. Later versions may append more.
        let is_known = version != "ff" && (version != "00" || parts.next().is_none());
        let is_valid =
            is_hex(version, 2) && is_id(trace_id, 32) && is_id(parent_id, 16) && is_hex(flags, 2);
        (is_known && is_valid).then_some(TraceParent {
            trace_id,
            parent_id,
            flags,
        })
    }
}

fn is_hex(text: &str, length: usize) -> bool {
    text.len() == length
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Returns whether this is an id. All zeros are invalid.
fn is_id(text: &str, length: usize) -> bool {
    is_hex(text, length) && text.bytes().any(|byte| byte != b'0')
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

    fn headers(name: &str, values: &[&str]) -> HeaderMap {
        let headers = values
            .iter()
            .map(|value| (name.parse().unwrap(), value.parse().unwrap()));
        headers.collect()
    }

    fn read(values: &[&str]) -> Option<String> {
        trace_id(&headers("traceparent", values)).map(str::to_owned)
    }

    #[test]
    fn a_parent_has_its_ids_and_whether_it_is_sampled() {
        for (flags, is_sampled) in [("00", false), ("01", true), ("02", false), ("03", true)] {
            let header = format!("00-{TRACE}-00f067aa0ba902b7-{flags}");
            let expected = Parent {
                trace_id: TraceId::from_hex(TRACE).unwrap(),
                span_id: SpanId::from_hex("00f067aa0ba902b7").unwrap(),
                is_sampled,
            };
            assert_eq!(parent(&headers("traceparent", &[&header])), Some(expected));
        }
    }

    #[test]
    fn the_state_may_be_spread_over_several_headers_but_must_not_be_large() {
        let large = "a".repeat(MAX_STATE_BYTES + 1);
        for (values, expected) in [
            (&["a=1", "b=2,c=3"][..], Some("a=1,b=2,c=3")),
            (&["a=1"], Some("a=1")),
            (&[&large[1..]], Some(&large[1..])),
            (&[&large], None),
            (&["a=1", &large[4..]], None),
            (&[""], None),
            (&[], None),
        ] {
            let state = state(&headers("tracestate", values));
            assert_eq!(state.as_deref(), expected);
        }
    }

    #[test]
    fn a_trace_id_is_parsed() {
        assert_eq!(
            read(&[&format!("00-{TRACE}-00f067aa0ba902b7-01")]).as_deref(),
            Some(TRACE)
        );
        assert_eq!(
            read(&[&format!("01-{TRACE}-00f067aa0ba902b7-01-later")]).as_deref(),
            Some(TRACE)
        );
    }

    #[test]
    fn a_malformed_header_is_ignored() {
        for value in [
            "",
            TRACE,
            &format!("00-{TRACE}-00f067aa0ba902b7"),
            &format!("00-{TRACE}-00f067aa0ba902b7-01-more"),
            &format!("ff-{TRACE}-00f067aa0ba902b7-01"),
            &format!("00-{}-00f067aa0ba902b7-01", TRACE.to_uppercase()),
            &format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)),
            &format!("00-{TRACE}-0000000000000000-01"),
        ] {
            assert_eq!(read(&[value]), None, "{value}");
        }
        let twice = format!("00-{TRACE}-00f067aa0ba902b7-01");
        assert_eq!(read(&[&twice, &twice]), None);
    }
}
