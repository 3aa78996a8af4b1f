//! A cell: a row and a column.

use std::fmt;

/// A cell of a board.
///
/// Cells are in reading order: by row, then by column. [`Display`](fmt::Display) counts from 1, as people do: `r1c5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, counted from 0 at the top.
    pub row: u8,
    /// The column, counted from 0 at the left.
    pub column: u8,
}

impl Cell {
    /// The cell with this row and column, which are below [`MAX_SIZE`](super::MAX_SIZE).
    pub(super) fn at(row: usize, column: usize) -> Cell {
        let narrow = |number| u8::try_from(number).expect("a board has at most 64 rows");
        Cell {
            row: narrow(row),
            column: narrow(column),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "r{}c{}",
            u16::from(self.row) + 1,
            u16::from(self.column) + 1
        )
    }
}
