//! The fast parser against the strict one.

use std::sync::Arc;

use proptest::prelude::*;

use super::board_request::{BoardRequest, Notation};
use super::{fast, parse_strictly};
use crate::sudoku::Board;

fn parts(request: BoardRequest) -> (Board, Notation) {
    (request.board, request.notation)
}

fn strictly(body: &[u8]) -> (Board, Notation) {
    parts(parse_strictly(body, &Arc::default()).unwrap().build())
}

/// The spellings of a digit, or of an empty cell.
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

/// The whitespace of a board.
#[derive(Clone, Copy, Debug)]
struct Spacing {
    before_first: &'static str,
    before_comma: &'static str,
    after_comma: &'static str,
    after_last: &'static str,
    after_row: &'static str,
}

const COMPACT: Spacing = Spacing {
    before_first: "",
    before_comma: "",
    after_comma: "",
    after_last: "",
    after_row: "",
};

/// What Python writes by default.
const SPACED: Spacing = Spacing {
    after_comma: " ",
    after_row: " ",
    ..COMPACT
};

const INDENTED: Spacing = Spacing {
    before_first: "\n    ",
    after_comma: "\n    ",
    after_last: "\n  ",
    after_row: "\n  ",
    ..COMPACT
};

const INDENTED_FAR: Spacing = Spacing {
    before_first: "\r\n\t            ",
    after_comma: "\r\n\t            ",
    after_last: "\r\n\t        ",
    after_row: "\r\n\t        ",
    ..COMPACT
};

/// More than any fast path accepts.
const INDENTED_TOO_FAR: Spacing = Spacing {
    after_comma: "\n                        ",
    ..INDENTED
};

const SCATTERED: Spacing = Spacing {
    before_first: " ",
    before_comma: "\t\r\n ",
    after_comma: "\n",
    after_last: "  ",
    after_row: "\r\n",
};

const SPACINGS: [Spacing; 6] = [
    COMPACT,
    SPACED,
    INDENTED,
    INDENTED_FAR,
    INDENTED_TOO_FAR,
    SCATTERED,
];

impl Spacing {
    /// Writes rows of cells.
    fn board(self, cells: &[String], size: usize) -> String {
        let Spacing {
            before_first,
            before_comma,
            after_comma,
            after_last,
            after_row,
        } = self;
        let rows: Vec<String> = cells
            .chunks(size)
            .map(|row| {
                let row = row.join(&format!("{before_comma},{after_comma}"));
                format!("[{before_first}{row}{after_last}]")
            })
            .collect();
        format!(
            "[{before_first}{}{after_last}]",
            rows.join(&format!(",{after_row}"))
        )
    }
}

/// Writes a digit, or an empty cell.
type Write = fn(u8) -> String;

fn number(digit: u8) -> String {
    digit.to_string()
}

fn string(digit: u8) -> String {
    match digit {
        0 => "\".\"".to_owned(),
        digit => format!("\"{digit}\""),
    }
}

/// A cell of a board of this size, with an occasional digit that is too high. Most are written in the same way.
fn cell(size: usize, write: Write) -> impl Strategy<Value = String> {
    let highest = u8::try_from(size + 1).unwrap();
    (0..=highest, 0..200, any::<prop::sample::Index>()).prop_map(move |(digit, odd, index)| {
        let digit = if usize::from(digit) > size && odd > 0 {
            0
        } else {
            digit
        };
        match odd {
            0..2 => index.get(&spellings(digit)).clone(),
            _ => write(digit),
        }
    })
}

/// A cell in any spelling.
fn any_cell() -> impl Strategy<Value = String> {
    (0u8..=8).prop_flat_map(|digit| prop::sample::select(spellings(digit)))
}

/// A board, bare or in an object.
fn body() -> impl Strategy<Value = String> {
    let sizes = prop::sample::select(vec![4, 6, 8, 9, 9, 10, 12, 16, 25]);
    let board = (sizes, 0..3, prop::sample::select(&SPACINGS[..])).prop_flat_map(
        |(size, kind, spacing): (usize, _, Spacing)| {
            let cell = match kind {
                0 => cell(size, number).boxed(),
                1 => cell(size, string).boxed(),
                _ => any_cell().boxed(),
            };
            let size = if kind == 2 { size.min(6) } else { size };
            prop::collection::vec(cell, size * size)
                .prop_map(move |cells| spacing.board(&cells, size))
        },
    );
    let box_shape = prop::sample::select(vec![
        "",
        r#","box":{"rows":2,"columns":3}"#,
        r#", "box": {"columns": 2, "rows": 2}"#,
        r#","box": null "#,
    ]);
    let space = prop::sample::select(vec!["", " ", "\n", "\t\r\n "]);
    (board, space, prop::option::of(box_shape)).prop_map(|(board, space, object)| match object {
        None => format!("{space}{board}{space}"),
        Some(box_shape) => format!("{{\"board\":{space}{board}{box_shape}}}"),
    })
}

