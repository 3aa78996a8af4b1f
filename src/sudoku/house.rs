use std::fmt;

use super::Cell;

/// A set of cells in which no digit may stand twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    kind: HouseKind,
    index: usize,
    cells: Box<[Cell]>,
}

/// What kind of house it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HouseKind {
    /// A row, counted from the top.
    Row,
    /// A column, counted from the left.
    Column,
    /// A box, counted in reading order.
    Box,
}

impl House {
    /// A house of these cells, which stand in reading order.
    pub(super) fn new(kind: HouseKind, index: usize, cells: impl Iterator<Item = Cell>) -> House {
        House {
            kind,
            index,
            cells: cells.collect(),
        }
    }

    /// Whether it is a row, a column or a box.
    #[must_use]
    pub fn kind(&self) -> HouseKind {
        self.kind
    }

    /// Its place among the houses of its kind, counted from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Its cells, in reading order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl HouseKind {
    /// The kind in one lower-case word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        }
    }
}

impl fmt::Display for HouseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
