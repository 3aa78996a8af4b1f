//! Batches: lines in, a handler for each board, lines out, while the client is still sending.

mod body;
mod handler;
mod lines;
mod queue;
mod span;
mod start;
#[cfg(test)]
mod tests;

use std::mem;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
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
use self::span::{BatchEnd, BatchSpan};
use self::start::Start;
use super::request::board_request::BoardRequest;
use super::request::body::{MediaType, check_headers};
use super::request::lines::{LineFormat, LineParser};
use super::request::{self, Declared};
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
pub(crate) async fn respond<H: LineHandler>(
    request: Request,
    state: Arc<AppState>,
    defaults: Option<Arc<Declared>>,
    handler: H,
) -> Result<Response, Problem> {
    let format = match check_headers(request.headers(), state.limits.batch_bytes)? {
        Some(MediaType::JsonLines) => LineFormat::Json,
        Some(MediaType::Text) => LineFormat::Text,
        other => return Err(wrong_media_type(other)),
    };
    let span = BatchSpan::start(&request);
    let memory = state.memory.try_reserve(handler.memory_bytes())?;
    let slot = state.batches.acquire().map_err(|_| too_many_batches())?;
    let slot = Arc::new(slot);
    let mut body = BatchBody::new(request.into_body(), Arc::clone(&state), Arc::clone(&slot));
    // A client that sent `Expect: 100-continue` gets `100 Continue` only if the body is read before the response
    // starts.
    let first_chunk = body.next_chunk(false).await?;

    let (queue, response_body) = ResponseQueue::new(&state, slot, memory);
    let (start, started) = Start::new();
    let mut processor = Processor {
        handler,
        parser: LineParser::new(format, defaults, state.memory.clone()),
        metrics: Arc::clone(&state.metrics),
        start,
        out: Vec::new(),
        counts: LineCounts::default(),
    };
    let process = async move {
        let active = state.metrics.batch_started();
        let processed = AssertUnwindSafe(processor.run(first_chunk, body, &queue)).catch_unwind();
        let end = tokio::select! {
            processed = processed => processed.unwrap_or_else(|_| {
                state.metrics.handler_panicked();
                BatchEnd::Panicked
            }),
            () = queue.closed() => {
                info!("batch aborted: the client disconnected or stalled");
                BatchEnd::Aborted
            }
        };
        if let Some(span) = span {
            span.end(processor.counts, processor.handler.results(), end);
        }
        drop(processor);
        // The slot is free before the batch is no longer counted as active.
        drop(queue);
        drop(active);
    };
    tokio::spawn(process.instrument(Span::current()));
    started.wait().await;
    Ok(json::ok_with_body("application/x-ndjson", response_body))
}

fn wrong_media_type(media_type: Option<MediaType>) -> Problem {
    let detail = match media_type {
        Some(MediaType::Json) => {
            "Send one board as JSON per line, without brackets or commas around the lines, and the header \
             'Content-Type: application/x-ndjson'."
        }
        _ => {
            "Send the header 'Content-Type: application/x-ndjson' for one board as JSON per line, or 'text/plain' for one board of \
             81 characters per line; with curl, send the file with '-X POST -T' or '--data-binary'."
        }
    };
    Problem::wrong_media_type(detail, "application/x-ndjson, text/plain")
}

fn too_many_batches() -> Problem {
    Problem::new(
        ProblemKind::Overloaded,
        "Too many batches at once; retry in a second.",
    )
}

/// Passes the boards of a batch to the handler, and rejects the other lines.
struct Processor<H> {
    handler: H,
    parser: LineParser,
    metrics: Arc<Metrics>,
    start: Start,
    /// Response lines that have not been flushed yet.
    out: Vec<u8>,
    counts: LineCounts,
}

impl<H: LineHandler> Processor<H> {
    /// Processes all lines. The last line of the response is the summary or, if the batch ends early, the reason.
    async fn run(
        &mut self,
        first_chunk: Option<Bytes>,
        body: BatchBody,
        queue: &ResponseQueue,
    ) -> BatchEnd {
        let end = match self.process_all(first_chunk, body, queue).await {
            Ok(()) => {
                let summary = self.handler.summary(self.counts);
                json::write_line(&mut self.out, &SummaryLine { summary });
                BatchEnd::Complete
            }
            Err(problem) => {
                let next = self.counts.lines + 1;
                let line = self.handler.first_missing().unwrap_or(next);
                json::write_line(&mut self.out, &rejection(line, &problem));
                BatchEnd::Rejected(problem.kind().name())
            }
        };
        queue.put_last(mem::take(&mut self.out));
        end
    }

