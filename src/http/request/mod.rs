//! Parses the body of a request into a board, or into a problem that lists everything wrong with it.
//!
//! The `fast` parser accepts boards in common notations. Where it stops, at a fault or at a rare spelling such as
//! `5.0`, the `strict` parser starts over: it alone decides what is rejected, and why. `plain_text` is for boards as
//! text, and `layout` for what a request declares besides. `hints` recognizes common mistakes, so that a problem says what
//! to change.

pub(crate) mod board_request;
pub(crate) mod body;
pub(crate) mod check_request;
mod fast;
mod faults;
mod hints;
pub(crate) mod idle_timer;
mod layout;
pub(crate) mod lines;
mod members;
mod plain_text;
pub(crate) mod query;
mod quote;
mod raw_json;
mod sentence;
pub(crate) mod solve_options;
mod source;
mod spelling;
mod strict;
mod syntax;
mod unbuilt;

use std::sync::Arc;

use axum::extract::Request;

use self::board_request::BoardRequest;
use self::body::MediaType;
use self::check_request::CheckRequest;
use self::layout::layouts::{self, Layouts};
use self::source::Source;
use self::unbuilt::Unbuilt;
use super::response::problem::Problem;
use super::state::AppState;
use crate::sudoku::Board;

pub(crate) use self::layout::Declared;

/// Receives the body of a request and parses it as a board, for which the query declares something or nothing.
pub(crate) async fn receive_board(
    request: Request,
    state: &AppState,
    declared: Option<Arc<Declared>>,
) -> Result<BoardRequest, Problem> {
    let media_type = body::check_board_headers(request.headers(), state.limits.body_bytes)?;
    let body = body::receive(request.into_body(), state).await?;
    if media_type == MediaType::Json
        && declared.is_none()
        && let Some(request) = fast::parse(&body.bytes)
    {
        return Ok(request);
    }
    // Boxed to keep the future of each request small, since few bodies get here.
    Box::pin(parse_slowly(&body.bytes, media_type, declared, state)).await
}

/// Parses a body that the fast parser does not accept, and builds its layout.
async fn parse_slowly(
    body: &[u8],
    media_type: MediaType,
    declared: Option<Arc<Declared>>,
    state: &AppState,
) -> Result<BoardRequest, Problem> {
    let declared = declared.unwrap_or_default();
    let unbuilt = match media_type {
        MediaType::Text => plain_text::parse(body, &declared),
        _ => parse_strictly(body, &declared),
    }?;
    if !unbuilt.is_new() {
        return Ok(unbuilt.build());
    }
    let _permit = state.search_pool.inline_permit().await?;
    let request = unbuilt.build();
    let memory = layouts::reserve(request.board.layout(), &state.memory)?;
    Ok(request.with_memory(memory))
}

/// Receives the body of a request and parses it as a player's board, with what to judge it by.
pub(crate) async fn receive_check(
    request: Request,
    state: &AppState,
    declared: Option<Arc<Declared>>,
) -> Result<CheckRequest, Problem> {
    body::check_json_headers(request.headers(), state.limits.body_bytes)?;
    let body = body::receive(request.into_body(), state).await?;
    if declared.is_none()
        && let Some(request) = fast::check::parse(&body.bytes)
    {
        return Ok(request);
    }
    Box::pin(parse_check_slowly(&body.bytes, declared, state)).await
}

/// Parses a body that the fast parser does not accept, and builds the layout of its boards.
async fn parse_check_slowly(
    body: &[u8],
    declared: Option<Arc<Declared>>,
    state: &AppState,
) -> Result<CheckRequest, Problem> {
    let body = without_byte_order_mark(body);
    let unbuilt = strict::check::parse(body, &declared.unwrap_or_default())?;
    if !unbuilt.is_new() {
        return Ok(unbuilt.build());
    }
    let _permit = state.search_pool.inline_permit().await?;
    let request = unbuilt.build();
    let memory = layouts::reserve(request.board.board.layout(), &state.memory)?;
    Ok(request.with_memory(memory))
}

/// Parses a body that is a board as JSON.
pub(crate) fn parse_json(body: &[u8]) -> Result<BoardRequest, Problem> {
    match fast::parse(body) {
        Some(request) => Ok(request),
        None => parse_strictly(body, &Arc::default()).map(Unbuilt::build),
    }
}

fn parse_strictly(body: &[u8], declared: &Arc<Declared>) -> Result<Unbuilt, Problem> {
    let body = without_byte_order_mark(body);
    strict::parse(body, Source::Body, declared, &Layouts::default())
}

/// Returns a text without the byte order mark that some editors put at its start.
pub(crate) fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
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
