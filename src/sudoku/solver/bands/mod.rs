//! The search on a 9×9 board.
//!
//! A search settles all that follows from the givens, and where that is not all, it tries the ways of one digit in one
//! band or stack, each in turn. The state has 160 bytes, so that a try is a copy and needs no undoing.

mod grid;
mod ways;
mod word;

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use self::grid::{Grid, State};
use super::End;
use super::found::Found;

/// Counts the solutions of a 9×9 board, given row by row, 0 where a cell is empty.
///
/// Digits may repeat among the givens: such a board has no solution.
pub(super) fn search(givens: &[u8], found: &mut Found<'_>) -> ControlFlow<End> {
    let givens = givens.try_into().expect("a 9×9 board has 81 cells");
    Search { found, guesses: 0 }.go(&mut Grid::new(givens))
}

struct Search<'s, 'f> {
    found: &'s mut Found<'f>,
    guesses: usize,
}

/// After how many guesses it is asked whether the search may go on: a fraction of a millisecond.
const PATIENCE: usize = 256;

impl Search<'_, '_> {
    /// Counts the solutions of this grid.
    fn go(&mut self, grid: &mut Grid) -> ControlFlow<End> {
        match grid.settle() {
            State::Contradiction => ControlFlow::Continue(()),
            State::Solved => self.found.take(|| grid.digits()),
            State::Open => {
                self.guesses += 1;
                if self.guesses.is_multiple_of(PATIENCE) {
                    self.found.go_on()?;
                }
                grid.fewest_ways()
                    .try_for_each(|way| self.go(&mut grid.with(way)))
            }
        }
    }
}
