//! From the bytes of a body to the board, or to all that is wrong with it.
//!
//! The `quick` reader takes boards as they are usually written. Where it stops, for a fault or for a rare spelling such as
//! `5.0`, the `careful` reader starts over: it alone decides what is refused, and why. Boards as plain text are the affair
//! of `text`.

mod careful;
mod digit;
mod faults;
mod quick;
mod syntax;
mod text;

use std::sync::Arc;

use self::syntax::Whole;
use super::problem::{Problem, ProblemKind};
use super::wire::{Notation, ValidateRequest};
use crate::sudoku::{Board, BoardError, Layout};

/// The board that a body asks about, or why there is none.
pub(super) fn request(body: &[u8]) -> Result<ValidateRequest, Problem> {
    quick::request(body).map_or_else(|| careful::request(body, Whole::Body), Ok)
}

/// The board that a line of JSON asks about, or why there is none.
pub(super) fn json_line(line: &[u8]) -> Result<ValidateRequest, Problem> {
    if let Some(request) = quick::request(line) {
        return Ok(request);
    }
    careful::request(line, Whole::Line).map_err(|problem| {
        if problem.kind() == ProblemKind::NotJson && text::request(line).is_ok() {
            let detail =
                "The line is a board as text; declare the body as 'Content-Type: text/plain'.";
            return Problem::new(ProblemKind::NotJson, detail);
        }
        problem
    })
}

/// The board that a line of characters is, or why it is none.
pub(super) fn text_line(line: &[u8]) -> Result<ValidateRequest, Problem> {
    text::request(line)
}

/// The board in the body of a request to `/validate`.
///
/// # Errors
///
/// The detail of the refusal, a sentence for a person, if there is no board in it.
///
/// # Examples
///
/// ```
/// use sudoku_validator::http::read_board;
///
/// let board = read_board(b"[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]")?;
/// assert!(!board.is_valid());
///
/// let refusal = read_board(b"[[1,2,3,4],[0,0,\"05\",0],[0,0,0,0],[0,0,0,0]]").unwrap_err();
/// assert!(refusal.starts_with("Row 2, column 3 holds \"05\"; expected a digit from 1 to 4"));
/// # Ok::<(), String>(())
/// ```
pub fn read_board(body: &[u8]) -> Result<Board, String> {
    request(body)
        .map(|request| request.board)
        .map_err(Problem::into_detail)
}

/// The cells of a board, row by row.
struct Cells {
    digits: Vec<u8>,
    notation: Notation,
}

impl Cells {
    fn into_request(self, layout: Arc<Layout>) -> Result<ValidateRequest, BoardError> {
        Ok(ValidateRequest {
            board: Board::new(layout, self.digits)?,
            notation: self.notation,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Whole, careful, quick};

    /// How a cell with this digit may be written.
    fn spellings(digit: u8) -> Vec<String> {
        match digit {
            0 => [
                "0",
                "\".\"",
                "\"0\"",
                "\"\"",
                "null",
                "0.0",
                "-0",
                "0e9",
                "\"\\u002e\"",
                "\"\\u0030\"",
            ]
            .map(str::to_owned)
            .to_vec(),
            digit => vec![
                format!("{digit}"),
                format!("\"{digit}\""),
                format!("{digit}.0"),
                format!("{digit}e0"),
                format!("{digit}0E-1"),
            ],
        }
    }

    /// The text of a board of 4 or 6 rows, bare or in an object, with a digit now and then that is too high.
    fn body() -> impl Strategy<Value = String> {
        let cell = (0u8..=8).prop_flat_map(|digit| prop::sample::select(spellings(digit)));
        let rows = prop::sample::select(vec![4usize, 6]).prop_flat_map(move |size| {
            prop::collection::vec(prop::collection::vec(cell.clone(), size), size)
        });
        let blank = prop::sample::select(vec!["", " ", "\n", "\t\r\n "]);
        let box_shape = prop::sample::select(vec![
            "",
            r#","box":{"rows":2,"columns":3}"#,
            r#", "box": {"columns": 2, "rows": 2}"#,
        ]);
        (rows, blank, prop::option::of(box_shape)).prop_map(|(rows, blank, object)| {
            let rows: Vec<String> = rows
                .into_iter()
                .map(|row| format!("[{}]", row.join(&format!("{blank},{blank}"))))
                .collect();
            let board = format!("{blank}[{blank}{}]{blank}", rows.join(","));
            match object {
                None => board,
                Some(box_shape) => format!("{{\"board\":{board}{box_shape}}}"),
            }
        })
    }

    /// A body with some of its bytes taken out, doubled or replaced, and some words put in.
    fn damaged_body() -> impl Strategy<Value = Vec<u8>> {
        let bytes =
            prop::sample::select(b"[]{},:\"'.-+0159eE\\ nullboardx\x00\x7f\xc3\xff".to_vec());
        let words = prop::sample::select(vec![
            "\"board\"",
            "\"box\"",
            "\"rows\"",
            "\"columns\"",
            "\"5\"",
            "null",
            "[0,0]",
        ]);
        let change = (any::<prop::sample::Index>(), 0..4, bytes, words);
        (body(), prop::collection::vec(change, 1..4)).prop_map(|(body, changes)| {
            let mut body = body.into_bytes();
            for (place, kind, byte, word) in changes {
                let place = place.index(body.len());
                match kind {
                    0 => drop(body.remove(place)),
                    1 => body.insert(place, byte),
                    2 => body[place] = byte,
                    _ => drop(body.splice(place..place, word.bytes())),
                }
            }
            body
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn what_the_quick_reader_takes_the_careful_one_reads_the_same(body in body()) {
            if let Some(request) = quick::request(body.as_bytes()) {
                prop_assert_eq!(careful::request(body.as_bytes(), Whole::Body).unwrap(), request);
            }
        }

        #[test]
        fn what_the_quick_reader_takes_of_damaged_bodies_the_careful_one_reads_the_same(body in damaged_body()) {
            if let Some(request) = quick::request(&body) {
                prop_assert_eq!(careful::request(&body, Whole::Body).unwrap(), request);
            }
        }
    }

    #[test]
    fn a_name_without_its_colon_is_not_passed_over() {
        let rows = "[[1,2,3,4],[0,0,0,0],[0,0,0,0],[0,0,0,0]]";
        for body in [
            format!(r#"{{"board""box":{{"rows":2,"columns":2}},"board":{rows}}}"#),
            format!(r#"{{"box""board":{rows}}}"#),
            format!(r#"{{"board":{rows},"box":{{"rows""columns":2,"rows":2}}}}"#),
        ] {
            assert!(quick::request(body.as_bytes()).is_none(), "{body}");
        }
    }

    #[test]
    fn the_quick_reader_takes_boards_as_they_are_usually_written() {
        for body in [
            r#"[[1,2,3,4],[0,null,".",""],[1,2,"0",4],[4,3,2,1]]"#,
            r#"[["1","2","3","4"],["",".","0",null],["1","2",0,"4"],["4","3","2","1"]]"#,
            " [ [ 1 , 2 , 3 , 4 ] , [ 0 , 0 , 0 , 0 ] , [ 0 , 0 , 0 , 0 ] , [ 0 , 0 , 0 , 0 ] ] \r\n\t",
            r#"{"board":[[1,2,3,4],[0,0,0,0],[0,0,0,0],[4,3,2,1]],"box":{"rows":2,"columns":2}}"#,
        ] {
            assert!(quick::request(body.as_bytes()).is_some(), "{body}");
        }
    }
}