/// A body with some bytes removed, inserted or replaced, and some words inserted.
fn damaged_body() -> impl Strategy<Value = Vec<u8>> {
    let bytes = prop::sample::select(b"[]{},:\"'.-+0159eE\\ nullboardx\x00\x7f\xc3\xff".to_vec());
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
        for (index, kind, byte, word) in changes {
            let index = index.index(body.len());
            match kind {
                0 => drop(body.remove(index)),
                1 => body.insert(index, byte),
                2 => body[index] = byte,
                _ => drop(body.splice(index..index, word.bytes())),
            }
        }
        body
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn the_parsers_agree_on_bodies_that_the_fast_one_accepts(body in body()) {
        if let Some(request) = fast::parse(body.as_bytes()) {
            prop_assert_eq!(strictly(body.as_bytes()), parts(request));
        }
    }

    #[test]
    fn the_parsers_agree_on_damaged_bodies_that_the_fast_one_accepts(body in damaged_body()) {
        if let Some(request) = fast::parse(&body) {
            prop_assert_eq!(strictly(&body), parts(request));
        }
    }
}

#[test]
fn the_fast_parser_does_not_accept_a_key_without_a_colon() {
    let rows = "[[1,2,3,4],[0,0,0,0],[0,0,0,0],[0,0,0,0]]";
    for body in [
        format!(r#"{{"board""box":{{"rows":2,"columns":2}},"board":{rows}}}"#),
        format!(r#"{{"box""board":{rows}}}"#),
        format!(r#"{{"board":{rows},"box":{{"rows""columns":2,"rows":2}}}}"#),
    ] {
        assert!(fast::parse(body.as_bytes()).is_none(), "{body}");
    }
}

#[test]
fn the_fast_parser_accepts_boards_in_common_notations() {
    for body in [
        r#"[[1,2,3,4],[0,null,".",""],[1,2,"0",4],[4,3,2,1]]"#,
        r#"[["1","2","3","4"],["",".","0",null],["1","2",0,"4"],["4","3","2","1"]]"#,
        " [ [ 1 , 2 , 3 , 4 ] , [ 0 , 0 , 0 , 0 ] , [ 0 , 0 , 0 , 0 ] , [ 0 , 0 , 0 , 0 ] ] \r\n\t",
        r#"{"board":[[1,2,3,4],[0,0,0,0],[0,0,0,0],[4,3,2,1]],"box":{"rows":2,"columns":2}}"#,
    ] {
        assert!(fast::parse(body.as_bytes()).is_some(), "{body}");
    }
}

#[test]
fn the_fast_parser_accepts_boards_of_all_sizes_with_all_spacings() {
    for size in [4, 6, 8, 9, 10, 12, 16, 25, 36, 64] {
        let highest = u8::try_from(size).unwrap();
        for write in [number, string] {
            let digits = (0..=highest).cycle().take(size * size);
            let cells: Vec<String> = digits.map(write).collect();
            for spacing in SPACINGS {
                let board = spacing.board(&cells, size);
                for body in [format!("{{\"board\": {board}}}"), board] {
                    let request = fast::parse(body.as_bytes());
                    let expected = strictly(body.as_bytes());
                    assert_eq!(request.map(parts), Some(expected), "{body}");
                }
            }
        }
    }
}

#[test]
fn the_fast_parser_does_not_accept_any_byte_in_place_of_another() {
    for size in [4, 10] {
        for write in [number, string] {
            for spacing in [COMPACT, SPACED, INDENTED] {
                let cells = vec![write(4); size * size];
                let board = spacing.board(&cells, size).into_bytes();
                for index in 0..board.len() {
                    for byte in *b"\0\t\n\x0c \",.0159:[]n\\\x7f\x80\xff" {
                        let mut body = board.clone();
                        body[index] = byte;
                        if let Some(request) = fast::parse(&body) {
                            assert_eq!(strictly(&body), parts(request));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn the_fast_parser_does_not_accept_two_characters_unless_they_are_a_number() {
    for write in [number, string] {
        for spacing in [COMPACT, SPACED] {
            let mut cells = vec![write(0); 100];
            for tens in 0..=u8::MAX {
                for ones in [b'0', b'5', b'.', b'"', b',', 0] {
                    cells[35] = write(98);
                    let board = spacing.board(&cells, 10);
                    let mut body = board.clone().into_bytes();
                    let index = board.find("98").unwrap();
                    body[index] = tens;
                    body[index + 1] = ones;
                    if let Some(request) = fast::parse(&body) {
                        assert_eq!(strictly(&body), parts(request));
                    }
                }
            }
        }
    }
}
