//! Which digits each cell can still hold, and what follows from that by naked and hidden singles.

use crate::sudoku::Layout;

/// The board has no solution: a cell has no candidate left, or a digit has no place in a house.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeadEnd;

/// The candidates of every cell, as sets of digits in which bit d - 1 stands for the digit d.
///
/// Each change is written on a trail, so that it can be taken back. The trail takes the place of copies of the board:
/// at 64 rows a copy has 32 KiB, and a search can be thousands of guesses deep.
pub(super) struct Candidates<'l> {
    layout: &'l Layout,
    /// By place, never empty.
    sets: Vec<u64>,
    /// A place and what its set was, for each change.
    trail: Vec<(u16, u64)>,
    /// Places that came down to one candidate, of which their houses have not heard.
    singles: Vec<u16>,
    /// The houses that have lost a candidate since they were last looked at: bit h % 64 of word h / 64.
    changed: Vec<u64>,
    /// How many times a house was walked through.
    steps: u64,
}

impl<'l> Candidates<'l> {
    /// What these givens leave of all digits in all cells. It still has to be [settled](Candidates::settle).
    pub(super) fn new(layout: &'l Layout, givens: &[u8]) -> Candidates<'l> {
        let mut candidates = Candidates {
            layout,
            sets: vec![all(layout); givens.len()],
            trail: Vec::new(),
            singles: Vec::new(),
            changed: vec![0; layout.houses().len().div_ceil(64)],
            steps: 0,
        };
        for (place, given) in (0..).zip(givens) {
            if *given != 0 {
                candidates
                    .keep(place, 1 << (given - 1))
                    .expect("a digit of the board is a candidate of every cell");
            }
        }
        candidates
    }

    pub(super) fn layout(&self) -> &'l Layout {
        self.layout
    }

    /// The set of each place.
    pub(super) fn sets(&self) -> &[u64] {
        &self.sets
    }

    /// How much work was done, in houses walked through.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// A mark of the present state, to go back to.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back every change since a mark, which stands for a settled state.
    pub(super) fn back_to(&mut self, mark: usize) {
        for (place, set) in self.trail.drain(mark..).rev() {
            self.sets[usize::from(place)] = set;
        }
        self.singles.clear();
        self.changed.fill(0);
    }

    /// Takes from a place all candidates but these.
    pub(super) fn keep(&mut self, place: u16, set: u64) -> Result<(), DeadEnd> {
        let at = usize::from(place);
        let old = self.sets[at];
        let new = old & set;
        if new == old {
            return Ok(());
        }
        if new == 0 {
            return Err(DeadEnd);
        }
        self.trail.push((place, old));
        self.sets[at] = new;
        if is_one(new) {
            self.singles.push(place);
        }
        for house in self.layout.houses_at(at) {
            self.changed[usize::from(house / 64)] |= 1 << (house % 64);
        }
        Ok(())
    }

    /// Draws every conclusion by naked and hidden singles: afterwards, a digit that is the only candidate of a cell is
    /// no candidate of its peers, and no digit has a single place in a house but where it is the only candidate.
    pub(super) fn settle(&mut self) -> Result<(), DeadEnd> {
        loop {
            while let Some(place) = self.singles.pop() {
                self.tell_peers(place)?;
            }
            let Some(word) = self.changed.iter().position(|word| *word != 0) else {
                return Ok(());
            };
            let bit = self.changed[word].trailing_zeros() as usize;
            self.changed[word] &= self.changed[word] - 1;
            self.look_at(word * 64 + bit)?;
        }
    }

    /// Takes the only candidate of a place from its peers.
    fn tell_peers(&mut self, place: u16) -> Result<(), DeadEnd> {
        let layout = self.layout;
        let digit = self.sets[usize::from(place)];
        for house in layout.houses_at(usize::from(place)) {
            self.steps += 1;
            for other in layout.places_in(usize::from(*house)) {
                if *other != place {
                    self.keep(*other, !digit)?;
                }
            }
        }
        Ok(())
    }

    /// Finds the digits that have a single place in a house, all digits at once.
    fn look_at(&mut self, house: usize) -> Result<(), DeadEnd> {
        self.steps += 1;
        let places = self.layout.places_in(house);
        let (mut once, mut again, mut known) = (0, 0, 0);
        for place in places {
            let set = self.sets[usize::from(*place)];
            again |= once & set;
            once |= set;
            known |= if is_one(set) { set } else { 0 };
        }
        if once != all(self.layout) {
            return Err(DeadEnd);
        }
        let single = once & !again & !known;
        if single != 0 {
            for place in places {
                let here = self.sets[usize::from(*place)] & single;
                match here.count_ones() {
                    0 => {}
                    1 => self.keep(*place, here)?,
                    _ => return Err(DeadEnd),
                }
            }
        }
        Ok(())
    }
}

/// Whether a set has one digit only.
pub(super) fn is_one(set: u64) -> bool {
    set.is_power_of_two()
}

/// The set of all digits of a layout.
fn all(layout: &Layout) -> u64 {
    u64::MAX >> (64 - layout.size())
}

/// The digits of a set, each as a set, ascending.
pub(super) fn digits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let digit = set & set.wrapping_neg();
        set ^= digit;
        (digit != 0).then_some(digit)
    })
}

/// The number of the digit that is alone in a set.
pub(super) fn number(digit: u64) -> u8 {
    u8::try_from(digit.trailing_zeros() + 1).expect("a set has 64 bits")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(size: usize, givens: &[(usize, u8)]) -> (std::sync::Arc<Layout>, Vec<u8>) {
        let mut digits = vec![0; size * size];
        for (place, digit) in givens {
            digits[*place] = *digit;
        }
        (
            Layout::new(size, None).expect("there is such a layout"),
            digits,
        )
    }

    #[test]
    fn a_naked_single_follows_from_its_peers() {
        let (layout, givens) = candidates(4, &[(1, 1), (2, 2), (4, 3)]);
        let mut candidates = Candidates::new(&layout, &givens);
        candidates.settle().expect("nothing is wrong");
        assert_eq!(candidates.sets()[0], 0b1000);
    }

    #[test]
    fn a_hidden_single_follows_from_its_house() {
        let (layout, givens) = candidates(4, &[(8, 1), (13, 2), (6, 1)]);
        let mut candidates = Candidates::new(&layout, &givens);
        candidates.settle().expect("nothing is wrong");
        assert_eq!(candidates.sets()[1], 0b0001);
    }

    #[test]
    fn each_change_can_be_taken_back() {
        let (layout, givens) = candidates(9, &[(0, 1), (10, 2)]);
        let mut candidates = Candidates::new(&layout, &givens);
        candidates.settle().expect("nothing is wrong");
        let (before, mark) = (candidates.sets().to_vec(), candidates.mark());
        candidates
            .keep(40, 1 << 4)
            .and_then(|()| candidates.settle())
            .expect("nothing is wrong");
        assert_ne!(candidates.sets(), before);
        candidates.back_to(mark);
        assert_eq!(candidates.sets(), before);
        candidates.settle().expect("nothing is left to do");
        assert_eq!(candidates.sets(), before);
    }

    #[test]
    fn a_digit_without_a_place_is_a_dead_end() {
        let (layout, givens) = candidates(4, &[(8, 1), (6, 1), (1, 2)]);
        assert!(Candidates::new(&layout, &givens).settle().is_err());
    }
}
