//! The candidates of every cell, and propagation of naked and hidden singles.

use std::ops::ControlFlow;

use super::pace::Pace;
use super::solutions::{Collector, SearchEnd};
use crate::sudoku::digit::{Digit, DigitSet};
use crate::sudoku::layout::Layout;

/// A cell has no candidate left, or a digit has no cell left in a house.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inconsistent;

/// The result of propagation, unless the search must stop.
pub(super) type Propagation = ControlFlow<SearchEnd, Result<(), Inconsistent>>;

/// The candidates of every cell.
///
/// Changes are recorded on a trail so that they can be undone. Copying the board for each decision would cost too much:
/// at 64 rows a copy takes 32 KiB, and a search can be thousands of decisions deep.
pub(super) struct Candidates<'l> {
    layout: &'l Layout,
    /// By cell number; no set is empty.
    sets: Vec<DigitSet>,
    /// The cell and its set before each change.
    trail: Vec<(u16, DigitSet)>,
    /// Cells reduced to one candidate, not yet propagated.
    singles: Vec<u16>,
    /// The houses that have lost a candidate since they were last scanned for hidden singles.
    changed: HouseSet,
    /// The number of houses and groups scanned: a measure of the work done.
    steps: u64,
    pace: Pace,
}

/// A set of houses.
struct HouseSet(Vec<u64>);

impl<'l> Candidates<'l> {
    /// Restricts each cell with a given to that digit. Nothing is [propagated](Candidates::propagate) yet.
    pub(super) fn new(layout: &'l Layout, givens: &[u8]) -> Candidates<'l> {
        let mut candidates = Candidates {
            layout,
            sets: vec![layout.digits(); givens.len()],
            trail: Vec::new(),
            singles: Vec::new(),
            changed: HouseSet(vec![0; layout.house_count().div_ceil(64)]),
            steps: 0,
            pace: Pace::new(layout),
        };
        for (cell, given) in (0..).zip(givens) {
            if let Some(given) = Digit::new(*given) {
                candidates
                    .restrict(cell, DigitSet::single(given))
                    .expect("every digit of the board is a candidate of a cell that was not restricted before");
            }
        }
        candidates
    }

    pub(super) fn layout(&self) -> &'l Layout {
        self.layout
    }

    /// The candidates by cell number.
    pub(super) fn sets(&self) -> &[DigitSet] {
        &self.sets
    }

    /// The candidates of a cell if it has more than one, otherwise the empty set.
    pub(super) fn open(&self, cell: usize) -> DigitSet {
        let set = self.sets[cell];
        if set.is_single() {
            DigitSet::EMPTY
        } else {
            set
        }
    }

    /// The number of candidates of all cells that have more than one.
    pub(super) fn open_count(&self) -> u64 {
        (0..self.sets.len())
            .map(|cell| u64::from(self.open(cell).len()))
            .sum()
    }

    /// The digit of each cell, if each has one candidate.
    pub(super) fn digits(&self) -> Vec<u8> {
        let only = |set: &DigitSet| set.first().map_or(0, Digit::get);
        self.sets.iter().map(only).collect()
    }

    /// The number of houses and groups scanned so far.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Marks the current state, which must be propagated, for [`Candidates::undo_to`].
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes every change since a mark.
    pub(super) fn undo_to(&mut self, mark: usize) {
        for (cell, set) in self.trail.drain(mark..).rev() {
            self.sets[usize::from(cell)] = set;
        }
        self.singles.clear();
        self.changed.clear();
    }

    /// Removes all candidates of a cell that are not in `set`.
    pub(super) fn restrict(&mut self, cell: u16, set: DigitSet) -> Result<(), Inconsistent> {
        let index = usize::from(cell);
        let old = self.sets[index];
        let new = old & set;
        if new == old {
            return Ok(());
        }
        if new.is_empty() {
            return Err(Inconsistent);
        }
        self.trail.push((cell, old));
        self.sets[index] = new;
        if new.is_single() {
            self.singles.push(cell);
        }
        for house in self.layout.houses_of(index) {
            self.changed.insert(*house);
        }
        Ok(())
    }

    /// Removes the digit from the candidates of a cell.
    pub(super) fn exclude(&mut self, cell: u16, digit: Digit) -> Result<(), Inconsistent> {
        self.restrict(cell, self.layout.digits() - DigitSet::single(digit))
    }

    /// Propagates naked and hidden singles until none are left, unless the search must stop.
    ///
    /// Afterwards no peer of a cell with one candidate has the same candidate, and each digit that has one cell left in
    /// a house is that cell's only candidate.
    pub(super) fn propagate(&mut self, collector: &Collector) -> Propagation {
        loop {
            if self.pace.is_due(self.steps) {
                collector.check_stop()?;
            }
            let result = if let Some(cell) = self.singles.pop() {
                self.eliminate_from_peers(cell)
            } else if let Some(house) = self.changed.pop_first() {
                self.find_hidden_singles(house)
            } else {
                return ControlFlow::Continue(Ok(()));
            };
            if result.is_err() {
                return ControlFlow::Continue(result);
            }
        }
    }

