use std::fmt;
use std::sync::Arc;

use super::{Cell, Digit, Layout, MAX_SIZE};

/// Digits in a layout, some cells empty.
///
/// Each digit of a board is from 1 to the size of its layout. Digits may repeat: see [`Board::duplicates`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    layout: Arc<Layout>,
    /// Row by row, 0 where a cell is empty.
    digits: Vec<u8>,
}

impl Board {
    /// A board of these digits, row by row; 0 is an empty cell.
    ///
    /// # Errors
    ///
    /// If there are not as many digits as the layout has cells, or if a digit is above the layout's size.
    pub fn new(layout: Arc<Layout>, digits: Vec<u8>) -> Result<Board, BoardError> {
        let size = layout.size();
        if digits.len() != size * size {
            return Err(BoardError::Cells {
                found: digits.len(),
                expected: size * size,
            });
        }
        // The highest digit is found without a branch for each: few boards have one that is too high.
        if usize::from(digits.iter().fold(0, |highest, digit| highest.max(*digit))) > size
            && let Some(index) = digits.iter().position(|digit| usize::from(*digit) > size)
        {
            return Err(BoardError::Digit {
                found: digits[index],
                row: index / size,
                column: index % size,
                size,
            });
        }
        Ok(Board { layout, digits })
    }

    /// The size and the houses of the board.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The digit in a cell, or `None` if the cell is empty.
    ///
    /// # Panics
    ///
    /// If the cell is not on the board.
    #[must_use]
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        Digit::new(
            self.digits[usize::from(cell.row) * self.layout.size() + usize::from(cell.column)],
        )
    }

    /// A board of the same layout with other digits: as many, and none above the highest one of the layout.
    pub(super) fn with_digits(&self, digits: Vec<u8>) -> Board {
        Board {
            layout: Arc::clone(&self.layout),
            digits,
        }
    }

    /// Its digits, row by row, 0 where a cell is empty.
    pub(super) fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Whether no digit repeats in any house: what `duplicates().next().is_none()` says, but sooner.
    ///
    /// It looks at every cell of every house without a branch, so that it costs the same on every board.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        if self.layout.size() <= COUNTED {
            !self.counts_two()
        } else {
            !self.sees_twice()
        }
    }

    /// Whether a digit repeats, by counting all digits of a house in one sum.
    fn counts_two(&self) -> bool {
        /// Six bits for each digit: a house has too few cells to fill them.
        const ONE: [u64; 16] = {
            let mut one = [0; 16];
            let mut digit = 1;
            while digit <= COUNTED {
                one[digit] = 1 << (6 * (digit - 1));
                digit += 1;
            }
            one
        };
        /// All but the lowest bit of each count.
        const TWO_OR_MORE: u64 = 0o7676_7676_7676_7676_7676;

        let mut ones = [0; (COUNTED * COUNTED).next_power_of_two()];
        let places = ones.len() - 1;
        for (one, digit) in ones.iter_mut().zip(&self.digits) {
            *one = ONE[usize::from(*digit) % ONE.len()];
        }
        let counts = |house: &[u16]| {
            house
                .iter()
                .fold(0, |sum, place| sum + ones[usize::from(*place) & places])
        };
        let houses = self.layout.places();
        let any_count = match self.layout.size() {
            // So that the loop over a house of the classic board has a length that the compiler knows.
            CLASSIC => houses
                .as_chunks::<CLASSIC>()
                .0
                .iter()
                .fold(0, |any, house| any | counts(house)),
            size => houses
                .chunks_exact(size)
                .fold(0, |any, house| any | counts(house)),
        };
        any_count & TWO_OR_MORE != 0
    }

    /// Whether a digit repeats, by a set of the digits of each house.
    fn sees_twice(&self) -> bool {
        let mut repeated = 0;
        for house in self.layout.places().chunks_exact(self.layout.size()) {
            let mut seen = 0;
            for place in house {
                let bit = BITS[usize::from(self.digits[usize::from(*place)])];
                repeated |= seen & bit;
                seen |= bit;
            }
        }
        repeated != 0
    }

    /// Whether every cell is filled. A board is solved when it is complete and has no duplicate.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.digits.contains(&0)
    }
}

/// The size of the classic board.
const CLASSIC: usize = 9;

/// The most digits that can be counted in one number.
const COUNTED: usize = 10;

/// Bit d - 1 for the digit d, and none for an empty cell. A digit is a byte: it is an index that always fits.
const BITS: [u64; 256] = {
    let mut bits = [0; 256];
    let mut digit = 1;
    while digit <= MAX_SIZE {
        bits[digit] = 1 << (digit - 1);
        digit += 1;
    }
    bits
};

/// Why these digits are no board of that layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// There are too few or too many digits.
    Cells {
        /// How many digits were given.
        found: usize,
        /// How many cells the layout has.
        expected: usize,
    },
    /// A digit is above the highest one of the layout.
    Digit {
        /// The digit that was given.
        found: u8,
        /// Its row, counted from 0.
        row: usize,
        /// Its column, counted from 0.
        column: usize,
        /// The highest digit of the layout.
        size: usize,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Cells { found, expected } => {
                write!(
                    f,
                    "the board has {expected} cells, but {found} digits were given"
                )
            }
            BoardError::Digit {
                found,
                row,
                column,
                size,
            } => {
                write!(
                    f,
                    "row {}, column {} holds {found}, but the highest digit is {size}",
                    row + 1,
                    column + 1
                )
            }
        }
    }
}

impl std::error::Error for BoardError {}
