//! The search for any layout: guesses, and what follows from them.
//!
//! It guesses in a cell with the fewest candidates, and there the digit that the fewest peers could hold: the usual
//! order of constraint solvers (minimum remaining values, least constraining value: Russell and Norvig, "Artificial
//! Intelligence: A Modern Approach"). It is quick where little has to be guessed, and where solutions are many.
//! Elsewhere two things come to its help:
//!
//! - A run that finds nothing for long starts anew and breaks ties in another way (Gomes, Selman and Kautz, "Boosting
//!   Combinatorial Search Through Randomization", 1998). A large board that is almost empty needs that: an early guess
//!   that was wrong costs more than to begin again.
//! - Past a limit the board goes to a SAT solver, which learns from its mistakes; see [`sat`].
//!
//! The limits count steps, not time, so that a board always takes the same way.

use std::ops::ControlFlow;

use super::candidates::{Candidates, DeadEnd, digits, is_one, number};
use super::found::Found;
use super::{End, sat};
use crate::sudoku::Layout;

/// How many steps a run may go without a solution, at least: 1 to 3 ms of work.
const RUN: u64 = 15_000;

/// How many steps a run may go for each open candidate, if that is more. To fill a large board takes half of it.
const RUN_FOR_EACH_CANDIDATE: u64 = 2;

/// After how many first runs of the latter kind the board goes to the SAT solver.
const RUNS: u64 = 8;

/// After how many steps to look whether to stop: 0.5 ms at 64 rows.
const STEPS_TO_STOP: u64 = 512;

/// Counts the solutions of a board with these digits, row by row, 0 where a cell is empty.
pub(super) fn search(layout: &Layout, givens: &[u8], found: &mut Found) -> ControlFlow<End> {
    let mut candidates = Candidates::new(layout, givens);
    match candidates.settle() {
        Ok(()) => {
            let limits = Limits::of(sat::open_candidates(&candidates));
            Search::new(candidates, limits).run(found)
        }
        Err(DeadEnd) => ControlFlow::Continue(()),
    }
}

/// That a place holds a digit: supposed at first, and refuted once everything that follows from it was seen.
#[derive(Clone, Copy)]
pub(super) struct Guess {
    pub(super) place: u16,
    /// The digit, alone in a set.
    pub(super) digit: u64,
    pub(super) refuted: bool,
    /// The candidates before it.
    mark: usize,
}

/// How many steps may go without a solution.
#[derive(Clone, Copy)]
struct Limits {
    /// Until the search starts anew. Each later run may go half as far again as the one before it.
    run: u64,
    /// Until the board goes to the SAT solver.
    search: u64,
}

impl Limits {
    /// For a board with so many open candidates.
    fn of(open: u64) -> Limits {
        let search = RUN.max(RUN_FOR_EACH_CANDIDATE * RUNS * open);
        Limits {
            run: RUN.max(RUN_FOR_EACH_CANDIDATE * open),
            search: if open <= sat::MAX_CANDIDATES {
                search
            } else {
                u64::MAX
            },
        }
    }
}

struct Search<'l> {
    candidates: Candidates<'l>,
    limits: Limits,
    /// The guesses on the way to here. What is refuted is so only as long as all that is supposed before it holds.
    guesses: Vec<Guess>,
    ties: Ties,
}

