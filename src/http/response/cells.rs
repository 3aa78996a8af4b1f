//! The parts of a board as JSON.

use serde::Serialize;

use crate::http::request::board_request::{BoardRequest, Form, Spelling};
use crate::sudoku::{Board, Cell, Constraint, Digit, write_board, write_rows};

/// A digit in the notation of the request.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum DigitJson {
    Number(u8),
    String(String),
}

impl DigitJson {
    pub(crate) fn new(digit: Digit, spelling: Spelling<'_>) -> DigitJson {
        match spelling {
            Spelling::Number => DigitJson::Number(digit.get()),
            Spelling::String => DigitJson::String(digit.to_string()),
            Spelling::Symbol(symbols) => {
                let symbol = symbols.symbol(digit);
                let symbol = symbol.expect("there is a symbol for each digit of the board");
                DigitJson::String(symbol.to_string())
            }
        }
    }
}

/// A filled board in the notation of the request.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum FilledBoard {
    Rows(Vec<Vec<DigitJson>>),
    Flat(Vec<DigitJson>),
    RowStrings(Vec<String>),
    Text(String),
}

impl FilledBoard {
    /// Writes a filled board as the board of this request is written.
    pub(crate) fn new(filled: &Board, request: &BoardRequest) -> FilledBoard {
        let to_json = |(cell, digit): (Cell, Option<Digit>)| {
            Some(DigitJson::new(digit?, request.spelling(cell)))
        };
        let size = filled.layout().size();
        let mut digits = filled.cells().filter_map(to_json);
        match request.form() {
            Form::Rows => {
                let rows = (0..size).map(|_| digits.by_ref().take(size).collect());
                FilledBoard::Rows(rows.collect())
            }
            Form::Flat => FilledBoard::Flat(digits.collect()),
            Form::RowStrings => FilledBoard::RowStrings(write_rows(filled, request.symbols())),
            Form::Text => FilledBoard::Text(write_board(filled, request.symbols())),
        }
    }
}

/// A reference to a house or group.
#[derive(Debug, Serialize)]
pub(crate) struct HouseRef {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
}

impl From<&Constraint> for HouseRef {
    fn from(constraint: &Constraint) -> HouseRef {
        HouseRef {
            kind: constraint.kind().as_str(),
            index: constraint.index(),
        }
    }
}

/// A reference to a cell.
#[derive(Debug, Serialize)]
pub(crate) struct CellRef {
    row: u8,
    column: u8,
}

impl From<Cell> for CellRef {
    fn from(cell: Cell) -> CellRef {
        let Cell { row, column } = cell;
        CellRef { row, column }
    }
}
