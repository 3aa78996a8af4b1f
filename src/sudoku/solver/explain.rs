//! Why a board has no solution, if naked and hidden singles are enough to show it.

use std::fmt;

use crate::sudoku::board::Board;
use crate::sudoku::cell::Cell;
use crate::sudoku::digit::{Digit, DigitSet};
use crate::sudoku::layout::{Constraint, Layout};

/// Proof that a board has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contradiction {
    /// An empty cell without candidates: each digit already appears in one of its houses or groups.
    Cell(Cell),
    /// A digit that is missing from a house and fits none of its empty cells.
    Digit {
        /// The digit.
        digit: Digit,
        /// The house.
        house: Constraint,
    },
}

/// The search for a contradiction was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search for a contradiction was stopped")
    }
}

impl std::error::Error for Stopped {}

/// Returns a contradiction of the board if there is one in plain sight, or if singles lead to one.
///
/// The board is checked as it is: first its empty cells in reading order, then its houses in scan order, with the
/// digits of each in ascending order. The first contradiction is returned. If there is none, digits are placed: all
/// naked singles (cells with one candidate) in reading order, or, if there is none, all hidden singles (digits with one
/// cell left in a house), house by house and in ascending order within each. Each placement takes effect at once. Then
/// the board is checked again, and so on until nothing more can be placed.
///
/// `None` proves nothing: a board without such a contradiction can still have no solution.
///
/// ```
/// use sudoku_validator::sudoku::{Board, Cell, Contradiction, Layout, find_contradiction};
///
/// let board = Board::new(Layout::new(4, None)?, vec![
///     0, 1, 2, 0,
///     3, 0, 0, 0,
///     4, 0, 0, 0,
///     0, 0, 0, 0,
/// ])?;
/// let contradiction = find_contradiction(&board, &|| false)?;
/// assert_eq!(contradiction, Some(Contradiction::Cell(Cell { row: 0, column: 0 })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If `stop` returns true. It is called after each round of placements, which takes at most a few milliseconds.
pub fn find_contradiction(
    board: &Board,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Contradiction>, Stopped> {
    let mut singles = Singles::new(board.layout(), board.digits());
    loop {
        if let Some(contradiction) = singles.first_contradiction() {
            return Ok(Some(contradiction));
        }
        if !singles.place_naked_singles() && !singles.place_hidden_singles() {
            return Ok(None);
        }
        if stop() {
            return Err(Stopped);
        }
    }
}

/// A board that is filled in using only singles.
///
/// The propagation of the search finds the same singles, but in whatever order is fastest, so it would end at a
/// different contradiction.
struct Singles<'l> {
    layout: &'l Layout,
    /// The digits that fit each empty cell; the empty set for a filled cell.
    candidates: Vec<DigitSet>,
    is_filled: Vec<bool>,
    /// The digits missing from each house.
    missing: Vec<DigitSet>,
}

impl<'l> Singles<'l> {
    fn new(layout: &'l Layout, givens: &[u8]) -> Singles<'l> {
        let mut singles = Singles {
            layout,
            candidates: vec![layout.digits(); givens.len()],
            is_filled: vec![false; givens.len()],
            missing: vec![layout.digits(); layout.house_count()],
        };
        for (cell, given) in givens.iter().enumerate() {
            if let Some(digit) = Digit::new(*given) {
                singles.place(cell, digit);
            }
        }
        singles
    }

    fn place(&mut self, cell: usize, digit: Digit) {
        let digit = DigitSet::single(digit);
        self.candidates[cell] = DigitSet::EMPTY;
        self.is_filled[cell] = true;
        for house in self.layout.houses_of(cell) {
            self.missing[*house as usize] -= digit;
        }
        for cells in self.layout.neighborhoods(cell) {
            for peer in cells {
                self.candidates[usize::from(*peer)] -= digit;
            }
        }
    }

    fn first_contradiction(&self) -> Option<Contradiction> {
        let is_dead = |cell: &usize| !self.is_filled[*cell] && self.candidates[*cell].is_empty();
        if let Some(cell) = (0..self.candidates.len()).find(is_dead) {
            return Some(Contradiction::Cell(self.layout.cell(cell)));
        }
        (0..self.layout.house_count()).find_map(|house| {
            let (once, _) = self.candidates_of(house);
            let digit = (self.missing[house] - once).first()?;
            let house = self.layout.house(house).clone();
            Some(Contradiction::Digit { digit, house })
        })
    }

    /// The digits that fit at least one cell of a house, and those that fit at least two.
    fn candidates_of(&self, house: usize) -> (DigitSet, DigitSet) {
        let (mut once, mut twice) = (DigitSet::EMPTY, DigitSet::EMPTY);
        for cell in self.layout.cells_of_house(house) {
            let candidates = self.candidates[usize::from(*cell)];
            twice |= once & candidates;
            once |= candidates;
        }
        (once, twice)
    }

    /// Returns whether a digit was placed.
    fn place_naked_singles(&mut self) -> bool {
        let mut any = false;
        for cell in 0..self.candidates.len() {
            if self.candidates[cell].is_single()
                && let Some(digit) = self.candidates[cell].first()
            {
                self.place(cell, digit);
                any = true;
            }
        }
        any
    }

    /// Returns whether a digit was placed.
    fn place_hidden_singles(&mut self) -> bool {
        let mut any = false;
        for house in 0..self.layout.house_count() {
            let mut unchecked = self.layout.digits();
            // Each placement can leave another digit of the same house with one cell.
            while let Some((cell, digit)) = self.first_hidden_single(house, unchecked) {
                self.place(cell, digit);
                unchecked = unchecked.above(digit);
                any = true;
            }
        }
        any
    }

    /// The lowest of these digits that has one cell left in a house, and that cell.
    fn first_hidden_single(&self, house: usize, digits: DigitSet) -> Option<(usize, Digit)> {
        let (once, twice) = self.candidates_of(house);
        let digit = ((once - twice) & digits).first()?;
        let mut cells = self
            .layout
            .cells_of_house(house)
            .iter()
            .map(|cell| usize::from(*cell));
        let cell = cells.find(|cell| self.candidates[*cell].contains(digit))?;
        Some((cell, digit))
    }
}
