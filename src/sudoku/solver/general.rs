//! The search for any layout: backtracking, which hands over hard boards that the SAT solver can handle.

use std::ops::ControlFlow;

use super::backtrack::{self, Outcome};
use super::propagate::{Candidates, Inconsistent};
use super::sat;
use super::solutions::{Collector, SearchEnd};
use crate::sudoku::layout::Layout;

/// Counts the solutions of a board, given in reading order with 0 for an empty cell.
pub(super) fn search(
    layout: &Layout,
    givens: &[u8],
    collector: &mut Collector,
) -> ControlFlow<SearchEnd> {
    search_candidates(&mut Candidates::new(layout, givens), Ok(()), collector)
}

/// Counts the solutions within these candidates after a change to them. They are left in any state.
pub(super) fn search_candidates(
    candidates: &mut Candidates,
    changed: Result<(), Inconsistent>,
    collector: &mut Collector,
) -> ControlFlow<SearchEnd> {
    let Ok(()) = changed else {
        return ControlFlow::Continue(());
    };
    let Ok(()) = candidates.propagate(collector)? else {
        return ControlFlow::Continue(());
    };
    match backtrack::search(candidates, sat::MAX_CANDIDATES, collector)? {
        Outcome::Exhausted => ControlFlow::Continue(()),
        Outcome::TooHard { decisions } => sat::search(candidates, &decisions, collector),
    }
}
