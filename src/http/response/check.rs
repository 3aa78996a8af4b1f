//! The response of `/check`. It never contains a digit that the request does not hold in the same cell.

use axum::body::Body;
use serde::Serialize;

use super::cells::CellRef;
use super::duplicates::{self, BYTES_PER_CELL};
use super::json;
use super::validation::{Duplicate, ValidateResponse};
use crate::http::memory::{BudgetSpent, MemoryBudget, Reservation};
use crate::http::request::check_request::CheckRequest;
use crate::http::request::query::{DuplicateScope, WrongReport};
use crate::http::search_stop::StopReason;
use crate::sudoku::{Board, Cell, Move, Progress, Puzzle, Reachability};

/// A puzzle, and what was found out about it and the player's board.
#[derive(Debug)]
pub(crate) struct Findings {
    pub(crate) puzzle: Puzzle,
    /// Whether the board can be completed, for a puzzle with many solutions.
    pub(crate) reachable: Option<Reachability>,
    /// Why a search was stopped, if that left something unknown.
    pub(crate) stopped: Option<StopReason>,
}

/// The response of `/check`, apart from the list of duplicates.
#[derive(Debug, Serialize)]
pub(crate) struct CheckResponse {
    pub(crate) valid: bool,
    pub(crate) complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate: Option<Duplicate>,
    // The board, compared with its puzzle. Without `flatten`, which would make serialization much slower.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<StopReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reachable: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    on_track: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changed_givens: Option<Vec<CellRef>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changed_givens_count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<Vec<CellRef>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong_count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<MoveResponse>,
}

/// A move, judged on its own.
#[derive(Debug, Serialize)]
struct MoveResponse {
    valid: bool,
    duplicates: Vec<Duplicate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes_given: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<bool>,
}

impl CheckResponse {
    /// Returns the maximum size in bytes of the response, apart from the list of duplicates.
    pub(crate) fn max_bytes(request: &CheckRequest) -> usize {
        let cell = r#"{"row":63,"column":63},"#.len();
        let layout = request.board.board.layout();
        let lists = match request.givens {
            Some(_) => 2 * layout.size() * layout.size() * cell,
            None => 0,
        };
        let of_move = request.played.as_ref().map_or(0, |played| {
            let constraints = played.constraints();
            let cells = constraints.map(|constraint| constraint.cells().len());
            cells.sum::<usize>() * BYTES_PER_CELL
        });
        // The first duplicate and all other members take less than this.
        let rest = 1024;
        lists + of_move + rest
    }

    /// Describes the player's board and move, compared with the puzzle if there is one.
    pub(crate) fn new(
        request: &CheckRequest,
        findings: Option<&Findings>,
        report: WrongReport,
    ) -> CheckResponse {
        let validity = ValidateResponse::new(&request.board, DuplicateScope::First);
        let mut response = CheckResponse {
            valid: validity.valid,
            complete: validity.complete,
            duplicate: validity.duplicate,
            solutions: None,
            stopped: None,
            reachable: None,
            on_track: None,
            solved: None,
            changed_givens: None,
            changed_givens_count: None,
            wrong: None,
            wrong_count: None,
            r#move: request
                .played
                .as_ref()
                .map(|played| MoveResponse::new(played, request, findings)),
        };
        if let Some(findings) = findings {
            response.compare(&request.board.board, findings, report);
        }
        response
    }

    /// Compares the board with its puzzle.
    fn compare(&mut self, board: &Board, findings: &Findings, report: WrongReport) {
        let puzzle = &findings.puzzle;
        let progress = Progress::new(puzzle, board)
            .expect("the board and the puzzle of a request have the same layout");
        self.solutions = Some(puzzle.verdict().as_str());
        self.stopped = findings.stopped;
        self.reachable = findings.reachable.map(Reachability::as_str);
        self.on_track = progress.is_on_track();
        self.solved = progress.is_solved();
        (self.changed_givens, self.changed_givens_count) =
            report.of(Some(progress.changed_givens()));
        (self.wrong, self.wrong_count) = report.of(progress.wrong());
    }

    /// Returns the body with all duplicates of the board, as [`duplicates::body`] does. `memory` is that of this response,
    /// unless it is small.
    pub(crate) fn into_body(
        self,
        request: CheckRequest,
        memory: Option<Reservation>,
        budget: &MemoryBudget,
    ) -> Result<Body, BudgetSpent> {
        let mut start = Vec::with_capacity(256);
        json::write_line(&mut start, &self);
        duplicates::body_after(start, memory, request.board, self.valid, budget)
    }
}

impl WrongReport {
    /// Returns the list of these cells, or their number.
    fn of(
        self,
        cells: Option<impl Iterator<Item = Cell>>,
    ) -> (Option<Vec<CellRef>>, Option<usize>) {
        match self {
            WrongReport::List => (cells.map(|cells| cells.map(CellRef::from).collect()), None),
            WrongReport::Count => (None, cells.map(Iterator::count)),
        }
    }
}

impl MoveResponse {
    fn new(played: &Move, request: &CheckRequest, findings: Option<&Findings>) -> MoveResponse {
        let duplicates: Vec<Duplicate> = played
            .duplicates()
            .map(|repeated| Duplicate::of(&request.board, &repeated))
            .collect();
        let on_puzzle = findings.map(|findings| {
            let on_puzzle = played.on(&findings.puzzle);
            on_puzzle.expect("the board and the puzzle of a request have the same layout")
        });
        MoveResponse {
            valid: duplicates.is_empty(),
            duplicates,
            changes_given: on_puzzle.map(|on_puzzle| on_puzzle.changes_given),
            right: on_puzzle.and_then(|on_puzzle| on_puzzle.right),
        }
    }
}
