//! The rules of Sudoku: what a board is, where its digits repeat, and which solutions it has.
//!
//! Nothing here knows of HTTP, of JSON or of async code. A [`Layout`] says which cells form a house,
//! a [`Board`] holds digits in a layout, [`Board::duplicates`] finds the digits that repeat, and [`solve`] counts the
//! solutions.
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
//! let first = board.duplicates().next().expect("the 1 stands twice in the first column");
//! assert_eq!(first.cells, [Cell { row: 0, column: 0 }, Cell { row: 2, column: 0 }]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cell;
mod digit;
mod duplicates;
mod house;
mod layout;
mod solver;

pub use board::{Board, BoardError};
pub use cell::Cell;
pub use digit::Digit;
pub use duplicates::{Duplicate, DuplicateGroup};
pub use house::{House, HouseKind};
pub use layout::{BoxShape, Layout, LayoutError, MAX_SIZE, MIN_SIZE};
pub use solver::{Contradiction, End, Solutions, contradiction, solve};
