//! Counts the solutions of a board, and explains why it has none.

mod backtrack;
mod classic;
mod decision;
mod explain;
mod pace;
mod propagate;
mod sat;
mod solutions;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use crate::sudoku::board::Board;
use backtrack::Outcome;
use solutions::Collector;

pub use explain::{Contradiction, Stopped, find_contradiction};
pub use solutions::{SearchEnd, Solutions, Verdict};

/// Counts the solutions of a board up to `count_to`, until `stop` returns true.
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
    let mut collector = Collector::new(count_to, stop);
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

/// Chooses the engine: a specialized one for the classic layout; for all others backtracking, which hands over hard
/// boards that the SAT solver can handle.
fn search(board: &Board, collector: &mut Collector) -> ControlFlow<SearchEnd> {
    let (layout, givens) = (board.layout(), board.digits());
    if layout.is_classic() {
        return classic::search(givens, collector);
    }
    match backtrack::search(layout, givens, sat::MAX_CANDIDATES, collector)? {
        Outcome::Exhausted => ControlFlow::Continue(()),
        Outcome::TooHard {
            candidates,
            decisions,
        } => sat::search(&candidates, &decisions, collector),
    }
}