    /// Removes the only candidate of a cell from its peers.
    fn eliminate_from_peers(&mut self, cell: u16) -> Result<(), Inconsistent> {
        let layout = self.layout;
        let others = layout.digits() - self.sets[usize::from(cell)];
        for house in layout.houses_of(usize::from(cell)) {
            self.restrict_others(layout.cells_of_house(*house as usize), cell, others)?;
        }
        // Most layouts have houses only, and chaining both iterators would slow them down by 5 %.
        if layout.has_groups() {
            for cells in layout.group_neighborhoods(usize::from(cell)) {
                self.restrict_others(cells, cell, others)?;
            }
        }
        Ok(())
    }

    /// Restricts the cells other than this one to a set.
    fn restrict_others(
        &mut self,
        cells: &[u16],
        cell: u16,
        set: DigitSet,
    ) -> Result<(), Inconsistent> {
        self.steps += 1;
        for other in cells {
            if *other != cell {
                self.restrict(*other, set)?;
            }
        }
        Ok(())
    }

    /// Finds the digits that have one cell left in a house, all digits at once.
    fn find_hidden_singles(&mut self, house: usize) -> Result<(), Inconsistent> {
        self.steps += 1;
        let cells = self.layout.cells_of_house(house);
        let (mut once, mut twice, mut placed) = (DigitSet::EMPTY, DigitSet::EMPTY, DigitSet::EMPTY);
        for cell in cells {
            let set = self.sets[usize::from(*cell)];
            twice |= once & set;
            once |= set;
            if set.is_single() {
                placed |= set;
            }
        }
        if once != self.layout.digits() {
            return Err(Inconsistent);
        }
        let hidden = once - twice - placed;
        if hidden.is_empty() {
            return Ok(());
        }
        for cell in cells {
            let single = self.sets[usize::from(*cell)] & hidden;
            match single.len() {
                0 => {}
                1 => self.restrict(*cell, single)?,
                _ => return Err(Inconsistent),
            }
        }
        Ok(())
    }
}

impl HouseSet {
    fn insert(&mut self, house: u32) {
        self.0[(house / 64) as usize] |= 1 << (house % 64);
    }

    /// Removes the lowest house.
    fn pop_first(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|word| *word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(word * 64 + bit)
    }

    fn clear(&mut self) {
        self.0.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::Arc;

    use super::*;

    fn propagate(candidates: &mut Candidates) -> Result<(), Inconsistent> {
        let collector = Collector::new(NonZeroUsize::MAX, &|| false);
        let propagated = candidates.propagate(&collector);
        propagated.continue_value().expect("it is never stopped")
    }

    /// A board that is empty except for these givens, as pairs of a cell number and a digit.
    fn givens(size: usize, givens: &[(usize, u8)]) -> (Arc<Layout>, Vec<u8>) {
        let mut digits = vec![0; size * size];
        for (cell, digit) in givens {
            digits[*cell] = *digit;
        }
        (Layout::new(size, None).unwrap(), digits)
    }

    fn digits(digits: &[u8]) -> DigitSet {
        digits.iter().fold(DigitSet::EMPTY, |set, digit| {
            set | DigitSet::from_cell(*digit)
        })
    }

    #[test]
    fn the_last_candidate_of_a_cell_is_found() {
        let (layout, givens) = givens(4, &[(1, 1), (2, 2), (4, 3)]);
        let mut candidates = Candidates::new(&layout, &givens);
        propagate(&mut candidates).unwrap();
        assert_eq!(candidates.sets()[0], digits(&[4]));
    }

    #[test]
    fn the_last_cell_for_a_digit_in_a_house_is_found() {
        let (layout, givens) = givens(4, &[(8, 1), (13, 2), (6, 1)]);
        let mut candidates = Candidates::new(&layout, &givens);
        propagate(&mut candidates).unwrap();
        assert_eq!(candidates.sets()[1], digits(&[1]));
    }

    #[test]
    fn every_change_can_be_undone() {
        let (layout, givens) = givens(9, &[(0, 1), (10, 2)]);
        let mut candidates = Candidates::new(&layout, &givens);
        propagate(&mut candidates).unwrap();
        let (before, mark) = (candidates.sets().to_vec(), candidates.mark());
        candidates.restrict(40, digits(&[5])).unwrap();
        propagate(&mut candidates).unwrap();
        assert_ne!(candidates.sets(), before);
        candidates.undo_to(mark);
        assert_eq!(candidates.sets(), before);
        propagate(&mut candidates).unwrap();
        assert_eq!(candidates.sets(), before);
    }

    #[test]
    fn a_digit_without_a_cell_is_inconsistent() {
        let (layout, givens) = givens(4, &[(8, 1), (6, 1), (1, 2)]);
        assert!(propagate(&mut Candidates::new(&layout, &givens)).is_err());
    }
}
