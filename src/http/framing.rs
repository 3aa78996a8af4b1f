//! What must be right about any HTTP/1.1 request, and what the HTTP library lets through: one host, and a body whose end
//! everybody on the way agrees on.

use axum::extract::Request;
use axum::http::header::{HOST, TRANSFER_ENCODING};
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Version};

use super::problem::{Problem, ProblemKind};

/// Refuses a request that intermediaries may read differently.
pub(super) fn check(request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let mut hosts = headers.get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) if is_host(host) => {}
        (None, None) if request.version() < Version::HTTP_11 => {}
        (Some(_), None) => return Err(refused("The header 'Host' names no host.")),
        _ => return Err(refused("A request has exactly one header 'Host'.")),
    }
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    match (codings.next(), codings.next()) {
        (None, _) => Ok(()),
        (Some(coding), None) if coding.as_bytes().eq_ignore_ascii_case(b"chunked") => Ok(()),
        _ => Err(refused(
            "The only 'Transfer-Encoding' that is taken is 'chunked', once.",
        )),
    }
}

fn refused(detail: &str) -> Problem {
    Problem::new(ProblemKind::BadRequest, detail)
}

/// Whether this is a host as most are: a name or an IPv4 address, with a port or none.
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
            // Five digits that do not begin with 6 or more are below 65536.
            [_, digits @ ..] => {
                let is_low = digits.len() < 5 || (digits.len() == 5 && digits[0] < b'6');
                is_low && digits.iter().all(u8::is_ascii_digit)
            }
        }
}

/// Whether this is a host with or without a port. It may be empty, as for a target that has no host.
fn is_host(value: &HeaderValue) -> bool {
    if is_plain_host(value.as_bytes()) {
        return true;
    }
    let Ok(authority) = Authority::try_from(value.as_bytes()) else {
        return false;
    };
    let text = authority.as_str();
    let behind_host = &text[authority.host().len().min(text.len())..];
    !text.contains('@')
        && (behind_host.is_empty() || behind_host == ":" || authority.port_u16().is_some())
}
