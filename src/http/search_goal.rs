//! What a search is for.

use std::num::NonZeroUsize;

/// What a search is to find out about a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchGoal {
    /// The number of solutions at which it ends.
    pub(crate) count_to: NonZeroUsize,
    /// The maximum number of solutions to return.
    pub(crate) max_examples: usize,
    /// Whether to explain why a board without duplicates has no solution.
    pub(crate) explain: bool,
    /// Whether to find the redundant givens of a puzzle with one solution.
    pub(crate) find_redundant: bool,
}

impl SearchGoal {
    /// Only to count the solutions up to a number.
    pub(crate) const fn count(count_to: NonZeroUsize) -> SearchGoal {
        SearchGoal {
            count_to,
            max_examples: 2,
            explain: false,
            find_redundant: false,
        }
    }
}
