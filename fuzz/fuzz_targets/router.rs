//! Any request: whatever is asked, the service must not fail, and its refusals must be what the contract says.
//!
//! The input is written as HTTP/1 has it: a line with the method and the target, lines with headers, an empty line, the
//! body. What HTTP cannot carry is left out.
#![no_main]

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Request, StatusCode, Uri};
use libfuzzer_sys::{Corpus, fuzz_target};

/// Whether the contract has the service take this id over from a request.
fn is_taken_over(id: &HeaderValue) -> bool {
    (1..=128).contains(&id.len())
        && id
            .as_bytes()
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_.:+/=-".contains(byte))
}

/// The request that the input describes, if its first line is one.
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
    let place = line.iter().position(|byte| *byte == separator)?;
    Some((&line[..place], &line[place + 1..]))
}

fuzz_target!(|input: &[u8]| -> Corpus {
    let Some(request) = request(input) else {
        return Corpus::Reject;
    };
    let (path, id) = (
        request.uri().path().to_owned(),
        request.headers().get("x-request-id").cloned(),
    );
    let reply = sudoku_validator_fuzz::ask(request);

    let answered = &reply.headers["x-request-id"];
    match id.filter(is_taken_over) {
        Some(id) => assert_eq!(answered, id),
        None => assert!(is_taken_over(answered), "{answered:?}"),
    }
    // What is known to be there is never said to be missing.
    if [
        "/validate",
        "/validate/batch",
        "/solve",
        "/health",
        "/openapi.yaml",
        "/problems/not-json",
    ]
    .contains(&path.as_str())
    {
        assert_ne!(reply.status, StatusCode::NOT_FOUND);
    }
    Corpus::Keep
});
