//! Counts the solutions of a board, explains why it has none, and finds the givens that a puzzle does not need.

mod backtrack;
mod classic;
mod decision;
mod explain;
mod general;
mod pace;
mod propagate;
mod redundant;
mod sat;
mod solutions;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use crate::sudoku::board::Board;
use solutions::{Collector, DEFAULT_EXAMPLES};

pub(super) use redundant::find_redundant_givens;

pub use explain::{Contradiction, Stopped, find_contradiction};
pub use redundant::RedundantGivens;
pub use solutions::{SearchEnd, Solutions, Verdict};

/// Counts the solutions of a board up to `count_to`, until `stop` returns true, and returns the first two of them.
///
/// `stop` is called after every 0.1 ms of work at most, and the search ends within 10 ms of the first call that returns
/// true. Work is counted, not timed, so the search is deterministic, and a limit on the number of calls bounds its work
/// in the same way on every machine. A board with duplicates has no solution.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use sudoku_validator::sudoku::{Board, Layout, SearchEnd, solve};
///
/// let empty = Board::new(Layout::new(4, None)?, vec![0; 16])?;
/// let solutions = solve(&empty, NonZeroUsize::MAX, &|| false);
/// assert_eq!((solutions.count, solutions.end), (288, SearchEnd::Exhausted));
/// assert!(solutions.examples[0].is_valid() && solutions.examples[0].is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn solve(board: &Board, count_to: NonZeroUsize, stop: &dyn Fn() -> bool) -> Solutions {
    solve_with_examples(board, count_to, DEFAULT_EXAMPLES, stop)
}

/// Counts the solutions of a board as [`solve`] does, but returns the first `max_examples` of them, or all if there are
/// fewer.
///
/// Which ones they are does not depend on `count_to`: a search that ends earlier returns the first of those that a longer
/// one returns.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use sudoku_validator::sudoku::{Board, Layout, solve_with_examples};
///
/// let empty = Board::new(Layout::new(4, None)?, vec![0; 16])?;
/// let solutions = solve_with_examples(&empty, NonZeroUsize::MAX, 1000, &|| false);
/// assert_eq!(solutions.examples.len(), 288);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn solve_with_examples(
    board: &Board,
    count_to: NonZeroUsize,
    max_examples: usize,
    stop: &dyn Fn() -> bool,
) -> Solutions {
    let mut collector = Collector::new(count_to, stop).with_max_examples(max_examples);
    let end = match search(board, &mut collector) {
        ControlFlow::Continue(()) => SearchEnd::Exhausted,
        ControlFlow::Break(end) => end,
    };
    let count = collector.count();
    let examples = collector.into_examples().into_iter();
    Solutions {
        count,
        examples: examples.map(|digits| board.with_digits(digits)).collect(),
        end,
    }
}

/// Chooses the engine: a specialized one for the classic layout, and the general one for all others.
fn search(board: &Board, collector: &mut Collector) -> ControlFlow<SearchEnd> {
    let (layout, givens) = (board.layout(), board.digits());
    if layout.is_classic() {
        classic::search(givens, collector)
    } else {
        general::search(layout, givens, collector)
    }
}
