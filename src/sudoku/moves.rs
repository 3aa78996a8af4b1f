//! A move of a player.

use std::fmt;

use super::board::Board;
use super::cell::Cell;
use super::digit::Digit;
use super::duplicates::RepeatedDigit;
use super::layout::Constraint;
use super::puzzle::{LayoutMismatch, Puzzle};

/// A digit for a cell of a board.
///
/// What the cell holds before the move makes no difference.
///
/// ```
/// use sudoku_validator::sudoku::{Board, Cell, Digit, Layout, Move};
///
/// let board = Board::new(Layout::new(4, None)?, vec![
///     1, 0, 0, 1,
///     0, 0, 0, 0,
///     0, 4, 0, 0,
///     0, 0, 0, 0,
/// ])?;
/// let cell = Cell { row: 0, column: 1 };
/// let four = Move::new(&board, cell, Digit::new(4).expect("4 is a digit"))?;
/// let duplicates: Vec<_> = four.duplicates().collect();
/// assert_eq!(duplicates[0].constraint.kind().as_str(), "column");
/// assert_eq!(duplicates[0].cells, [cell, Cell { row: 2, column: 1 }]);
///
/// // The two 1s of the first row are not created by this move.
/// let two = Move::new(&board, cell, Digit::new(2).expect("2 is a digit"))?;
/// assert!(two.is_valid());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    cell: Cell,
    digit: Digit,
    after: Board,
}

/// A move, compared with a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveOnPuzzle {
    /// Whether the cell is a given of another digit.
    pub changes_given: bool,
    /// Whether the digit is that of the solution, or `None` if it is not known that the puzzle has exactly one.
    pub right: Option<bool>,
}

impl Move {
    /// Makes a move on a board.
    ///
    /// # Errors
    ///
    /// If the cell is not on the board, or if the digit is above its size.
    pub fn new(board: &Board, cell: Cell, digit: Digit) -> Result<Move, MoveError> {
        let size = board.layout().size();
        if usize::from(cell.row) >= size || usize::from(cell.column) >= size {
            return Err(MoveError::OutsideBoard { cell, size });
        }
        if usize::from(digit.get()) > size {
            return Err(MoveError::Digit { digit, size });
        }
        let after = board.with(cell, Some(digit));
        Ok(Move { cell, digit, after })
    }

    /// Returns the board after the move.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.after
    }

    /// Returns the duplicates that the move creates: its digit in each house or group of its cell that holds the digit
    /// in another cell, too, in [scan order](super::Layout::constraints).
    pub fn duplicates(&self) -> impl Iterator<Item = RepeatedDigit<'_>> {
        self.constraints().filter_map(|constraint| {
            let cells = constraint.cells().iter().copied();
            let cells: Vec<Cell> = cells
                .filter(|cell| self.after.get(*cell) == Some(self.digit))
                .collect();
            (cells.len() > 1).then_some(RepeatedDigit {
                digit: self.digit,
                constraint,
                cells,
            })
        })
    }

    /// Returns the houses and groups of the move's cell, in [scan order](super::Layout::constraints).
    pub fn constraints(&self) -> impl Iterator<Item = &Constraint> {
        let constraints = self.after.layout().constraints().iter();
        constraints.filter(|one| one.cells().binary_search(&self.cell).is_ok())
    }

    /// Returns whether the move creates no duplicate. The board may have others.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.duplicates().next().is_none()
    }

    /// Compares the move with a puzzle.
    ///
    /// # Errors
    ///
    /// If the board does not have the layout of the puzzle.
    pub fn on(&self, puzzle: &Puzzle) -> Result<MoveOnPuzzle, LayoutMismatch> {
        puzzle.check_layout(&self.after)?;
        let given = puzzle.givens().get(self.cell);
        let solution = puzzle.solution();
        Ok(MoveOnPuzzle {
            changes_given: given.is_some_and(|given| given != self.digit),
            right: solution.map(|solution| solution.get(self.cell) == Some(self.digit)),
        })
    }
}

/// The reason why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// The cell is not on the board.
    OutsideBoard {
        /// The cell.
        cell: Cell,
        /// The number of rows of the board.
        size: usize,
    },
    /// The digit is above the highest one of the board.
    Digit {
        /// The digit.
        digit: Digit,
        /// The highest digit of the board.
        size: usize,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::OutsideBoard { cell, size } => {
                write!(f, "{cell} is outside a board of {size} rows")
            }
            MoveError::Digit { digit, size } => {
                write!(
                    f,
                    "the digit is {digit}, but the highest digit of the board is {size}"
                )
            }
        }
    }
}

impl std::error::Error for MoveError {}
