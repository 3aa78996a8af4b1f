//! The lines of a batch that are handed over at once.

use std::mem;
use std::sync::Arc;

use crate::http::request::board_request::BoardRequest;
use crate::http::request::query::SolveReport;
use crate::http::request::solve_options::SolveOptions;
use crate::http::response::batch::{NumberedLine, VerdictCounts};
use crate::http::response::json;
use crate::http::response::solution::SolveResponse;
use crate::http::search_goal::SearchGoal;
use crate::http::search_pool::SearchOutcome;
use crate::metrics::Metrics;
use crate::sudoku::Verdict;

/// The size in bytes of responses and layouts at which a piece is full: 200 boards of 9 rows. Searching easy ones
/// takes about 0.3 ms, much longer than handing them over.
pub(crate) const FULL_BYTES: usize = 512 * 1024;

/// How to solve and report the boards of a batch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchOptions {
    pub(crate) solve: SolveOptions,
    pub(crate) report: SolveReport,
}

impl BatchOptions {
    /// Returns what to find out about each board.
    pub(super) fn search_goal(&self) -> SearchGoal {
        let goal = self.solve.search_goal();
        SearchGoal {
            // Lines with redundant givens would not be reported otherwise.
            find_redundant: goal.find_redundant && self.report == SolveReport::All,
            ..goal
        }
    }
}

/// Consecutive lines of a batch: the boards, and the responses to the lines in between.
#[derive(Debug, Default)]
pub(crate) struct Piece {
    first_line: Option<u64>,
    text: Vec<u8>,
    boards: Vec<PieceBoard>,
    /// The maximum size of the responses to the boards, and the size of their layouts.
    board_bytes: usize,
}

/// A board of a piece.
#[derive(Debug)]
pub(super) struct PieceBoard {
    /// Where its response belongs in the text.
    position: usize,
    line: u64,
    pub(super) request: BoardRequest,
}

/// The responses to the lines of a piece.
#[derive(Debug, Default)]
pub(crate) struct PieceResponses {
    pub(crate) text: Vec<u8>,
    pub(crate) verdicts: VerdictCounts,
}

/// The response to a board of a piece, as a line.
#[derive(Debug)]
pub(super) struct BoardResponse {
    position: usize,
    responses: PieceResponses,
}

impl Piece {
    /// Adds the board of a line.
    pub(crate) fn push(&mut self, line: u64, request: BoardRequest, options: SolveOptions) {
        self.first_line.get_or_insert(line);
        let layout = request.board.layout();
        self.board_bytes += SolveResponse::max_bytes(layout.size(), options);
        let last = self.boards.last().map(|last| last.request.board.layout());
        if last.is_none_or(|last| !Arc::ptr_eq(last, layout)) {
            self.board_bytes += request.layout_bytes();
        }
        self.boards.push(PieceBoard {
            position: self.text.len(),
            line,
            request,
        });
    }

    /// Returns the text so far, to which the response to a line that is not a board is appended.
    pub(crate) fn text(&mut self, line: u64) -> &mut Vec<u8> {
        self.first_line.get_or_insert(line);
        &mut self.text
    }

    /// Returns the first line, if there is any.
    pub(crate) fn first_line(&self) -> Option<u64> {
        self.first_line
    }

    pub(crate) fn is_full(&self) -> bool {
        self.max_bytes() >= FULL_BYTES
    }

    /// Returns the maximum size in bytes of the responses, and of what is needed to compute them.
    pub(crate) fn max_bytes(&self) -> usize {
        self.text.len() + self.board_bytes
    }

    /// Responds to the boards for which `search` returns an outcome. Returns the others, with their positions between
    /// these responses.
    pub(super) fn respond(
        self,
        options: BatchOptions,
        metrics: &Metrics,
        search: impl Fn(&PieceBoard) -> Option<SearchOutcome>,
    ) -> (PieceResponses, Vec<PieceBoard>) {
        let mut responses = PieceResponses::default();
        let mut others = Vec::new();
        let mut copied = 0;
        for mut board in self.boards {
            responses
                .text
                .extend_from_slice(&self.text[copied..board.position]);
            copied = board.position;
            if let Some(outcome) = search(&board) {
                responses.add(&board, &outcome, options, metrics);
            } else {
                board.position = responses.text.len();
                others.push(board);
            }
        }
        responses.text.extend_from_slice(&self.text[copied..]);
        (responses, others)
    }
}

impl PieceBoard {
    /// Responds to this board.
    pub(super) fn respond(
        &self,
        outcome: &SearchOutcome,
        options: BatchOptions,
        metrics: &Metrics,
    ) -> BoardResponse {
        let mut responses = PieceResponses::default();
        responses.add(self, outcome, options, metrics);
        BoardResponse {
            position: self.position,
            responses,
        }
    }
}

impl PieceResponses {
    fn add(
        &mut self,
        board: &PieceBoard,
        outcome: &SearchOutcome,
        options: BatchOptions,
        metrics: &Metrics,
    ) {
        let PieceBoard { line, request, .. } = board;
        let verdict = outcome.solutions.verdict();
        self.verdicts.add(verdict);
        metrics.board_searched(
            request.board.layout().size(),
            verdict.as_str(),
            outcome.duration,
        );
        let BatchOptions { solve, report } = options;
        let response = || SolveResponse::new(request, outcome, solve);
        match report {
            SolveReport::All => json::write_line(&mut self.text, &response()),
            SolveReport::NotOne if verdict == Verdict::One => {}
            SolveReport::NotOne => {
                let line = NumberedLine {
                    line: *line,
                    content: response(),
                };
                json::write_line(&mut self.text, &line);
            }
        }
    }

    /// Inserts responses, in the order of their positions.
    pub(super) fn insert(&mut self, boards: Vec<BoardResponse>) {
        if boards.is_empty() {
            return;
        }
        let text = mem::take(&mut self.text);
        let mut copied = 0;
        for BoardResponse {
            position,
            responses,
        } in boards
        {
            self.text.extend_from_slice(&text[copied..position]);
            copied = position;
            self.text.extend_from_slice(&responses.text);
            self.verdicts.add_all(responses.verdicts);
        }
        self.text.extend_from_slice(&text[copied..]);
    }
}
