//! The id that ties a request, its answer and its lines in the log together.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// The header that carries it, both ways.
pub(super) const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The longest id that is taken over from a client.
const LONGEST: usize = 128;

/// The id that the client gave if it can stand in a log as it is; else a new one.
pub(super) fn of(headers: &HeaderMap) -> HeaderValue {
    let sane = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:+/=".contains(byte);
    match headers.get(HEADER) {
        Some(id) if (1..=LONGEST).contains(&id.len()) && id.as_bytes().iter().all(sane) => {
            id.clone()
        }
        _ => new(),
    }
}

/// An id that no other request has: 128 random bits.
fn new() -> HeaderValue {
    let bits = fastrand::u128(..).to_be_bytes();
    let digits = bits
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 0xf])
        .map(|digit| b"0123456789abcdef"[usize::from(digit)]);
    let id: Bytes = digits.collect();
    HeaderValue::from_maybe_shared(id).expect("hexadecimal digits may stand in a header")
}
