//! Receives the body of a request, and rejects a wrong media type, a body that is too large, and one that does not
//! arrive in time.

use std::pin::pin;

use axum::body::Body;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use futures_util::FutureExt;
use http_body_util::BodyExt;
use tokio::task::yield_now;

use super::hints;
use super::idle_timer::IdleTimer;
use crate::http::memory::{Reservation, SMALL_BODY_BYTES};
use crate::http::response::problem::{Problem, ProblemKind};
use crate::http::state::AppState;
use crate::timeout::timeout;

/// A body that was received completely, and the memory that it holds.
#[derive(Debug)]
pub(crate) struct ReceivedBody {
    pub(crate) bytes: Vec<u8>,
    /// `None` for a small body that arrived at once, as most do.
    _memory: Option<Reservation>,
}

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
    /// Plain text, or a table whose cells are separated by commas or tabs.
    Text,
}

/// The media types in which a board is accepted, as in the header `Accept`.
pub(super) const BOARD_MEDIA_TYPES: &str = "application/json, text/plain";

/// Receives a body whose headers have been checked.
pub(crate) async fn receive(body: Body, state: &AppState) -> Result<ReceivedBody, Problem> {
    let received = pin!(receive_all(body, state));
    timeout(state.limits.body_timeout, received)
        .await
        .unwrap_or_else(|_| Err(too_slow()))
}

/// Checks the headers that describe the body, which must be a board of at most this many bytes, as JSON or as text.
pub(crate) fn check_board_headers(
    headers: &HeaderMap,
    max_bytes: usize,
) -> Result<MediaType, Problem> {
    if let Some(media_type @ (MediaType::Json | MediaType::Text)) =
        check_headers(headers, Some(max_bytes as u64))?
    {
        return Ok(media_type);
    }
    let media_type = headers.get(CONTENT_TYPE).and_then(essence);
    Err(Problem::wrong_media_type(
        hints::media_type::advice(media_type.as_deref()),
        BOARD_MEDIA_TYPES,
    ))
}

/// Checks the headers that describe the body, which must be JSON of at most this many bytes.
pub(crate) fn check_json_headers(headers: &HeaderMap, max_bytes: usize) -> Result<(), Problem> {
    match check_headers(headers, Some(max_bytes as u64))? {
        Some(MediaType::Json) => Ok(()),
        _ => Err(Problem::wrong_media_type(
            "Send an object as JSON, such as {\"board\": …}, with the header 'Content-Type: application/json'; with curl, use \
             --json instead of --data, and with Python's requests, json= instead of data=.",
            "application/json",
        )),
    }
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

/// Returns the problem for a client that was displaced by another one.
pub(crate) fn displaced() -> Problem {
    Problem::new(
        ProblemKind::Overloaded,
        "Another client needed the slot of this one, which was too slow; retry in a second, and send without pauses.",
    )
}

/// Receives a body. Only one that does not arrive at once needs a slot, and only one that is large or does not arrive at
/// once reserves memory.
async fn receive_all(mut body: Body, state: &AppState) -> Result<ReceivedBody, Problem> {
    let limits = &state.limits;
    let (mut bytes, mut memory, mut slot) = (Vec::new(), None, None);
    let mut idle_timer = IdleTimer::new(limits.body_idle_timeout);
    loop {
        let mut ready = body.frame().now_or_never();
        if ready.is_none() && slot.is_none() {
            // The connection may have more to read, such as the end of a chunked body.
            yield_now().await;
            ready = body.frame().now_or_never();
        }
        let frame = if let Some(frame) = ready {
            frame
        } else {
            let slot = match &slot {
                Some(slot) => slot,
                None => slot.insert(state.bodies.acquire().map_err(|_| too_many_at_once())?),
            };
            hold(&bytes, &mut memory, state)?;
            // Boxed to keep the future of each request small, since few bodies get here.
            Box::pin(slot.wait_for(idle_timer.limit(body.frame())))
                .await
                .map_err(|_| displaced())?
                .map_err(|_| too_slow())?
        };
        let Some(frame) = frame else { break };
        let Ok(data) = frame.map_err(|_| broken())?.into_data() else {
            // Trailers are ignored.
            continue;
        };
        check_length(
            (bytes.len() + data.len()) as u64,
            Some(limits.body_bytes as u64),
        )?;
        bytes.extend_from_slice(&data);
        if let Some(slot) = &slot {
            slot.add_progress(data.len());
        }
        if bytes.len() > SMALL_BODY_BYTES {
            hold(&bytes, &mut memory, state)?;
        }
    }
    Ok(ReceivedBody {
        bytes,
        _memory: memory,
    })
}

/// Reserves the memory of a body, or makes the slowest client return its memory, so that the next attempt succeeds.
fn hold(
    bytes: &Vec<u8>,
    memory: &mut Option<Reservation>,
    state: &AppState,
) -> Result<(), Problem> {
    let reserved = match memory {
        Some(memory) => memory.resize(bytes.capacity()),
        None => state
            .memory
            .try_reserve(bytes.capacity())
            .map(|reservation| *memory = Some(reservation)),
    };
    reserved.map_err(|spent| {
        state.bodies.displace_slowest();
        spent.into()
    })
}

fn too_many_at_once() -> Problem {
    Problem::new(
        ProblemKind::Overloaded,
        "Too many requests at once; retry in a second.",
    )
}

impl MediaType {
    fn from_header(content_type: &HeaderValue) -> Option<MediaType> {
        // The most common value needs no parsing.
        if content_type == "application/json" {
            return Some(MediaType::Json);
        }
        match essence(content_type)?.as_str() {
            "application/json" => Some(MediaType::Json),
            "application/x-ndjson" | "application/ndjson" | "application/jsonl" => {
                Some(MediaType::JsonLines)
            }
            "text/plain" | "text/csv" | "text/tab-separated-values" => Some(MediaType::Text),
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

/// Returns a media type without its parameters, in lower case.
fn essence(content_type: &HeaderValue) -> Option<String> {
    let media_type = content_type.to_str().ok()?.split(';').next()?;
    Some(media_type.trim().to_ascii_lowercase())
}

fn declared_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}
