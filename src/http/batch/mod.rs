//! `POST /validate/batch`: one board in each line, one answer for each line, while they come.

mod lines;
mod queue;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use futures_util::FutureExt;
use http_body_util::BodyExt;
use tokio::task::yield_now;
use tokio::time::timeout;
use tracing::{Instrument, Span, info};

use self::lines::{LONGEST, Line, Lines};
use self::queue::Queue;
use super::body::Type;
use super::problem::{Problem, ProblemKind};
use super::query::BatchQuery;
use super::wire::{Numbered, RefusedLine, Summary, SummaryLine, ValidateResponse};
use super::{Shared, answer, body, read, work};

/// How many bytes of answers are sent in one piece, if more lines are at hand.
const PIECE: usize = 16 * 1024;

/// How many lines are answered at the most before others have their turn.
const TURN: usize = 256;

pub(super) async fn batch(
    State(shared): State<Arc<Shared>>,
    request: Request,
) -> Result<Response, Problem> {
    let query = BatchQuery::of(request.uri())?;
    let place = work::begin_long(
        &shared.batches,
        "Too many batches are being judged; ask again in a second.",
    )?;
    let is_text = match body::declared(request.headers(), shared.limits.batch_bytes)? {
        Some(Type::JsonLines) => false,
        Some(Type::Text) => true,
        _ => {
            return Err(Problem::wrong_media_type(
                "Send the header 'Content-Type: application/x-ndjson' for a board as JSON in each line, or 'text/plain' for \
                 81 characters in each line; with curl, send the file with '-X POST -T' or '--data-binary'.",
                "application/x-ndjson, text/plain",
            ));
        }
    };
    let mut incoming = Incoming {
        body: request.into_body(),
        shared: Arc::clone(&shared),
        length: 0,
    };
    // Before the answer begins, so that a client that waits to be invited is.
    let first = incoming.next().await?;

    let (queue, answer) = Queue::new(Arc::clone(&shared.unread));
    let judge = Judge {
        shared: Arc::clone(&shared),
        query,
        is_text,
        out: Vec::new(),
        summary: Summary::default(),
    };
    let judged = async move {
        let active = shared.metrics.batch_came();
        let judged = AssertUnwindSafe(judge.run(first, incoming, &queue)).catch_unwind();
        tokio::select! {
            judged = judged => if judged.is_err() { shared.metrics.panicked() },
            () = queue.closed() => info!("a batch was given up: its client has gone, or neither sends nor reads"),
        }
        drop((active, place));
    };
    tokio::spawn(judged.instrument(Span::current()));
    Ok(answer::written(
        StatusCode::OK,
        "application/x-ndjson",
        answer,
    ))
}

fn silent() -> Problem {
    Problem::new(
        ProblemKind::BodyTooSlow,
        "Nothing came of the batch for too long, so it is given up here.",
    )
}

/// The body of a batch, as it comes.
struct Incoming {
    body: Body,
    shared: Arc<Shared>,
    /// How many bytes have come.
    length: u64,
}

impl Incoming {
    /// The next piece of the body; `None` at its end.
    async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        loop {
            let frame = timeout(self.shared.limits.batch_idle_timeout, self.body.frame())
                .await
                .map_err(|_| silent())?;
            let Some(frame) = frame else { return Ok(None) };
            let Ok(piece) = frame.map_err(|_| body::broken())?.into_data() else {
                continue;
            };
            self.length += piece.len() as u64;
            body::check_length(self.length, self.shared.limits.batch_bytes)?;
            return Ok(Some(piece));
        }
    }
}

/// Answers the lines of a batch.
struct Judge {
    shared: Arc<Shared>,
    query: BatchQuery,
    is_text: bool,
    /// What is not sent yet.
    out: Vec<u8>,
    summary: Summary,
}

impl Judge {
    /// Answers all lines. What ends the body early is the last line of the answer, in place of the summary.
    async fn run(mut self, mut piece: Option<Bytes>, mut incoming: Incoming, queue: &Queue) {
        let mut lines = Lines::default();
        while let Some(bytes) = piece {
            let mut rest = &bytes[..];
            let mut turn = 0;
            while let Some(line) = lines.next(&mut rest) {
                self.line(line);
                turn += 1;
                if turn >= TURN || self.out.len() >= PIECE {
                    turn = 0;
                    self.send_if(PIECE, queue).await;
                    yield_now().await;
                }
            }
            yield_now().await;
            piece = match self.next(&mut incoming, queue).await {
                Ok(piece) => piece,
                Err(problem) => {
                    self.summary.lines += 1;
                    self.refuse(&problem);
                    return self.send_if(1, queue).await;
                }
            };
        }
        if let Some(line) = lines.last() {
            self.line(line);
        }
        answer::write_to(
            &mut self.out,
            &SummaryLine {
                summary: self.summary,
            },
        );
        self.send_if(1, queue).await;
    }

    /// The next piece of the body. Whoever waits for the answers to the last one before sending it gets them.
    async fn next(
        &mut self,
        incoming: &mut Incoming,
        queue: &Queue,
    ) -> Result<Option<Bytes>, Problem> {
        loop {
            tokio::select! {
                biased;
                piece = incoming.next() => return piece,
                // Whoever does not read gets them later, in larger pieces.
                () = queue.is_drained(), if !self.out.is_empty() => self.send_if(1, queue).await,
            }
        }
    }

    /// Sends what is written if it has at least as many bytes.
    async fn send_if(&mut self, least: usize, queue: &Queue) {
        if self.out.len() >= least {
            queue.put(self.out.split_off(0)).await;
        }
    }

    fn line(&mut self, line: Line<'_>) {
        self.summary.lines += 1;
        let request = match line {
            Line::Text(line) if self.is_text => read::text_line(line),
            Line::Text(line) => read::json_line(line),
            Line::TooLong => Err(Problem::new(
                ProblemKind::LineTooLong,
                format!("The line has more than {LONGEST} bytes."),
            )),
        };
        match request {
            Ok(request) => self.answer(&ValidateResponse::new(&request, self.query.all_duplicates)),
            Err(problem) => {
                self.summary.refused += 1;
                self.shared.metrics.line_refused();
                self.refuse(&problem);
            }
        }
    }

    fn answer(&mut self, response: &ValidateResponse) {
        self.shared
            .metrics
            .judged(response.valid, response.complete);
        self.summary.complete += u64::from(response.complete);
        if response.valid {
            self.summary.valid += 1;
        } else {
            self.summary.invalid += 1;
        }
        match (self.query.only_invalid, response.valid) {
            (false, _) => response.write_to(&mut self.out),
            (true, true) => {}
            (true, false) => answer::write_to(
                &mut self.out,
                &Numbered {
                    line: self.summary.lines,
                    answer: response,
                },
            ),
        }
    }

    fn refuse(&mut self, problem: &Problem) {
        let refused = RefusedLine {
            error: problem.body(),
        };
        answer::write_to(
            &mut self.out,
            &Numbered {
                line: self.summary.lines,
                answer: refused,
            },
        );
    }
}
