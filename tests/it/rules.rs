//! Boards, layouts and duplicates through the public API, compared with the oracle.

use std::sync::Arc;

use proptest::prelude::*;
use sudoku_validator::sudoku::{
    Board, BoardError, BoxShape, Cell, ConstraintKind, Digit, Layout, LayoutError, LayoutSpec,
    MAX_SIZE, MIN_SIZE,
};

use crate::oracle::rules::{self as oracle, Repeat};
use crate::support::boards::{BOX_SHAPES_OF_ALL_SIZES, constraints_of, pair, repeat, solved};

fn board(rows: &[Vec<u8>], shape: BoxShape) -> Board {
    Board::new(Layout::new(rows.len(), Some(shape)).unwrap(), rows.concat()).unwrap()
}

fn box_layout(shape: BoxShape) -> Vec<oracle::Constraint> {
    oracle::box_layout(shape.rows, shape.columns)
}

/// A board of any size and box shape: a solved one with some cells emptied and some overwritten.
fn any_board() -> impl Strategy<Value = (Vec<Vec<u8>>, BoxShape)> {
    (
        prop::sample::select(&BOX_SHAPES_OF_ALL_SIZES[..]),
        0.0..=1.0,
        prop_oneof![Just(0.0), 0.0..=0.05, 0.0..=1.0],
    )
        .prop_flat_map(|(shape, filled, overwritten)| {
            let size = shape.rows * shape.columns;
            let cell = (
                prop::bool::weighted(filled),
                prop::bool::weighted(overwritten),
                1..=u8::try_from(size).unwrap(),
            );
            (Just(shape), prop::collection::vec(cell, size * size))
        })
        .prop_map(|(shape, changes)| {
            let mut rows = solved(shape);
            for (digit, change) in rows.iter_mut().flatten().zip(changes) {
                match change {
                    (false, ..) => *digit = 0,
                    (true, true, other) => *digit = other,
                    (true, false, _) => {}
                }
            }
            (rows, shape)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_duplicates_of_any_board_are_those_of_the_oracle((rows, shape) in any_board()) {
        let board = board(&rows, shape);
        let found: Vec<Repeat> = board.duplicates().map(|duplicate| repeat(&duplicate)).collect();
        prop_assert_eq!(found, oracle::repeats(&rows, &box_layout(shape)));
        prop_assert_eq!(board.is_valid(), board.duplicates().next().is_none());
        prop_assert_eq!(board.is_complete(), rows.iter().flatten().all(|digit| *digit > 0));
    }

    #[test]
    fn repeated_digits_are_the_duplicates_merged_by_house_and_digit((rows, shape) in any_board()) {
        let board = board(&rows, shape);
        let mut expected = Vec::new();
        for oracle::Constraint { kind, index, cells } in box_layout(shape) {
            let mut done = Vec::new();
            for (row, column) in &cells {
                let digit = rows[*row][*column];
                if digit > 0 && !done.contains(&digit) {
                    done.push(digit);
                    let same: Vec<_> = cells.iter().copied().filter(|cell| rows[cell.0][cell.1] == digit).collect();
                    if same.len() > 1 {
                        expected.push((digit, kind, index, same));
                    }
                }
            }
        }
        let found: Vec<_> = board
            .repeated_digits()
            .map(|repeated| {
                let cells = repeated.cells.iter().copied().map(pair).collect();
                (repeated.digit.get(), repeated.constraint.kind().as_str(), repeated.constraint.index(), cells)
            })
            .collect();
        prop_assert_eq!(found, expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6_000))]

    #[test]
    fn the_first_duplicate_of_a_9x9_board_is_that_of_the_classic_three_passes(
        filled in 0.0..=1.0,
        seed in prop::collection::vec((0.0..1.0, 1u8..=9), 81),
    ) {
        let cells: Vec<u8> = seed.into_iter().map(|(chance, digit)| if chance < filled { digit } else { 0 }).collect();
        let rows: Vec<Vec<u8>> = cells.chunks(9).map(<[u8]>::to_vec).collect();
        let board = Board::new(Layout::new(9, None).unwrap(), cells).unwrap();
        let first = board.duplicates().next().map(|duplicate| repeat(&duplicate));
        prop_assert_eq!(board.is_valid(), first.is_none());
        prop_assert_eq!(first, oracle::three_passes(&rows));
    }
}

#[test]
fn every_box_layout_has_the_houses_of_the_oracle() {
    for shape in BOX_SHAPES_OF_ALL_SIZES.iter().copied() {
        let size = shape.rows * shape.columns;
        let layout = Layout::new(size, Some(shape)).unwrap();
        assert_eq!(layout.size(), size);
        assert_eq!(constraints_of(&layout), box_layout(shape), "{shape:?}");
        assert!(layout.houses().eq(layout.constraints()));
        assert_eq!(layout.groups().count(), 0);
    }
}

#[test]
fn a_solved_board_of_every_shape_is_valid_until_two_cells_are_swapped() {
    for shape in BOX_SHAPES_OF_ALL_SIZES.iter().copied() {
        if shape.rows == 1 || shape.columns == 1 {
            continue;
        }
        let size = shape.rows * shape.columns;
        let mut rows = solved(shape);
        assert_eq!(board(&rows, shape).duplicates().next(), None, "{shape:?}");
        rows[size - 1].swap(0, size - 1);
        let swapped = board(&rows, shape);
        let first = swapped.duplicates().next().unwrap();
        assert_eq!(first.constraint.kind(), ConstraintKind::Column, "{shape:?}");
    }
}

#[test]
fn a_box_layout_is_built_once_and_shared() {
    let one = Layout::new(12, None).unwrap();
    let other = Layout::new(
        12,
        Some(BoxShape {
            rows: 3,
            columns: 4,
        }),
    )
    .unwrap();
    assert!(Arc::ptr_eq(&one, &other));
    let built = Layout::build(&LayoutSpec::new(12, None).unwrap());
    assert!(!Arc::ptr_eq(&one, &built));
    assert_eq!(one, built);
}

#[test]
fn the_default_box_is_the_most_square_one_that_is_not_taller_than_wide() {
    let shape = |size| BoxShape::most_square(size).map(|shape| (shape.rows, shape.columns));
    for (size, expected) in [
        (4, (2, 2)),
        (6, (2, 3)),
        (8, (2, 4)),
        (9, (3, 3)),
        (10, (2, 5)),
        (12, (3, 4)),
        (15, (3, 5)),
        (16, (4, 4)),
        (25, (5, 5)),
        (48, (6, 8)),
        (64, (8, 8)),
    ] {
        assert_eq!(shape(size), Some(expected));
    }
    for size in [0, 1, 5, 7, 11, 13, 61] {
        assert_eq!(shape(size), None);
    }
    // A search for a divisor would take seconds at these sizes.
    for size in [MAX_SIZE + 1, 100, usize::MAX - 1, usize::MAX] {
        assert_eq!(shape(size), None);
    }
}

#[test]
fn an_invalid_layout_is_rejected_with_the_reason() {
    let reason = |size, shape| Layout::new(size, shape).unwrap_err();
    assert_eq!(reason(MIN_SIZE - 1, None), LayoutError::Size { size: 3 });
    assert_eq!(reason(MAX_SIZE + 1, None), LayoutError::Size { size: 65 });
    assert_eq!(reason(7, None), LayoutError::NoBox { size: 7 });
    for (rows, columns) in [
        (2, 4),
        (0, 9),
        (9, 0),
        (usize::MAX, 2),
        (usize::MAX, usize::MAX),
    ] {
        let shape = BoxShape { rows, columns };
        assert_eq!(reason(9, Some(shape)), LayoutError::Box { size: 9, shape });
    }
    assert_eq!(
        reason(
            9,
            Some(BoxShape {
                rows: 2,
                columns: 4
            })
        )
        .to_string(),
        "a box on a board of 9 rows must have 9 cells, but 2 rows times 4 columns is not 9"
    );
}

#[test]
fn digits_that_do_not_form_a_board_are_rejected_with_the_reason() {
    let layout = Layout::new(4, None).unwrap();
    let reason = |digits| Board::new(layout.clone(), digits).unwrap_err();
    assert_eq!(
        reason(vec![0; 15]),
        BoardError::CellCount {
            found: 15,
            expected: 16
        }
    );
    let mut digits = vec![0; 16];
    digits[6] = 5;
    let error = reason(digits);
    let cell = Cell { row: 1, column: 2 };
    assert_eq!(
        error,
        BoardError::Digit {
            found: 5,
            cell,
            size: 4
        }
    );
    assert_eq!(
        error.to_string(),
        "r2c3 holds 5, but the highest digit is 4"
    );
}

#[test]
fn a_cell_is_displayed_counted_from_one() {
    assert_eq!(Cell { row: 0, column: 4 }.to_string(), "r1c5");
    assert_eq!(
        Cell {
            row: 63,
            column: 63
        }
        .to_string(),
        "r64c64"
    );
}

fn small_board() -> Board {
    board(
        &[vec![1, 2, 3, 4], vec![0; 4], vec![0; 4], vec![0, 0, 0, 2]],
        BoxShape {
            rows: 2,
            columns: 2,
        },
    )
}

#[test]
fn a_board_returns_its_digits_by_cell_and_by_row() {
    let board = small_board();
    let digit = Digit::new;
    assert_eq!(board.get(Cell { row: 0, column: 1 }), digit(2));
    assert_eq!(board.get(Cell { row: 1, column: 1 }), None);
    assert_eq!(board.get(Cell { row: 3, column: 3 }), digit(2));
    let rows: Vec<Vec<Option<Digit>>> = board.rows().map(Iterator::collect).collect();
    assert_eq!(rows[0], [digit(1), digit(2), digit(3), digit(4)]);
    assert_eq!(rows[3], [None, None, None, digit(2)]);
    let cells: Vec<(Cell, Option<Digit>)> = board.cells().collect();
    assert_eq!(cells.len(), 16);
    assert_eq!(cells[3], (Cell { row: 0, column: 3 }, digit(4)));
    assert_eq!(cells[4], (Cell { row: 1, column: 0 }, None));
    assert!(cells.iter().all(|(cell, digit)| board.get(*cell) == *digit));
}

#[test]
fn a_board_with_another_digit_is_a_copy() {
    let board = small_board();
    let (corner, last) = (Cell { row: 0, column: 0 }, Cell { row: 3, column: 3 });
    let changed = board.with(corner, Digit::new(4)).with(last, None);
    assert_eq!(
        (changed.get(corner), changed.get(last)),
        (Digit::new(4), None)
    );
    assert_eq!(
        (board.get(corner), board.get(last)),
        (Digit::new(1), Digit::new(2))
    );
    assert_eq!(
        changed
            .with(corner, Digit::new(1))
            .with(last, Digit::new(2)),
        board
    );
}

#[test]
#[should_panic(expected = "r1c5 is not on a board of 4 rows")]
fn a_column_beyond_the_board_panics() {
    let _ = small_board().get(Cell { row: 0, column: 4 });
}

#[test]
#[should_panic(expected = "r5c1 is not on a board of 4 rows")]
fn a_row_beyond_the_board_panics() {
    let _ = small_board().with(Cell { row: 4, column: 0 }, None);
}

#[test]
#[should_panic(expected = "the digit 5 is above the size of the board, 4")]
fn a_digit_above_the_size_panics() {
    let _ = small_board().with(Cell { row: 0, column: 0 }, Digit::new(5));
}
