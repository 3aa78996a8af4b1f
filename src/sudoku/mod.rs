//! The rules of Sudoku: boards, duplicates and solutions.
//!
//! A [`Layout`] defines which cells form a house or a group, and a [`Board`] holds digits in a layout.
//! [`Board::duplicates`] finds the digits that repeat, [`solve`] counts the solutions, and [`find_contradiction`]
//! explains why there are none. [`Puzzle::redundant_givens`] finds the givens that a puzzle does not need. [`Progress`]
//! compares a player's board with its [`Puzzle`], and a [`Move`] is judged on its own. Nothing here knows about HTTP, JSON
//! or async code.
//!
//! ```
//! use sudoku_validator::sudoku::{Board, Cell, Layout};
//!
//! let layout = Layout::new(4, None)?;
//! let board = Board::new(layout, vec![
//!     1, 0, 0, 0,
//!     0, 0, 0, 0,
//!     1, 0, 0, 0,
//!     0, 0, 0, 0,
//! ])?;
//! let first = board.duplicates().next().expect("the first column holds two 1s");
//! assert_eq!(first.cells, [Cell { row: 0, column: 0 }, Cell { row: 2, column: 0 }]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cell;
mod digit;
mod duplicates;
mod layout;
mod moves;
mod notation;
mod progress;
mod puzzle;
mod solver;
mod validity;

pub use board::{Board, BoardError};
pub use cell::Cell;
pub use digit::{Digit, MAX_SIZE};
pub use duplicates::{Duplicate, RepeatedDigit};
pub use layout::{
    BoxShape, Constraint, ConstraintKind, Layout, LayoutError, LayoutSpec, MAX_EXTRA_REGIONS,
    MIN_SIZE, Variant,
};
pub use moves::{Move, MoveError, MoveOnPuzzle};
pub use notation::{
    Symbols, SymbolsError, TextBoard, TextError, TextLine, TextReader, Within, write_board,
    write_rows,
};
pub use progress::{Progress, Reachability};
pub use puzzle::{LayoutMismatch, Puzzle, PuzzleSolution};
pub use solver::{
    Contradiction, RedundantGivens, SearchEnd, Solutions, Stopped, Verdict, find_contradiction,
    solve, solve_with_examples,
};
