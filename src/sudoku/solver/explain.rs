//! Why a board has no solution, if naked and hidden singles are enough to show it.

use std::fmt;

use super::pace::Pace;
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
/// If `stop` returns true. It is called after every 0.1 ms of work, counted as in [`solve`](super::solve).
pub fn find_contradiction(
    board: &Board,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Contradiction>, Stopped> {
    let mut singles = Singles::new(board.layout(), stop);
    for (cell, given) in board.digits().iter().enumerate() {
        if let Some(digit) = Digit::new(*given) {
            singles.place(cell, digit)?;
        }
    }
    loop {
        if let Some(contradiction) = singles.first_contradiction()? {
            return Ok(Some(contradiction));
        }
        if !singles.place_naked_singles()? && !singles.place_hidden_singles()? {
            return Ok(None);
        }
    }
}

/// A board that is filled in using only singles.
///
/// The propagation of the search finds the same singles, but in whatever order is fastest, so it would end at a
/// different contradiction.
struct Singles<'l, 's> {
    layout: &'l Layout,
    /// The digits that fit each empty cell; the empty set for a filled cell.
    candidates: Vec<DigitSet>,
    is_filled: Vec<bool>,
    /// The digits missing from each house.
    missing: Vec<DigitSet>,
    /// The number of houses and groups scanned.
    steps: u64,
    pace: Pace,
    stop: &'s dyn Fn() -> bool,
}

impl<'l, 's> Singles<'l, 's> {
    /// A board without givens.
    fn new(layout: &'l Layout, stop: &'s dyn Fn() -> bool) -> Singles<'l, 's> {
        let cells = layout.size() * layout.size();
        Singles {
            layout,
            candidates: vec![layout.digits(); cells],
            is_filled: vec![false; cells],
            missing: vec![layout.digits(); layout.house_count()],
            steps: 0,
            pace: Pace::new(layout),
            stop,
        }
    }

    /// Counts steps, and checks the stop signal when it is due.
    #[inline]
    fn count(&mut self, steps: u64) -> Result<(), Stopped> {
        self.steps += steps;
        if self.pace.is_due(self.steps) && (self.stop)() {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    fn place(&mut self, cell: usize, digit: Digit) -> Result<(), Stopped> {
        let digit = DigitSet::single(digit);
        self.candidates[cell] = DigitSet::EMPTY;
        self.is_filled[cell] = true;
        for house in self.layout.houses_of(cell) {
            self.missing[*house as usize] -= digit;
        }
        let mut steps = 0;
        for cells in self.layout.neighborhoods(cell) {
            steps += 1;
            for peer in cells {
                self.candidates[usize::from(*peer)] -= digit;
            }
        }
        self.count(steps)
    }

    fn first_contradiction(&mut self) -> Result<Option<Contradiction>, Stopped> {
        let is_dead = |cell: &usize| !self.is_filled[*cell] && self.candidates[*cell].is_empty();
        if let Some(cell) = (0..self.candidates.len()).find(is_dead) {
            return Ok(Some(Contradiction::Cell(self.layout.cell(cell))));
        }
        for house in 0..self.layout.house_count() {
            let (once, _) = self.candidates_of(house);
            if let Some(digit) = (self.missing[house] - once).first() {
                let house = self.layout.house(house).clone();
                return Ok(Some(Contradiction::Digit { digit, house }));
            }
            self.count(1)?;
        }
        Ok(None)
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
    fn place_naked_singles(&mut self) -> Result<bool, Stopped> {
        let mut any = false;
        for cell in 0..self.candidates.len() {
            if self.candidates[cell].is_single()
                && let Some(digit) = self.candidates[cell].first()
            {
                self.place(cell, digit)?;
                any = true;
            }
        }
        Ok(any)
    }

    /// Returns whether a digit was placed.
    fn place_hidden_singles(&mut self) -> Result<bool, Stopped> {
        let mut any = false;
        for house in 0..self.layout.house_count() {
            let mut unchecked = self.layout.digits();
            // Each placement can leave another digit of the same house with one cell.
            while let Some((cell, digit)) = self.first_hidden_single(house, unchecked) {
                self.place(cell, digit)?;
                unchecked = unchecked.above(digit);
                any = true;
            }
            self.count(1)?;
        }
        Ok(any)
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
