//! Hands a hard board to a SAT solver.
//!
//! Each open candidate has a variable, which states that its cell holds the digit. The clauses state that each cell
//! holds one digit, that each digit has one cell in each house, and that it has at most one in each group: the extended
//! encoding of Lynce and Ouaknine, "Sudoku as a SAT Problem" (2006), with groups. The solver learns a clause from each
//! conflict, which pays off where backtracking would meet the same conflict again and again: on boards of 16 rows with
//! few givens, and of 25 rows.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::decision::Decision;
use super::propagate::Candidates;
use super::solutions::{Collector, SearchEnd};
use crate::sudoku::digit::{Digit, DigitSet};

/// The maximum number of open candidates that are accepted. Above this, building the formula (or cancelling it) takes
/// more than 10 ms.
pub(super) const MAX_CANDIDATES: u64 = 8_000;

/// The maximum number of rows of a board for which the solver always tries first that a cell holds a digit, since that
/// propagates more than that it does not. On larger boards, which rarely have a single solution, the solver keeps to the
/// last value instead (phase saving): it then decides twice as many of the hard ones in the same time.
const MAX_SIZE_FOR_TRUE_FIRST: usize = 25;

/// The maximum number of literals for which "at most one" is encoded pair by pair, without auxiliary variables.
const MAX_PAIRWISE: usize = 12;

/// Counts the solutions within these candidates, except those that contradict a refuted decision: the search that
/// refuted it has counted them.
pub(super) fn search(
    candidates: &Candidates,
    decisions: &[Decision],
    collector: &mut Collector,
) -> ControlFlow<SearchEnd> {
    let mut encoding = Encoding::new(candidates, collector.stop_signal());
    encoding.add_cells();
    encoding.add_houses(collector)?;
    encoding.add_groups(collector)?;
    encoding.add_pairs(collector)?;
    encoding.exclude_refuted(decisions);
    loop {
        let result = encoding.solver.solve_limited(&[]);
        if result == lbool::FALSE {
            return ControlFlow::Continue(());
        }
        if result != lbool::TRUE {
            return ControlFlow::Break(SearchEnd::Stopped);
        }
        let solution = encoding.solution();
        collector.record(|| solution.iter().map(|digit| digit.get()).collect())?;
        encoding.exclude_solution(&solution);
    }
}

/// The stop signal, checked at each decision of the SAT solver.
struct Stop<'s>(&'s dyn Fn() -> bool);

impl Callbacks for Stop<'_> {
    fn stop(&self) -> bool {
        (self.0)()
    }
}

struct Encoding<'c, 's> {
    candidates: &'c Candidates<'c>,
    /// The variable of the first open candidate of each cell. Those of its others follow, in the order of the digits.
    variables: Vec<u32>,
    solver: Solver<Stop<'s>>,
    clause: Vec<Lit>,
}

impl<'c, 's> Encoding<'c, 's> {
    fn new(candidates: &'c Candidates, stop: &'s dyn Fn() -> bool) -> Encoding<'c, 's> {
        let mut solver = Solver::new(SolverOpts::default(), Stop(stop));
        let mut variables = Vec::with_capacity(candidates.sets().len());
        let first_value = if candidates.layout().size() <= MAX_SIZE_FOR_TRUE_FIRST {
            lbool::TRUE
        } else {
            lbool::UNDEF
        };
        for cell in 0..candidates.sets().len() {
            variables.push(solver.num_vars());
            for _ in 0..candidates.open(cell).len() {
                solver.new_var(first_value, true);
            }
        }
        Encoding {
            candidates,
            variables,
            solver,
            clause: Vec::new(),
        }
    }

    /// The literal of an open candidate.
    fn literal(&self, cell: usize, digit: Digit) -> Lit {
        let rank = self.candidates.sets()[cell].rank(digit);
        Lit::new(Var::unsafe_from_idx(self.variables[cell] + rank), true)
    }

    fn add_cells(&mut self) {
        for cell in 0..self.variables.len() {
            let digits = self.candidates.open(cell).iter();
            let literals: Vec<Lit> = digits.map(|digit| self.literal(cell, digit)).collect();
            self.add_at_least_one(&literals);
            self.add_at_most_one(&literals, |_, _| false);
        }
    }

