//! Parses the body of a request into a board, or into a problem that lists everything wrong with it.
//!
//! The `fast` parser accepts boards in common notations. Where it stops, at a fault or at a rare spelling such as
//! `5.0`, the `strict` parser starts over: it alone decides what is rejected, and why. The `text` parser reads boards
//! as text. `hints` recognizes common mistakes, so that a problem says what to change.

pub(crate) mod board_request;
pub(crate) mod body;
mod fast;
mod faults;
mod hints;
pub(crate) mod idle_timer;
pub(crate) mod query;
mod quote;
mod raw_json;
mod source;
mod spelling;
mod strict;
mod syntax;
mod text;

use axum::extract::Request;

use self::board_request::BoardRequest;
use self::source::Source;
use super::response::problem::{Problem, ProblemKind};
use super::state::AppState;
use crate::sudoku::Board;

/// Receives the body of a request and parses it as a board.
pub(crate) async fn receive_board(
    request: Request,
    state: &AppState,
) -> Result<BoardRequest, Problem> {
    body::check_json_headers(request.headers(), state.limits.body_bytes)?;
    let body = body::receive(request.into_body(), state).await?;
    parse_json(&body.bytes)
}

/// Parses a body that is a board as JSON.
pub(crate) fn parse_json(body: &[u8]) -> Result<BoardRequest, Problem> {
    fast::parse(body).map_or_else(
        || strict::parse(without_byte_order_mark(body), Source::Body),
        Ok,
    )
}

/// Parses a line of a batch that is a board as JSON.
pub(crate) fn parse_json_line(line: &[u8]) -> Result<BoardRequest, Problem> {
    if let Some(request) = fast::parse(line) {
        return Ok(request);
    }
    strict::parse(line, Source::BatchLine).map_err(|problem| {
        if problem.kind() == ProblemKind::NotJson && text::parse(line).is_ok() {
            let detail = "The line is a board as text, not as JSON; send the batch with 'Content-Type: text/plain'.";
            return Problem::new(ProblemKind::NotJson, detail);
        }
        problem
    })
}

/// Returns a text without the byte order mark that some editors put at its start.
pub(crate) fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// Parses a line of a batch that is a board as text.
pub(crate) fn parse_text_line(line: &[u8]) -> Result<BoardRequest, Problem> {
    text::parse(line)
}

/// Parses the body of a request to `/validate` or `/solve`.
///
/// # Errors
///
/// The detail of the problem, a sentence for a person, if the body is not a board.
///
/// # Examples
///
/// ```
/// use sudoku_validator::http::read_board;
///
/// let board = read_board(b"[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]")?;
/// assert!(!board.is_valid());
///
/// let detail = read_board(b"[[1,2,3,4],[0,0,\"05\",0],[0,0,0,0],[0,0,0,0]]").unwrap_err();
/// assert!(detail.starts_with("Row 2, column 3 holds \"05\"; expected a digit from 1 to 4"));
/// # Ok::<(), String>(())
/// ```
pub fn read_board(body: &[u8]) -> Result<Board, String> {
    parse_json(body)
        .map(|request| request.board)
        .map_err(Problem::into_detail)
}

#[cfg(test)]
mod tests;