    async fn process_all(
        &mut self,
        first_chunk: Option<Bytes>,
        body: BatchBody,
        queue: &ResponseQueue,
    ) -> Result<(), Problem> {
        let read = self.read_all(first_chunk, body, queue).await;
        while self.handler.first_missing().is_some() {
            self.start.now();
            self.wait_for_responses(queue).await?;
        }
        read
    }

    async fn read_all(
        &mut self,
        mut chunk: Option<Bytes>,
        mut body: BatchBody,
        queue: &ResponseQueue,
    ) -> Result<(), Problem> {
        let mut splitter = LineSplitter::default();
        while let Some(bytes) = chunk {
            let mut rest = &bytes[..];
            let mut lines_since_yield = 0;
            while let Some(line) = splitter.next(&mut rest) {
                self.process(line).await;
                while !self.handler.has_room() {
                    self.wait_for_responses(queue).await?;
                }
                lines_since_yield += 1;
                if lines_since_yield >= LINES_PER_YIELD || self.out.len() >= FLUSH_BYTES {
                    lines_since_yield = 0;
                    self.flush_if_at_least(FLUSH_BYTES, queue).await?;
                    yield_now().await;
                }
            }
            yield_now().await;
            chunk = self.next_chunk(&mut body, queue).await?;
        }
        if let Some(line) = splitter.last() {
            self.process(line).await;
        }
        Ok(())
    }

    /// Receives the next chunk of the body. Flushes the response meanwhile, in case the client waits for it before it
    /// sends more; but only as fast as the client reads, so that a slow reader gets larger chunks.
    async fn next_chunk(
        &mut self,
        body: &mut BatchBody,
        queue: &ResponseQueue,
    ) -> Result<Option<Bytes>, Problem> {
        loop {
            self.handler.check_shutdown()?;
            let is_owed = self.handler.first_missing().is_some();
            tokio::select! {
                biased;
                chunk = body.next_chunk(is_owed) => return chunk,
                () = self.handler.next_ready(&mut self.out) => {
                    self.flush_if_at_least(FLUSH_BYTES, queue).await?;
                }
                () = queue.all_read(), if !self.out.is_empty() => {
                    self.flush_if_at_least(1, queue).await?;
                }
                () = self.start.pause() => self.start.now(),
            }
        }
    }

    /// Waits for responses of the handler, and meanwhile flushes those that are ready as soon as the client reads.
    async fn wait_for_responses(&mut self, queue: &ResponseQueue) -> Result<(), Problem> {
        tokio::select! {
            biased;
            () = self.handler.next_ready(&mut self.out) => self.flush_if_at_least(FLUSH_BYTES, queue).await,
            () = queue.all_read(), if !self.out.is_empty() => self.flush_if_at_least(1, queue).await,
        }
    }

    async fn flush_if_at_least(
        &mut self,
        min_bytes: usize,
        queue: &ResponseQueue,
    ) -> Result<(), Problem> {
        if self.out.len() >= min_bytes {
            let out = mem::take(&mut self.out);
            self.start.wrote(out.len());
            let mut flushed = pin!(queue.put(out));
            let flushed = if let Some(flushed) = flushed.as_mut().now_or_never() {
                flushed
            } else {
                // There is no room until the client reads.
                self.start.now();
                flushed.await
            };
            flushed.map_err(|_| request::body::displaced())?;
        }
        Ok(())
    }

    async fn process(&mut self, line: Line<'_>) {
        self.counts.lines += 1;
        let number = self.counts.lines;
        let handled = match self.parse(line) {
            Ok(Some(request)) => self.handler.handle(number, request, &mut self.out).await,
            Ok(None) => {
                self.counts.skipped += 1;
                self.handler.skip(number, &mut self.out);
                Ok(())
            }
            Err(problem) => Err(problem),
        };
        if let Err(problem) = handled {
            self.counts.rejected += 1;
            self.metrics.line_rejected();
            self.write_rejection(&problem);
        }
    }

    /// Parses a line. Returns `None` for one that is skipped.
    fn parse(&mut self, line: Line<'_>) -> Result<Option<BoardRequest>, Problem> {
        let Line::Text(mut line) = line else {
            return Err(Problem::new(
                ProblemKind::LineTooLong,
                format!("The line exceeds the limit of {MAX_LINE_BYTES} bytes."),
            ));
        };
        if self.counts.lines == 1 {
            line = request::without_byte_order_mark(line);
        }
        self.parser.parse(line)
    }

    fn write_rejection(&mut self, problem: &Problem) {
        let line = self.counts.lines;
        let out = self.handler.out_for_line(line, &mut self.out);
        json::write_line(out, &rejection(line, problem));
    }
}

fn rejection(line: u64, problem: &Problem) -> NumberedLine<Rejection<'_>> {
    let error = problem.body();
    NumberedLine {
        line,
        content: Rejection { error },
    }
}
