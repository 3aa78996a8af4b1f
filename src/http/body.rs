//! From a request to the bytes of its body, if they are declared as JSON, are not too many, and come in time.

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use http_body_util::BodyExt;
use tokio::time::timeout;

use super::problem::{Problem, ProblemKind};
use super::{Limits, Shared, work};

/// The body of a request that declares it as JSON.
pub(super) async fn json(request: Request, shared: &Shared) -> Result<Vec<u8>, Problem> {
    let (headers, limits) = (request.headers(), &shared.limits);
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
    // Before a byte is read, so that a client that waits to be invited is not.
    if declared_length(headers).is_some_and(|length| length > limits.body_bytes as u64) {
        return Err(too_large(limits));
    }
    timeout(limits.body, read(request.into_body(), shared)).await.unwrap_or_else(|_| Err(too_slow()))
}

/// The most bytes of a body that is small. Most boards are, and those that are not must not use up the memory.
const SMALL: usize = 16 * 1024;

async fn read(mut body: Body, shared: &Shared) -> Result<Vec<u8>, Problem> {
    let limits = &shared.limits;
    let mut large = None;
    let mut bytes = Vec::new();
    while let Some(frame) = timeout(limits.body_stall, body.frame()).await.map_err(|_| too_slow())? {
        let frame =
            frame.map_err(|_| Problem::new(ProblemKind::BrokenBody, "The body could not be read to its end."))?;
        // What is no data are trailers, and nobody asked for any.
        let Ok(data) = frame.into_data() else { continue };
        if data.len() > limits.body_bytes - bytes.len() {
            return Err(too_large(limits));
        }
        if bytes.len() + data.len() > SMALL && large.is_none() {
            large = Some(work::begin(&shared.large_bodies)?);
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

/// Whether a media type is `application/json` or `application/…+json`, whatever its parameters.
fn is_json(content_type: &HeaderValue) -> bool {
    if content_type == "application/json" {
        return true;
    }
    let Ok(content_type) = content_type.to_str() else { return false };
    let media_type = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    media_type
        .strip_prefix("application/")
        .is_some_and(|subtype| subtype == "json" || (subtype.ends_with("+json") && subtype.len() > "+json".len()))
}

fn declared_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn too_large(limits: &Limits) -> Problem {
    Problem::new(ProblemKind::BodyTooLarge, format!("The body may have at most {} bytes.", limits.body_bytes))
}

fn too_slow() -> Problem {
    Problem::new(ProblemKind::BodyTooSlow, "The body did not come in time; send it at once and in one piece.")
}
