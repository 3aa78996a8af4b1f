//! A board as a client sent it, with its notation.

use std::sync::Arc;

use super::layout::layouts::layout_bytes;
use crate::http::memory::Reservation;
use crate::sudoku::{Board, BoardError, Cell, Layout, Symbols};

/// A board as a client sent it.
#[derive(Debug)]
pub(crate) struct BoardRequest {
    pub(crate) board: Board,
    pub(crate) notation: Notation,
    /// The memory of a layout that was built for this request, unless it is small.
    _layout_memory: Option<Reservation>,
}

/// How a board is written, so that the response can use the notation of the request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Notation {
    pub(crate) form: Form,
    pub(crate) spellings: Spellings,
}

/// How the cells of a board are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// An array of rows, which are arrays of cells.
    Rows,
    /// An array of rows, which are strings.
    RowStrings,
    /// An array of all cells.
    Flat,
    /// A text, or one string.
    Text,
}

/// How the cells of a board are written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Spellings {
    Numbers,
    Strings,
    /// Numbers and strings on one board: for each cell, row by row, whether it is a string.
    Mixed(Vec<bool>),
    Symbols(Arc<Symbols>),
}

/// How a digit is written in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling<'r> {
    Number,
    String,
    Symbol(&'r Symbols),
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
            _layout_memory: None,
        })
    }

    /// Keeps the memory of a layout that was built for this request.
    pub(crate) fn with_memory(self, layout_memory: Option<Reservation>) -> BoardRequest {
        BoardRequest {
            _layout_memory: layout_memory,
            ..self
        }
    }

    /// Returns the memory in bytes that the layout of the board holds.
    pub(crate) fn layout_bytes(&self) -> usize {
        layout_bytes(self.board.layout())
    }

    /// Returns how the cells are arranged.
    pub(crate) fn form(&self) -> Form {
        self.notation.form
    }

    /// Returns the symbols in which digits are written, if any.
    pub(crate) fn symbols(&self) -> Option<&Symbols> {
        match &self.notation.spellings {
            Spellings::Symbols(symbols) => Some(symbols),
            _ => None,
        }
    }

    /// Returns how a digit in this cell is written.
    pub(crate) fn spelling(&self, cell: Cell) -> Spelling<'_> {
        match &self.notation.spellings {
            Spellings::Numbers => Spelling::Number,
            Spellings::Strings => Spelling::String,
            Spellings::Mixed(are_strings) => {
                let size = self.board.layout().size();
                if are_strings[usize::from(cell.row) * size + usize::from(cell.column)] {
                    Spelling::String
                } else {
                    Spelling::Number
                }
            }
            Spellings::Symbols(symbols) => Spelling::Symbol(symbols),
        }
    }
}

impl Notation {
    /// Returns the notation of a board as text.
    pub(crate) fn of_text(form: Form, symbols: Option<Arc<Symbols>>) -> Notation {
        Notation {
            form,
            spellings: symbols.map_or(Spellings::Strings, Spellings::Symbols),
        }
    }
}
