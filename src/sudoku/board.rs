//! A board: digits in a layout.

use std::fmt;
use std::sync::Arc;

use super::cell::Cell;
use super::digit::Digit;
use super::layout::Layout;

/// The digits of a board, where some cells may be empty.
///
/// Each digit is from 1 to the size of the layout. Digits may repeat: see [`Board::duplicates`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    layout: Arc<Layout>,
    /// In reading order, 0 for an empty cell.
    digits: Vec<u8>,
}

impl Board {
    /// Creates a board from its digits in reading order, with 0 for an empty cell.
    ///
    /// # Errors
    ///
    /// If there are not as many digits as the layout has cells, or if a digit is above the layout's size.
    pub fn new(layout: Arc<Layout>, digits: Vec<u8>) -> Result<Board, BoardError> {
        let size = layout.size();
        if digits.len() != size * size {
            return Err(BoardError::CellCount {
                found: digits.len(),
                expected: size * size,
            });
        }
        // The maximum is computed without a branch per digit, since few boards have a digit that is too high.
        let highest = digits.iter().fold(0, |highest, digit| highest.max(*digit));
        let is_too_high = |digit: &u8| usize::from(*digit) > size;
        if is_too_high(&highest)
            && let Some(index) = digits.iter().position(is_too_high)
        {
            return Err(BoardError::Digit {
                found: digits[index],
                cell: layout.cell(index),
                size,
            });
        }
        Ok(Board { layout, digits })
    }

    /// Returns the layout.
    #[must_use]
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Returns the digit of a cell, or `None` if the cell is empty.
    ///
    /// # Panics
    ///
    /// If the cell is not on the board.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.digits[self.index(cell)])
    }

    /// Returns a copy of the board with another digit in a cell, or with the cell emptied.
    ///
    /// # Panics
    ///
    /// If the cell is not on the board, or if the digit is above its size.
    #[must_use]
    pub fn with(&self, cell: Cell, digit: Option<Digit>) -> Board {
        let digit = digit.map_or(0, Digit::get);
        let size = self.layout.size();
        assert!(
            usize::from(digit) <= size,
            "the digit {digit} is above the size of the board, {size}"
        );
        let mut board = self.clone();
        board.digits[self.index(cell)] = digit;
        board
    }

    /// Returns each cell with its digit, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, Option<Digit>)> {
        let digits = self.digits.iter().map(|digit| Digit::new(*digit));
        self.layout.cells().zip(digits)
    }

    /// Returns the digits in reading order, with 0 for an empty cell.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Returns the digits of each row, from the top.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = Option<Digit>>> {
        let rows = self.digits.chunks_exact(self.layout.size());
        rows.map(|row| row.iter().map(|digit| Digit::new(*digit)))
    }

    /// Returns whether every cell is filled. A board is solved when it is complete and [valid](Board::is_valid).
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.digits.contains(&0)
    }

    /// Returns a board with the same layout and other digits, which must fit it.
    pub(super) fn with_digits(&self, digits: Vec<u8>) -> Board {
        Board {
            layout: Arc::clone(&self.layout),
            digits,
        }
    }

    fn index(&self, cell: Cell) -> usize {
        match self.layout.cell_index(cell) {
            Some(index) => index,
            None => panic!("{cell} is not on a board of {} rows", self.layout.size()),
        }
    }
}

/// The reason why digits do not form a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// There are too few or too many digits.
    CellCount {
        /// The number of digits that were given.
        found: usize,
        /// The number of cells of the layout.
        expected: usize,
    },
    /// A digit is above the highest one of the layout.
    Digit {
        /// The digit that was given.
        found: u8,
        /// The first cell with such a digit.
        cell: Cell,
        /// The highest digit of the layout.
        size: usize,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::CellCount { found, expected } => {
                write!(
                    f,
                    "the board has {expected} cells, but {found} digits were given"
                )
            }
            BoardError::Digit { found, cell, size } => {
                write!(f, "{cell} holds {found}, but the highest digit is {size}")
            }
        }
    }
}

impl std::error::Error for BoardError {}
