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
use bitboard::{Bitboard, State};

/// The number of branchings between two checks of the stop signal: less than 0.1 ms of work.
const BRANCHES_PER_STOP_CHECK: usize = 128;

/// Counts the solutions of a 9×9 board, given in reading order with 0 for an empty cell.
///
/// Givens may repeat: such a board has no solution.
pub(super) fn search(givens: &[u8], collector: &mut Collector<'_>) -> ControlFlow<SearchEnd> {
    let givens = givens.try_into().expect("a 9×9 board has 81 cells");
    let mut search = Search {
        collector,
        branches: 0,
    };
    search.run(&mut Bitboard::new(givens))
}

struct Search<'s, 'c> {
    collector: &'s mut Collector<'c>,
    branches: usize,
}

impl Search<'_, '_> {
    fn run(&mut self, board: &mut Bitboard) -> ControlFlow<SearchEnd> {
        match board.propagate() {
            State::Inconsistent => ControlFlow::Continue(()),
            State::Solved => self.collector.record(|| board.digits()),
            State::Open => {
                self.branches += 1;
                if self.branches.is_multiple_of(BRANCHES_PER_STOP_CHECK) {
                    self.collector.check_stop()?;
                }
                board
                    .branches()
                    .try_for_each(|configuration| self.run(&mut board.with(configuration)))
            }
        }
    }
}
