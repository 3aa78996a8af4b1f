//! Backtracking search for any layout.
//!
//! It picks a cell with the fewest candidates, and the digit for it that is a candidate of the fewest peers: the usual
//! heuristics of constraint solvers (minimum remaining values and least constraining value: Russell and Norvig,
//! "Artificial Intelligence: A Modern Approach"). That is fast if few decisions are needed, or if there are many
//! solutions. Two measures help with other boards:
//!
//! - A run that finds nothing for a long time is restarted with ties broken differently (Gomes, Selman and Kautz,
//!   "Boosting Combinatorial Search Through Randomization", 1998). Large boards that are almost empty need that:
//!   undoing an early wrong decision would take longer than starting over.
//! - Beyond a limit the search returns [`Outcome::TooHard`], for a SAT solver to continue.
//!
//! The limits count steps, not time, so that the search is deterministic.

use std::ops::ControlFlow;

use super::decision::Decision;
use super::propagate::{Candidates, Inconsistent, Propagation};
use super::solutions::{Collector, SearchEnd};
use crate::sudoku::digit::{Digit, DigitSet};

/// The minimum number of steps without a solution before a restart: 1 to 3 ms of work.
const MIN_RESTART_STEPS: u64 = 15_000;

/// The number of steps per open candidate before a restart, if that is more. Filling a large board takes half as many.
const RESTART_STEPS_PER_CANDIDATE: u64 = 2;

/// A board counts as too hard after this many times [`RESTART_STEPS_PER_CANDIDATE`] steps per open candidate without a
/// solution.
const RUNS_BEFORE_TOO_HARD: u64 = 8;

/// The outcome of a search that was not stopped.
pub(super) enum Outcome {
    /// All solutions were counted.
    Exhausted,
    /// The limit was reached. Solutions that contradict a refuted decision have been counted. The candidates are those
    /// before the first decision that is not refuted.
    TooHard {
        /// The decisions, in order.
        decisions: Vec<Decision>,
    },
}

/// Counts the solutions within these candidates, which must be propagated.
///
/// A board with more than `max_handover` open candidates is never too hard.
pub(super) fn search(
    candidates: &mut Candidates,
    max_handover: u64,
    collector: &mut Collector,
) -> ControlFlow<SearchEnd, Outcome> {
    let limits = Limits::new(candidates.open_count(), max_handover);
    Search::new(candidates, limits).run(collector)
}

/// Limits on the number of steps without a solution.
#[derive(Clone, Copy)]
struct Limits {
    /// Until the first restart. Each later run may take 1.5 times as many steps as the one before.
    restart: u64,
    /// Until the board counts as too hard.
    too_hard: u64,
}

impl Limits {
    fn new(open_count: u64, max_handover: u64) -> Limits {
        let run = RESTART_STEPS_PER_CANDIDATE * open_count;
        let too_hard = MIN_RESTART_STEPS.max(RUNS_BEFORE_TOO_HARD * run);
        Limits {
            restart: MIN_RESTART_STEPS.max(run),
            too_hard: if open_count <= max_handover {
                too_hard
            } else {
                u64::MAX
            },
        }
    }
}

struct Search<'c, 'l> {
    candidates: &'c mut Candidates<'l>,
    limits: Limits,
    /// A refuted decision stays refuted only as long as the decisions before it hold.
    decisions: Vec<Decision>,
    ties: TieBreaker,
}

impl<'c, 'l> Search<'c, 'l> {
    fn new(candidates: &'c mut Candidates<'l>, limits: Limits) -> Search<'c, 'l> {
        Search {
            candidates,
            limits,
            decisions: Vec::new(),
            ties: TieBreaker(0x9e37_79b9_7f4a_7c15),
        }
    }

    fn run(mut self, collector: &mut Collector) -> ControlFlow<SearchEnd, Outcome> {
        let Limits {
            restart: mut run,
            too_hard,
        } = self.limits;
        let start = self.candidates.steps();
        let (mut restart_at, mut too_hard_at) = (start + run, too_hard.saturating_add(start));
        let mut any_found = false;
        let mut state = Ok(());
        loop {
            let steps = self.candidates.steps();
            // Never restart or hand over an inconsistent state: without decisions it proves that there is no solution
            // left, and that proof would be lost.
            if state.is_ok() && steps >= too_hard_at {
                self.backtrack_to_root();
                let decisions = self.decisions;
                return ControlFlow::Continue(Outcome::TooHard { decisions });
            }
            if state.is_ok() && steps >= restart_at && !any_found {
                self.backtrack_to_root();
                self.decisions.clear();
                run += run / 2;
                restart_at = steps + run;
            }
            state = if state.is_err() {
                match self.backtrack(collector) {
                    Some(propagation) => propagation?,
                    None => return ControlFlow::Continue(Outcome::Exhausted),
                }
            } else if let Some((cell, digit)) = self.choose() {
                self.decide(cell, digit, collector)?
            } else {
                collector.record(|| self.candidates.digits())?;
                any_found = true;
                too_hard_at = too_hard.saturating_add(steps);
                Err(Inconsistent)
            };
        }
    }

