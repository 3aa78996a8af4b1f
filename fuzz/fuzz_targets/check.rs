//! Sends a player's board, its puzzle and a move to `/check`: the response must be that of the oracle.
#![no_main]

use arbitrary::{Arbitrary, Result, Unstructured};
use axum::http::StatusCode;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use sudoku_validator_fuzz::layout::AnyLayout;
use sudoku_validator_fuzz::oracle::{contract, exact_cover, request, rules};
use sudoku_validator_fuzz::post;

/// Boards of more rows are not solved by the oracle, which is slow.
const MAX_SOLVED_SIZE: usize = 4;

#[derive(Debug)]
struct AnyGame {
    layout: AnyLayout,
    board: Vec<Vec<u8>>,
    givens: Vec<Vec<u8>>,
    /// The row, the column and the digit of a move.
    played: Option<(usize, usize, u8)>,
}

impl<'a> Arbitrary<'a> for AnyGame {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<AnyGame> {
        let layout = AnyLayout::arbitrary(u)?;
        let (board, mut givens) = (layout.board(u)?, layout.board(u)?);
        if u.arbitrary()? {
            // A puzzle that the player has begun to solve.
            for (given, digit) in givens.iter_mut().flatten().zip(board.iter().flatten()) {
                *given = (*given).min(1) * digit;
            }
        }
        let last = layout.size() - 1;
        let highest = u8::try_from(layout.size()).expect("the sizes are small");
        let played = if u.arbitrary()? {
            let (row, column) = (u.int_in_range(0..=last)?, u.int_in_range(0..=last)?);
            Some((row, column, u.int_in_range(1..=highest)?))
        } else {
            None
        };
        Ok(AnyGame {
            layout,
            board,
            givens,
            played,
        })
    }
}

fuzz_target!(|game: AnyGame| {
    let layout = &game.layout;
    let mut board_after = game.board.clone();
    if let Some((row, column, digit)) = game.played {
        board_after[row][column] = digit;
    }
    let validated = with_board(layout, &board_after);
    let mut body = layout.members();
    body["board"] = layout.cells(&game.board);
    body["givens"] = layout.cells(&game.givens);
    if let Some((row, column, digit)) = game.played {
        body["move"] = json!({"row": row, "column": column, "digit": layout.cell(digit)});
    }
    let response = post("/check", "application/json", body.to_string());
    let expected = match contract::response(validated.as_bytes()) {
        Ok(expected) => expected,
        Err(status) => return assert_eq!(response.status, status, "{response:?}"),
    };
    assert_eq!(response.status, StatusCode::OK, "{response:?}");
    let response = response.json();
    for member in ["valid", "complete", "duplicate", "duplicates"] {
        assert_eq!(response.get(member), expected.get(member), "{response}");
    }
    let is_changed = |row: usize, column: usize| {
        ![0, board_after[row][column]].contains(&game.givens[row][column])
    };
    assert_eq!(response["changed_givens"], cells(layout.size(), is_changed));

    let read = request::board(&validated).expect("the oracle has just read it");
    if let Some((row, column, digit)) = game.played {
        let created = rules::created_by_move(&game.board, &read.constraints, (row, column), digit);
        assert_eq!(response["move"]["valid"], created.is_empty(), "{response}");
        assert_eq!(
            response["move"]["duplicates"].as_array().map(Vec::len),
            Some(created.len()),
            "{response}"
        );
    }
    if layout.size() <= MAX_SOLVED_SIZE {
        let solutions = match exact_cover::count(&game.givens, &read.constraints, 2) {
            0 => "none",
            1 => "one",
            _ => "many",
        };
        assert_eq!(response["solutions"], solutions, "{response}");
    }
});

/// The body of a request to validate a board.
fn with_board(layout: &AnyLayout, board: &[Vec<u8>]) -> String {
    let mut body = layout.members();
    body["board"] = layout.cells(board);
    body.to_string()
}

/// The cells for which this is true, in reading order.
fn cells(size: usize, is_listed: impl Fn(usize, usize) -> bool) -> Value {
    let cells = (0..size * size).map(|cell| (cell / size, cell % size));
    cells
        .filter(|(row, column)| is_listed(*row, *column))
        .map(|(row, column)| json!({"row": row, "column": column}))
        .collect()
}
