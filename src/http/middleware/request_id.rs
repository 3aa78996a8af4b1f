//! The request id, in the response and in the log.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// The header of the id in requests and responses.
pub(super) const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The maximum length of an id that is accepted from a client.
const MAX_ID_BYTES: usize = 128;

/// Returns the id sent by the client if it is safe to log verbatim, otherwise a new one.
pub(super) fn get_or_generate(headers: &HeaderMap) -> HeaderValue {
    let is_safe = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:+/=".contains(byte);
    match headers.get(HEADER) {
        Some(id) if (1..=MAX_ID_BYTES).contains(&id.len()) && id.as_bytes().iter().all(is_safe) => {
            id.clone()
        }
        _ => generate(),
    }
}

/// Returns a unique id: 128 random bits.
fn generate() -> HeaderValue {
    let bits = fastrand::u128(..).to_be_bytes();
    let digits = bits
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 0xf])
        .map(|digit| b"0123456789abcdef"[usize::from(digit)]);
    let id: Bytes = digits.collect();
    HeaderValue::from_maybe_shared(id).expect("hexadecimal digits are valid in a header")
}
