//! Batches: lines in, a handler for each board, lines out, while the client is still sending.

mod body;
mod handler;
mod lines;
mod queue;
#[cfg(test)]
mod tests;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::Request;
use axum::response::Response;
use futures_util::FutureExt;
use tokio::task::yield_now;
use tracing::{Instrument, Span, info};

use self::body::BatchBody;
use self::lines::{Line, LineSplitter, MAX_LINE_BYTES};
use self::queue::ResponseQueue;
use super::admission;
use super::request;
use super::request::board::BoardRequest;
use super::request::body::{MediaType, check_headers};
use super::response::batch::{NumberedLine, Rejection, SummaryLine};
use super::response::json;
use super::response::problem::{Problem, ProblemKind};
use super::state::AppState;
use crate::metrics::Metrics;

pub(crate) use self::handler::{LineCounts, LineHandler};

/// The response is sent in chunks of about this size while more lines are available.
const FLUSH_BYTES: usize = 16 * 1024;

/// The maximum number of lines that are processed before yielding to other tasks.
const LINES_PER_YIELD: usize = 256;

/// Starts processing the lines of a request, and responds with a body made of the handler's lines.
pub(crate) async fn respond(
    request: Request,
    state: Arc<AppState>,
    handler: impl LineHandler,
) -> Result<Response, Problem> {
    let permit = admission::try_admit_owned(
        &state.batches,
        "Too many batches at once; retry in a second.",
    )?;
    let format = match check_headers(request.headers(), state.limits.batch_bytes)? {
        Some(MediaType::JsonLines) => LineFormat::Json,
        Some(MediaType::Text) => LineFormat::Text,
        _ => {
            return Err(Problem::wrong_media_type(
                "Send the header 'Content-Type: application/x-ndjson' for one board as JSON per line, or 'text/plain' for one board of \
                 81 characters per line; with curl, send the file with '-X POST -T' or '--data-binary'.",
                "application/x-ndjson, text/plain",
            ));
        }
    };
    let mut body = BatchBody::new(request.into_body(), Arc::clone(&state));
    // A client that sent `Expect: 100-continue` gets `100 Continue` only if the body is read before the response
    // starts.
    let first_chunk = body.next_chunk().await?;

    let (queue, response_body) = ResponseQueue::new(Arc::clone(&state.unread_bytes));
    let processor = Processor {
        handler,
        format,
        metrics: Arc::clone(&state.metrics),
        out: Vec::new(),
        counts: LineCounts::default(),
    };
    let process = async move {
        let active = state.metrics.batch_started();
        let processed = AssertUnwindSafe(processor.run(first_chunk, body, &queue)).catch_unwind();
        tokio::select! {
            processed = processed => if processed.is_err() { state.metrics.handler_panicked() },
            () = queue.closed() => {
                info!("batch aborted: the client disconnected or stalled");
            }
        }
        drop((active, permit));
    };
    tokio::spawn(process.instrument(Span::current()));
    Ok(json::ok_with_body("application/x-ndjson", response_body))
}

/// How the boards of a batch are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineFormat {
    Json,
    Text,
}

/// Passes the boards of a batch to the handler, and rejects the other lines.
struct Processor<H> {
    handler: H,
    format: LineFormat,
    metrics: Arc<Metrics>,
    /// Response lines that have not been flushed yet.
    out: Vec<u8>,
    counts: LineCounts,
}

impl<H: LineHandler> Processor<H> {
    /// Processes all lines. If the body ends early, the last line of the response says why instead of the summary.
    async fn run(mut self, mut chunk: Option<Bytes>, mut body: BatchBody, queue: &ResponseQueue) {
        let mut splitter = LineSplitter::default();
        while let Some(bytes) = chunk {
            let mut rest = &bytes[..];
            let mut lines_since_yield = 0;
            while let Some(line) = splitter.next(&mut rest) {
                self.process(line).await;
                lines_since_yield += 1;
                if lines_since_yield >= LINES_PER_YIELD || self.out.len() >= FLUSH_BYTES {
                    lines_since_yield = 0;
                    self.flush_if_at_least(FLUSH_BYTES, queue).await;
                    yield_now().await;
                }
            }
            yield_now().await;
            chunk = match self.next_chunk(&mut body, queue).await {
                Ok(chunk) => chunk,
                Err(problem) => {
                    self.counts.lines += 1;
                    self.write_rejection(&problem);
                    return self.flush_if_at_least(1, queue).await;
                }
            };
        }
        if let Some(line) = splitter.last() {
            self.process(line).await;
        }
        let summary = self.handler.summary(self.counts);
        json::write_line(&mut self.out, &SummaryLine { summary });
        queue.put(self.out).await;
    }

    /// Receives the next chunk of the body. Flushes the response meanwhile, in case the client waits for it before it
    /// sends more; but only as fast as the client reads, so that a slow reader gets larger chunks.
    async fn next_chunk(
        &mut self,
        body: &mut BatchBody,
        queue: &ResponseQueue,
    ) -> Result<Option<Bytes>, Problem> {
        loop {
            tokio::select! {
                biased;
                chunk = body.next_chunk() => return chunk,
                () = queue.all_read(), if !self.out.is_empty() => {
                    self.flush_if_at_least(1, queue).await;
                }
            }
        }
    }

    async fn flush_if_at_least(&mut self, min_bytes: usize, queue: &ResponseQueue) {
        if self.out.len() >= min_bytes {
            queue.put(self.out.split_off(0)).await;
        }
    }

    async fn process(&mut self, line: Line<'_>) {
        self.counts.lines += 1;
        let handled = match self.parse(line) {
            Ok(request) => {
                let line = self.counts.lines;
                self.handler.handle(line, request, &mut self.out).await
            }
            Err(problem) => Err(problem),
        };
        if let Err(problem) = handled {
            self.counts.rejected += 1;
            self.metrics.line_rejected();
            self.write_rejection(&problem);
        }
    }

    fn parse(&self, line: Line<'_>) -> Result<BoardRequest, Problem> {
        match (line, self.format) {
            (Line::Text(line), LineFormat::Json) => request::parse_json_line(line),
            (Line::Text(line), LineFormat::Text) => request::parse_text_line(line),
            (Line::TooLong, _) => Err(Problem::new(
                ProblemKind::LineTooLong,
                format!("The line exceeds the limit of {MAX_LINE_BYTES} bytes."),
            )),
        }
    }

    fn write_rejection(&mut self, problem: &Problem) {
        let line = NumberedLine {
            line: self.counts.lines,
            content: Rejection {
                error: problem.body(),
            },
        };
        json::write_line(&mut self.out, &line);
    }
}
