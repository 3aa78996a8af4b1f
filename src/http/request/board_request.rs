//! A board as a client sent it, with its notation.

use std::sync::Arc;

use crate::sudoku::{Board, BoardError, Cell, Layout};

/// A board as a client sent it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BoardRequest {
    pub(crate) board: Board,
    notation: Notation,
}

/// How the cells of a board are written, so that the response can use the notation of the request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    Numbers,
    Strings,
    /// Numbers and strings on one board: the spelling of each cell, row by row.
    Mixed(Vec<Spelling>),
}

/// How a digit is written in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    Number,
    String,
}

/// The cells of a board whose layout is not known yet.
#[derive(Debug)]
pub(crate) struct Cells {
    /// The digits row by row, 0 for an empty cell.
    pub(crate) digits: Vec<u8>,
    pub(crate) notation: Notation,
}

impl BoardRequest {
    pub(crate) fn new(layout: Arc<Layout>, cells: Cells) -> Result<BoardRequest, BoardError> {
        let Cells { digits, notation } = cells;
        Ok(BoardRequest {
            board: Board::new(layout, digits)?,
            notation,
        })
    }

    /// Returns how a digit in this cell is written.
    pub(crate) fn spelling(&self, cell: Cell) -> Spelling {
        match &self.notation {
            Notation::Numbers => Spelling::Number,
            Notation::Strings => Spelling::String,
            Notation::Mixed(spellings) => {
                let size = self.board.layout().size();
                spellings[usize::from(cell.row) * size + usize::from(cell.column)]
            }
        }
    }
}
