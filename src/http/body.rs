//! From a request to the bytes of its body, if they are declared as what is asked for, are not too many, and come in time.

use std::pin::pin;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use http_body_util::BodyExt;
use tokio::time::timeout;

use super::problem::{Problem, ProblemKind};
use super::{Shared, work};

/// The body of a request that declares it as JSON.
pub(super) async fn json(request: Request, shared: &Shared) -> Result<Vec<u8>, Problem> {
    let limits = &shared.limits;
    let Some(Type::Json) = declared(request.headers(), limits.body_bytes as u64)? else {
        return Err(Problem::wrong_media_type(
            "Send the header 'Content-Type: application/json'; with curl, use --json in place of --data.",
            "application/json",
        ));
    };
    let bytes = pin!(read(request.into_body(), shared));
    timeout(limits.body_timeout, bytes)
        .await
        .unwrap_or_else(|_| Err(too_slow()))
}

/// The media types that bodies are taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    /// `application/json` or `application/…+json`.
    Json,
    /// A JSON text in each line.
    JsonLines,
    /// Plain text.
    Text,
}

/// What a body is declared as, before a byte of it is read, so that a client that waits to be invited is not. `None` if
/// it is declared as nothing that is known here.
pub(super) fn declared(headers: &HeaderMap, most_bytes: u64) -> Result<Option<Type>, Problem> {
    if headers.contains_key(CONTENT_ENCODING) {
        return Err(Problem::new(
            ProblemKind::WrongEncoding,
            "Send the body as it is, without the header 'Content-Encoding'.",
        ));
    }
    let declared = headers.get(CONTENT_TYPE).and_then(Type::of);
    if declared.is_some()
        && let Some(length) = declared_length(headers)
    {
        check_length(length, most_bytes)?;
    }
    Ok(declared)
}

/// Refuses a body that has more bytes than it may have.
pub(super) fn check_length(length: u64, most: u64) -> Result<(), Problem> {
    if length > most {
        return Err(Problem::new(
            ProblemKind::BodyTooLarge,
            format!("The body may have at most {most} bytes."),
        ));
    }
    Ok(())
}

/// The most bytes of a body that is small. Most boards are, and those that are not must not use up the memory.
const SMALL: usize = 16 * 1024;

async fn read(mut body: Body, shared: &Shared) -> Result<Vec<u8>, Problem> {
    let limits = &shared.limits;
    let mut large = None;
    let mut bytes = Vec::new();
    while let Some(frame) = timeout(limits.body_idle_timeout, body.frame())
        .await
        .map_err(|_| too_slow())?
    {
        let frame = frame.map_err(|_| broken())?;
        // What is no data are trailers, and nobody asked for any.
        let Ok(data) = frame.into_data() else {
            continue;
        };
        check_length((bytes.len() + data.len()) as u64, limits.body_bytes as u64)?;
        if bytes.len() + data.len() > SMALL && large.is_none() {
            large = Some(work::begin(&shared.large_bodies, work::TOO_MUCH)?);
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

impl Type {
    /// The type that a header declares, whatever its parameters.
    fn of(content_type: &HeaderValue) -> Option<Type> {
        if content_type == "application/json" {
            return Some(Type::Json);
        }
        let media_type = content_type
            .to_str()
            .ok()?
            .split(';')
            .next()?
            .trim()
            .to_ascii_lowercase();
        match media_type.as_str() {
            "application/json" => Some(Type::Json),
            "application/x-ndjson" | "application/ndjson" | "application/jsonl" => {
                Some(Type::JsonLines)
            }
            "text/plain" => Some(Type::Text),
            other => {
                let subtype = other.strip_prefix("application/")?;
                (subtype.ends_with("+json") && subtype.len() > "+json".len()).then_some(Type::Json)
            }
        }
    }
}

fn declared_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn too_slow() -> Problem {
    Problem::new(
        ProblemKind::BodyTooSlow,
        "The body did not come in time; send it at once and in one piece.",
    )
}

pub(super) fn broken() -> Problem {
    Problem::new(
        ProblemKind::BrokenBody,
        "The body could not be read to its end.",
    )
}
