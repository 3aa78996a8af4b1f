//! The response of `/solve`.

use std::num::NonZeroUsize;

use serde::Serialize;

use super::board::{CellRef, DigitJson, HouseRef};
use super::validation::ValidateResponse;
use crate::http::request::board::BoardRequest;
use crate::http::request::query::DuplicateScope;
use crate::http::search_pool::SearchOutcome;
use crate::sudoku::{self, Board, Cell, End, House};

/// The number of solutions of a board, and what shows it.
#[derive(Debug, Serialize)]
pub(crate) struct SolveResponse {
    #[serde(flatten)]
    validity: ValidateResponse,
    pub(crate) solutions: &'static str,
    count: usize,
    counted_to: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<FilledRows>,
    #[serde(skip_serializing_if = "Option::is_none")]
    examples: Option<Vec<FilledRows>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<Vec<CellRef>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contradiction: Option<Contradiction>,
}

/// A filled board, row by row.
type FilledRows = Vec<Vec<DigitJson>>;

/// Whether a board has solutions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    None,
    One,
    Many,
    /// The search was stopped before it could tell.
    Unknown,
}

impl Verdict {
    fn as_str(self) -> &'static str {
        match self {
            Verdict::None => "none",
            Verdict::One => "one",
            Verdict::Many => "many",
            Verdict::Unknown => "unknown",
        }
    }
}

/// Why a board has no solution.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Contradiction {
    CellWithoutDigit { cell: CellRef },
    DigitWithoutCell { digit: DigitJson, house: HouseRef },
}

impl SolveResponse {
    /// Describes the solutions of the board, counted up to `count_to`. Without `include_solutions`, the digits of
    /// solutions are left out.
    pub(crate) fn new(
        request: &BoardRequest,
        outcome: &SearchOutcome,
        count_to: NonZeroUsize,
        include_solutions: bool,
    ) -> SolveResponse {
        let board = &request.board;
        let found = &outcome.solutions;
        let validity = ValidateResponse::new(request, DuplicateScope::First);
        let verdict = match (found.count, found.end) {
            (0 | 1, End::Stopped) => Verdict::Unknown,
            (0, _) => Verdict::None,
            (1, _) => Verdict::One,
            _ => Verdict::Many,
        };
        let count = found.count.min(count_to.get());
        let size = board.layout().size();
        // The rows are the first houses.
        let rows = &board.layout().houses()[..size];
        let to_rows = |solution: &Board| -> FilledRows {
            let to_json = |cell: &Cell| {
                Some(DigitJson::new(
                    solution.digit(*cell)?,
                    request.spelling(*cell),
                ))
            };
            rows.iter()
                .map(|row| row.cells().iter().filter_map(to_json).collect())
                .collect()
        };
        let differing = |one: &Board, other: &Board| -> Vec<CellRef> {
            let cells = rows.iter().flat_map(House::cells).copied();
            cells
                .filter(|cell| one.digit(*cell) != other.digit(*cell))
                .map(CellRef::from)
                .collect()
        };
        let explain = |contradiction| match contradiction {
            sudoku::Contradiction::Cell(cell) => {
                Contradiction::CellWithoutDigit { cell: cell.into() }
            }
            sudoku::Contradiction::Digit { digit, house } => Contradiction::DigitWithoutCell {
                digit: DigitJson::new(digit, request.spelling(house.cells()[0])),
                house: house.into(),
            },
        };
        let mut response = SolveResponse {
            validity,
            solutions: verdict.as_str(),
            count,
            counted_to: if found.end == End::Stopped {
                count
            } else {
                count_to.get()
            },
            solution: None,
            examples: None,
            differs: None,
            contradiction: None,
        };
        match (verdict, found.examples.as_slice()) {
            (Verdict::One, [only]) => {
                response.solution = include_solutions.then(|| to_rows(only));
            }
            (Verdict::Many, [one, other]) => {
                response.examples = include_solutions.then(|| vec![to_rows(one), to_rows(other)]);
                response.differs = Some(differing(one, other));
            }
            (Verdict::None, _) if response.validity.valid => {
                response.contradiction = sudoku::contradiction(board).map(explain);
            }
            _ => {}
        }
        response
    }
}
