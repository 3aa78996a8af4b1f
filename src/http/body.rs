//! From a request to the bytes of its body, if they are declared as JSON and are not too many.

use std::error::Error;

use axum::body::{Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use http_body_util::LengthLimitError;

use super::problem::{Problem, ProblemKind};

/// The most bytes that the body of a request may have. The largest board, with room for blanks, is a tenth of it.
const LIMIT: usize = 256 * 1024;

/// The body of a request that declares it as JSON.
pub(super) async fn json(request: Request) -> Result<Bytes, Problem> {
    let headers = request.headers();
    if headers.contains_key(CONTENT_ENCODING) {
        return Err(Problem::new(
            ProblemKind::WrongEncoding,
            "Send the body as it is, without the header 'Content-Encoding'.",
        ));
    }
    if !headers.get(CONTENT_TYPE).is_some_and(is_json) {
        return Err(Problem::new(
            ProblemKind::WrongMediaType,
            "Send the header 'Content-Type: application/json'; with curl, use --json in place of --data.",
        ));
    }
    if declared_length(headers).is_some_and(|length| length > LIMIT as u64) {
        return Err(too_large());
    }
    to_bytes(request.into_body(), LIMIT).await.map_err(|error| {
        if error.source().is_some_and(<dyn Error>::is::<LengthLimitError>) {
            too_large()
        } else {
            Problem::new(ProblemKind::BrokenBody, "The body could not be read to its end.")
        }
    })
}

/// Whether a media type is `application/json` or `application/…+json`, whatever its parameters.
fn is_json(content_type: &HeaderValue) -> bool {
    let Ok(content_type) = content_type.to_str() else { return false };
    let media_type = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    media_type
        .strip_prefix("application/")
        .is_some_and(|subtype| subtype == "json" || (subtype.ends_with("+json") && subtype.len() > "+json".len()))
}

fn declared_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn too_large() -> Problem {
    Problem::new(ProblemKind::BodyTooLarge, format!("The body may have at most {LIMIT} bytes (256 KiB)."))
}
