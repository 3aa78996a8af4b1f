//! The trace that a request belongs to (W3C Trace Context).

use axum::http::{HeaderMap, HeaderName};

/// The header of the trace.
const HEADER: HeaderName = HeaderName::from_static("traceparent");

/// Returns the trace id, 32 hexadecimal digits; `None` if the header is missing or malformed.
pub(super) fn trace_id(headers: &HeaderMap) -> Option<&str> {
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
    (is_known && is_valid).then_some(trace_id)
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

    fn read(values: &[&str]) -> Option<String> {
        let headers = values
            .iter()
            .map(|value| ("traceparent".parse().unwrap(), value.parse().unwrap()));
        trace_id(&headers.collect()).map(str::to_owned)
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
