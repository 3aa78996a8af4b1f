//! A board as a line of text: N² characters, row by row, `.` or `0` where a cell is empty.

use super::Cells;
use super::digit::digits_of_characters;
use crate::http::echo::describe_character;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::wire::{Notation, ValidateRequest};
use crate::sudoku::{Layout, LayoutError, MIN_SIZE};

/// The most rows of a board in text: its highest digit is one character.
const MAX_ROWS: usize = 9;

/// What a line looks like, for a sentence that says that it does not.
const EXPECTED: &str = "expected a board as 81 characters (or 16, 36, 64) and nothing else, each a digit, or '.' or 0 for an empty cell";

/// The board that a line is, or why it is none.
pub(super) fn request(line: &[u8]) -> Result<ValidateRequest, Problem> {
    const DIGITS: [u8; 256] = digits_of_characters(b'.');

    let size = line.len().isqrt();
    let digits: Vec<u8> = line
        .iter()
        .map(|character| DIGITS[usize::from(*character)])
        .collect();
    let highest = digits.iter().fold(0, |highest, digit| highest.max(*digit));
    if size * size != line.len()
        || !(MIN_SIZE..=MAX_ROWS).contains(&size)
        || usize::from(highest) > size
    {
        return Err(refused(why_not(line)));
    }
    let layout = Layout::new(size, None).map_err(|error| refused(no_layout(error)))?;
    let cells = Cells {
        digits,
        notation: Notation::Strings,
    };
    Ok(cells
        .into_request(layout)
        .expect("the digits are as many as the cells, and none is above the size"))
}

fn refused(detail: String) -> Problem {
    Problem::new(ProblemKind::NotABoard, detail)
}

/// The first thing that is wrong with a line. Where its length is none of a board, that is it.
fn why_not(line: &[u8]) -> String {
    let Ok(text) = str::from_utf8(line) else {
        return format!("The line is not UTF-8 text; {EXPECTED}.");
    };
    let length = text.chars().count();
    let size = length.isqrt();
    if text.trim().is_empty() {
        return format!("The line is empty; {EXPECTED}.");
    }
    if text.starts_with('\u{feff}') {
        return "The line begins with a byte order mark; send it without.".to_owned();
    }
    if text.starts_with(['[', '{']) {
        return "The line looks like JSON; declare the body as 'Content-Type: application/x-ndjson'.".to_owned();
    }
    if size * size != length || !(MIN_SIZE..=MAX_ROWS).contains(&size) {
        let characters = if length == 1 {
            "character"
        } else {
            "characters"
        };
        return format!(
            "The line has {length} {characters}; {EXPECTED}. Send boards of more than 9 rows as JSON."
        );
    }
    let is_wrong = |character: &char| {
        *character != '.'
            && character
                .to_digit(10)
                .is_none_or(|digit| digit as usize > size)
    };
    match (1..)
        .zip(text.chars())
        .find(|(_, character)| is_wrong(character))
    {
        Some((column, character)) => {
            let found = describe_character(character);
            format!(
                "Column {column} of the line holds {found}; expected a digit from 1 to {size}, or '.' or 0 for an empty cell."
            )
        }
        None => format!("The line is no board; {EXPECTED}."),
    }
}

/// Why a board of this size cannot be a line of text.
fn no_layout(error: LayoutError) -> String {
    format!("In text {error}; send the board as JSON, with its box.")
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use axum::response::IntoResponse;
    use serde_json::Value;

    use super::*;

    async fn detail(line: impl AsRef<[u8]>) -> String {
        let response = request(line.as_ref()).unwrap_err().into_response();
        let body = to_bytes(response.into_body(), 10_000).await.unwrap();
        serde_json::from_slice::<Value>(&body).unwrap()["detail"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    #[tokio::test]
    async fn a_refusal_says_what_is_wrong_with_the_line() {
        for (line, said) in [
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
                "The line has 9 characters; expected a board as 81 characters",
            ),
            (
                b"x",
                "The line has 1 character; expected a board as 81 characters",
            ),
            (b"123412341234123x", "Column 16 of the line holds 'x'; "),
            (b"12341234 2341234", "Column 9 of the line holds a blank; "),
            (
                "123412341234123é".as_bytes(),
                "Column 16 of the line holds the character U+00E9; ",
            ),
            (
                b"123412341234123",
                "The line has 15 characters; expected a board as 81 characters",
            ),
            (
                b"1234123412341234 # easy",
                "The line has 23 characters; expected a board as 81 characters",
            ),
            (b"12341234\xff1234123", "The line is not UTF-8 text; "),
            ("１234".as_bytes(), "The line has 4 characters; "),
            (
                "\u{feff}1234".as_bytes(),
                "The line begins with a byte order mark; send it without.",
            ),
            (
                &[b'.'; 25],
                "In text a board of 5 rows has no box of two or more rows; send the board as JSON, with its box.",
            ),
            (
                &[b'G'; 256],
                "The line has 256 characters; expected a board as 81 characters",
            ),
            (
                b"[[1,2],[3,4]]",
                "The line looks like JSON; declare the body as 'Content-Type: application/x-ndjson'.",
            ),
        ] {
            assert!(
                detail(line).await.starts_with(said),
                "{}: {}",
                line.escape_ascii(),
                detail(line).await
            );
        }
    }

    #[test]
    fn each_character_is_a_cell() {
        let request = request(b"12.0............").unwrap();
        assert_eq!(request.board.layout().size(), 4);
        assert_eq!(
            request.board,
            json_board("[[1,2,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]")
        );
        assert_eq!(request.notation, Notation::Strings);
    }

    fn json_board(json: &str) -> crate::sudoku::Board {
        crate::http::read::request(json.as_bytes()).unwrap().board
    }
}
