//! Why a board has no solution, where plain logic can show it: without a guess.

use super::candidates::{digits, is_one, number};
use crate::sudoku::{Board, Cell, Digit, House, Layout};

/// A sign that a board has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction<'b> {
    /// No digit fits this empty cell: each one stands in one of its houses.
    Cell(Cell),
    /// A digit has no place in a house.
    Digit {
        /// The digit.
        digit: Digit,
        /// The house that lacks it.
        house: &'b House,
    },
}

/// A contradiction of the board, if there is one in plain sight or where singles lead to it.
///
/// First the board is looked at as it is: its empty cells in reading order, then its houses in their order and in each
/// the digits from 1. The first contradiction of that order is the answer. If there is none, digits are placed where
/// nothing else is possible: all naked singles, cells that a single digit fits, in reading order; or, if there was no
/// such cell, all hidden singles, digits that have a single place in a house, house by house and from 1. Each digit that
/// is placed counts at once. Then the board is looked at again, and so on until nothing more can be placed.
///
/// `None` claims nothing: a board without such a contradiction can still be without a solution.
///
/// ```
/// use sudoku_validator::sudoku::{Board, Cell, Contradiction, Layout, contradiction};
///
/// let board = Board::new(Layout::new(4, None)?, vec![
///     0, 1, 2, 0,
///     3, 0, 0, 0,
///     4, 0, 0, 0,
///     0, 0, 0, 0,
/// ])?;
/// assert_eq!(contradiction(&board), Some(Contradiction::Cell(Cell { row: 0, column: 0 })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn contradiction(board: &Board) -> Option<Contradiction<'_>> {
    let layout = board.layout();
    let mut sight = Sight::new(layout, board.digits());
    loop {
        if let Some(contradiction) = sight.first_contradiction() {
            return Some(contradiction);
        }
        if !sight.place_naked_singles() && !sight.place_hidden_singles() {
            return None;
        }
    }
}

/// What can be seen of a board, as sets of digits in which bit d - 1 stands for the digit d.
struct Sight<'b> {
    layout: &'b Layout,
    /// Which digits fit, by place; none where a digit stands.
    fitting: Vec<u64>,
    /// Whether the place is empty.
    empty: Vec<bool>,
    /// Which digits a house still lacks.
    lacking: Vec<u64>,
}

impl<'b> Sight<'b> {
    fn new(layout: &'b Layout, givens: &[u8]) -> Sight<'b> {
        let all = u64::MAX >> (64 - layout.size());
        let mut sight = Sight {
            layout,
            fitting: vec![all; givens.len()],
            empty: vec![true; givens.len()],
            lacking: vec![all; layout.houses().len()],
        };
        for (place, given) in givens.iter().enumerate().filter(|(_, given)| **given != 0) {
            sight.place(place, 1 << (given - 1));
        }
        sight
    }

    fn place(&mut self, place: usize, digit: u64) {
        self.fitting[place] = 0;
        self.empty[place] = false;
        for house in self.layout.houses_at(place) {
            let house = usize::from(*house);
            self.lacking[house] &= !digit;
            for peer in self.layout.places_in(house) {
                self.fitting[usize::from(*peer)] &= !digit;
            }
        }
    }

    fn first_contradiction(&self) -> Option<Contradiction<'b>> {
        let cells = self.fitting.iter().zip(&self.empty);
        if let Some(place) = cells
            .enumerate()
            .position(|(_, (fitting, empty))| *empty && *fitting == 0)
        {
            let size = self.layout.size();
            let narrow =
                |index| u8::try_from(index).expect("a board has at most 64 rows and columns");
            return Some(Contradiction::Cell(Cell {
                row: narrow(place / size),
                column: narrow(place % size),
            }));
        }
        self.layout
            .houses()
            .iter()
            .enumerate()
            .find_map(|(index, house)| {
                let fitting = self
                    .layout
                    .places_in(index)
                    .iter()
                    .map(|place| self.fitting[usize::from(*place)]);
                let placeless =
                    self.lacking[index] & !fitting.fold(0, |all, fitting| all | fitting);
                let digit = Digit::new(number(digits(placeless).next()?))?;
                Some(Contradiction::Digit { digit, house })
            })
    }

    /// Whether there were any.
    fn place_naked_singles(&mut self) -> bool {
        let mut any = false;
        for place in 0..self.fitting.len() {
            let fitting = self.fitting[place];
            if is_one(fitting) {
                self.place(place, fitting);
                any = true;
            }
        }
        any
    }

    /// Whether there were any.
    fn place_hidden_singles(&mut self) -> bool {
        let mut any = false;
        for house in 0..self.lacking.len() {
            let places = self.layout.places_in(house);
            let (mut once, mut again) = (0, 0);
            for place in places {
                let fitting = self.fitting[usize::from(*place)];
                again |= once & fitting;
                once |= fitting;
            }
            for digit in digits(once & !again) {
                // A digit that was just placed may have taken the cell.
                if let Some(place) = places
                    .iter()
                    .find(|place| self.fitting[usize::from(**place)] & digit != 0)
                {
                    self.place(usize::from(*place), digit);
                    any = true;
                }
            }
        }
        any
    }
}
