//! How many solutions a board has, and why it has none.

mod bands;
mod candidates;
mod contradiction;
mod found;
mod sat;
mod search;

use std::ops::ControlFlow;

use crate::sudoku::Board;
use found::Found;

pub use contradiction::{Contradiction, contradiction};

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every solution was counted.
    Exhausted,
    /// As many as were asked for were found.
    Enough,
    /// It was stopped.
    Stopped,
}

/// The solutions of a board, as far as they were counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// How many were found.
    pub count: usize,
    /// The first two that were found.
    pub examples: Vec<Board>,
    /// Whether there can be more.
    pub end: End,
}

/// Counts the solutions of a board up to `count_to`, until `stop` says so.
///
/// `stop` is asked often: within 10 ms of its first yes the search ends. The same board always takes the same way to
/// the same solutions. A board with duplicates has none.
///
/// ```
/// use sudoku_validator::sudoku::{Board, End, Layout, solve};
///
/// let empty = Board::new(Layout::new(4, None)?, vec![0; 16])?;
/// let solutions = solve(&empty, 1000, &|| false);
/// assert_eq!((solutions.count, solutions.end), (288, End::Exhausted));
/// assert!(solutions.examples[0].is_valid() && solutions.examples[0].is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn solve(board: &Board, count_to: usize, stop: &dyn Fn() -> bool) -> Solutions {
    let mut found = Found::new(count_to, stop);
    let searched = if board.layout().is_classic() {
        bands::search(board.digits(), &mut found)
    } else {
        search::search(board.layout(), board.digits(), &mut found)
    };
    let end = match searched {
        ControlFlow::Continue(()) => End::Exhausted,
        ControlFlow::Break(end) => end,
    };
    let count = found.count();
    let examples = found
        .into_examples()
        .into_iter()
        .map(|digits| board.with_digits(digits))
        .collect();
    Solutions {
        count,
        examples,
        end,
    }
}