impl<'l> Search<'l> {
    fn new(candidates: Candidates<'l>, limits: Limits) -> Search<'l> {
        Search {
            candidates,
            limits,
            guesses: Vec::new(),
            ties: Ties(0x9e37_79b9_7f4a_7c15),
        }
    }

    fn run(mut self, found: &mut Found) -> ControlFlow<End> {
        let Limits { mut run, search } = self.limits;
        let start = self.candidates.steps();
        let (mut run_ends, mut search_ends, mut look_again) =
            (start + run, search.saturating_add(start), start);
        let mut any_found = false;
        let mut state = Ok(());
        loop {
            let steps = self.candidates.steps();
            if steps >= look_again {
                found.go_on()?;
                look_again = steps + STEPS_TO_STOP;
            }
            // At a dead end it cannot be said what to go back to: with nothing supposed, there is no solution at all.
            if state.is_ok() && steps >= search_ends {
                self.back_to_start();
                return sat::search(&self.candidates, &self.guesses, found);
            }
            if state.is_ok() && steps >= run_ends && !any_found {
                self.back_to_start();
                self.guesses.clear();
                run += run / 2;
                run_ends = steps + run;
            }
            state = if state.is_err() {
                match self.refute() {
                    Some(state) => state,
                    None => return ControlFlow::Continue(()),
                }
            } else if let Some((place, digit)) = self.choose() {
                self.suppose(place, digit)
            } else {
                found.take(|| {
                    self.candidates
                        .sets()
                        .iter()
                        .map(|digit| number(*digit))
                        .collect()
                })?;
                any_found = true;
                search_ends = search.saturating_add(steps);
                Err(DeadEnd)
            };
        }
    }

    /// The next guess, or `None` if every cell has a single candidate.
    fn choose(&mut self) -> Option<(u16, u64)> {
        let sets = self.candidates.sets();
        let mut fewest = u32::MAX;
        let mut chosen = None;
        for (place, set) in sets.iter().enumerate() {
            if set.count_ones() < fewest && !is_one(*set) {
                fewest = set.count_ones();
                chosen = Some(place);
                if fewest == 2 {
                    break;
                }
            }
        }
        let place = chosen?;
        let layout = self.candidates.layout();
        let (mut fewest, mut best) = (usize::MAX, 0);
        for digit in digits(sets[place]) {
            let places = layout
                .houses_at(place)
                .iter()
                .flat_map(|house| layout.places_in(usize::from(*house)));
            let peers = places
                .filter(|peer| sets[usize::from(**peer)] & digit != 0)
                .count();
            if peers < fewest {
                (fewest, best) = (peers, 0);
            }
            if peers == fewest {
                best |= digit;
            }
        }
        Some((
            u16::try_from(place).expect("a board has at most 64 × 64 cells"),
            self.ties.pick(best),
        ))
    }

    fn suppose(&mut self, place: u16, digit: u64) -> Result<(), DeadEnd> {
        self.guesses.push(Guess {
            place,
            digit,
            refuted: false,
            mark: self.candidates.mark(),
        });
        self.candidates.keep(place, digit)?;
        self.candidates.settle()
    }

    /// Takes back what was supposed last, and goes on without it; `None` if nothing is supposed any more.
    fn refute(&mut self) -> Option<Result<(), DeadEnd>> {
        while self.guesses.pop_if(|guess| guess.refuted).is_some() {}
        let guess = self.guesses.last_mut()?;
        guess.refuted = true;
        self.candidates.back_to(guess.mark);
        Some(
            self.candidates
                .keep(guess.place, !guess.digit)
                .and_then(|()| self.candidates.settle()),
        )
    }

    /// Takes back all that is supposed. What was refuted before anything was supposed stays so.
    fn back_to_start(&mut self) {
        if let Some(first) = self.guesses.iter().find(|guess| !guess.refuted) {
            self.candidates.back_to(first.mark);
        }
    }
}

/// Breaks ties, the same way every time: Marsaglia's xorshift generator ("Xorshift RNGs", 2003).
struct Ties(u64);

impl Ties {
    /// One digit of a set.
    fn pick(&mut self, set: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let index = (self.0 >> 32) % u64::from(set.count_ones());
        let index = usize::try_from(index).expect("it is below 64");
        digits(set)
            .nth(index)
            .expect("the index is below the number of digits")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNLIMITED: Limits = Limits {
        run: u64::MAX / 2,
        search: u64::MAX,
    };

    /// How many solutions there are, if the search has these limits.
    fn count(limits: Limits, layout: &Layout, givens: &[u8]) -> usize {
        let mut found = Found::new(usize::MAX, &|| false);
        let mut candidates = Candidates::new(layout, givens);
        if candidates.settle().is_ok() {
            assert!(
                Search::new(candidates, limits)
                    .run(&mut found)
                    .is_continue()
            );
        }
        found.count()
    }

    /// Boards of six rows, from none to many solutions.
    fn boards() -> Vec<Vec<u8>> {
        let board = |(fifth, digit): (u8, u8)| {
            let mut givens = vec![0; 36];
            givens[..6].copy_from_slice(&[1, 2, 3, 4, 5, 6]);
            givens[30..].copy_from_slice(&[2, 3, 1, 5, 6, 4]);
            givens[14] = digit;
            givens[22] = fifth;
            givens
        };
        (0..=6)
            .flat_map(|fifth| (0..=6).map(move |digit| (fifth, digit)))
            .map(board)
            .collect()
    }

    #[test]
    fn wherever_the_sat_solver_takes_over_no_solution_is_lost_or_counted_twice() {
        let layout = Layout::new(4, None).expect("there is such a layout");
        for search in (0..3000).step_by(31) {
            assert_eq!(
                count(
                    Limits {
                        search,
                        ..UNLIMITED
                    },
                    &layout,
                    &[0; 16]
                ),
                288,
                "after {search} steps"
            );
        }
        let layout = Layout::new(6, None).expect("there is such a layout");
        for givens in boards() {
            let all = count(UNLIMITED, &layout, &givens);
            for search in (0..600).step_by(67) {
                assert_eq!(
                    count(
                        Limits {
                            search,
                            ..UNLIMITED
                        },
                        &layout,
                        &givens
                    ),
                    all,
                    "after {search} steps"
                );
            }
        }
    }

    #[test]
    fn wherever_a_run_ends_no_solution_is_lost_or_counted_twice() {
        let layout = Layout::new(6, None).expect("there is such a layout");
        for givens in boards() {
            let all = count(UNLIMITED, &layout, &givens);
            for run in [2, 5, 11, 23, 47, 95] {
                assert_eq!(
                    count(Limits { run, ..UNLIMITED }, &layout, &givens),
                    all,
                    "after {run} steps"
                );
            }
        }
    }
}
