//! A puzzle with what is known about its solutions.

use std::fmt;

use super::board::Board;
use super::solver::{RedundantGivens, Solutions, Verdict, find_redundant_givens};

/// A puzzle as it was published, with what is known about its solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    givens: Board,
    solution: PuzzleSolution,
}

/// The solution of a puzzle, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleSolution {
    /// The puzzle has no solution.
    None,
    /// The only solution of a proper puzzle.
    One(Board),
    /// The puzzle has two or more solutions.
    Many,
    /// It is not known how many solutions the puzzle has.
    Unknown,
}

impl Puzzle {
    /// Creates a puzzle from its givens and its solution.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    ///
    /// use sudoku_validator::sudoku::{Board, Layout, Puzzle, Verdict, solve};
    ///
    /// let givens = Board::new(Layout::new(4, None)?, vec![
    ///     1, 0, 0, 0,
    ///     0, 0, 3, 0,
    ///     0, 4, 0, 0,
    ///     0, 0, 0, 2,
    /// ])?;
    /// let two = NonZeroUsize::new(2).expect("2 is not zero");
    /// let solutions = solve(&givens, two, &|| false);
    /// let puzzle = Puzzle::new(givens, solutions.into());
    /// assert_eq!(puzzle.verdict(), Verdict::One);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the only solution has another layout, an empty cell, or another digit in the cell of a given; in debug builds also
    /// if it has a duplicate.
    #[must_use]
    pub fn new(givens: Board, solution: PuzzleSolution) -> Puzzle {
        if let PuzzleSolution::One(solution) = &solution {
            assert!(
                completes(solution, &givens),
                "the board is not a solution of these givens"
            );
            debug_assert!(solution.is_valid(), "the solution has a duplicate");
        }
        Puzzle { givens, solution }
    }

    /// Returns the puzzle's board.
    #[must_use]
    pub fn givens(&self) -> &Board {
        &self.givens
    }

    /// Returns the only solution, or `None` if it is not known that there is exactly one.
    #[must_use]
    pub fn solution(&self) -> Option<&Board> {
        match &self.solution {
            PuzzleSolution::One(solution) => Some(solution),
            _ => None,
        }
    }

    /// Returns how many solutions the puzzle has, as far as it is known.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.solution.verdict()
    }

    /// Finds the givens without which, each alone, the puzzle still has exactly one solution. `stop` ends the search, as in
    /// [`solve`](super::solve).
    ///
    /// Returns `None` if it is not known that the puzzle has exactly one solution.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    ///
    /// use sudoku_validator::sudoku::{Board, Cell, Layout, Puzzle, solve};
    ///
    /// let givens = Board::new(Layout::new(4, None)?, vec![
    ///     1, 0, 0, 0,
    ///     0, 0, 3, 0,
    ///     0, 4, 0, 3, // The 3 follows from the others.
    ///     0, 0, 0, 2,
    /// ])?;
    /// let two = NonZeroUsize::new(2).expect("2 is not zero");
    /// let solutions = solve(&givens, two, &|| false);
    /// let puzzle = Puzzle::new(givens, solutions.into());
    /// let redundant = puzzle.redundant_givens(&|| false).expect("the puzzle has one solution");
    /// assert_eq!(redundant.cells, [Cell { row: 2, column: 3 }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn redundant_givens(&self, stop: &dyn Fn() -> bool) -> Option<RedundantGivens> {
        self.solution()?;
        Some(find_redundant_givens(&self.givens, stop))
    }

    /// Checks that a board has the layout of the puzzle.
    pub(super) fn check_layout(&self, board: &Board) -> Result<(), LayoutMismatch> {
        if self.givens.layout() == board.layout() {
            Ok(())
        } else {
            Err(LayoutMismatch {
                puzzle_size: self.givens.layout().size(),
                board_size: board.layout().size(),
            })
        }
    }
}

impl PuzzleSolution {
    /// Returns how many solutions there are, as far as it is known.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self {
            PuzzleSolution::None => Verdict::None,
            PuzzleSolution::One(_) => Verdict::One,
            PuzzleSolution::Many => Verdict::Many,
            PuzzleSolution::Unknown => Verdict::Unknown,
        }
    }
}

/// What a search for at least two solutions has shown.
impl From<Solutions> for PuzzleSolution {
    fn from(mut solutions: Solutions) -> PuzzleSolution {
        match solutions.verdict() {
            Verdict::None => PuzzleSolution::None,
            Verdict::One => {
                let solution = solutions.examples.pop();
                PuzzleSolution::One(solution.expect("the first solution is kept as an example"))
            }
            Verdict::Many => PuzzleSolution::Many,
            Verdict::Unknown => PuzzleSolution::Unknown,
        }
    }
}

/// Returns whether the solution has all givens, and no empty cell.
fn completes(solution: &Board, givens: &Board) -> bool {
    let mut digits = solution.digits().iter().zip(givens.digits());
    solution.layout() == givens.layout()
        && solution.is_complete()
        && digits.all(|(digit, given)| *given == 0 || digit == given)
}

/// A board does not have the layout of the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LayoutMismatch {
    /// The number of rows of the puzzle.
    pub puzzle_size: usize,
    /// The number of rows of the board.
    pub board_size: usize,
}

impl fmt::Display for LayoutMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LayoutMismatch {
            puzzle_size,
            board_size,
        } = self;
        if puzzle_size == board_size {
            f.write_str("the board and the puzzle have different houses or groups")
        } else {
            write!(
                f,
                "the board has {board_size} rows, but the puzzle has {puzzle_size}"
            )
        }
    }
}

impl std::error::Error for LayoutMismatch {}
