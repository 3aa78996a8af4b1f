//! Refusals: what each kind means and which status it has, in one match; sent as `application/problem+json` (RFC 9457).

use axum::http::header::{ACCEPT, ACCEPT_ENCODING, CONNECTION, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use super::answer;
use super::wire::{Fault, ProblemResponse, ProblemTypeResponse};

/// A refusal, ready to be sent.
#[derive(Debug)]
pub(super) struct Problem {
    kind: ProblemKind,
    detail: String,
    faults: Vec<Fault>,
    omitted: Option<usize>,
    /// The media types that would have been taken.
    accept: Option<&'static str>,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProblemKind {
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

/// What there is to say of a kind of refusal.
struct Facts {
    /// The last part of the type's path.
    name: &'static str,
    status: StatusCode,
    title: &'static str,
    /// What it means, and what to do about it.
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

    #[expect(clippy::too_many_lines, reason = "all kinds stand in one match")]
    const fn facts(self) -> Facts {
        match self {
            ProblemKind::BadRequest => Facts {
                name: "bad-request",
                status: StatusCode::BAD_REQUEST,
                title: "The request is not sound HTTP",
                meaning: "Its header can be read in more than one way, so it is not read at all. \
                          The detail says which line of it is wrong.",
            },
            ProblemKind::BadQuery => Facts {
                name: "bad-query",
                status: StatusCode::BAD_REQUEST,
                title: "The query is not understood",
                meaning: "A parameter behind the '?' is unknown, stands twice, or has a value that it cannot have. \
                          The detail names it and says what it can be.",
            },
            ProblemKind::NotJson => Facts {
                name: "not-json",
                status: StatusCode::BAD_REQUEST,
                title: "The body is not JSON",
                meaning: "The body is not JSON text in UTF-8. The detail gives the line and the column where reading \
                          stopped, both counted from 1; of a line of a batch, the column.",
            },
            ProblemKind::BrokenBody => Facts {
                name: "broken-body",
                status: StatusCode::BAD_REQUEST,
                title: "The body could not be read",
                meaning: "The body ended before its length, or its chunks are not what HTTP says that they are.",
            },
            ProblemKind::NotFound => Facts {
                name: "not-found",
                status: StatusCode::NOT_FOUND,
                title: "There is nothing at this path",
                meaning: "The path is none of this service's. GET /openapi.yaml lists them all, and all types of refusals.",
            },
            ProblemKind::MethodNotAllowed => Facts {
                name: "method-not-allowed",
                status: StatusCode::METHOD_NOT_ALLOWED,
                title: "The path does not take this method",
                meaning: "The path exists, but not for this method. The header Allow lists the methods that it takes.",
            },
            ProblemKind::BodyTooSlow => Facts {
                name: "body-too-slow",
                status: StatusCode::REQUEST_TIMEOUT,
                title: "The body did not come in time",
                meaning: "The body was silent for too long, or took too long in all. Send it again, in one piece.",
            },
            ProblemKind::BodyTooLarge => Facts {
                name: "body-too-large",
                status: StatusCode::PAYLOAD_TOO_LARGE,
                title: "The body is too large",
                meaning: "The body has more bytes than any board needs. The detail gives the limit.",
            },
            ProblemKind::WrongMediaType => Facts {
                name: "wrong-media-type",
                status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
                title: "The media type is none that is taken here",
                meaning: "Send the header 'Content-Type' that the detail names: 'application/json' for one board. With \
                          curl, '--json' in place of '--data' does so.",
            },
            ProblemKind::WrongEncoding => Facts {
                name: "wrong-encoding",
                status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
                title: "The body is declared as compressed",
                meaning: "Send the body as it is, without the header 'Content-Encoding': boards are small.",
            },
            ProblemKind::NotABoard => Facts {
                name: "not-a-board",
                status: StatusCode::UNPROCESSABLE_ENTITY,
                title: "This is not a board",
                meaning: "The body is JSON, but no board can be read from it without guessing. Each of the errors \
                          points at a place in the body and says what was found there and what was expected. \
                          A board that breaks the rules is not refused: it is answered with \"valid\": false.",
            },
            ProblemKind::LineTooLong => Facts {
                name: "line-too-long",
                status: StatusCode::PAYLOAD_TOO_LARGE,
                title: "The line is too long",
                meaning: "A line of a batch has more bytes than any board needs. It is passed over, and the lines behind \
                          it are judged.",
            },
            ProblemKind::Internal => Facts {
                name: "internal",
                status: StatusCode::INTERNAL_SERVER_ERROR,
                title: "The service failed",
                meaning: "This is a fault of the service, not of the request. The header x-request-id of the answer \
                          finds it in the service's log.",
            },
            ProblemKind::Overloaded => Facts {
                name: "overloaded",
                status: StatusCode::SERVICE_UNAVAILABLE,
                title: "There is too much to do",
                meaning: "More requests are being worked on than the service takes at once. The header Retry-After \
                          says after how many seconds to ask again.",
            },
            ProblemKind::OutOfTime => Facts {
                name: "out-of-time",
                status: StatusCode::SERVICE_UNAVAILABLE,
                title: "The answer took too long",
                meaning: "The work on the request was given up. The header Retry-After says after how many seconds to \
                          ask again.",
            },
        }
    }

    /// The last part of the type's path.
    pub(super) fn name(self) -> &'static str {
        self.facts().name
    }

    /// The kind that is explained under this name.
    pub(super) fn named(name: &str) -> Option<ProblemKind> {
        ProblemKind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
    }

    /// What the kind means.
    pub(super) fn explain(self) -> ProblemTypeResponse {
        let Facts {
            title,
            status,
            meaning,
            ..
        } = self.facts();
        ProblemTypeResponse {
            r#type: self.uri(),
            title,
            status: status.as_u16(),
            meaning,
        }
    }

    /// The type of the refusal: a path that this service answers.
    fn uri(self) -> String {
        format!("/problems/{}", self.name())
    }
}

impl Problem {
    /// A refusal of this kind; the detail is one sentence for a person.
    pub(super) fn new(kind: ProblemKind, detail: impl Into<String>) -> Problem {
        Problem {
            kind,
            detail: detail.into(),
            faults: Vec::new(),
            omitted: None,
            accept: None,
        }
    }

    /// The refusal of JSON that is no board: some of its faults, and how many more there are.
    pub(super) fn not_a_board(
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

    pub(super) fn kind(&self) -> ProblemKind {
        self.kind
    }

    /// The sentence for a person.
    pub(super) fn into_detail(self) -> String {
        self.detail
    }

    /// The refusal of a body that is not declared as one of the media types that are taken.
    pub(super) fn wrong_media_type(detail: &str, accept: &'static str) -> Problem {
        Problem {
            accept: Some(accept),
            ..Problem::new(ProblemKind::WrongMediaType, detail)
        }
    }

    /// The refusal as the contract has it.
    pub(super) fn body(&self) -> ProblemResponse<'_> {
        let Facts { status, title, .. } = self.kind.facts();
        ProblemResponse {
            r#type: self.kind.uri(),
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
        let status = self.kind.facts().status;
        let mut response = answer::json(status, "application/problem+json", &self.body());
        let hint = match self.kind {
            ProblemKind::WrongMediaType => self.accept.map(|types| (ACCEPT, types)),
            ProblemKind::WrongEncoding => Some((ACCEPT_ENCODING, "identity")),
            ProblemKind::Overloaded | ProblemKind::OutOfTime => Some((RETRY_AFTER, "1")),
            // What the client still sends of this request is not read as the next one.
            ProblemKind::BadRequest | ProblemKind::BodyTooSlow | ProblemKind::BodyTooLarge => {
                Some((CONNECTION, "close"))
            }
            _ => None,
        };
        response
            .headers_mut()
            .extend(hint.map(|(name, value)| (name, HeaderValue::from_static(value))));
        response.extensions_mut().insert(self.kind);
        response
    }
}