    fn add_houses(&mut self, collector: &Collector) -> ControlFlow<SearchEnd> {
        let layout = self.candidates.layout();
        for house in 0..layout.house_count() {
            for (digit, cells) in self.open_cells(layout.cells_of_house(house)) {
                collector.check_stop()?;
                let literals = self.literals(&cells, digit);
                self.add_at_least_one(&literals);
                // Two cells of a box can share a row, which has already excluded the pair.
                self.add_at_most_one(&literals, |one, other| {
                    let first =
                        first_shared(layout.houses_of(cells[one]), layout.houses_of(cells[other]));
                    first.is_some_and(|first| (first as usize) < house)
                });
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the groups of three or more cells.
    fn add_groups(&mut self, collector: &Collector) -> ControlFlow<SearchEnd> {
        let layout = self.candidates.layout();
        for group in 0..layout.group_count() {
            collector.check_stop()?;
            for (digit, cells) in self.open_cells(layout.cells_of_group(group)) {
                let literals = self.literals(&cells, digit);
                self.add_at_most_one(&literals, |one, other| {
                    let (one, other) = (cells[one], cells[other]);
                    let first = first_shared(layout.groups_of(one), layout.groups_of(other));
                    first.is_some_and(|first| (first as usize) < group)
                        || first_shared(layout.houses_of(one), layout.houses_of(other)).is_some()
                });
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the groups of two cells.
    fn add_pairs(&mut self, collector: &Collector) -> ControlFlow<SearchEnd> {
        let layout = self.candidates.layout();
        for cell in 0..self.variables.len() {
            collector.check_stop()?;
            for partner in layout.partners_of(cell) {
                let partner = usize::from(*partner);
                if partner < cell {
                    continue;
                }
                let shared = self.candidates.open(cell) & self.candidates.open(partner);
                for digit in shared.iter() {
                    let clause = [!self.literal(cell, digit), !self.literal(partner, digit)];
                    self.add_clause(&clause);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Each digit that is open in any of these cells, with those cells.
    fn open_cells(&self, cells: &[u16]) -> Vec<(Digit, Vec<usize>)> {
        let open = |cell: &u16| self.candidates.open(usize::from(*cell));
        let digits = cells
            .iter()
            .fold(DigitSet::EMPTY, |digits, cell| digits | open(cell));
        let cells_of = |digit| {
            let cells = cells.iter().filter(|cell| open(cell).contains(digit));
            cells.map(|cell| usize::from(*cell)).collect()
        };
        digits
            .iter()
            .map(|digit| (digit, cells_of(digit)))
            .collect()
    }

    fn literals(&self, cells: &[usize], digit: Digit) -> Vec<Lit> {
        cells
            .iter()
            .map(|cell| self.literal(*cell, digit))
            .collect()
    }

    /// Excludes the branches that the backtracking search has refuted: each refuted decision together with the
    /// decisions before it.
    fn exclude_refuted(&mut self, decisions: &[Decision]) {
        let mut branch: Vec<Decision> = Vec::new();
        for decision in decisions {
            branch.push(*decision);
            if decision.refuted {
                self.exclude_branch(&branch);
                branch.pop();
            }
        }
    }

    fn exclude_branch(&mut self, decisions: &[Decision]) {
        self.clause.clear();
        for decision in decisions {
            let cell = usize::from(decision.cell);
            let set = self.candidates.sets()[cell];
            if !set.contains(decision.digit) {
                return;
            }
            if !set.is_single() {
                self.clause.push(!self.literal(cell, decision.digit));
            }
        }
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn add_at_least_one(&mut self, literals: &[Lit]) {
        if !literals.is_empty() {
            self.add_clause(literals);
        }
    }

    /// Allows at most one literal to be true. Pairs for which `is_excluded` returns true are already excluded.
    fn add_at_most_one(&mut self, literals: &[Lit], is_excluded: impl Fn(usize, usize) -> bool) {
        if literals.len() <= MAX_PAIRWISE {
            self.exclude_pairs(literals, is_excluded);
        } else {
            self.add_at_most_one_of_many(literals);
        }
    }

    fn exclude_pairs(&mut self, literals: &[Lit], is_excluded: impl Fn(usize, usize) -> bool) {
        for (index, other) in literals.iter().enumerate() {
            for (earlier, one) in literals[..index].iter().enumerate() {
                if !is_excluded(earlier, index) {
                    self.add_clause(&[!*one, !*other]);
                }
            }
        }
    }

    /// The product encoding (Chen, "A New SAT Encoding of the At-Most-One Constraint", 2010): the literals are laid out
    /// in a rectangle, and at most one of its lines and at most one of its columns has a true literal.
    fn add_at_most_one_of_many(&mut self, literals: &[Lit]) {
        let width = literals.len().isqrt();
        let columns = self.auxiliary(width);
        let lines = self.auxiliary(literals.len().div_ceil(width));
        for (line, literals) in lines.iter().zip(literals.chunks(width)) {
            for (column, literal) in columns.iter().zip(literals) {
                self.add_clause(&[!*literal, *line]);
                self.add_clause(&[!*literal, *column]);
            }
        }
        self.exclude_pairs(&lines, |_, _| false);
        self.exclude_pairs(&columns, |_, _| false);
    }

    fn auxiliary(&mut self, count: usize) -> Vec<Lit> {
        let new = |_| Lit::new(self.solver.new_var(lbool::UNDEF, false), true);
        (0..count).map(new).collect()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend_from_slice(clause);
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// The digit of each cell in the solution that the solver has just found.
    fn solution(&self) -> Vec<Digit> {
        let digit = |cell: usize| {
            let is_true =
                |digit: &Digit| self.solver.value_lit(self.literal(cell, *digit)) == lbool::TRUE;
            let set = self.candidates.sets()[cell];
            let mut digits = set.iter().filter(|digit| set.is_single() || is_true(digit));
            digits
                .next()
                .expect("a clause requires one of the literals to be true")
        };
        (0..self.variables.len()).map(digit).collect()
    }

    fn exclude_solution(&mut self, solution: &[Digit]) {
        let open = (0..solution.len()).filter(|cell| !self.candidates.open(*cell).is_empty());
        let differs: Vec<Lit> = open
            .map(|cell| !self.literal(cell, solution[cell]))
            .collect();
        self.add_clause(&differs);
    }
}

/// The first house (or group) that is in both lists, which are in ascending order.
fn first_shared(mut one: &[u32], mut other: &[u32]) -> Option<u32> {
    while let ([first, rest @ ..], [first_of_other, rest_of_other @ ..]) = (one, other) {
        match first.cmp(first_of_other) {
            Ordering::Less => one = rest,
            Ordering::Equal => return Some(*first),
            Ordering::Greater => other = rest_of_other,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::sudoku::cell::Cell;
    use crate::sudoku::layout::{BoxShape, Layout, LayoutSpec, Variant};
    use crate::sudoku::solver::backtrack;

    #[test]
    fn the_formula_has_as_many_solutions_as_the_backtracking_search_finds() {
        let new = |rows, columns| LayoutSpec::new(rows * columns, Some(BoxShape { rows, columns }));
        let cell = |(row, column)| Cell { row, column };
        let triple = [(1, 0), (2, 4), (4, 1)].map(cell);
        let pair = [(1, 1), (3, 2)].map(cell);
        let specs = [
            new(2, 3).unwrap(),
            new(2, 3).unwrap().with_extra_region(triple).unwrap(),
            new(2, 3).unwrap().with_extra_region(pair).unwrap(),
            new(1, 5).unwrap().with_variant(Variant::AntiKing).unwrap(),
            new(1, 5)
                .unwrap()
                .with_variant(Variant::AntiKnight)
                .unwrap(),
            new(1, 5).unwrap().with_variant(Variant::Diagonal).unwrap(),
            LayoutSpec::with_regions(5, b"aaabbcaabbccddbecddeecdee").unwrap(),
        ];
        let mut counts = Vec::new();
        for spec in specs {
            let layout = Layout::build(&spec);
            let size = u8::try_from(layout.size()).unwrap();
            let mut givens: Vec<u8> = (1..=size).collect();
            givens.resize(layout.size() * layout.size(), 0);
            if size == 6 {
                givens[30..].copy_from_slice(&[2, 3, 1, 5, 6, 4]);
            }
            let mut expected = Collector::new(NonZeroUsize::MAX, &|| false);
            let mut candidates = Candidates::new(&layout, &givens);
            assert!(candidates.propagate(&expected).is_continue());
            assert!(backtrack::search(&mut candidates, 0, &mut expected).is_continue());
            let mut found = Collector::new(NonZeroUsize::MAX, &|| false);
            let mut candidates = Candidates::new(&layout, &givens);
            assert!(candidates.propagate(&found).is_continue());
            assert!(search(&candidates, &[], &mut found).is_continue());
            assert_eq!(found.count(), expected.count());
            counts.push(found.count());
        }
        // Each additional house or group excludes some of the solutions.
        assert_eq!(counts, [576, 192, 432, 2, 2, 8, 2]);
    }

    #[test]
    fn at_most_one_of_many_literals_is_true() {
        let layout = Layout::new(16, None).unwrap();
        let candidates = Candidates::new(&layout, &[0; 256]);
        let mut encoding = Encoding::new(&candidates, &|| false);
        let digits = candidates.sets()[0].iter();
        let literals: Vec<Lit> = digits.map(|digit| encoding.literal(0, digit)).collect();
        assert!(literals.len() > MAX_PAIRWISE);
        encoding.add_at_least_one(&literals);
        encoding.add_at_most_one(&literals, |_, _| false);
        for one in &literals {
            assert!(encoding.solver.solve_limited(&[*one]) == lbool::TRUE);
            for other in literals.iter().filter(|other| *other != one) {
                assert!(encoding.solver.solve_limited(&[*one, *other]) == lbool::FALSE);
            }
        }
        let none: Vec<Lit> = literals.iter().map(|literal| !*literal).collect();
        assert!(encoding.solver.solve_limited(&none) == lbool::FALSE);
    }
}
