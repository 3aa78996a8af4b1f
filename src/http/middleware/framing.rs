//! Checks of HTTP/1.1 requests that hyper leaves to the application: exactly one host, and an unambiguous body length.

use axum::extract::Request;
use axum::http::header::{HOST, TRANSFER_ENCODING};
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Version};

use crate::http::response::problem::{Problem, ProblemKind};

/// Rejects a request that a proxy could interpret differently.
pub(super) fn check(request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let mut hosts = headers.get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) if is_host(host) => {}
        (None, None) if request.version() < Version::HTTP_11 => {}
        (Some(_), None) => return Err(bad_request("The 'Host' header is not a valid host.")),
        _ => return Err(bad_request("Send exactly one 'Host' header.")),
    }
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    match (codings.next(), codings.next()) {
        (None, _) => Ok(()),
        (Some(coding), None) if coding.as_bytes().eq_ignore_ascii_case(b"chunked") => Ok(()),
        _ => Err(bad_request(
            "The only accepted 'Transfer-Encoding' is a single 'chunked'.",
        )),
    }
}

fn bad_request(detail: &str) -> Problem {
    Problem::new(ProblemKind::BadRequest, detail)
}

/// Returns whether this is a common form of host: a name or an IPv4 address, with or without a port.
fn is_plain_host(host: &[u8]) -> bool {
    let end = host
        .iter()
        .position(|byte| *byte == b':')
        .unwrap_or(host.len());
    let (name, port) = host.split_at(end);
    let is_name = name
        .iter()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'));
    is_name
        && match port {
            [] => true,
            // Five digits that start with 5 or less are below 65536.
            [_, digits @ ..] => {
                let is_low = digits.len() < 5 || (digits.len() == 5 && digits[0] < b'6');
                is_low && digits.iter().all(u8::is_ascii_digit)
            }
        }
}

/// Returns whether this is a host with or without a port. It may be empty, as for a request target without a host.
fn is_host(value: &HeaderValue) -> bool {
    if is_plain_host(value.as_bytes()) {
        return true;
    }
    let Ok(authority) = Authority::try_from(value.as_bytes()) else {
        return false;
    };
    let text = authority.as_str();
    let after_host = &text[authority.host().len().min(text.len())..];
    !text.contains('@')
        && (after_host.is_empty() || after_host == ":" || authority.port_u16().is_some())
}
