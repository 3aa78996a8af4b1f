//! Boards as text: N² characters on a line, row by row, with `.` or `0` for empty cells.

use super::board_request::{BoardRequest, Cells, Notation};
use super::hints;
use super::quote::describe_character;
use super::spelling::character_table;
use crate::http::response::problem::{Problem, ProblemKind};
use crate::sudoku::{Layout, LayoutError, MIN_SIZE};

/// The maximum size of a board as text: a digit is one character.
const MAX_TEXT_SIZE: usize = 9;

const EXPECTED: &str = "expected a board as 81 characters (or 16, 36, 64) and nothing else: digits, and '.' or 0 for empty cells";

/// Parses a line as a board.
pub(super) fn parse(line: &[u8]) -> Result<BoardRequest, Problem> {
    const DIGITS: [u8; 256] = character_table(b'.');

    let size = line.len().isqrt();
    let digits: Vec<u8> = line
        .iter()
        .map(|character| DIGITS[usize::from(*character)])
        .collect();
    let highest = digits.iter().fold(0, |highest, digit| highest.max(*digit));
    if size * size != line.len()
        || !(MIN_SIZE..=MAX_TEXT_SIZE).contains(&size)
        || usize::from(highest) > size
    {
        return Err(not_a_board(describe_fault(line)));
    }
    let layout =
        Layout::new(size, None).map_err(|error| not_a_board(describe_layout_error(error)))?;
    let cells = Cells {
        digits,
        notation: Notation::Strings,
    };
    Ok(BoardRequest::new(layout, cells)
        .expect("there is a digit for each cell, and none is above the size"))
}

fn not_a_board(detail: String) -> Problem {
    Problem::new(ProblemKind::NotABoard, detail)
}

/// Describes the first fault of a line; a wrong length comes before wrong characters.
fn describe_fault(line: &[u8]) -> String {
    let Ok(text) = str::from_utf8(line) else {
        return format!("The line is not UTF-8 text; {EXPECTED}.");
    };
    let length = text.chars().count();
    let size = length.isqrt();
    if text.trim().is_empty() {
        return format!("The line is empty; {EXPECTED}.");
    }
    if text.starts_with('\u{feff}') {
        return "The line starts with a byte order mark; send it without one.".to_owned();
    }
    if text.starts_with(['[', '{']) {
        return "The line looks like JSON; send the batch with 'Content-Type: application/x-ndjson'.".to_owned();
    }
    let is_board_length = |length: usize| {
        let size = length.isqrt();
        size * size == length && (MIN_SIZE..=MAX_TEXT_SIZE).contains(&size)
    };
    if let Some(detail) = hints::text_line::describe(text, is_board_length) {
        return detail;
    }
    if !is_board_length(length) {
        let characters = if length == 1 {
            "character"
        } else {
            "characters"
        };
        return format!(
            "The line has {length} {characters}; {EXPECTED}. Send boards of more than 9 rows as JSON."
        );
    }
    let is_fault = |character: &char| {
        *character != '.'
            && character
                .to_digit(10)
                .is_none_or(|digit| digit as usize > size)
    };
    match (1..)
        .zip(text.chars())
        .find(|(_, character)| is_fault(character))
    {
        Some((column, character)) => {
            let found = describe_character(character);
            format!(
                "Column {column} of the line holds {found}; expected a digit from 1 to {size}, or '.' or 0 for an empty cell."
            )
        }
        None => format!("The line is not a board; {EXPECTED}."),
    }
}

/// Describes why a board of this size cannot be sent as text.
fn describe_layout_error(error: LayoutError) -> String {
    format!("The line is ambiguous: {error}; send it as JSON with a \"box\".")
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use axum::response::IntoResponse;
    use serde_json::Value;

    use super::*;
    use crate::http::request::board_request::Spelling;
    use crate::sudoku::Cell;

    async fn detail(line: impl AsRef<[u8]>) -> String {
        let response = parse(line.as_ref()).unwrap_err().into_response();
        let body = to_bytes(response.into_body(), 10_000).await.unwrap();
        serde_json::from_slice::<Value>(&body).unwrap()["detail"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    #[tokio::test]
    async fn the_detail_says_what_is_wrong_with_the_line() {
        for (line, expected) in [
            (
                &b""[..],
                "The line is empty; expected a board as 81 characters",
            ),
            (b" \t ", "The line is empty; "),
            (
                b"1234123412341235",
                "Column 16 of the line holds '5'; expected a digit from 1 to 4, or '.' or 0 for",
            ),
            (
                b"53..7....",
                "The line has 9 characters; expected a board as 81 characters",
            ),
            (
                b"# Hardest",
                "The line is a comment; remove it, since each line is a board.",
            ),
            (
                b"x",
                "The line has 1 character; expected a board as 81 characters",
            ),
            (b"123412341234123x", "Column 16 of the line holds 'x'; "),
            (b"12341234 2341234", "Column 9 of the line holds a space; "),
            (
                "123412341234123é".as_bytes(),
                "Column 16 of the line holds the character 'é' (U+00E9); ",
            ),
            (
                b"123412341234123",
                "The line has 15 characters; expected a board as 81 characters",
            ),
            (
                b"1234123412341234 # easy",
                "The line has other text besides the board; send only the characters of the board.",
            ),
            (b"12341234\xff1234123", "The line is not UTF-8 text; "),
            ("１234".as_bytes(), "The line has 4 characters; "),
            (
                "\u{feff}1234".as_bytes(),
                "The line starts with a byte order mark; send it without one.",
            ),
            (
                &[b'.'; 25],
                "The line is ambiguous: a board of 5 rows has no default box shape; send it as JSON with a \"box\".",
            ),
            (
                &[b'G'; 256],
                "The line has 256 characters; expected a board as 81 characters",
            ),
            (
                b"[[1,2],[3,4]]",
                "The line looks like JSON; send the batch with 'Content-Type: application/x-ndjson'.",
            ),
        ] {
            assert!(
                detail(line).await.starts_with(expected),
                "{}: {}",
                line.escape_ascii(),
                detail(line).await
            );
        }
    }

    #[test]
    fn each_character_is_parsed_as_a_cell() {
        let request = parse(b"12.0............").unwrap();
        assert_eq!(request.board.layout().size(), 4);
        assert_eq!(
            request.board,
            json_board("[[1,2,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]")
        );
        assert_eq!(
            request.spelling(Cell { row: 0, column: 0 }),
            Spelling::String
        );
    }

    fn json_board(json: &str) -> crate::sudoku::Board {
        crate::http::request::parse_json(json.as_bytes())
            .unwrap()
            .board
    }
}
