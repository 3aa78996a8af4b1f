//! Duplicates: one lazy scan that finds the first duplicate of a board, or all of them.
//!
//! The scan order is that of the classic exercise: all rows, then all columns, then all boxes, each cell by cell.
//! Additional houses and groups follow. [`Board::is_valid`] returns the same verdict faster.

use super::board::Board;
use super::cell::Cell;
use super::digit::{Digit, DigitSet};
use super::layout::Constraint;

/// A cell that repeats the digit of an earlier cell of the same house or group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate<'b> {
    /// The digit that repeats.
    pub digit: Digit,
    /// The house or group in which it repeats.
    pub constraint: &'b Constraint,
    /// The first cell of the house or group that holds the digit, and the cell that repeats it.
    pub cells: [Cell; 2],
}

/// A digit that appears more than once in a house or group, with all its cells there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatedDigit<'b> {
    /// The digit that repeats.
    pub digit: Digit,
    /// The house or group in which it repeats.
    pub constraint: &'b Constraint,
    /// Two or more cells, in reading order.
    pub cells: Vec<Cell>,
}

impl Board {
    /// Returns each duplicate, house by house and group by group in [scan order](super::Layout::constraints), and
    /// in reading order within each.
    ///
    /// The scan is lazy: the board is valid if `next()` returns `None`, and finding the first duplicate scans nothing
    /// beyond it.
    pub fn duplicates(&self) -> impl Iterator<Item = Duplicate<'_>> {
        let constraints = self.layout().constraints().iter();
        constraints.flat_map(|constraint| duplicates_in(self, constraint))
    }

    /// Returns all duplicates, merged by house or group and digit.
    ///
    /// They are in scan order and, within a house or group, in the order of their first cells. The scan is lazy: it
    /// holds the digits of one house or group at a time.
    pub fn repeated_digits(&self) -> impl Iterator<Item = RepeatedDigit<'_>> {
        let constraints = self.layout().constraints().iter();
        constraints.flat_map(|constraint| self.repeated_digits_in(constraint))
    }

    /// Returns the digits that repeat in this house or group of the board, in the order of their first cells.
    #[must_use]
    pub fn repeated_digits_in<'b>(&'b self, constraint: &'b Constraint) -> Vec<RepeatedDigit<'b>> {
        let mut repeated: Vec<RepeatedDigit> = Vec::new();
        for Duplicate { digit, cells, .. } in duplicates_in(self, constraint) {
            match repeated.iter_mut().find(|earlier| earlier.digit == digit) {
                Some(earlier) => earlier.cells.push(cells[1]),
                None => repeated.push(RepeatedDigit {
                    digit,
                    constraint,
                    cells: cells.to_vec(),
                }),
            }
        }
        repeated.sort_by_key(|repeated| repeated.cells[0]);
        repeated
    }
}

fn duplicates_in<'b>(
    board: &'b Board,
    constraint: &'b Constraint,
) -> impl Iterator<Item = Duplicate<'b>> {
    let mut seen = DigitSet::EMPTY;
    let cells = constraint.cells();
    cells.iter().filter_map(move |&repeat| {
        let digit = board.get(repeat)?;
        if seen.insert(digit) {
            return None;
        }
        let first = *cells.iter().find(|cell| board.get(**cell) == Some(digit))?;
        Some(Duplicate {
            digit,
            constraint,
            cells: [first, repeat],
        })
    })
}
