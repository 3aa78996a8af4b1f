//! Boards and layouts for the tests of the rules.

use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};

use sudoku_validator::sudoku::{
    Board, BoxShape, Cell, Constraint, Digit, Duplicate, Layout, LayoutSpec, MAX_SIZE, MIN_SIZE,
    SearchEnd, Solutions, Variant, solve,
};

use crate::oracle::rules;

/// A puzzle with one solution.
pub(crate) const PUZZLE: [[u8; 4]; 4] = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]];

/// Every box shape of every size.
pub(crate) static BOX_SHAPES_OF_ALL_SIZES: LazyLock<Vec<BoxShape>> = LazyLock::new(|| {
    let shapes = (1..=MAX_SIZE)
        .flat_map(|rows| (1..=MAX_SIZE / rows).map(move |columns| BoxShape { rows, columns }));
    shapes
        .filter(|shape| shape.rows * shape.columns >= MIN_SIZE)
        .collect()
});

/// A solved board with boxes of this shape.
pub(crate) fn solved(shape: BoxShape) -> Vec<Vec<u8>> {
    let size = shape.rows * shape.columns;
    let digit = |row: usize, column: usize| {
        let shift = row % shape.rows * shape.columns + row / shape.rows;
        u8::try_from((shift + column) % size + 1).unwrap()
    };
    (0..size)
        .map(|row| (0..size).map(|column| digit(row, column)).collect())
        .collect()
}

pub(crate) fn cell(row: u8, column: u8) -> Cell {
    Cell { row, column }
}

/// A layout with both diagonals, an extra region of three cells, and one of two.
pub(crate) fn variant_layout(shape: (usize, usize)) -> Arc<Layout> {
    let (rows, columns) = shape;
    let spec = LayoutSpec::new(rows * columns, Some(BoxShape { rows, columns })).unwrap();
    let spec = spec.with_variant(Variant::Diagonal).unwrap();
    let spec = spec
        .with_extra_region([cell(3, 0), cell(1, 1), cell(0, 3)])
        .unwrap();
    Layout::build(&spec.with_extra_region([cell(2, 3), cell(0, 2)]).unwrap())
}

/// A cell in the form of the oracle.
pub(crate) fn pair(cell: Cell) -> (usize, usize) {
    (usize::from(cell.row), usize::from(cell.column))
}

/// The digits of each row, with 0 for an empty cell.
pub(crate) fn rows_of(board: &Board) -> Vec<Vec<u8>> {
    let rows = board.rows();
    rows.map(|row| row.map(|digit| digit.map_or(0, Digit::get)).collect())
        .collect()
}

/// A duplicate in the form of the oracle.
pub(crate) fn repeat(duplicate: &Duplicate) -> rules::Repeat {
    let constraint = duplicate.constraint;
    (
        duplicate.digit.get(),
        constraint.kind().as_str(),
        constraint.index(),
        duplicate.cells.map(pair),
    )
}

/// The houses and groups of a layout in the form of the oracle.
pub(crate) fn constraints_of(layout: &Layout) -> Vec<rules::Constraint> {
    let constraint = |constraint: &Constraint| rules::Constraint {
        kind: constraint.kind().as_str(),
        index: constraint.index(),
        cells: constraint.cells().iter().copied().map(pair).collect(),
    };
    layout.constraints().iter().map(constraint).collect()
}

/// Solves a board, and checks what was found against the board and itself.
///
/// # Panics
///
/// If `count_to` is 0.
pub(crate) fn solve_and_check(
    board: &Board,
    count_to: usize,
    stop: &dyn Fn() -> bool,
) -> Solutions {
    let solutions = solve(board, NonZeroUsize::new(count_to).unwrap(), stop);
    assert!(solutions.count <= count_to);
    assert_eq!(
        solutions.end == SearchEnd::ReachedLimit,
        solutions.count == count_to
    );
    assert_eq!(solutions.examples.len(), solutions.count.min(2));
    for example in &solutions.examples {
        assert!(example.is_valid() && example.is_complete());
        assert_eq!(example.layout(), board.layout());
        let mut cells = board.cells().zip(example.cells());
        assert!(cells.all(|((_, given), (_, digit))| given.is_none() || given == digit));
    }
    if let [one, other] = &solutions.examples[..] {
        assert_ne!(one, other);
    }
    solutions
}
