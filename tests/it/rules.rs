//! The rules by their public API, against the oracle.

use proptest::prelude::*;
use sudoku_validator::sudoku::{
    Board, BoardError, BoxShape, Cell, Digit, Duplicate, HouseKind, Layout, LayoutError, MAX_SIZE,
    MIN_SIZE,
};

use crate::support::oracle::{self, Repeat};

/// Every box shape of every size.
fn box_shapes() -> impl Iterator<Item = BoxShape> {
    let shapes = (1..=MAX_SIZE)
        .flat_map(|rows| (1..=MAX_SIZE / rows).map(move |columns| BoxShape { rows, columns }));
    shapes.filter(|shape| shape.rows * shape.columns >= MIN_SIZE)
}

fn board(rows: &[Vec<u8>], shape: BoxShape) -> Board {
    Board::new(Layout::new(rows.len(), Some(shape)).unwrap(), rows.concat()).unwrap()
}

fn repeat(duplicate: &Duplicate) -> Repeat {
    let place = |cell: Cell| (usize::from(cell.row), usize::from(cell.column));
    let house = duplicate.house;
    (
        duplicate.digit.get(),
        house.kind().as_str(),
        house.index(),
        duplicate.cells.map(place),
    )
}

/// A board of any size and box shape: a solved one with some cells emptied and some overwritten.
fn any_board() -> impl Strategy<Value = (Vec<Vec<u8>>, BoxShape)> {
    let shapes: Vec<BoxShape> = box_shapes().collect();
    (
        prop::sample::select(shapes),
        0.0..=1.0,
        prop_oneof![Just(0.0), 0.0..=0.05, 0.0..=1.0],
    )
        .prop_flat_map(|(shape, filled, overwritten)| {
            let size = shape.rows * shape.columns;
            let cell = (
                prop::bool::weighted(filled),
                prop::bool::weighted(overwritten),
                1..=size,
            );
            (Just(shape), prop::collection::vec(cell, size * size))
        })
        .prop_map(|(shape, changes)| {
            let size = shape.rows * shape.columns;
            let solved = |row: usize, column: usize| {
                (row % shape.rows * shape.columns + row / shape.rows + column) % size + 1
            };
            let cell = |row: usize, column: usize| match changes[row * size + column] {
                (false, ..) => 0,
                (true, true, digit) => u8::try_from(digit).unwrap(),
                (true, false, _) => u8::try_from(solved(row, column)).unwrap(),
            };
            let rows = (0..size)
                .map(|row| (0..size).map(|column| cell(row, column)).collect())
                .collect();
            (rows, shape)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn all_repeats_of_any_board_are_those_of_the_oracle((rows, shape) in any_board()) {
        let board = board(&rows, shape);
        let found: Vec<Repeat> = board.duplicates().map(|duplicate| repeat(&duplicate)).collect();
        prop_assert_eq!(found, oracle::repeats(&rows, shape.rows, shape.columns));
        prop_assert_eq!(board.is_valid(), board.duplicates().next().is_none());
        prop_assert_eq!(board.is_complete(), rows.iter().flatten().all(|digit| *digit > 0));
    }

    #[test]
    fn duplicate_groups_are_the_repeats_grouped_by_house_and_digit((rows, shape) in any_board()) {
        let board = board(&rows, shape);
        let mut expected = Vec::new();
        for (kind, index, cells) in oracle::houses(shape.rows, shape.columns) {
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
            .duplicate_groups()
            .iter()
            .map(|group| {
                let cells = group.cells.iter().map(|cell| (usize::from(cell.row), usize::from(cell.column))).collect();
                (group.digit.get(), group.house.kind().as_str(), group.house.index(), cells)
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
fn every_layout_has_the_houses_of_the_oracle() {
    for shape in box_shapes() {
        let size = shape.rows * shape.columns;
        let layout = Layout::new(size, Some(shape)).unwrap();
        let houses: Vec<oracle::House> = layout
            .houses()
            .iter()
            .map(|house| {
                let cells = house
                    .cells()
                    .iter()
                    .map(|cell| (usize::from(cell.row), usize::from(cell.column)));
                (house.kind().as_str(), house.index(), cells.collect())
            })
            .collect();
        assert_eq!(layout.size(), size);
        assert_eq!(
            houses,
            oracle::houses(shape.rows, shape.columns),
            "{shape:?}"
        );
    }
}

#[test]
fn a_solved_board_of_every_shape_is_valid_and_one_swap_away_is_not() {
    for shape in box_shapes().filter(|shape| shape.rows > 1 && shape.columns > 1) {
        let size = shape.rows * shape.columns;
        let digit = |row: usize, column: usize| {
            (row % shape.rows * shape.columns + row / shape.rows + column) % size + 1
        };
        let mut rows: Vec<Vec<u8>> = (0..size)
            .map(|row| {
                (0..size)
                    .map(|column| u8::try_from(digit(row, column)).unwrap())
                    .collect()
            })
            .collect();
        assert_eq!(board(&rows, shape).duplicates().next(), None, "{shape:?}");
        rows[size - 1].swap(0, size - 1);
        let swapped = board(&rows, shape);
        let first = swapped.duplicates().next().unwrap();
        assert_eq!(first.house.kind(), HouseKind::Column, "{shape:?}");
    }
}

#[test]
fn a_layout_is_built_once_and_shared() {
    let one = Layout::new(12, None).unwrap();
    let other = Layout::new(
        12,
        Some(BoxShape {
            rows: 3,
            columns: 4,
        }),
    )
    .unwrap();
    assert!(std::sync::Arc::ptr_eq(&one, &other));
}

#[test]
fn without_a_shape_a_box_is_the_most_square_one_that_is_not_taller_than_wide() {
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
    for size in [5, 7, 11, 13, 61] {
        assert_eq!(shape(size), None);
    }
}

#[test]
fn what_is_no_layout_is_refused_with_its_reason() {
    let reason = |size, shape| Layout::new(size, shape).unwrap_err();
    assert_eq!(reason(3, None), LayoutError::Size { size: 3 });
    assert_eq!(reason(65, None), LayoutError::Size { size: 65 });
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
        "a box on a board of 9 rows has 9 cells, but 2 rows times 4 columns is not 9"
    );
}

#[test]
fn what_is_no_board_is_refused_with_its_reason() {
    let layout = Layout::new(4, None).unwrap();
    let reason = |digits| Board::new(layout.clone(), digits).unwrap_err();
    assert_eq!(
        reason(vec![0; 15]),
        BoardError::Cells {
            found: 15,
            expected: 16
        }
    );
    let mut digits = vec![0; 16];
    digits[6] = 5;
    let error = reason(digits);
    assert_eq!(
        error,
        BoardError::Digit {
            found: 5,
            row: 1,
            column: 2,
            size: 4
        }
    );
    assert_eq!(
        error.to_string(),
        "row 2, column 3 holds 5, but the highest digit is 4"
    );
}

#[test]
fn a_cell_is_written_counted_from_one() {
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

#[test]
fn a_board_gives_back_its_digits() {
    let board = board(
        &[vec![1, 2, 3, 4], vec![0; 4], vec![0; 4], vec![0, 0, 0, 2]],
        BoxShape {
            rows: 2,
            columns: 2,
        },
    );
    assert_eq!(board.digit(Cell { row: 0, column: 1 }), Digit::new(2));
    assert_eq!(board.digit(Cell { row: 1, column: 1 }), None);
    assert_eq!(board.digit(Cell { row: 3, column: 3 }), Digit::new(2));
}
