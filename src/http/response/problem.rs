//! Problems: the status, title and meaning of every error, in one match. They are sent as `application/problem+json`
//! (RFC 9457).

use axum::http::header::{ACCEPT, ACCEPT_ENCODING, CONNECTION, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::json;

/// A problem with a request, as a response.
#[derive(Debug)]
pub(crate) struct Problem {
    kind: ProblemKind,
    /// One sentence for a person: what was found, where, and what was expected.
    detail: String,
    faults: Vec<Fault>,
    omitted: Option<usize>,
    /// For [`ProblemKind::WrongMediaType`], the accepted media types.
    accept: Option<&'static str>,
}

/// A fault in the body of a request.
#[derive(Debug, Serialize)]
pub(crate) struct Fault {
    /// A JSON Pointer into the body, as a URI fragment: `#/board/3/7`.
    pub(crate) pointer: String,
    /// One sentence for a person.
    pub(crate) detail: String,
}

/// The body of a problem response.
#[derive(Debug, Serialize)]
pub(crate) struct ProblemResponse<'a> {
    r#type: String,
    title: &'static str,
    status: u16,
    detail: &'a str,
    #[serde(skip_serializing_if = "<[Fault]>::is_empty")]
    errors: &'a [Fault],
    /// The number of faults that `errors` does not list.
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
}

/// The explanation of a problem type: the response of `/problems/{name}`.
#[derive(Debug, Serialize)]
pub(crate) struct ProblemTypeResponse {
    r#type: String,
    title: &'static str,
    status: u16,
    meaning: &'static str,
}

/// The type of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProblemKind {
    BadRequest,
    BadQuery,
    NotJson,
    BrokenBody,
    NotFound,
    MethodNotAllowed,
    BodyTooSlow,
    BodyTooLarge,
    WrongMediaType,
    WrongEncoding,
    NotABoard,
    LineTooLong,
    Internal,
    Overloaded,
    OutOfTime,
}

/// What precedes the name of a problem type in its URI.
///
/// A URN is the same under any host and any path prefix, unlike the address of the explanation.
const TYPE_PREFIX: &str = "urn:problem-type:sudoku-validator:";

/// The properties that all problems of a kind share.
struct ProblemInfo {
    /// The end of the problem type's URI, and the last segment of the path that explains it.
    name: &'static str,
    status: StatusCode,
    title: &'static str,
    /// The meaning of the problem, and what to do about it.
    meaning: &'static str,
}

impl ProblemKind {
    const ALL: [ProblemKind; 15] = [
        ProblemKind::BadRequest,
        ProblemKind::BadQuery,
        ProblemKind::NotJson,
        ProblemKind::BrokenBody,
        ProblemKind::NotFound,
        ProblemKind::MethodNotAllowed,
        ProblemKind::BodyTooSlow,
        ProblemKind::BodyTooLarge,
        ProblemKind::WrongMediaType,
        ProblemKind::WrongEncoding,
        ProblemKind::NotABoard,
        ProblemKind::LineTooLong,
        ProblemKind::Internal,
        ProblemKind::Overloaded,
        ProblemKind::OutOfTime,
    ];

    #[expect(clippy::too_many_lines, reason = "one match over all kinds")]
    const fn info(self) -> ProblemInfo {
        match self {
            ProblemKind::BadRequest => ProblemInfo {
                name: "bad-request",
                status: StatusCode::BAD_REQUEST,
                title: "Malformed HTTP request",
                meaning: "The request head is malformed or ambiguous, so the request was not processed. \
                          The detail names the header to correct.",
            },
            ProblemKind::BadQuery => ProblemInfo {
                name: "bad-query",
                status: StatusCode::BAD_REQUEST,
                title: "Invalid query parameter",
                meaning: "A query parameter is unknown, is repeated, has an invalid value, or does not fit the \
                          others or the board. The detail names it and says what was expected.",
            },
            ProblemKind::NotJson => ProblemInfo {
                name: "not-json",
                status: StatusCode::BAD_REQUEST,
                title: "The body is not JSON",
                meaning: "The body is not valid JSON in UTF-8. The detail states the line and column of the error, \
                          both counted from 1; for a line of a batch, only the column.",
            },
            ProblemKind::BrokenBody => ProblemInfo {
                name: "broken-body",
                status: StatusCode::BAD_REQUEST,
                title: "The body could not be read",
                meaning: "The body is shorter than its declared length, or its chunked encoding is malformed.",
            },
            ProblemKind::NotFound => ProblemInfo {
                name: "not-found",
                status: StatusCode::NOT_FOUND,
                title: "Not found",
                meaning: "This service has no such path. GET /openapi.yaml lists all paths and all problem types.",
            },
            ProblemKind::MethodNotAllowed => ProblemInfo {
                name: "method-not-allowed",
                status: StatusCode::METHOD_NOT_ALLOWED,
                title: "Method not allowed",
                meaning: "The path exists, but does not accept this method. The Allow header lists the methods that it \
                          accepts.",
            },
            ProblemKind::BodyTooSlow => ProblemInfo {
                name: "body-too-slow",
                status: StatusCode::REQUEST_TIMEOUT,
                title: "Timed out reading the body",
                meaning: "The client paused for too long, or took too long to send the whole body. Send the body again, \
                          without pauses.",
            },
            ProblemKind::BodyTooLarge => ProblemInfo {
                name: "body-too-large",
                status: StatusCode::PAYLOAD_TOO_LARGE,
                title: "The body is too large",
                meaning: "The body exceeds the limit stated in the detail. The largest boards fit within that limit.",
            },
            ProblemKind::WrongMediaType => ProblemInfo {
                name: "wrong-media-type",
                status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
                title: "Unsupported media type",
                meaning: "The Content-Type header is missing, or names a media type that this path does not accept. Send \
                          one that the detail names. With curl, '--json' instead of '--data' sends 'application/json'.",
            },
            ProblemKind::WrongEncoding => ProblemInfo {
                name: "wrong-encoding",
                status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
                title: "Unsupported content encoding",
                meaning: "The Content-Encoding header names an encoding other than identity. Send the body as it is, without this \
                          header.",
            },
            ProblemKind::NotABoard => ProblemInfo {
                name: "not-a-board",
                status: StatusCode::UNPROCESSABLE_ENTITY,
                title: "Not a board",
                meaning: "The body is well-formed, but cannot be read as a board without guessing. Each error points to a \
                          location in the body and says what was found there and what was expected. A board that breaks \
                          the rules of Sudoku is not an error: its response is 200 with \"valid\": false.",
            },
            ProblemKind::LineTooLong => ProblemInfo {
                name: "line-too-long",
                status: StatusCode::PAYLOAD_TOO_LARGE,
                title: "The line is too long",
                meaning: "A line of a batch exceeds the limit stated in the detail. The largest boards fit within that limit. \
                          The line was skipped; the lines after it are processed.",
            },
            ProblemKind::Internal => ProblemInfo {
                name: "internal",
                status: StatusCode::INTERNAL_SERVER_ERROR,
                title: "Internal server error",
                meaning: "This is a bug in the service, not an error in the request. The x-request-id header of the response \
                          identifies the request in the service's log.",
            },
            ProblemKind::Overloaded => ProblemInfo {
                name: "overloaded",
                status: StatusCode::SERVICE_UNAVAILABLE,
                title: "The service is overloaded",
                meaning: "The service is already processing as many requests, or holding as much data, as its limits allow, \
                          or the client was so slow that another one needed its slot, or the service is shutting down. Retry \
                          after the number of seconds in the Retry-After header.",
            },
            ProblemKind::OutOfTime => ProblemInfo {
                name: "out-of-time",
                status: StatusCode::SERVICE_UNAVAILABLE,
                title: "The request timed out",
                meaning: "Processing the request took too long and was aborted. Retry after the number of seconds in the \
                          Retry-After header.",
            },
        }
    }