    /// Chooses the next decision, or returns `None` if every cell has one candidate.
    fn choose(&mut self) -> Option<(u16, Digit)> {
        let sets = self.candidates.sets();
        let mut fewest = u32::MAX;
        let mut chosen = None;
        for (cell, set) in sets.iter().enumerate() {
            if set.len() < fewest && !set.is_single() {
                fewest = set.len();
                chosen = Some(cell);
                if fewest == 2 {
                    break;
                }
            }
        }
        let cell = chosen?;
        let layout = self.candidates.layout();
        let (mut fewest, mut best) = (usize::MAX, DigitSet::EMPTY);
        for digit in sets[cell].iter() {
            let peers = layout.neighborhoods(cell).flatten();
            let count = peers
                .filter(|peer| sets[usize::from(**peer)].contains(digit))
                .count();
            if count < fewest {
                (fewest, best) = (count, DigitSet::EMPTY);
            }
            if count == fewest {
                best.insert(digit);
            }
        }
        let cell = u16::try_from(cell).expect("a board has at most 64 × 64 cells");
        Some((cell, self.ties.pick(best)))
    }

    fn decide(&mut self, cell: u16, digit: Digit, collector: &Collector) -> Propagation {
        let mark = self.candidates.mark();
        self.decisions.push(Decision {
            cell,
            digit,
            refuted: false,
            mark,
        });
        let restricted = self.candidates.restrict(cell, DigitSet::single(digit));
        self.propagate(restricted, collector)
    }

    /// Undoes the last decision and excludes its digit. Returns `None` if there is no decision left.
    fn backtrack(&mut self, collector: &Collector) -> Option<Propagation> {
        while self.decisions.pop_if(|decision| decision.refuted).is_some() {}
        let decision = self.decisions.last_mut()?;
        decision.refuted = true;
        self.candidates.undo_to(decision.mark);
        let excluded = self.candidates.exclude(decision.cell, decision.digit);
        Some(self.propagate(excluded, collector))
    }

    fn propagate(
        &mut self,
        changed: Result<(), Inconsistent>,
        collector: &Collector,
    ) -> Propagation {
        match changed {
            Ok(()) => self.candidates.propagate(collector),
            Err(inconsistent) => ControlFlow::Continue(Err(inconsistent)),
        }
    }

    /// Undoes all decisions that are not refuted. Refutations before the first of them do not depend on it, and stay.
    fn backtrack_to_root(&mut self) {
        if let Some(first) = self.decisions.iter().find(|decision| !decision.refuted) {
            self.candidates.undo_to(first.mark);
        }
    }
}

/// Breaks ties in a reproducible way: Marsaglia's xorshift generator ("Xorshift RNGs", 2003).
struct TieBreaker(u64);

impl TieBreaker {
    /// Picks a digit from a set that is not empty.
    fn pick(&mut self, set: DigitSet) -> Digit {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let index = (self.0 >> 32) % u64::from(set.len());
        let index = usize::try_from(index).expect("a set has at most 64 digits");
        set.iter()
            .nth(index)
            .expect("the index is below the number of digits")
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::sudoku::layout::Layout;
    use crate::sudoku::solver::sat;

    const UNLIMITED: Limits = Limits {
        restart: u64::MAX / 2,
        too_hard: u64::MAX,
    };

    /// Counts the solutions under these limits.
    fn count(limits: Limits, layout: &Layout, givens: &[u8]) -> usize {
        let mut collector = Collector::new(NonZeroUsize::MAX, &|| false);
        let mut candidates = Candidates::new(layout, givens);
        if candidates
            .propagate(&collector)
            .continue_value()
            .expect("it is never stopped")
            .is_ok()
        {
            match Search::new(&mut candidates, limits).run(&mut collector) {
                ControlFlow::Continue(Outcome::Exhausted) => {}
                ControlFlow::Continue(Outcome::TooHard { decisions }) => {
                    assert!(sat::search(&candidates, &decisions, &mut collector).is_continue());
                }
                ControlFlow::Break(end) => panic!("{end:?}"),
            }
        }
        collector.count()
    }

    /// Boards of six rows with no, one or many solutions.
    fn boards() -> Vec<Vec<u8>> {
        let board = |(one, other): (u8, u8)| {
            let mut givens = vec![0; 36];
            givens[..6].copy_from_slice(&[1, 2, 3, 4, 5, 6]);
            givens[30..].copy_from_slice(&[2, 3, 1, 5, 6, 4]);
            givens[14] = one;
            givens[22] = other;
            givens
        };
        (0..=6)
            .flat_map(|one| (0..=6).map(move |other| (one, other)))
            .map(board)
            .collect()
    }

    #[test]
    fn no_solution_is_lost_or_counted_twice_wherever_the_sat_solver_takes_over() {
        let layout = Layout::new(4, None).unwrap();
        for too_hard in (0..3000).step_by(31) {
            let limits = Limits {
                too_hard,
                ..UNLIMITED
            };
            assert_eq!(
                count(limits, &layout, &[0; 16]),
                288,
                "after {too_hard} steps"
            );
        }
        let layout = Layout::new(6, None).unwrap();
        for givens in boards() {
            let all = count(UNLIMITED, &layout, &givens);
            for too_hard in (0..600).step_by(67) {
                let limits = Limits {
                    too_hard,
                    ..UNLIMITED
                };
                assert_eq!(
                    count(limits, &layout, &givens),
                    all,
                    "after {too_hard} steps"
                );
            }
        }
    }

    #[test]
    fn no_solution_is_lost_or_counted_twice_wherever_the_search_restarts() {
        let layout = Layout::new(6, None).unwrap();
        for givens in boards() {
            let all = count(UNLIMITED, &layout, &givens);
            for restart in [2, 5, 11, 23, 47, 95] {
                let limits = Limits {
                    restart,
                    ..UNLIMITED
                };
                assert_eq!(
                    count(limits, &layout, &givens),
                    all,
                    "after {restart} steps"
                );
            }
        }
    }
}
