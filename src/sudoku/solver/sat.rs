//! What is left of a hard board as a question to a SAT solver.
//!
//! A variable says that a place holds a digit; there is one for each candidate that is open. The clauses say that each
//! cell holds one digit and that each digit has one place in each house: the extended encoding of Lynce and Ouaknine,
//! "Sudoku as a SAT Problem" (2006). The solver learns a clause from each dead end, which pays where a search would
//! meet the same dead end again and again: on boards of 16 rows with few givens, and of 25 rows.

use std::ops::ControlFlow;

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::End;
use super::candidates::{Candidates, digits, is_one, number};
use super::found::Found;
use super::search::Guess;

/// With more candidates than these, the question would be too large to be put, or to be given up, within 10 ms.
pub(super) const MAX_CANDIDATES: u64 = 8_000;

/// In a larger set, 'at most one' is said with helping variables.
const MAX_PAIRWISE: usize = 12;

/// How many candidates there are in the cells that have several.
pub(super) fn open_candidates(candidates: &Candidates) -> u64 {
    candidates
        .sets()
        .iter()
        .filter(|set| !is_one(**set))
        .map(|set| u64::from(set.count_ones()))
        .sum()
}

/// Counts the solutions that these candidates leave, but for those that follow from what these guesses refute: a search
/// has counted them.
pub(super) fn search(
    candidates: &Candidates,
    guesses: &[Guess],
    found: &mut Found,
) -> ControlFlow<End> {
    let mut question = Question::new(candidates, found.stop());
    question.each_cell_holds_one_digit();
    question.each_digit_has_one_place(found)?;
    question.nothing_is_refuted(guesses);
    loop {
        let answer = question.solver.solve_limited(&[]);
        if answer == lbool::FALSE {
            return ControlFlow::Continue(());
        }
        if answer != lbool::TRUE {
            return ControlFlow::Break(End::Stopped);
        }
        let solution = question.solution();
        found.take(|| solution.iter().map(|digit| number(*digit)).collect())?;
        question.another_than(&solution);
    }
}

/// Asked at each decision of the SAT solver.
struct Stop<'s>(&'s dyn Fn() -> bool);

impl Callbacks for Stop<'_> {
    fn stop(&self) -> bool {
        (self.0)()
    }
}

struct Question<'c, 's> {
    candidates: &'c Candidates<'c>,
    /// The variable of the first candidate of each place; those of the others follow, in the order of the digits.
    variables: Vec<u32>,
    solver: Solver<Stop<'s>>,
    clause: Vec<Lit>,
}

impl<'c, 's> Question<'c, 's> {
    fn new(candidates: &'c Candidates, stop: &'s dyn Fn() -> bool) -> Question<'c, 's> {
        let mut solver = Solver::new(SolverOpts::default(), Stop(stop));
        let mut variables = Vec::with_capacity(candidates.sets().len());
        for set in candidates.sets() {
            variables.push(solver.num_vars());
            if !is_one(*set) {
                for _ in digits(*set) {
                    // To suppose that a digit stands somewhere says more than that it does not.
                    solver.new_var(lbool::TRUE, true);
                }
            }
        }
        Question {
            candidates,
            variables,
            solver,
            clause: Vec::new(),
        }
    }

    /// The set of a place, empty if its digit is known.
    fn open(&self, place: usize) -> u64 {
        let set = self.candidates.sets()[place];
        if is_one(set) { 0 } else { set }
    }

    /// That a place holds a digit which is open there.
    fn holds(&self, place: usize, digit: u64) -> Lit {
        let rank = (self.candidates.sets()[place] & (digit - 1)).count_ones();
        Lit::new(Var::unsafe_from_idx(self.variables[place] + rank), true)
    }

    fn each_cell_holds_one_digit(&mut self) {
        for place in 0..self.variables.len() {
            let literals: Vec<Lit> = digits(self.open(place))
                .map(|digit| self.holds(place, digit))
                .collect();
            self.exactly_one(&literals, |_, _| false);
        }
    }

    fn each_digit_has_one_place(&mut self, found: &Found) -> ControlFlow<End> {
        let layout = self.candidates.layout();
        for house in 0..layout.houses().len() {
            let open = layout
                .places_in(house)
                .iter()
                .fold(0, |open, place| open | self.open(usize::from(*place)));
            for digit in digits(open) {
                found.go_on()?;
                let places = layout
                    .places_in(house)
                    .iter()
                    .map(|place| usize::from(*place));
                let places: Vec<usize> = places
                    .filter(|place| self.open(*place) & digit != 0)
                    .collect();
                let literals: Vec<Lit> = places
                    .iter()
                    .map(|place| self.holds(*place, digit))
                    .collect();
                // Two cells of a box can be in the same row, which has said it already.
                let said = |one: usize, other: usize| {
                    let houses = layout.houses_at(places[one]).iter();
                    let mut shared =
                        houses.filter(|house| layout.houses_at(places[other]).contains(house));
                    shared
                        .next()
                        .is_some_and(|first| usize::from(*first) < house)
                };
                self.exactly_one(&literals, said);
            }
        }
        ControlFlow::Continue(())
    }

