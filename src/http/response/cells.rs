//! The parts of a board as JSON.

use serde::Serialize;

use crate::http::request::board_request::Spelling;
use crate::sudoku::{Cell, Constraint, Digit};

/// A digit in the notation of the request.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum DigitJson {
    Number(u8),
    String(String),
}

impl DigitJson {
    pub(crate) fn new(digit: Digit, spelling: Spelling) -> DigitJson {
        match spelling {
            Spelling::Number => DigitJson::Number(digit.get()),
            Spelling::String => DigitJson::String(digit.to_string()),
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
