//! Formats of other programs: recognized only to say what to send instead.

use std::fmt;

use super::signs::{Signs, size_of};
use crate::sudoku::digit::MAX_SIZE;

/// A format that is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    QuotedString,
    Xml,
    MiniZinc,
    Link,
    Form,
    Givens,
    RunLength,
    Payload,
}

/// The minimum length of a word that is taken for an encoded puzzle.
const MIN_PAYLOAD_CHARS: usize = 32;

impl Format {
    /// Recognizes a format by the start of a text, unless the start is a symbol.
    pub(super) fn of_start(text: &str, signs: Signs) -> Option<Format> {
        let text = text.trim_start();
        let first = text
            .chars()
            .next()
            .filter(|first| !signs.is_symbol(*first))?;
        match first {
            '{' => Some(Format::Json),
            '[' if text[1..].trim_start().starts_with('[') => Some(Format::Json),
            '<' => Some(Format::Xml),
            _ => None,
        }
    }

    /// Recognizes the format of a text that holds no board.
    pub(super) fn of(text: &str) -> Option<Format> {
        let text = text.trim();
        let word = text.split_whitespace().next().filter(|word| *word == text);
        if text.starts_with('[') && text[1..].trim_start().starts_with(is_json_element) {
            Some(Format::Json)
        } else if text.starts_with(['"', '\'']) {
            Some(Format::QuotedString)
        } else if text.contains("[|") {
            Some(Format::MiniZinc)
        } else if text.contains("://") || text.starts_with("www.") {
            Some(Format::Link)
        } else if word.is_some_and(is_form) {
            Some(Format::Form)
        } else if lists_givens(text) {
            Some(Format::Givens)
        } else if word.is_some_and(is_run_length) {
            Some(Format::RunLength)
        } else if word.is_some_and(is_payload) {
            Some(Format::Payload)
        } else {
            None
        }
    }
}

/// Whether an element of a JSON array can begin with a character.
fn is_json_element(character: char) -> bool {
    character.is_ascii_digit() || matches!(character, '[' | '{' | '"' | '-' | 'n')
}

/// Whether a word is `name=value`.
fn is_form(word: &str) -> bool {
    let name = word.trim_start_matches(['?', '&']).split_once('=');
    name.is_some_and(|(name, value)| {
        !value.is_empty()
            && name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name
                .chars()
                .all(|character| character.is_ascii_alphanumeric() || character == '_')
    })
}

/// Whether a text names a cell, such as `R1C2`, in the way in which lists of givens and constraints do.
fn lists_givens(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(4).any(|window| {
        matches!(window, [b'R' | b'r', row, b'C' | b'c', column] if row.is_ascii_digit() && column.is_ascii_digit())
    })
}

/// Whether a word lists digits, and the lengths of runs of empty cells as letters: `a` is one empty cell, `z` 26. An
/// underscore separates digits. The size can precede it, as in `3x3:`.
fn is_run_length(word: &str) -> bool {
    let runs = match word.split_once(':') {
        Some((size, runs)) if size.starts_with(|first: char| first.is_ascii_digit()) => runs,
        Some(_) => return false,
        None => word,
    };
    let runs = runs.split(',').next().unwrap_or(runs);
    let mut cells = 0_usize;
    let mut is_in_number = false;
    for byte in runs.bytes() {
        match byte {
            b'0'..=b'9' if is_in_number => {}
            b'1'..=b'9' => cells += 1,
            b'a'..=b'z' => cells += usize::from(byte - b'a') + 1,
            b'_' => {}
            _ => return false,
        }
        is_in_number = byte.is_ascii_digit();
    }
    cells <= MAX_SIZE * MAX_SIZE
        && size_of(cells).is_some()
        && runs.bytes().any(|byte| byte.is_ascii_lowercase())
        && runs.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a word looks like base64: letters of both cases, and nothing that base64 does not have.
fn is_payload(word: &str) -> bool {
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=-_%".contains(&byte);
    word.len() >= MIN_PAYLOAD_CHARS
        && word.bytes().all(is_base64)
        && word.bytes().any(|byte| byte.is_ascii_lowercase())
        && word.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// Continues the sentence that begins with "The text".
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Json => "is JSON; send it as JSON, neither as plain text nor inside a string.",
            Format::QuotedString => "is in quotation marks; send it without them.",
            Format::Xml => "is XML; send only the cells, such as the 81 characters of a \"data\" attribute.",
            Format::MiniZinc => "is a MiniZinc array; send only its cells: a line for each row, without '|' and brackets.",
            Format::Link => "is a link; send the board itself, such as 81 digits with '.' for each empty cell.",
            Format::Form => "is a parameter with its name; send only the board, such as 81 digits with '.' for each empty cell.",
            Format::Givens => "names single cells; send all cells in reading order, such as 81 digits with '.' for each empty cell.",
            Format::RunLength => "looks like a game ID, in which letters count empty cells; send '.' for each empty cell, and nothing between cells.",
            Format::Payload => "looks like an encoded puzzle, as in a link; send the board itself, such as 81 digits with '.' for each empty cell.",
        })
    }
}
