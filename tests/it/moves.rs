//! Moves, compared with the oracle.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::Index;
use sudoku_validator::sudoku::{
    Board, BoxShape, Cell, Digit, Layout, LayoutSpec, Move, MoveError, Puzzle, PuzzleSolution,
    RepeatedDigit, Variant,
};

use crate::oracle::rules::{Repeated, created_by_move};
use crate::support::boards::{PUZZLE, cell, pair, rows_of, solve_and_check};
use crate::variants::{LARGE, Parts, SMALL, any_parts, any_shape};

/// The number of moves on each random board: 10,000 in all.
const MOVES: usize = 50;

fn digit(digit: u8) -> Digit {
    Digit::new(digit).unwrap()
}

fn repeated(repeated: &RepeatedDigit) -> Repeated {
    let constraint = repeated.constraint;
    (
        repeated.digit.get(),
        constraint.kind().as_str(),
        constraint.index(),
        repeated.cells.iter().copied().map(pair).collect(),
    )
}

/// A board in a random layout, with any share of its cells filled, and random moves on it.
fn any_moves(
    parts: impl Strategy<Value = Parts>,
) -> impl Strategy<Value = (Parts, Vec<u8>, Vec<(Index, Index)>)> {
    let moves = prop::collection::vec(any::<(Index, Index)>(), MOVES);
    (parts, 0.0..=1.0, moves).prop_flat_map(|(parts, filled, moves)| {
        let size = parts.size();
        let digit = (
            prop::bool::weighted(filled),
            1..=u8::try_from(size).unwrap(),
        );
        let digit = digit.prop_map(|(filled, digit)| if filled { digit } else { 0 });
        let digits = prop::collection::vec(digit, size * size);
        (Just(parts), digits, Just(moves))
    })
}

