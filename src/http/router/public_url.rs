//! The address under which a client reached the service.

use axum::extract::Request;
use axum::http::header::HOST;
use axum::http::{HeaderMap, HeaderName};

/// The headers in which proxies pass on what they change.
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const FORWARDED_PREFIX: HeaderName = HeaderName::from_static("x-forwarded-prefix");

/// Returns the address as the client wrote it, without a slash at the end; `None` if the request has no plain host.
///
/// The address is only as good as the headers, so it is for examples in messages. It is safe to paste into a shell.
pub(super) fn base_url(request: &Request) -> Option<String> {
    let headers = request.headers();
    let host = plain_value(headers, &HOST).filter(|host| !host.is_empty())?;
    let scheme = match plain_value(headers, &FORWARDED_PROTO) {
        Some("https") => "https",
        _ => "http",
    };
    let prefix = plain_value(headers, &FORWARDED_PREFIX)
        .filter(|prefix| prefix.starts_with('/'))
        .unwrap_or_default();
    Some(format!("{scheme}://{host}{}", prefix.trim_end_matches('/')))
}

/// Returns the value of a header if it is short and has no characters that a shell interprets.
fn plain_value<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    const MAX_BYTES: usize = 100;

    let value = headers.get(name)?.to_str().ok()?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:/".contains(&byte);
    (value.len() <= MAX_BYTES && value.bytes().all(is_plain)).then_some(value)
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn url(headers: &[(&str, &str)]) -> Option<String> {
        let mut request = Request::get("/validate");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        base_url(&request.body(Body::empty()).unwrap())
    }

    #[test]
    fn the_address_is_that_of_the_client_if_it_is_plain() {
        let host = ("host", "a.example:8080");
        let (proto, prefix) = ("x-forwarded-proto", "x-forwarded-prefix");
        for (headers, expected) in [
            (&[host][..], Some("http://a.example:8080")),
            (&[host, (proto, "https")], Some("https://a.example:8080")),
            (&[host, (proto, "gopher")], Some("http://a.example:8080")),
            (
                &[host, (prefix, "/a/b/")],
                Some("http://a.example:8080/a/b"),
            ),
            (&[host, (prefix, "a")], Some("http://a.example:8080")),
            (
                &[host, (prefix, "/$(reboot)")],
                Some("http://a.example:8080"),
            ),
            (&[("host", "a;reboot")], None),
            (&[("host", "")], None),
            (&[("host", &"a".repeat(101))], None),
            (&[], None),
        ] {
            assert_eq!(url(headers).as_deref(), expected, "{headers:?}");
        }
    }
}
