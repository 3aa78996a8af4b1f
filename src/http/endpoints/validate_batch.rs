use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;

use crate::http::batch::{self, LineCounts, LineHandler};
use crate::http::request::board_request::BoardRequest;
use crate::http::request::query::{BatchQuery, DuplicateScope, Report};
use crate::http::response::batch::{NumberedLine, Skipped, ValidationSummary};
use crate::http::response::json;
use crate::http::response::problem::Problem;
use crate::http::response::validation::ValidateResponse;
use crate::http::state::AppState;
use crate::metrics::Metrics;

/// `POST /validate/batch`: validates the board on each line.
pub(crate) async fn validate_batch(
    State(state): State<Arc<AppState>>,
    request: Request,
) -> Result<Response, Problem> {
    let BatchQuery {
        duplicates,
        report,
        declared,
    } = BatchQuery::from_uri(request.uri())?;
    let handler = Validator {
        duplicates,
        report,
        metrics: Arc::clone(&state.metrics),
        valid: 0,
        invalid: 0,
        complete: 0,
    };
    batch::respond(request, state, declared, handler).await
}

struct Validator {
    duplicates: DuplicateScope,
    report: Report,
    metrics: Arc<Metrics>,
    valid: u64,
    invalid: u64,
    complete: u64,
}

impl LineHandler for Validator {
    type Summary = ValidationSummary;

    async fn handle(
        &mut self,
        line: u64,
        request: BoardRequest,
        out: &mut Vec<u8>,
    ) -> Result<(), Problem> {
        let response = ValidateResponse::new(&request, self.duplicates);
        self.metrics
            .board_validated(response.valid, response.complete);
        self.complete += u64::from(response.complete);
        if response.valid {
            self.valid += 1;
        } else {
            self.invalid += 1;
        }
        match self.report {
            Report::All => response.write_line(out),
            Report::Invalid if response.valid => {}
            Report::Invalid => {
                let content = response;
                json::write_line(out, &NumberedLine { line, content });
            }
        }
        Ok(())
    }

    fn skip(&mut self, line: u64, out: &mut Vec<u8>) {
        if self.report == Report::All {
            json::write_line(
                out,
                &NumberedLine {
                    line,
                    content: Skipped::new(),
                },
            );
        }
    }

    fn results(&self) -> impl IntoIterator<Item = (&'static str, u64)> {
        [
            ("sudoku.batch.valid", self.valid),
            ("sudoku.batch.invalid", self.invalid),
            ("sudoku.batch.complete", self.complete),
        ]
    }

    fn summary(&self, counts: LineCounts) -> ValidationSummary {
        ValidationSummary {
            lines: counts.lines,
            valid: self.valid,
            invalid: self.invalid,
            rejected: counts.rejected,
            skipped: counts.skipped,
            complete: self.complete,
        }
    }
}