fn compare(parts: &Parts, digits: Vec<u8>, moves: &[(Index, Index)]) {
    let (size, constraints) = (parts.size(), parts.constraints());
    let board = Board::new(parts.layout(), digits).unwrap();
    let rows = rows_of(&board);
    let cells: Vec<Cell> = board.layout().cells().collect();
    for (at, digit_index) in moves {
        let at = *at.get(&cells);
        let digit = digit(u8::try_from(digit_index.index(size) + 1).unwrap());
        let played = Move::new(&board, at, digit).unwrap();
        let found: Vec<Repeated> = played.duplicates().map(|one| repeated(&one)).collect();
        let expected = created_by_move(&rows, &constraints, pair(at), digit.get());
        assert_eq!(found, expected, "{digit} at {at}");
        assert_eq!(played.is_valid(), expected.is_empty());
        assert_eq!(played.board(), &board.with(at, Some(digit)));
        // What the cell held makes no difference.
        let emptied = board.with(at, None);
        assert_eq!(Move::new(&emptied, at, digit).unwrap(), played);
        // The response has the same duplicates for the board after the move.
        for duplicate in played.duplicates() {
            let all = played.board().repeated_digits_in(duplicate.constraint);
            assert!(all.contains(&duplicate));
            assert!(duplicate.cells.contains(&at));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(180))]

    #[test]
    fn moves_on_boards_of_all_layouts_create_the_duplicates_of_the_oracle(
        (parts, digits, moves) in any_moves(prop_oneof![
            any_shape(SMALL).prop_flat_map(|shape| any_parts(shape, 4, 3)),
            any_parts(BoxShape { rows: 3, columns: 3 }, 3, 2),
        ]),
    ) {
        compare(&parts, digits, &moves);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn moves_on_large_boards_of_all_layouts_create_the_duplicates_of_the_oracle(
        (parts, digits, moves) in
            any_moves(any_shape(LARGE).prop_flat_map(|shape| any_parts(shape, 2, 6))),
    ) {
        compare(&parts, digits, &moves);
    }
}

fn four(rows: [[u8; 4]; 4]) -> Board {
    Board::new(Layout::new(4, None).unwrap(), rows.concat()).unwrap()
}

#[test]
fn a_move_is_not_blamed_for_duplicates_that_were_there() {
    let board = four([[1, 1, 0, 0], [0; 4], [0; 4], [0; 4]]);
    assert!(Move::new(&board, cell(0, 2), digit(2)).unwrap().is_valid());
    let third = Move::new(&board, cell(0, 2), digit(1)).unwrap();
    let found: Vec<Repeated> = third.duplicates().map(|one| repeated(&one)).collect();
    let cells = vec![(0, 0), (0, 1), (0, 2)];
    assert_eq!(found, [(1, "row", Some(0), cells)]);
}

#[test]
fn a_digit_that_is_already_in_the_cell_can_be_played_again() {
    let board = four([[1, 0, 0, 0], [0; 4], [0; 4], [0; 4]]);
    let again = Move::new(&board, cell(0, 0), digit(1)).unwrap();
    assert!(again.is_valid());
    assert_eq!(again.board(), &board);
}

#[test]
fn a_move_is_compared_with_the_givens_and_the_solution() {
    let givens = four(PUZZLE);
    let solutions = solve_and_check(&givens, 2, &|| false);
    let solution = solutions.examples[0].clone();
    let puzzle = Puzzle::new(givens.clone(), solutions.into());
    for at in givens.layout().cells() {
        for other in (1..=4).map(digit) {
            let played = Move::new(&givens, at, other).unwrap().on(&puzzle).unwrap();
            let given = givens.get(at);
            assert_eq!(
                played.changes_given,
                given.is_some() && given != Some(other)
            );
            assert_eq!(played.right, Some(solution.get(at) == Some(other)));
        }
    }
}

#[test]
fn a_move_is_neither_right_nor_wrong_unless_there_is_one_solution() {
    let givens = four([[1, 0, 0, 0], [0; 4], [0; 4], [0; 4]]);
    for solution in [
        PuzzleSolution::None,
        PuzzleSolution::Many,
        PuzzleSolution::Unknown,
    ] {
        let puzzle = Puzzle::new(givens.clone(), solution);
        let played = Move::new(&givens, cell(0, 0), digit(2))
            .unwrap()
            .on(&puzzle)
            .unwrap();
        assert_eq!((played.changes_given, played.right), (true, None));
    }
}

#[test]
fn a_move_outside_the_board_or_its_digits_is_an_error() {
    let board = four([[0; 4]; 4]);
    for at in [cell(4, 0), cell(0, 4), cell(255, 255)] {
        let error = Move::new(&board, at, digit(1)).unwrap_err();
        assert_eq!(error, MoveError::OutsideBoard { cell: at, size: 4 });
    }
    let error = Move::new(&board, cell(0, 4), digit(1)).unwrap_err();
    assert_eq!(error.to_string(), "r1c5 is outside a board of 4 rows");
    let error = Move::new(&board, cell(0, 0), digit(5)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the digit is 5, but the highest digit of the board is 4"
    );
}

#[test]
fn a_move_on_a_board_of_another_layout_than_the_puzzle_is_an_error() {
    let puzzle = Puzzle::new(four([[0; 4]; 4]), PuzzleSolution::Many);
    let compare = |layout: Arc<Layout>| {
        let size = layout.size();
        let board = Board::new(layout, vec![0; size * size]).unwrap();
        let played = Move::new(&board, cell(0, 0), digit(1)).unwrap();
        played.on(&puzzle).map_err(|error| error.to_string())
    };
    assert_eq!(
        compare(Layout::new(9, None).unwrap()).unwrap_err(),
        "the board has 9 rows, but the puzzle has 4"
    );
    let spec = LayoutSpec::new(4, None).unwrap();
    let with_diagonals = spec.clone().with_variant(Variant::Diagonal).unwrap();
    assert_eq!(
        compare(Layout::build(&with_diagonals)).unwrap_err(),
        "the board and the puzzle have different houses or groups"
    );
    assert!(compare(Layout::build(&spec)).is_ok());
}
