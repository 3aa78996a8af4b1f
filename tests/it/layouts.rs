//! The constraints of layouts.

use std::cell::Cell as Counter;

use sudoku_validator::sudoku::{
    Board, Constraint, ConstraintKind, Digit, Layout, LayoutSpec, SearchEnd,
};

use crate::support::boards::{cell, solve_and_check, variant_layout};

#[test]
fn a_layout_lists_its_houses_and_groups_in_scan_order() {
    let layout = variant_layout((2, 3));
    let kinds = |kind| {
        layout
            .constraints()
            .iter()
            .filter(move |constraint| constraint.kind() == kind)
            .count()
    };
    assert_eq!(
        [
            ConstraintKind::Row,
            ConstraintKind::Column,
            ConstraintKind::Box,
            ConstraintKind::Diagonal
        ]
        .map(kinds),
        [6, 6, 6, 2]
    );
    let last: Vec<&str> = layout.constraints()[18..]
        .iter()
        .map(|constraint| constraint.kind().as_str())
        .collect();
    assert_eq!(
        last,
        ["diagonal", "diagonal", "anti_knight", "extra_region"]
    );
    assert_eq!((layout.houses().count(), layout.groups().count()), (20, 2));
    // The cells of a group are in reading order, however they were given.
    let pair = layout.groups().next().unwrap();
    assert_eq!(pair.cells(), [cell(0, 2), cell(2, 3)]);
}

/// 64 rows with all cells a knight's move apart and a thousand regions: more members of groups than 16 bits can count.
#[test]
fn a_large_board_can_have_thousands_of_groups() {
    let mut spec = LayoutSpec::new(64, None).unwrap();
    let mut pairs = 0;
    for row in 0..64_u8 {
        for column in 0..64_u8 {
            for (down, right) in [(1, 2), (1, -2), (2, 1), (2, -1)] {
                let other = column.checked_add_signed(right).filter(|other| *other < 64);
                if let (true, Some(other)) = (row + down < 64, other) {
                    let cells = [cell(row, column), cell(row + down, other)];
                    let pair = Constraint::new(ConstraintKind::AntiKnight, pairs, cells);
                    spec = spec.with_constraint(pair).unwrap();
                    pairs += 1;
                }
            }
        }
    }
    for index in 0..1024 {
        let column = u8::try_from(index % 64).unwrap();
        let cells = (0..63).map(|row| cell(row, column));
        let region = Constraint::new(ConstraintKind::ExtraRegion, index, cells);
        spec = spec.with_constraint(region).unwrap();
    }
    let layout = Layout::build(spec);
    assert_eq!(layout.groups().count(), pairs + 1024);
    let empty = Board::new(layout.clone(), vec![0; 4096]).unwrap();
    let two = empty
        .with(cell(61, 62), Digit::new(5))
        .with(cell(63, 63), Digit::new(5));
    let found: Vec<_> = two
        .duplicates()
        .map(|duplicate| (duplicate.constraint.kind(), duplicate.cells))
        .collect();
    // They share a box, too.
    let cells = [cell(61, 62), cell(63, 63)];
    assert_eq!(
        found,
        [
            (ConstraintKind::Box, cells),
            (ConstraintKind::AntiKnight, cells)
        ]
    );
    assert!(!two.is_valid());
    let stop = Counter::new(0);
    let solutions = solve_and_check(&two, 1, &|| stop.replace(stop.get() + 1) > 10);
    assert_eq!(solutions.count, 0);
    assert_eq!(solutions.end, SearchEnd::Exhausted);
}
