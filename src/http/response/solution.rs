//! The response of `/solve`.

use serde::Serialize;

use super::cells::{CellRef, DigitJson, FilledBoard, HouseRef};
use super::validation::ValidateResponse;
use crate::http::request::board_request::BoardRequest;
use crate::http::request::query::DuplicateScope;
use crate::http::request::solve_options::SolveOptions;
use crate::http::search_pool::SearchOutcome;
use crate::http::search_stop::StopReason;
use crate::sudoku::{self, Board, MAX_SIZE, MIN_SIZE, SearchEnd, Verdict};

/// The number of solutions of a board, with the evidence.
#[derive(Debug, Serialize)]
pub(crate) struct SolveResponse<'r> {
    #[serde(flatten)]
    validity: ValidateResponse,
    solutions: &'static str,
    count: usize,
    counted_to: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<StopReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<FilledBoard<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    examples: Option<Vec<FilledBoard<'r>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<Vec<CellRef>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redundant: Option<Vec<CellRef>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redundant_complete: Option<bool>,
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

impl<'r> SolveResponse<'r> {
    /// Returns the maximum size in bytes of the response for a board of this many rows, also as a numbered line, and of the
    /// solutions that it is made of.
    pub(crate) fn max_bytes(size: usize, options: SolveOptions) -> usize {
        let cells = size * size;
        // There are many solutions, which differ in these cells, or there is one, and these givens are redundant.
        let listed_cell = r#"{"row":63,"column":63},"#.len();
        // A symbol of four bytes.
        let digit = r#""😀","#.len();
        let rows = size * "[],".len();
        let written = options.examples.max(options.include_solution.into());
        let kept = options.search_goal().max_examples;
        // The duplicate and all other members take less than this.
        let rest = 512;
        cells * listed_cell
            + written * (cells * digit + rows)
            + kept * (cells + size_of::<Board>())
            + rest
    }

    /// Returns the maximum size in bytes of the response for a board of any size that the options allow.
    pub(crate) fn max_bytes_of_any_size(options: SolveOptions) -> usize {
        let sizes = (MIN_SIZE..=MAX_SIZE).filter(|size| options.check_size(*size).is_ok());
        let bytes = sizes.map(|size| SolveResponse::max_bytes(size, options));
        bytes.max().unwrap_or(0)
    }

    /// Describes the solutions of the board, as the options say.
    pub(crate) fn new(
        request: &'r BoardRequest,
        outcome: &'r SearchOutcome,
        options: SolveOptions,
    ) -> SolveResponse<'r> {
        let SolveOptions {
            count_to,
            include_solution,
            examples,
            redundant: _,
        } = options;
        let SearchOutcome {
            solutions,
            contradiction,
            redundant,
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
        let filled_board = |filled| FilledBoard { filled, request };
        let mut response = SolveResponse {
            validity: ValidateResponse::new(request, DuplicateScope::First),
            solutions: verdict.as_str(),
            count,
            counted_to,
            stopped: *stopped,
            solution: None,
            examples: None,
            differs: None,
            redundant: redundant.as_ref().map(|redundant| {
                let cells = redundant.cells.iter().copied();
                cells.map(CellRef::from).collect()
            }),
            redundant_complete: redundant.as_ref().map(|redundant| redundant.is_complete),
            contradiction: contradiction
                .as_ref()
                .map(|contradiction| Contradiction::new(contradiction, request)),
        };
        match (verdict, solutions.examples.as_slice()) {
            (Verdict::One, [only]) => {
                response.solution = include_solution.then(|| filled_board(only));
            }
            (Verdict::Many, all @ [one, other, ..]) => {
                let listed = all.iter().take(examples);
                response.examples = (examples > 0).then(|| listed.map(filled_board).collect());
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
