//! The response of `/solve`.

use serde::Serialize;

use super::cells::{CellRef, DigitJson, FilledBoard, HouseRef};
use super::validation::ValidateResponse;
use crate::http::request::board_request::BoardRequest;
use crate::http::request::query::{DuplicateScope, SolveOptions};
use crate::http::search_pool::SearchOutcome;
use crate::http::search_stop::StopReason;
use crate::sudoku::{self, Board, SearchEnd, Verdict};

/// The number of solutions of a board, with the evidence.
#[derive(Debug, Serialize)]
pub(crate) struct SolveResponse {
    #[serde(flatten)]
    validity: ValidateResponse,
    pub(crate) solutions: &'static str,
    count: usize,
    counted_to: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<StopReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<FilledBoard>,
    #[serde(skip_serializing_if = "Option::is_none")]
    examples: Option<Vec<FilledBoard>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<Vec<CellRef>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contradiction: Option<Contradiction>,
}

/// Why a board has no solution.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Contradiction {
    CellWithoutDigit { cell: CellRef },
    DigitWithoutCell { digit: DigitJson, house: HouseRef },
}

impl SolveResponse {
    /// Returns the maximum size in bytes of the response for a board of this many rows, also as a numbered line.
    pub(crate) fn max_bytes(size: usize, include_solutions: bool) -> usize {
        let differs = r#"{"row":63,"column":63},"#.len();
        // A symbol of four bytes.
        let digit = r#""😀","#.len();
        let rows = size * "[],".len();
        let solutions = if include_solutions { 2 } else { 0 };
        // The duplicate and all other members take less than this.
        let rest = 512;
        size * size * differs + solutions * (size * size * digit + rows) + rest
    }

    /// Describes the solutions of the board, as the options say.
    pub(crate) fn new(
        request: &BoardRequest,
        outcome: &SearchOutcome,
        options: SolveOptions,
    ) -> SolveResponse {
        let SolveOptions {
            count_to,
            include_solutions,
        } = options;
        let SearchOutcome {
            solutions,
            contradiction,
            stopped,
            duration: _,
            stop_checks: _,
        } = outcome;
        let verdict = solutions.verdict();
        let count = solutions.count.min(count_to.get());
        let counted_to = if solutions.end == SearchEnd::Stopped {
            count
        } else {
            count_to.get()
        };
        let mut response = SolveResponse {
            validity: ValidateResponse::new(request, DuplicateScope::First),
            solutions: verdict.as_str(),
            count,
            counted_to,
            stopped: *stopped,
            solution: None,
            examples: None,
            differs: None,
            contradiction: contradiction
                .as_ref()
                .map(|contradiction| Contradiction::new(contradiction, request)),
        };
        match (verdict, solutions.examples.as_slice()) {
            (Verdict::One, [only]) => {
                response.solution = include_solutions.then(|| FilledBoard::new(only, request));
            }
            (Verdict::Many, [one, other]) => {
                response.examples = include_solutions.then(|| {
                    vec![
                        FilledBoard::new(one, request),
                        FilledBoard::new(other, request),
                    ]
                });
                response.differs = Some(differing_cells(one, other));
            }
            _ => {}
        }
        response
    }
}

impl Contradiction {
    fn new(contradiction: &sudoku::Contradiction, request: &BoardRequest) -> Contradiction {
        match contradiction {
            sudoku::Contradiction::Cell(cell) => Contradiction::CellWithoutDigit {
                cell: (*cell).into(),
            },
            sudoku::Contradiction::Digit { digit, house } => Contradiction::DigitWithoutCell {
                digit: DigitJson::new(*digit, request.spelling(house.cells()[0])),
                house: house.into(),
            },
        }
    }
}

fn differing_cells(one: &Board, other: &Board) -> Vec<CellRef> {
    let pairs = one.cells().zip(other.cells());
    pairs
        .filter(|(one, other)| one != other)
        .map(|((cell, _), _)| cell.into())
        .collect()
}