    /// Unless all that is supposed before it holds, nothing is refuted.
    fn nothing_is_refuted(&mut self, guesses: &[Guess]) {
        let mut supposed: Vec<Guess> = Vec::new();
        for guess in guesses {
            supposed.push(*guess);
            if guess.refuted {
                self.not_all(&supposed);
                supposed.pop();
            }
        }
    }

    fn not_all(&mut self, guesses: &[Guess]) {
        self.clause.clear();
        for guess in guesses {
            let place = usize::from(guess.place);
            let set = self.candidates.sets()[place];
            if set & guess.digit == 0 {
                return;
            }
            if set != guess.digit {
                self.clause.push(!self.holds(place, guess.digit));
            }
        }
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// One of the literals is true. Of those pairs that are said already, it need not be said that they exclude each other.
    fn exactly_one(&mut self, literals: &[Lit], said: impl Fn(usize, usize) -> bool) {
        if literals.is_empty() {
            return;
        }
        self.say(literals);
        if literals.len() <= MAX_PAIRWISE {
            self.exclude_each_other(literals, said);
        } else {
            self.at_most_one_of_many(literals);
        }
    }

    fn exclude_each_other(&mut self, literals: &[Lit], said: impl Fn(usize, usize) -> bool) {
        for (index, other) in literals.iter().enumerate() {
            for (earlier, one) in literals[..index].iter().enumerate() {
                if !said(earlier, index) {
                    self.say(&[!*one, !*other]);
                }
            }
        }
    }

    /// The product encoding (Chen, "A New SAT Encoding of the At-Most-One Constraint", 2010): the literals are laid out
    /// in a rectangle, and at most one of its lines and at most one of its columns has a true one.
    fn at_most_one_of_many(&mut self, literals: &[Lit]) {
        let width = literals.len().isqrt();
        let columns = self.helpers(width);
        let lines = self.helpers(literals.len().div_ceil(width));
        for (line, literals) in lines.iter().zip(literals.chunks(width)) {
            for (column, literal) in columns.iter().zip(literals) {
                self.say(&[!*literal, *line]);
                self.say(&[!*literal, *column]);
            }
        }
        self.exclude_each_other(&lines, |_, _| false);
        self.exclude_each_other(&columns, |_, _| false);
    }

    fn helpers(&mut self, count: usize) -> Vec<Lit> {
        (0..count)
            .map(|_| Lit::new(self.solver.new_var(lbool::UNDEF, false), true))
            .collect()
    }

    fn say(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend_from_slice(clause);
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// The digit of each place, as the solver has just found it.
    fn solution(&self) -> Vec<u64> {
        let digit = |(place, set): (usize, &u64)| {
            let is_true =
                |digit: &u64| self.solver.value_lit(self.holds(place, *digit)) == lbool::TRUE;
            if is_one(*set) {
                *set
            } else {
                digits(*set)
                    .find(is_true)
                    .expect("a clause says that one is true")
            }
        };
        self.candidates
            .sets()
            .iter()
            .enumerate()
            .map(digit)
            .collect()
    }

    fn another_than(&mut self, solution: &[u64]) {
        let open = solution
            .iter()
            .enumerate()
            .filter(|(place, _)| self.open(*place) != 0);
        let different: Vec<Lit> = open
            .map(|(place, digit)| !self.holds(place, *digit))
            .collect();
        self.say(&different);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Layout;

    #[test]
    fn of_many_literals_exactly_one_is_true() {
        let layout = Layout::new(16, None).expect("there is such a layout");
        let candidates = Candidates::new(&layout, &[0; 256]);
        let mut question = Question::new(&candidates, &|| false);
        let literals: Vec<Lit> = digits(candidates.sets()[0])
            .map(|digit| question.holds(0, digit))
            .collect();
        assert!(literals.len() > MAX_PAIRWISE);
        question.exactly_one(&literals, |_, _| false);
        for one in &literals {
            assert!(question.solver.solve_limited(&[*one]) == lbool::TRUE);
            for other in literals.iter().filter(|other| *other != one) {
                assert!(question.solver.solve_limited(&[*one, *other]) == lbool::FALSE);
            }
        }
        let none: Vec<Lit> = literals.iter().map(|literal| !*literal).collect();
        assert!(question.solver.solve_limited(&none) == lbool::FALSE);
    }
}
