//! The houses and groups of boxes, regions and variants.

use super::rules::{Constraint, box_layout};

/// The cells with a digit belong to the house with this index.
const WINDOKU: &str = "
    . . . . . . . . .
    . 0 0 0 . 1 1 1 .
    . 0 0 0 . 1 1 1 .
    . 0 0 0 . 1 1 1 .
    . . . . . . . . .
    . 2 2 2 . 3 3 3 .
    . 2 2 2 . 3 3 3 .
    . 2 2 2 . 3 3 3 .
    . . . . . . . . .";

const CENTER_DOT: &str = "
    . . . . . . . . .
    . 0 . . 0 . . 0 .
    . . . . . . . . .
    . . . . . . . . .
    . 0 . . 0 . . 0 .
    . . . . . . . . .
    . . . . . . . . .
    . 0 . . 0 . . 0 .
    . . . . . . . . .";

const ASTERISK: &str = "
    . . . . . . . . .
    . . . . 0 . . . .
    . . 0 . . . 0 . .
    . . . . . . . . .
    . 0 . . 0 . . 0 .
    . . . . . . . . .
    . . 0 . . . 0 . .
    . . . . 0 . . . .
    . . . . . . . . .";

const GIRANDOLA: &str = "
    0 . . . . . . . 0
    . . . . 0 . . . .
    . . . . . . . . .
    . . . . . . . . .
    . 0 . . 0 . . 0 .
    . . . . . . . . .
    . . . . . . . . .
    . . . . 0 . . . .
    0 . . . . . . . 0";

/// The falling lines of argyle.
const ARGYLE_FALLING: &str = "
    . 1 . . 0 . . . .
    2 . 1 . . 0 . . .
    . 2 . 1 . . 0 . .
    . . 2 . 1 . . 0 .
    3 . . 2 . 1 . . 0
    . 3 . . 2 . 1 . .
    . . 3 . . 2 . 1 .
    . . . 3 . . 2 . 1
    . . . . 3 . . 2 .";

/// The rising lines of argyle.
const ARGYLE_RISING: &str = "
    . . . . 4 . . 5 .
    . . . 4 . . 5 . 6
    . . 4 . . 5 . 6 .
    . 4 . . 5 . 6 . .
    4 . . 5 . 6 . . 7
    . . 5 . 6 . . 7 .
    . 5 . 6 . . 7 . .
    5 . 6 . . 7 . . .
    . 6 . . 7 . . . .";

/// The rows, columns and regions of a board. Cells with the same label form a region.
pub fn region_layout(labels: &[Vec<String>]) -> Vec<Constraint> {
    let size = labels.len();
    // With boxes of one row, the last houses are the rows once more, and they are left out.
    let mut constraints = box_layout(1, size);
    constraints.truncate(2 * size);
    let mut done: Vec<&String> = Vec::new();
    for label in labels.iter().flatten() {
        if !done.contains(&label) {
            let index = Some(done.len());
            let cells = cells(size).into_iter();
            let cells = cells.filter(|(row, column)| labels[*row][*column] == *label);
            constraints.push(Constraint {
                kind: "region",
                index,
                cells: cells.collect(),
            });
            done.push(label);
        }
    }
    constraints
}

/// The houses and groups of a variant on a board with boxes of this shape, or `None` if it does not exist there.
pub fn variant(name: &str, box_rows: usize, box_columns: usize) -> Option<Vec<Constraint>> {
    let size = box_rows * box_columns;
    match (name, size) {
        ("diagonal", _) => Some(vec![
            one("diagonal", 0, (0..size).map(|step| (step, step)).collect()),
            one(
                "diagonal",
                1,
                (0..size).map(|step| (step, size - 1 - step)).collect(),
            ),
        ]),
        ("disjoint_groups", _) => {
            let boxes = box_layout(box_rows, box_columns).split_off(2 * size);
            let group = |place: usize| {
                let mut cells: Vec<_> = boxes.iter().map(|one| one.cells[place]).collect();
                cells.sort_unstable();
                one("disjoint_group", place, cells)
            };
            Some((0..size).map(group).collect())
        }
        ("anti_knight", _) => Some(pairs("anti_knight", size, &|down, right| {
            (down, right) == (1, 2) || (down, right) == (2, 1)
        })),
        ("anti_king", _) => Some(pairs("anti_king", size, &|down, right| {
            (down, right) == (1, 1)
        })),
        ("windoku", 9) => Some(drawn("window", &[WINDOKU])),
        ("center_dot", 9) => Some(drawn("center_dot", &[CENTER_DOT])),
        ("asterisk", 9) => Some(drawn("asterisk", &[ASTERISK])),
        ("girandola", 9) => Some(drawn("girandola", &[GIRANDOLA])),
        ("argyle", 9) => Some(drawn("argyle", &[ARGYLE_FALLING, ARGYLE_RISING])),
        _ => None,
    }
}

fn one(kind: &'static str, index: usize, cells: Vec<(usize, usize)>) -> Constraint {
    let index = Some(index);
    Constraint { kind, index, cells }
}

/// All pairs of cells whose distance, in rows and in columns, is one that `belongs` selects.
fn pairs(
    kind: &'static str,
    size: usize,
    belongs: &dyn Fn(usize, usize) -> bool,
) -> Vec<Constraint> {
    let mut pairs = Vec::new();
    for first in cells(size) {
        for second in cells(size) {
            let distance = (second.0.abs_diff(first.0), second.1.abs_diff(first.1));
            if first < second && belongs(distance.0, distance.1) {
                pairs.push(Constraint {
                    kind,
                    index: None,
                    cells: vec![first, second],
                });
            }
        }
    }
    pairs
}

/// The houses or groups of drawings of nine rows.
fn drawn(kind: &'static str, drawings: &[&str]) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    for digit in '0'..='9' {
        for drawing in drawings {
            let marks = drawing.chars().filter(|mark| !mark.is_whitespace());
            let cells: Vec<_> = cells(9)
                .into_iter()
                .zip(marks)
                .filter_map(|(cell, mark)| (mark == digit).then_some(cell))
                .collect();
            if !cells.is_empty() {
                constraints.push(one(kind, constraints.len(), cells));
            }
        }
    }
    constraints
}

/// All cells in reading order.
fn cells(size: usize) -> Vec<(usize, usize)> {
    (0..size)
        .flat_map(|row| (0..size).map(move |column| (row, column)))
        .collect()
}
