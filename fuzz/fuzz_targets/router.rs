//! Sends arbitrary requests: the service must never fail, and every error must be a documented problem.
//!
//! The input is laid out like HTTP/1: a line with method and target, header lines, an empty line, the body. Headers
//! that are not valid in HTTP are skipped.
#![no_main]

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Request, StatusCode, Uri};
use libfuzzer_sys::{Corpus, fuzz_target};
use sudoku_validator::http;

/// Returns whether a request id sent by a client must be kept unchanged.
fn is_acceptable_id(id: &HeaderValue) -> bool {
    (1..=128).contains(&id.len())
        && id
            .as_bytes()
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_.:+/=-".contains(byte))
}

/// Returns the request that the input describes, or `None` if its first line is malformed.
fn request(input: &[u8]) -> Option<Request<Body>> {
    let end = input
        .windows(2)
        .position(|pair| pair == b"\n\n")
        .unwrap_or(input.len());
    let (head, body) = (&input[..end], input.get(end + 2..).unwrap_or_default());
    let mut lines = head.split(|byte| *byte == b'\n');
    let (method, target) = split_at(lines.next()?, b' ')?;
    let mut request = Request::builder()
        .method(method)
        .uri(Uri::try_from(target).ok()?);
    for (name, value) in lines.filter_map(|line| split_at(line, b':')) {
        let (name, value) = (
            HeaderName::from_bytes(name),
            HeaderValue::from_bytes(value.trim_ascii()),
        );
        if let (Ok(name), Ok(value)) = (name, value) {
            request = request.header(name, value);
        }
    }
    request.body(Body::from(body.to_vec())).ok()
}

fn split_at(line: &[u8], separator: u8) -> Option<(&[u8], &[u8])> {
    let index = line.iter().position(|byte| *byte == separator)?;
    Some((&line[..index], &line[index + 1..]))
}

fuzz_target!(|input: &[u8]| -> Corpus {
    let Some(request) = request(input) else {
        return Corpus::Reject;
    };
    let (path, id) = (
        request.uri().path().to_owned(),
        request.headers().get("x-request-id").cloned(),
    );
    let response = sudoku_validator_fuzz::send(request);

    let returned = &response.headers["x-request-id"];
    match id.filter(is_acceptable_id) {
        Some(id) => assert_eq!(returned, id),
        None => assert!(is_acceptable_id(returned), "{returned:?}"),
    }
    // An existing path is never reported as missing.
    let exists = |template: &str| {
        let name = if template.starts_with("/assets/") {
            "style.css"
        } else {
            "not-json"
        };
        template.replace("{name}", name) == path
    };
    if http::endpoints().any(|(template, _)| exists(template)) {
        assert_ne!(response.status, StatusCode::NOT_FOUND);
    }
    Corpus::Keep
});
