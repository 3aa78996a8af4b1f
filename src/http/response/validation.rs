//! The response of `/validate`, which is also a line of `/validate/batch` and a part of the response of `/solve`.

use serde::Serialize;

use super::cells::{CellRef, DigitJson, HouseRef};
use super::json;
use crate::http::request::board_request::BoardRequest;
use crate::http::request::query::DuplicateScope;
use crate::sudoku::{Cell, Constraint, Digit, RepeatedDigit};

/// Whether a board is valid and complete, and its duplicates.
#[derive(Debug, Serialize)]
pub(crate) struct ValidateResponse {
    pub(crate) valid: bool,
    pub(crate) complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) duplicate: Option<Duplicate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicates: Option<Vec<Duplicate>>,
}

/// A digit that repeats in a house, with the cells that hold it.
#[derive(Debug, Serialize)]
pub(super) struct Duplicate {
    digit: DigitJson,
    house: HouseRef,
    cells: Vec<CellRef>,
}

impl ValidateResponse {
    /// Validates the board of a request.
    pub(crate) fn new(request: &BoardRequest, scope: DuplicateScope) -> ValidateResponse {
        let board = &request.board;
        // Most boards are valid, and `is_valid` is faster than searching for a duplicate.
        let first = if board.is_valid() {
            None
        } else {
            board.duplicates().next()
        };
        let duplicate =
            first.map(|first| Duplicate::new(request, first.digit, first.constraint, &first.cells));
        let duplicates = match scope {
            DuplicateScope::First => None,
            DuplicateScope::All if duplicate.is_none() => Some(Vec::new()),
            DuplicateScope::All => {
                let constraints = board.layout().constraints().iter();
                let duplicates =
                    constraints.flat_map(|constraint| Duplicate::all_in(request, constraint));
                Some(duplicates.collect())
            }
        };
        ValidateResponse {
            valid: duplicate.is_none(),
            complete: board.is_complete(),
            duplicate,
            duplicates,
        }
    }

    /// Appends the response as JSON and a line feed.
    pub(crate) fn write_line(&self, out: &mut Vec<u8>) {
        // The two most common responses need no serializer. Every member is named here, so that a new one does not
        // compile until it is handled.
        match self {
            ValidateResponse {
                valid: true,
                complete: true,
                duplicate: None,
                duplicates: None,
            } => out.extend_from_slice(b"{\"valid\":true,\"complete\":true}\n"),
            ValidateResponse {
                valid: true,
                complete: false,
                duplicate: None,
                duplicates: None,
            } => out.extend_from_slice(b"{\"valid\":true,\"complete\":false}\n"),
            _ => json::write_line(out, self),
        }
    }
}

impl Duplicate {
    fn new(
        request: &BoardRequest,
        digit: Digit,
        constraint: &Constraint,
        cells: &[Cell],
    ) -> Duplicate {
        Duplicate {
            digit: DigitJson::new(digit, request.spelling(cells[1])),
            house: constraint.into(),
            cells: cells.iter().copied().map(CellRef::from).collect(),
        }
    }

    /// Returns all duplicates in one house or group of the request's board.
    pub(super) fn all_in<'b>(
        request: &'b BoardRequest,
        constraint: &'b Constraint,
    ) -> impl Iterator<Item = Duplicate> {
        let repeated = request.board.repeated_digits_in(constraint).into_iter();
        repeated.map(|repeated| Duplicate::of(request, &repeated))
    }

    /// Returns a digit that repeats on the request's board.
    pub(super) fn of(request: &BoardRequest, repeated: &RepeatedDigit<'_>) -> Duplicate {
        let RepeatedDigit {
            digit,
            constraint,
            cells,
        } = repeated;
        Duplicate::new(request, *digit, constraint, cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duplicate() -> Duplicate {
        let request =
            crate::http::request::parse_json(b"[[1,1,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]").unwrap();
        let response = ValidateResponse::new(&request, DuplicateScope::First);
        response.duplicate.unwrap()
    }

    #[test]
    fn a_response_is_written_exactly_as_it_serializes() {
        for valid in [false, true] {
            for complete in [false, true] {
                for duplicate in [None, Some(duplicate())] {
                    let response = ValidateResponse {
                        valid,
                        complete,
                        duplicate,
                        duplicates: None,
                    };
                    let mut line = Vec::new();
                    response.write_line(&mut line);
                    let mut expected = serde_json::to_vec(&response).unwrap();
                    expected.push(b'\n');
                    assert_eq!(
                        line.escape_ascii().to_string(),
                        expected.escape_ascii().to_string()
                    );
                }
            }
        }
    }
}
