//! A player's progress on a puzzle.

use std::num::NonZeroUsize;

use super::board::Board;
use super::cell::Cell;
use super::puzzle::{LayoutMismatch, Puzzle};
use super::solver::{SearchEnd, Solutions, solve};

/// A player's board, compared with its puzzle.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use sudoku_validator::sudoku::{Board, Cell, Layout, Progress, Puzzle, solve};
///
/// let layout = Layout::new(4, None)?;
/// let givens = Board::new(layout.clone(), vec![
///     1, 0, 0, 0,
///     0, 0, 3, 0,
///     0, 4, 0, 0,
///     0, 0, 0, 2,
/// ])?;
/// let two = NonZeroUsize::new(2).expect("2 is not zero");
/// let solutions = solve(&givens, two, &|| false);
/// let puzzle = Puzzle::new(givens, solutions.into());
///
/// let board = Board::new(layout, vec![
///     0, 3, 4, 0, // The 1 is missing, and the 4 is wrong.
///     0, 0, 3, 0,
///     0, 4, 0, 0,
///     0, 0, 0, 2,
/// ])?;
/// let progress = Progress::new(&puzzle, &board)?;
/// let changed: Vec<Cell> = progress.changed_givens().collect();
/// assert_eq!(changed, [Cell { row: 0, column: 0 }]);
/// let wrong: Vec<Cell> = progress.wrong().expect("the puzzle has one solution").collect();
/// assert_eq!(wrong, [Cell { row: 0, column: 2 }]);
/// assert_eq!(progress.is_on_track(), Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    puzzle: &'a Puzzle,
    board: &'a Board,
}

/// Whether a board can still be completed to a solution of its puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reachability {
    /// It can be completed.
    Yes,
    /// No solution agrees with it.
    No,
    /// The search ended before this was decided.
    Unknown,
}

impl<'a> Progress<'a> {
    /// Compares a board with a puzzle.
    ///
    /// # Errors
    ///
    /// If the board does not have the layout of the puzzle.
    pub fn new(puzzle: &'a Puzzle, board: &'a Board) -> Result<Progress<'a>, LayoutMismatch> {
        puzzle.check_layout(board)?;
        Ok(Progress { puzzle, board })
    }

    /// Returns the cells of givens that are empty on the board, or hold another digit, in reading order.
    pub fn changed_givens(&self) -> impl Iterator<Item = Cell> {
        differences(self.puzzle.givens(), self.board)
    }

    /// Returns the filled cells that differ from the solution, in reading order. Givens with another digit are among
    /// them.
    ///
    /// Returns `None` if it is not known that the puzzle has exactly one solution.
    #[must_use]
    pub fn wrong(&self) -> Option<impl Iterator<Item = Cell>> {
        let solution = self.puzzle.solution()?;
        Some(differences(self.board, solution))
    }

    /// Returns whether the board has all givens, and no cell is [wrong](Progress::wrong).
    ///
    /// Returns `None` if it is not known that the puzzle has exactly one solution.
    #[must_use]
    pub fn is_on_track(&self) -> Option<bool> {
        let nothing_is_wrong = self.wrong()?.next().is_none();
        Some(nothing_is_wrong && self.changed_givens().next().is_none())
    }

    /// Returns whether the board is the solution.
    ///
    /// Returns `None` if it is not known that the puzzle has exactly one solution.
    #[must_use]
    pub fn is_solved(&self) -> Option<bool> {
        let solution = self.puzzle.solution()?;
        Some(self.board == solution)
    }

    /// Returns the board with each empty given put back, or `None` if a given was replaced by another digit.
    #[must_use]
    pub fn with_givens(&self) -> Option<Board> {
        let cells = self.puzzle.givens().digits().iter();
        let digits = cells
            .zip(self.board.digits())
            .map(|(given, digit)| match (given, digit) {
                (0, _) => Some(*digit),
                (_, 0) => Some(*given),
                _ => (given == digit).then_some(*digit),
            });
        let digits = digits.collect::<Option<Vec<u8>>>()?;
        Some(self.board.with_digits(digits))
    }

    /// Returns whether the board [with its givens](Progress::with_givens) has a solution.
    ///
    /// `stop` ends the search, as in [`solve`].
    #[must_use]
    pub fn reachability(&self, stop: &dyn Fn() -> bool) -> Reachability {
        match self.with_givens() {
            Some(board) => Reachability::from(&solve(&board, NonZeroUsize::MIN, stop)),
            None => Reachability::No,
        }
    }
}

/// Whether the search has found a solution.
impl From<&Solutions> for Reachability {
    fn from(solutions: &Solutions) -> Reachability {
        match (solutions.count, solutions.end) {
            (1.., _) => Reachability::Yes,
            (0, SearchEnd::Exhausted) => Reachability::No,
            (0, _) => Reachability::Unknown,
        }
    }
}

impl Reachability {
    /// Returns the answer in lower case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Reachability::Yes => "yes",
            Reachability::No => "no",
            Reachability::Unknown => "unknown",
        }
    }
}

/// Returns the filled cells of a board that hold another digit on another board of the same layout, or none.
fn differences(board: &Board, other: &Board) -> impl Iterator<Item = Cell> {
    let digits = board.digits().iter().zip(other.digits()).enumerate();
    let differing = digits.filter(|(_, (digit, other))| **digit != 0 && digit != other);
    differing.map(|(index, _)| board.layout().cell(index))
}
