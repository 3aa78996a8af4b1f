//! Where digits repeat: one lazy search that answers 'is it valid', 'where is the first' and 'where are all'.
//!
//! The order is that of the well-group exercise: all rows, then all columns, then all boxes, each read cell by cell.

use std::ptr;

use super::digit::DigitSet;
use super::{Board, Cell, Digit, House};

/// A digit that stands in a house for a second time, or a third, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate<'b> {
    /// The digit that repeats.
    pub digit: Digit,
    /// The house in which it repeats.
    pub house: &'b House,
    /// The first cell of the house that holds the digit, and the cell that repeats it.
    pub cells: [Cell; 2],
}

/// A digit that stands more than once in a house, with every cell of the house that holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateGroup<'b> {
    /// The digit that repeats.
    pub digit: Digit,
    /// The house in which it repeats.
    pub house: &'b House,
    /// Two or more cells, in reading order.
    pub cells: Vec<Cell>,
}

impl Board {
    /// Each repeat on the board, house by house and, inside a house, in reading order.
    ///
    /// The search goes only as far as it is asked to: the board is valid if `next()` finds nothing,
    /// and the first duplicate costs no more than the way to it.
    pub fn duplicates(&self) -> impl Iterator<Item = Duplicate<'_>> {
        self.layout()
            .houses()
            .iter()
            .flat_map(|house| repeats(self, house))
    }

    /// All duplicates of the board, grouped by house and digit.
    ///
    /// They come in the order of the houses and, inside one, of each digit's first cell.
    #[must_use]
    pub fn duplicate_groups(&self) -> Vec<DuplicateGroup<'_>> {
        let mut groups: Vec<DuplicateGroup> = Vec::new();
        for Duplicate {
            digit,
            house,
            cells: [first, repeat],
        } in self.duplicates()
        {
            let mut same_house = groups
                .iter_mut()
                .rev()
                .take_while(|group| ptr::eq(group.house, house));
            match same_house.find(|group| group.digit == digit) {
                Some(group) => group.cells.push(repeat),
                None => groups.push(DuplicateGroup {
                    digit,
                    house,
                    cells: vec![first, repeat],
                }),
            }
        }
        for same_house in groups.chunk_by_mut(|one, other| ptr::eq(one.house, other.house)) {
            same_house.sort_by_key(|group| group.cells[0]);
        }
        groups
    }
}

/// Each cell of the house whose digit an earlier cell of the house already holds.
fn repeats<'b>(board: &'b Board, house: &'b House) -> impl Iterator<Item = Duplicate<'b>> {
    let mut seen = DigitSet::default();
    house.cells().iter().filter_map(move |&repeat| {
        let digit = board.digit(repeat)?;
        if seen.insert(digit) {
            return None;
        }
        let first = *house
            .cells()
            .iter()
            .find(|cell| board.digit(**cell) == Some(digit))?;
        Some(Duplicate {
            digit,
            house,
            cells: [first, repeat],
        })
    })
}
