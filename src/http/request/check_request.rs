//! A player's board as a client sent it, with what to judge it by.

use super::board_request::BoardRequest;
use crate::http::memory::Reservation;
use crate::sudoku::{Board, Cell, Digit, Move, MoveError};

/// A player's board as a client sent it, with what to judge it by.
#[derive(Debug)]
pub(crate) struct CheckRequest {
    /// The board, after the move if there is one, in the notation in which it was sent.
    pub(crate) board: BoardRequest,
    /// The puzzle as it was published. It has the layout of the board.
    pub(crate) givens: Option<Board>,
    /// The move to judge.
    pub(crate) played: Option<Move>,
}

impl CheckRequest {
    /// Makes the move, if there is one, on the board.
    ///
    /// # Errors
    ///
    /// If the cell of the move is not on the board, or if its digit is above the size of the board.
    pub(super) fn new(
        mut board: BoardRequest,
        givens: Option<Board>,
        played: Option<(Cell, Digit)>,
    ) -> Result<CheckRequest, MoveError> {
        let played = match played {
            Some((cell, digit)) => Some(Move::new(&board.board, cell, digit)?),
            None => None,
        };
        if let Some(played) = &played {
            board.board = played.board().clone();
        }
        Ok(CheckRequest {
            board,
            givens,
            played,
        })
    }

    /// Keeps the memory of a layout that was built for this request.
    pub(super) fn with_memory(self, layout_memory: Option<Reservation>) -> CheckRequest {
        CheckRequest {
            board: self.board.with_memory(layout_memory),
            ..self
        }
    }
}
