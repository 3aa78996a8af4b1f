//! The span of a search, as a part of a sampled request.

use super::response::problem::Problem;
use super::search_goal::SearchGoal;
use super::search_pool::SearchOutcome;
use super::state::AppState;
use crate::sudoku::Board;
use crate::traces::{KeyValue, Span, SpanKind};

/// Counts the solutions of a board, as [`SearchPool::search`](super::search_pool::SearchPool::search) does. If its request
/// is sampled, the search is a child of `parent`.
pub(crate) async fn search(
    state: &AppState,
    parent: Option<&Span>,
    board: &Board,
    goal: SearchGoal,
) -> Result<SearchOutcome, Problem> {
    let span = parent.map(Span::child);
    let outcome = state.search_pool.search(board, goal).await;
    if let Some(span) = span {
        end(span, board.layout().size(), &outcome);
    }
    outcome
}

fn end(span: Span, size: usize, outcome: &Result<SearchOutcome, Problem>) {
    let mut attributes = vec![KeyValue::new("sudoku.size", integer(size))];
    match outcome {
        Ok(outcome) => {
            let solutions = &outcome.solutions;
            attributes.extend([
                KeyValue::new("sudoku.solutions", solutions.verdict().as_str()),
                KeyValue::new("sudoku.count", integer(solutions.count)),
                KeyValue::new("sudoku.search.checks", i64::from(outcome.stop_checks)),
            ]);
            if let Some(reason) = outcome.stopped {
                attributes.push(KeyValue::new("sudoku.stopped", reason.as_str()));
            }
        }
        Err(problem) => attributes.push(KeyValue::new("sudoku.rejection", problem.kind().name())),
    }
    span.end("search", SpanKind::Internal, attributes, outcome.is_err());
}

/// Converts a number to the type of integers in OpenTelemetry.
fn integer(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
