//! The search on the classic 9×9 board.
//!
//! It propagates the givens as far as possible. If that is not enough, it branches on one digit in one band or stack,
//! and tries each of its configurations there in turn. The state is 160 bytes, so branching copies it instead of
//! undoing changes.

mod band;
mod bitboard;
mod branch;

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use super::solutions::{Collector, SearchEnd};
use crate::sudoku::digit::Digit;
use bitboard::{Bitboard, State};

/// The number of branchings between two checks of the stop signal: less than 0.1 ms of work.
const BRANCHINGS_PER_STOP_CHECK: usize = 128;

/// The number of branchings that take as long as a search that needs none.
const BRANCHINGS_PER_SHORT_SEARCH: usize = 4;

/// The number of branchings, and of placed digits, from which a board without a contradiction is expected to have many
/// solutions. Few boards with one solution get there.
const BRANCHINGS_OF_MANY_SOLUTIONS: usize = 2;
const PLACED_OF_MANY_SOLUTIONS: u32 = 40;

/// The rounds of propagation between two branchings of such a board.
const ROUNDS_FOR_MANY_SOLUTIONS: usize = 3;

/// Counts the solutions of a 9×9 board, given in reading order with 0 for an empty cell.
///
/// Givens may repeat: such a board has no solution.
pub(super) fn search(givens: &[u8], collector: &mut Collector<'_>) -> ControlFlow<SearchEnd> {
    let givens = givens.try_into().expect("a 9×9 board has 81 cells");
    Search::new(BRANCHINGS_PER_STOP_CHECK, collector).run(&mut Bitboard::new(givens))
}

/// A sequence of short searches, which together check the stop signal as often as a long one of as much work.
#[derive(Debug)]
pub(super) struct ShortSearches {
    /// The number of branchings until the next check.
    until_check: usize,
}

impl ShortSearches {
    pub(super) fn new() -> ShortSearches {
        ShortSearches {
            until_check: BRANCHINGS_PER_STOP_CHECK,
        }
    }

    /// Counts the solutions of a board in which this cell holds another digit. The givens are without that digit.
    pub(super) fn search_without(
        &mut self,
        givens: &[u8],
        (cell, digit): (usize, Digit),
        collector: &mut Collector<'_>,
    ) -> ControlFlow<SearchEnd> {
        if self.until_check <= BRANCHINGS_PER_SHORT_SEARCH {
            collector.check_stop()?;
            self.until_check = BRANCHINGS_PER_STOP_CHECK;
        } else {
            self.until_check -= BRANCHINGS_PER_SHORT_SEARCH;
        }
        let givens = givens.try_into().expect("a 9×9 board has 81 cells");
        let mut board = Bitboard::new(givens);
        board.exclude(cell, digit);
        let mut search = Search::new(self.until_check, collector);
        let end = search.run(&mut board);
        self.until_check = search.next_check - search.branchings;
        end
    }
}

struct Search<'s, 'c> {
    collector: &'s mut Collector<'c>,
    branchings: usize,
    /// The number of branchings at which to check the stop signal.
    next_check: usize,
    /// Whether a branch had no solution.
    any_inconsistent: bool,
}

impl<'s, 'c> Search<'s, 'c> {
    fn new(next_check: usize, collector: &'s mut Collector<'c>) -> Search<'s, 'c> {
        Search {
            collector,
            branchings: 0,
            next_check,
            any_inconsistent: false,
        }
    }

    fn run(&mut self, board: &mut Bitboard) -> ControlFlow<SearchEnd> {
        let max_rounds = if self.expects_many_solutions(board) {
            ROUNDS_FOR_MANY_SOLUTIONS
        } else {
            usize::MAX
        };
        self.run_after(max_rounds, board)
    }

    /// Searches a board after at most so many rounds of propagation.
    fn run_after(&mut self, max_rounds: usize, board: &mut Bitboard) -> ControlFlow<SearchEnd> {
        match board.propagate(max_rounds) {
            State::Inconsistent => {
                self.any_inconsistent = true;
                ControlFlow::Continue(())
            }
            State::Solved => self.collector.record(|| board.digits()),
            State::Open => {
                self.branchings += 1;
                if self.branchings == self.next_check {
                    self.next_check += BRANCHINGS_PER_STOP_CHECK;
                    self.collector.check_stop()?;
                }
                if self.expects_many_solutions(board)
                    && let Some(mut branches) = board.wide_branches()
                {
                    branches.try_for_each(|configuration| self.run(&mut board.with(configuration)))
                } else if max_rounds < usize::MAX {
                    // Nothing may be left to branch on.
                    self.run_after(usize::MAX, board)
                } else {
                    board
                        .branches()
                        .try_for_each(|configuration| self.run(&mut board.with(configuration)))
                }
            }
        }
    }

    /// Returns whether the board probably has many solutions: it had to branch although many digits are placed, and
    /// every branch so far may have a solution.
    ///
    /// Then nearly any branch leads to a solution, and the fastest way there is to decide much at once, without
    /// propagating all of it.
    fn expects_many_solutions(&self, board: &Bitboard) -> bool {
        !self.any_inconsistent
            && self.branchings >= BRANCHINGS_OF_MANY_SOLUTIONS
            && board.placed_count() >= PLACED_OF_MANY_SOLUTIONS
    }
}