    /// Returns the end of the problem type's URI, which is also the last segment of the path that explains it.
    pub(crate) fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the kind with this name.
    pub(crate) fn from_name(name: &str) -> Option<ProblemKind> {
        ProblemKind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
    }

    /// Returns the response of the path that explains the problem type.
    pub(crate) fn explanation(self) -> ProblemTypeResponse {
        let ProblemInfo {
            title,
            status,
            meaning,
            ..
        } = self.info();
        ProblemTypeResponse {
            r#type: self.type_uri(),
            title,
            status: status.as_u16(),
            meaning,
        }
    }

    fn type_uri(self) -> String {
        format!("{TYPE_PREFIX}{}", self.name())
    }
}

/// Returns the name of each problem type: the end of its URI, and the last segment of the path that explains it.
pub fn problem_names() -> impl Iterator<Item = &'static str> {
    ProblemKind::ALL.into_iter().map(ProblemKind::name)
}

impl Problem {
    pub(crate) fn new(kind: ProblemKind, detail: impl Into<String>) -> Problem {
        Problem {
            kind,
            detail: detail.into(),
            faults: Vec::new(),
            omitted: None,
            accept: None,
        }
    }

    /// Returns the problem for a body that is not a board, with its first faults and the number of the others.
    pub(crate) fn not_a_board(
        detail: String,
        faults: Vec<Fault>,
        omitted: Option<usize>,
    ) -> Problem {
        Problem {
            faults,
            omitted,
            ..Problem::new(ProblemKind::NotABoard, detail)
        }
    }

    /// Returns the problem for a body whose media type is not one of `accept`.
    pub(crate) fn wrong_media_type(detail: &str, accept: &'static str) -> Problem {
        Problem {
            accept: Some(accept),
            ..Problem::new(ProblemKind::WrongMediaType, detail)
        }
    }

    pub(crate) fn kind(&self) -> ProblemKind {
        self.kind
    }

    pub(crate) fn into_detail(self) -> String {
        self.detail
    }

    pub(crate) fn body(&self) -> ProblemResponse<'_> {
        let ProblemInfo { status, title, .. } = self.kind.info();
        ProblemResponse {
            r#type: self.kind.type_uri(),
            title,
            status: status.as_u16(),
            detail: &self.detail,
            errors: &self.faults,
            omitted: self.omitted,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.kind.info().status;
        let mut response = json::with_status(status, "application/problem+json", &self.body());
        let header = match self.kind {
            ProblemKind::WrongMediaType => self.accept.map(|types| (ACCEPT, types)),
            ProblemKind::WrongEncoding => Some((ACCEPT_ENCODING, "identity")),
            ProblemKind::Overloaded | ProblemKind::OutOfTime => Some((RETRY_AFTER, "1")),
            // The rest of this request must not be parsed as the next one.
            ProblemKind::BadRequest | ProblemKind::BodyTooSlow | ProblemKind::BodyTooLarge => {
                Some((CONNECTION, "close"))
            }
            _ => None,
        };
        response
            .headers_mut()
            .extend(header.map(|(name, value)| (name, HeaderValue::from_static(value))));
        response.extensions_mut().insert(self.kind);
        response
    }
}
