//! A decision of the backtracking search.

use crate::sudoku::digit::Digit;

/// A digit assigned to a cell without proof.
#[derive(Clone, Copy)]
pub(super) struct Decision {
    /// The number of the cell.
    pub(super) cell: u16,
    pub(super) digit: Digit,
    /// Whether everything that follows from the decision has been searched, so that the cell must hold another digit as
    /// long as the decisions before this one hold.
    pub(super) refuted: bool,
    /// The mark of the candidates before the decision.
    pub(super) mark: usize,
}
