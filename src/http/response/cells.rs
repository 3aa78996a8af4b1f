//! The parts of a board as JSON.

use serde::{Serialize, Serializer};

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

/// A filled board in the notation of this request. It takes no memory until it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FilledBoard<'r> {
    pub(crate) filled: &'r Board,
    pub(crate) request: &'r BoardRequest,
}

impl Serialize for FilledBoard<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let FilledBoard { filled, request } = *self;
        let to_json = |(cell, digit): (Cell, Option<Digit>)| {
            Some(DigitJson::new(digit?, request.spelling(cell)))
        };
        let size = filled.layout().size();
        let mut digits = filled.cells().filter_map(to_json);
        match request.form() {
            Form::Rows => {
                let row = |_| digits.by_ref().take(size).collect::<Vec<_>>();
                serializer.collect_seq((0..size).map(row))
            }
            Form::Flat => serializer.collect_seq(digits),
            Form::RowStrings => serializer.collect_seq(write_rows(filled, request.symbols())),
            Form::Text => serializer.serialize_str(&write_board(filled, request.symbols())),
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
