//! The span of a batch, as a part of a sampled request. It lasts longer than its parent, which ends when the response
//! starts.

use axum::extract::Request;

use super::handler::LineCounts;
use crate::traces::{KeyValue, Span, SpanKind};

/// The span of a batch in progress.
#[derive(Debug)]
pub(super) struct BatchSpan(Span);

/// How a batch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BatchEnd {
    /// It was read to the end.
    Complete,
    /// It ended early, with a problem of this type.
    Rejected(&'static str),
    /// The client disconnected or stalled.
    Aborted,
    Panicked,
}

impl BatchSpan {
    /// Starts the span of a batch, if its request is sampled.
    pub(super) fn start(request: &Request) -> Option<BatchSpan> {
        let parent = request.extensions().get::<Span>()?;
        Some(BatchSpan(parent.child()))
    }

    /// Ends the span with the counts of lines, and of boards by result.
    pub(super) fn end(
        self,
        counts: LineCounts,
        results: impl IntoIterator<Item = (&'static str, u64)>,
        end: BatchEnd,
    ) {
        let lines = [
            ("sudoku.batch.lines", counts.lines),
            ("sudoku.batch.rejected", counts.rejected),
            ("sudoku.batch.skipped", counts.skipped),
        ];
        let counts = lines.into_iter().chain(results);
        let mut attributes: Vec<KeyValue> = counts
            .map(|(name, count)| KeyValue::new(name, i64::try_from(count).unwrap_or(i64::MAX)))
            .collect();
        match end {
            BatchEnd::Complete => {}
            BatchEnd::Rejected(problem) => {
                attributes.push(KeyValue::new("sudoku.rejection", problem));
            }
            BatchEnd::Aborted => attributes.push(KeyValue::new("error.type", "aborted")),
            BatchEnd::Panicked => attributes.push(KeyValue::new("error.type", "internal")),
        }
        let is_error = end == BatchEnd::Panicked;
        self.0
            .end("batch", SpanKind::Internal, attributes, is_error);
    }
}
