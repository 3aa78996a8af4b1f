use std::num::NonZeroUsize;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;

use crate::http::memory::SMALL_BODY_BYTES;
use crate::http::request;
use crate::http::request::check_request::CheckRequest;
use crate::http::request::query::CheckQuery;
use crate::http::response::check::{CheckResponse, Findings};
use crate::http::response::json;
use crate::http::response::problem::Problem;
use crate::http::search_goal::SearchGoal;
use crate::http::search_span;
use crate::http::search_stop::StopReason;
use crate::http::state::AppState;
use crate::sudoku::{Board, Progress, Puzzle, PuzzleSolution, Reachability, Verdict};
use crate::traces::Span;

/// Enough to distinguish one solution from many.
const TWO: NonZeroUsize = NonZeroUsize::new(2).expect("2 is not zero");

/// `POST /check`: whether a player's board and move are right, without giving digits away.
pub(crate) async fn check(
    State(state): State<Arc<AppState>>,
    request: Request,
) -> Result<Response, Problem> {
    let CheckQuery { wrong, declared } = CheckQuery::from_uri(request.uri())?;
    let span = request.extensions().get::<Span>().cloned();
    let mut request = request::receive_check(request, &state, declared).await?;
    // Before the searches, which would be in vain without memory for the response.
    let memory = match CheckResponse::max_bytes(&request) {
        ..=SMALL_BODY_BYTES => None,
        bytes => Some(state.memory.try_reserve(bytes)?),
    };
    let findings = match request.givens.take() {
        Some(givens) => Some(investigate(givens, &request, &state, span.as_ref()).await?),
        None => None,
    };
    let response = CheckResponse::new(&request, findings.as_ref(), wrong);
    state
        .metrics
        .board_validated(response.valid, response.complete);
    let body = response.into_body(request, memory, &state.memory)?;
    Ok(json::ok_with_body("application/json", body))
}

/// Finds out how many solutions the puzzle has and, if there are many, whether the board leads to one of them.
async fn investigate(
    givens: Board,
    request: &CheckRequest,
    state: &AppState,
    span: Option<&Span>,
) -> Result<Findings, Problem> {
    let (solution, stopped) = solution(&givens, state, span).await?;
    let mut findings = Findings {
        puzzle: Puzzle::new(givens, solution),
        reachable: None,
        stopped,
    };
    if findings.puzzle.verdict() != Verdict::Many {
        return Ok(findings);
    }
    let progress = Progress::new(&findings.puzzle, &request.board.board)
        .expect("the board and the puzzle of a request have the same layout");
    findings.reachable = Some(match progress.with_givens() {
        None => Reachability::No,
        Some(board) => {
            let goal = SearchGoal::count(NonZeroUsize::MIN);
            let outcome = search_span::search(state, span, &board, goal).await?;
            let reachable = Reachability::from(&outcome.solutions);
            if reachable == Reachability::Unknown {
                findings.stopped = outcome.stopped;
            }
            reachable
        }
    });
    Ok(findings)
}

/// Returns the solution of a puzzle, and why its search was stopped if the solution is unknown.
async fn solution(
    givens: &Board,
    state: &AppState,
    span: Option<&Span>,
) -> Result<(PuzzleSolution, Option<StopReason>), Problem> {
    let known = state.solution_cache.get(givens);
    state.metrics.solution_looked_up(known.is_some());
    if let Some(known) = known {
        return Ok((known, None));
    }
    let outcome = search_span::search(state, span, givens, SearchGoal::count(TWO)).await?;
    let solution = PuzzleSolution::from(outcome.solutions);
    let verdict = solution.verdict();
    state
        .metrics
        .board_searched(givens.layout().size(), verdict.as_str(), outcome.duration);
    state.solution_cache.insert(givens, &solution);
    state
        .metrics
        .solutions_cached(state.solution_cache.used_bytes());
    Ok((solution, outcome.stopped))
}
