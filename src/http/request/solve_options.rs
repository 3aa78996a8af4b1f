//! How to solve a board, and what to report about it.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use crate::http::response::problem::{Problem, ProblemKind};
use crate::http::search_goal::SearchGoal;

/// How to solve a board, and what to report about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolveOptions {
    /// The number of solutions at which counting ends.
    pub(crate) count_to: NonZeroUsize,
    /// Whether to report the solution of a puzzle.
    pub(crate) include_solution: bool,
    /// The maximum number of solutions to list if there are many.
    pub(crate) examples: usize,
    /// Whether to report the redundant givens of a puzzle.
    pub(crate) redundant: bool,
}

/// Enough to distinguish one solution from many, and to see in which cells they differ.
const TWO: NonZeroUsize = NonZeroUsize::new(2).expect("2 is not zero");

/// The maximum number of cells of all listed solutions.
const MAX_CELLS: usize = 1_000_000;

impl SolveOptions {
    /// The accepted range of `count_to`.
    pub(super) const COUNT_TO: RangeInclusive<usize> = 1..=100_000;

    /// The accepted range of `examples`.
    pub(super) const EXAMPLES: RangeInclusive<usize> = 0..=1000;

    /// Creates options from numbers in their accepted ranges, or their defaults.
    ///
    /// # Errors
    ///
    /// If examples are requested without solutions.
    pub(super) fn new(
        count_to: Option<usize>,
        include_solutions: bool,
        examples: Option<usize>,
        redundant: bool,
    ) -> Result<SolveOptions, Problem> {
        if !include_solutions && examples.is_some_and(|examples| examples > 0) {
            return Err(Problem::new(
                ProblemKind::BadQuery,
                "The parameter \"examples\" asks for solutions, which the response leaves out; send \"solution=true\", or \"examples=0\".",
            ));
        }
        Ok(SolveOptions {
            count_to: count_to.and_then(NonZeroUsize::new).unwrap_or(TWO),
            include_solution: include_solutions,
            examples: if include_solutions {
                examples.unwrap_or(TWO.get())
            } else {
                0
            },
            redundant,
        })
    }

    /// Checks that examples of boards of this size are not too large.
    ///
    /// # Errors
    ///
    /// If they have too many cells.
    pub(crate) fn check_size(&self, size: usize) -> Result<(), Problem> {
        let (found, max) = (self.examples, MAX_CELLS / (size * size));
        if found <= max {
            return Ok(());
        }
        Err(Problem::new(
            ProblemKind::BadQuery,
            format!(
                "The parameter \"examples\" is {found}; expected at most {max} for a board of {size} rows, since the response may list {MAX_CELLS} cells."
            ),
        ))
    }

    /// Returns what to find out about a board.
    ///
    /// A second solution is needed in any case: it distinguishes one solution from many.
    pub(crate) fn search_goal(&self) -> SearchGoal {
        let examples = NonZeroUsize::new(self.examples).map_or(TWO, |examples| examples.max(TWO));
        SearchGoal {
            count_to: self.count_to.max(examples),
            max_examples: examples.get(),
            explain: true,
            find_redundant: self.redundant,
        }
    }
}
