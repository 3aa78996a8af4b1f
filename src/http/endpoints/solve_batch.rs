use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use futures_util::future::{BoxFuture, FutureExt};
use futures_util::stream::{FuturesOrdered, StreamExt};

use crate::http::batch::{self, LineCounts, LineHandler};
use crate::http::batch_search::{BatchOptions, BatchSearches, FULL_BYTES, Piece, PieceResponses};
use crate::http::memory::{BudgetSpent, Reservation};
use crate::http::request::board_request::BoardRequest;
use crate::http::request::query::{SolveBatchQuery, SolveReport};
use crate::http::response::batch::{NumberedLine, Skipped, SolveSummary, VerdictCounts};
use crate::http::response::json;
use crate::http::response::problem::{Problem, ProblemKind};
use crate::http::response::solution::SolveResponse;
use crate::http::state::AppState;

/// `POST /solve/batch`: whether the board on each line has no solution, one or many.
pub(crate) async fn solve_batch(
    State(state): State<Arc<AppState>>,
    request: Request,
) -> Result<Response, Problem> {
    let SolveBatchQuery {
        options: solve,
        report,
        declared,
    } = SolveBatchQuery::from_uri(request.uri())?;
    let options = BatchOptions { solve, report };
    let handler = Solver {
        options,
        searches: state
            .batch_search_pool
            .start_batch(options, Arc::clone(&state.metrics)),
        state: Arc::clone(&state),
        piece: Piece::default(),
        in_flight: FuturesOrdered::new(),
        first_lines: VecDeque::new(),
        verdicts: VerdictCounts::default(),
    };
    batch::respond(request, state, declared, handler).await
}

/// The memory in bytes for a line that is not complete yet.
const LINE_BYTES: usize = 128 * 1024;

/// Hands over lines in pieces, and collects their responses in order.
struct Solver {
    options: BatchOptions,
    searches: BatchSearches,
    state: Arc<AppState>,
    /// Lines that have not been handed over yet.
    piece: Piece,
    in_flight: FuturesOrdered<BoxFuture<'static, HeldResponses>>,
    /// The first line of each piece in flight.
    first_lines: VecDeque<u64>,
    verdicts: VerdictCounts,
}

/// The responses to a piece, which may have to wait for those to the pieces before it.
struct HeldResponses {
    responses: PieceResponses,
    /// Keeps the memory of the responses reserved.
    _reservations: Option<[Reservation; 2]>,
}

impl LineHandler for Solver {
    type Summary = SolveSummary;

    /// A line that is not complete yet, and the responses to two pieces, one being sent and one being written. Each is full
    /// before its last board.
    fn memory_bytes(&self) -> usize {
        let last_board = SolveResponse::max_bytes_of_any_size(self.options.solve);
        LINE_BYTES + 2 * (FULL_BYTES + last_board)
    }

    async fn handle(
        &mut self,
        line: u64,
        request: BoardRequest,
        _out: &mut Vec<u8>,
    ) -> Result<(), Problem> {
        let options = self.options.solve;
        options.check_size(request.board.layout().size())?;
        self.piece.push(line, request, options);
        Ok(())
    }

    fn skip(&mut self, line: u64, out: &mut Vec<u8>) {
        if self.options.report == SolveReport::All {
            let content = Skipped::new();
            json::write_line(
                self.out_for_line(line, out),
                &NumberedLine { line, content },
            );
        }
    }

    fn out_for_line<'o>(&'o mut self, line: u64, out: &'o mut Vec<u8>) -> &'o mut Vec<u8> {
        if self.first_missing().is_some() {
            self.piece.text(line)
        } else {
            out
        }
    }

    fn has_room(&mut self) -> bool {
        if self.piece.is_full() {
            self.start_piece();
        }
        !self.piece.is_full()
    }

    fn first_missing(&self) -> Option<u64> {
        let first = self.first_lines.front().copied();
        first.or(self.piece.first_line())
    }

    async fn next_ready(&mut self, out: &mut Vec<u8>) {
        // Even if it is not full: the client may be waiting for its responses.
        self.start_piece();
        // The end of the service also ends the searches of the pieces in flight.
        let is_idle = self.in_flight.is_empty();
        tokio::select! {
            biased;
            Some(held) = self.in_flight.next() => self.collect(&held, out),
            () = self.searches.shutdown().sent(), if is_idle => {}
        }
    }

    fn check_shutdown(&self) -> Result<(), Problem> {
        if self.searches.shutdown().is_sent() {
            return Err(Problem::new(
                ProblemKind::Overloaded,
                "The service is shutting down; send the batch again from this line on, in a second.",
            ));
        }
        Ok(())
    }

    fn results(&self) -> impl IntoIterator<Item = (&'static str, u64)> {
        self.verdicts.named()
    }

    fn summary(&self, counts: LineCounts) -> SolveSummary {
        SolveSummary {
            lines: counts.lines,
            verdicts: self.verdicts,
            rejected: counts.rejected,
            skipped: counts.skipped,
        }
    }
}

impl Solver {
    /// Appends the responses to the first piece in flight.
    fn collect(&mut self, held: &HeldResponses, out: &mut Vec<u8>) {
        self.first_lines.pop_front();
        self.verdicts.add_all(held.responses.verdicts);
        out.extend_from_slice(&held.responses.text);
    }

    /// Hands over the current piece, unless too many others are in flight, or their responses could need too much memory.
    fn start_piece(&mut self) {
        let Some(first_line) = self.piece.first_line() else {
            return;
        };
        if self.in_flight.len() >= self.searches.max_pieces() {
            return;
        }
        // There must always be one piece in flight: nothing else returns memory to this batch.
        let mut reservations = match self.reserve(self.piece.max_bytes()) {
            Ok(reserved) => Some(reserved),
            Err(BudgetSpent) if self.in_flight.is_empty() => None,
            Err(BudgetSpent) => return,
        };
        let responses = self.searches.start(mem::take(&mut self.piece));
        let held = async move {
            let mut responses = responses.await;
            responses.text.shrink_to_fit();
            for reservation in reservations.iter_mut().flatten() {
                let shrunk = reservation.resize(responses.text.len());
                shrunk.expect("the responses are not larger than their maximum");
            }
            HeldResponses {
                responses,
                _reservations: reservations,
            }
        };
        self.in_flight.push_back(held.boxed());
        self.first_lines.push_back(first_line);
    }

    /// Reserves memory for responses that may have to wait for others.
    fn reserve(&self, bytes: usize) -> Result<[Reservation; 2], BudgetSpent> {
        let shared = self.state.unread_bytes.try_reserve(bytes)?;
        Ok([shared, self.state.memory.try_reserve(bytes)?])
    }
}
