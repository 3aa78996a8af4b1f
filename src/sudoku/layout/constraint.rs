//! Sets of cells in which no digit may repeat: rows, columns, boxes or regions, and any that a variant adds.

use std::fmt;

use crate::sudoku::cell::Cell;

/// Cells in which no digit may repeat: a house or a group.
///
/// A *house* has as many cells as the board has rows, so it holds each digit exactly once when the board is filled. A
/// *group* has fewer, so it holds each digit at most once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    kind: ConstraintKind,
    index: Option<u16>,
    cells: Cells,
}

/// A large board can have 20,000 pairs, which are stored in place.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cells {
    Pair([Cell; 2]),
    Many(Box<[Cell]>),
}

/// The kind of a house or group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConstraintKind {
    /// A row, counted from the top.
    Row,
    /// A column, counted from the left.
    Column,
    /// A box, counted in reading order.
    Box,
    /// A region of a jigsaw board, counted in the reading order of first cells.
    Region,
    /// A diagonal: 0 starts at the top left, 1 at the top right.
    Diagonal,
    /// A window of [`Variant::Windoku`](super::Variant::Windoku), counted in reading order.
    Window,
    /// The cells that have the same place in their boxes, counted by this place in reading order.
    DisjointGroup,
    /// The cell at the center of each box.
    CenterDot,
    /// The nine cells of [`Variant::Asterisk`](super::Variant::Asterisk).
    Asterisk,
    /// The nine cells of [`Variant::Girandola`](super::Variant::Girandola).
    Girandola,
    /// A line of [`Variant::Argyle`](super::Variant::Argyle).
    Argyle,
    /// Two cells a knight's move apart. It has no index.
    AntiKnight,
    /// Two cells that touch at a corner. It has no index.
    AntiKing,
    /// Cells chosen freely, counted in the order in which they were added.
    ExtraRegion,
}

impl Constraint {
    /// Creates a house or group of two or more cells, which are in reading order.
    pub(super) fn new(
        kind: ConstraintKind,
        index: usize,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Constraint {
        let index = u16::try_from(index).expect("at most 1,024 constraints have the same kind");
        Constraint {
            kind,
            index: Some(index),
            cells: Cells::Many(cells.into_iter().collect()),
        }
    }

    /// Creates a group of two cells, which are in reading order. It has no index.
    pub(super) fn pair(kind: ConstraintKind, cells: [Cell; 2]) -> Constraint {
        Constraint {
            kind,
            index: None,
            cells: Cells::Pair(cells),
        }
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> ConstraintKind {
        self.kind
    }

    /// Returns the index among the constraints of the same kind, counted from 0.
    ///
    /// Returns `None` for the pairs of [`ConstraintKind::AntiKnight`] and [`ConstraintKind::AntiKing`], of which there
    /// are many: the cells say which one it is.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        self.index.map(usize::from)
    }

    /// Returns the cells, in reading order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        match &self.cells {
            Cells::Pair(cells) => cells,
            Cells::Many(cells) => cells,
        }
    }
}

impl ConstraintKind {
    /// Returns the name of the kind in snake case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            ConstraintKind::Row => "row",
            ConstraintKind::Column => "column",
            ConstraintKind::Box => "box",
            ConstraintKind::Region => "region",
            ConstraintKind::Diagonal => "diagonal",
            ConstraintKind::Window => "window",
            ConstraintKind::DisjointGroup => "disjoint_group",
            ConstraintKind::CenterDot => "center_dot",
            ConstraintKind::Asterisk => "asterisk",
            ConstraintKind::Girandola => "girandola",
            ConstraintKind::Argyle => "argyle",
            ConstraintKind::AntiKnight => "anti_knight",
            ConstraintKind::AntiKing => "anti_king",
            ConstraintKind::ExtraRegion => "extra_region",
        }
    }
}

impl fmt::Display for ConstraintKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of 64 rows can have more than 20,000 pairs.
    #[test]
    fn a_constraint_takes_at_most_24_bytes() {
        assert!(size_of::<Constraint>() <= 24);
    }
}
