//! Sets of cells in which no digit may repeat: rows, columns, boxes, and any that a variant adds.

use std::fmt;

use crate::sudoku::cell::Cell;

/// Cells in which no digit may repeat: a house or a group.
///
/// A *house* has as many cells as the board has rows, so it holds each digit exactly once when the board is filled. A
/// *group* has fewer, so it holds each digit at most once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    kind: ConstraintKind,
    index: usize,
    cells: Box<[Cell]>,
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
    /// A diagonal: 0 starts at the top left, 1 at the top right.
    Diagonal,
    /// Two cells a knight's move apart.
    AntiKnight,
    /// Cells chosen freely.
    ExtraRegion,
}

impl Constraint {
    /// Creates a house or group; its cells may be in any order.
    ///
    /// Whether it fits a board is checked by [`LayoutSpec::with_constraint`](super::LayoutSpec::with_constraint).
    #[must_use]
    pub fn new(
        kind: ConstraintKind,
        index: usize,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Constraint {
        let mut cells: Box<[Cell]> = cells.into_iter().collect();
        cells.sort_unstable();
        Constraint { kind, index, cells }
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> ConstraintKind {
        self.kind
    }

    /// Returns the index among the constraints of the same kind, counted from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the cells, in reading order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
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
            ConstraintKind::Diagonal => "diagonal",
            ConstraintKind::AntiKnight => "anti_knight",
            ConstraintKind::ExtraRegion => "extra_region",
        }
    }
}

impl fmt::Display for ConstraintKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
