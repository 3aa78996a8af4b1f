//! Receives the body of a request, and rejects a wrong media type, a body that is too large, and one that does not
//! arrive in time.

use std::pin::pin;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use http_body_util::BodyExt;

use super::idle_timer::IdleTimer;
use crate::http::admission::{self, TOO_MANY_AT_ONCE};
use crate::http::response::problem::{Problem, ProblemKind};
use crate::http::state::AppState;
use crate::timeout::timeout;

/// The size in bytes above which a body needs a permit, since memory is limited. Most boards are smaller.
const LARGE_BODY_THRESHOLD: usize = 16 * 1024;

/// The content encodings that are compressions.
const COMPRESSIONS: [&str; 9] = [
    "br",
    "compress",
    "dcb",
    "dcz",
    "deflate",
    "gzip",
    "x-compress",
    "x-gzip",
    "zstd",
];

/// A media type in which bodies are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MediaType {
    /// `application/json` or `application/…+json`.
    Json,
    /// A JSON text on each line.
    JsonLines,
    Text,
}

/// Receives the body of a request, which must be declared as JSON.
pub(crate) async fn receive_json(request: Request, state: &AppState) -> Result<Vec<u8>, Problem> {
    let limits = &state.limits;
    let Some(MediaType::Json) = check_headers(request.headers(), Some(limits.body_bytes as u64))?
    else {
        return Err(Problem::wrong_media_type(
            "Send the header 'Content-Type: application/json'; with curl, use --json instead of --data.",
            "application/json",
        ));
    };
    let bytes = pin!(receive(request.into_body(), state));
    timeout(limits.body_timeout, bytes)
        .await
        .unwrap_or_else(|_| Err(too_slow()))
}

/// Checks the headers that describe the body. Returns its media type, or `None` if that is not supported.
///
/// Call it before reading: a client that sent `Expect: 100-continue` is then rejected before it sends the body.
pub(crate) fn check_headers(
    headers: &HeaderMap,
    max_bytes: Option<u64>,
) -> Result<Option<MediaType>, Problem> {
    check_encoding(headers)?;
    let mut content_types = headers.get_all(CONTENT_TYPE).iter();
    let media_type = content_types.next().and_then(MediaType::from_header);
    if content_types.next().is_some() {
        return Err(Problem::new(
            ProblemKind::BadRequest,
            "Send exactly one 'Content-Type' header.",
        ));
    }
    if media_type.is_some()
        && let Some(length) = declared_length(headers)
    {
        check_length(length, max_bytes)?;
    }
    Ok(media_type)
}

/// Rejects a body with a content encoding. `identity` and an empty value mean that there is none.
fn check_encoding(headers: &HeaderMap) -> Result<(), Problem> {
    for list in headers.get_all(CONTENT_ENCODING) {
        for encoding in list.as_bytes().split(|byte| *byte == b',') {
            let encoding = encoding.trim_ascii();
            if encoding.is_empty() || encoding.eq_ignore_ascii_case(b"identity") {
                continue;
            }
            let is_compression = COMPRESSIONS
                .iter()
                .any(|name| encoding.eq_ignore_ascii_case(name.as_bytes()));
            let detail = if is_compression {
                "Send the body uncompressed and without the header 'Content-Encoding'."
            } else {
                "Send the request without the header 'Content-Encoding', or set it to 'identity'; a character encoding \
                 belongs in 'Content-Type'."
            };
            return Err(Problem::new(ProblemKind::WrongEncoding, detail));
        }
    }
    Ok(())
}

/// Rejects a body of more bytes than the limit, if there is one.
pub(crate) fn check_length(bytes: u64, max_bytes: Option<u64>) -> Result<(), Problem> {
    match max_bytes {
        Some(max_bytes) if bytes > max_bytes => Err(Problem::new(
            ProblemKind::BodyTooLarge,
            format!("The body exceeds the limit of {max_bytes} bytes."),
        )),
        _ => Ok(()),
    }
}

/// Returns the problem for a body that ended in an error.
pub(crate) fn broken() -> Problem {
    Problem::new(
        ProblemKind::BrokenBody,
        "The body ended early, or its chunked encoding is malformed.",
    )
}

fn too_slow() -> Problem {
    Problem::new(
        ProblemKind::BodyTooSlow,
        "The body did not arrive in time; send it without pauses.",
    )
}

async fn receive(mut body: Body, state: &AppState) -> Result<Vec<u8>, Problem> {
    let limits = &state.limits;
    let mut large_body_permit = None;
    let mut bytes = Vec::new();
    let mut idle_timer = IdleTimer::new(limits.body_idle_timeout);
    while let Some(frame) = idle_timer
        .limit(body.frame())
        .await
        .map_err(|_| too_slow())?
    {
        let frame = frame.map_err(|_| broken())?;
        let Ok(data) = frame.into_data() else {
            // Trailers are ignored.
            continue;
        };
        let length = bytes.len() + data.len();
        check_length(length as u64, Some(limits.body_bytes as u64))?;
        if length > LARGE_BODY_THRESHOLD && large_body_permit.is_none() {
            let permit = admission::try_admit(&state.large_bodies, TOO_MANY_AT_ONCE)?;
            large_body_permit = Some(permit);
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

impl MediaType {
    fn from_header(content_type: &HeaderValue) -> Option<MediaType> {
        // The most common value needs no parsing.
        if content_type == "application/json" {
            return Some(MediaType::Json);
        }
        let media_type = content_type
            .to_str()
            .ok()?
            .split(';')
            .next()?
            .trim()
            .to_ascii_lowercase();
        match media_type.as_str() {
            "application/json" => Some(MediaType::Json),
            "application/x-ndjson" | "application/ndjson" | "application/jsonl" => {
                Some(MediaType::JsonLines)
            }
            "text/plain" => Some(MediaType::Text),
            other => {
                let subtype = other.strip_prefix("application/")?;
                // A list of media types is not one.
                (subtype.ends_with("+json")
                    && subtype.len() > "+json".len()
                    && !subtype.contains(','))
                .then_some(MediaType::Json)
            }
        }
    }
}

fn declared_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}
