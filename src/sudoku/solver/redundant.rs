//! The givens that a puzzle does not need.
//!
//! A given is redundant if the puzzle without it still has exactly one solution. Such a solution agrees with all other
//! givens, so it can only differ in the cell of that given: one search for a solution with another digit there decides it,
//! and ends with the first that it finds.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::classic::ShortSearches;
use super::general;
use super::propagate::Candidates;
use super::solutions::{Collector, SearchEnd};
use crate::sudoku::board::Board;
use crate::sudoku::cell::Cell;
use crate::sudoku::digit::{Digit, DigitSet};

/// The givens of a proper puzzle that are redundant: without any one of them, it still has exactly one solution.
///
/// They are redundant one at a time: without two of them, the puzzle may have many solutions. If there are none, the puzzle
/// is minimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedundantGivens {
    /// The cells, in reading order.
    pub cells: Vec<Cell>,
    /// Whether every given was tried. If not, the search was stopped, and further ones may be redundant.
    pub is_complete: bool,
}

/// A given: the number of its cell, and its digit.
type Given = (u16, Digit);

/// Finds the redundant givens of a puzzle with exactly one solution, in reading order, until `stop` returns true.
pub(crate) fn find_redundant_givens(puzzle: &Board, stop: &dyn Fn() -> bool) -> RedundantGivens {
    let mut redundant = Vec::new();
    let found = if puzzle.layout().is_classic() {
        find_classic(puzzle.digits(), &mut redundant, stop)
    } else {
        let mut givens = Givens {
            candidates: Candidates::new(puzzle.layout(), &vec![0; puzzle.digits().len()]),
            stop,
            redundant: &mut redundant,
        };
        givens.find(&given_digits(puzzle.digits()))
    };
    let cell = |cell: u16| puzzle.layout().cell(usize::from(cell));
    RedundantGivens {
        cells: redundant.into_iter().map(cell).collect(),
        is_complete: found.is_continue(),
    }
}

/// Tries each given of a 9×9 board. Sharing work between the searches would take about as long as the searches themselves.
fn find_classic(
    digits: &[u8],
    redundant: &mut Vec<u16>,
    stop: &dyn Fn() -> bool,
) -> ControlFlow<SearchEnd> {
    let mut searches = ShortSearches::new();
    let mut others = digits.to_vec();
    for (cell, digit) in given_digits(digits) {
        let index = usize::from(cell);
        others[index] = 0;
        let mut collector = one_solution(stop);
        let end = searches.search_without(&others, (index, digit), &mut collector);
        if is_exhausted(end)? {
            redundant.push(cell);
        }
        others[index] = digits[index];
    }
    ControlFlow::Continue(())
}

/// Tries the givens of any board.
///
/// The candidates are those of a board without the givens that are being tried. Halving these until one is left propagates
/// each given a few times, rather than once for each of the others.
struct Givens<'l, 'r, 's> {
    candidates: Candidates<'l>,
    redundant: &'r mut Vec<u16>,
    stop: &'s dyn Fn() -> bool,
}

impl Givens<'_, '_, '_> {
    /// Tries these givens, in order. The board has all others.
    fn find(&mut self, givens: &[Given]) -> ControlFlow<SearchEnd> {
        let (first, second) = match givens {
            [] => return ControlFlow::Continue(()),
            [only] => return self.try_without(*only),
            _ => givens.split_at(givens.len() / 2),
        };
        for (tried, others) in [(first, second), (second, first)] {
            let mark = self.candidates.mark();
            self.add(others)?;
            self.find(tried)?;
            self.candidates.undo_to(mark);
        }
        ControlFlow::Continue(())
    }

    fn add(&mut self, givens: &[Given]) -> ControlFlow<SearchEnd> {
        const SOLVABLE: &str = "the puzzle has a solution";
        for (cell, digit) in givens {
            let restricted = self.candidates.restrict(*cell, DigitSet::single(*digit));
            restricted.expect(SOLVABLE);
        }
        let propagated = self.candidates.propagate(&one_solution(self.stop))?;
        propagated.expect(SOLVABLE);
        ControlFlow::Continue(())
    }

    /// Searches for a solution with another digit in the cell of this given. The board has all other givens.
    fn try_without(&mut self, (cell, digit): Given) -> ControlFlow<SearchEnd> {
        let mark = self.candidates.mark();
        let mut collector = one_solution(self.stop);
        let excluded = self.candidates.exclude(cell, digit);
        let searched = general::search_candidates(&mut self.candidates, excluded, &mut collector);
        if is_exhausted(searched)? {
            self.redundant.push(cell);
        }
        self.candidates.undo_to(mark);
        ControlFlow::Continue(())
    }
}

/// A collector that ends a search at its first solution, which is not kept.
fn one_solution(stop: &dyn Fn() -> bool) -> Collector<'_> {
    Collector::new(NonZeroUsize::MIN, stop).with_max_examples(0)
}

/// Returns whether a search ended without a solution, unless it was stopped.
fn is_exhausted(end: ControlFlow<SearchEnd>) -> ControlFlow<SearchEnd, bool> {
    match end {
        ControlFlow::Continue(()) => ControlFlow::Continue(true),
        ControlFlow::Break(SearchEnd::Stopped) => ControlFlow::Break(SearchEnd::Stopped),
        ControlFlow::Break(_) => ControlFlow::Continue(false),
    }
}

/// The givens among the digits of a board, in reading order.
fn given_digits(digits: &[u8]) -> Vec<Given> {
    let cells = (0..).zip(digits);
    cells
        .filter_map(|(cell, digit)| Some((cell, Digit::new(*digit)?)))
        .collect()
}
