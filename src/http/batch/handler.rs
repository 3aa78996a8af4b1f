//! What differs between the endpoints that process batches.

use serde::Serialize;

use crate::http::request::board_request::BoardRequest;
use crate::http::response::problem::Problem;

/// An endpoint's processing of the boards of a batch.
pub(crate) trait LineHandler: Send + 'static {
    /// The content of the last line of the response.
    type Summary: Serialize;

    /// Handles the board on a line, counted from 1, and appends its response, if any, to `out` as a line.
    ///
    /// # Errors
    ///
    /// A problem if the line is rejected; the batch continues.
    fn handle(
        &mut self,
        line: u64,
        request: BoardRequest,
        out: &mut Vec<u8>,
    ) -> impl Future<Output = Result<(), Problem>> + Send;

    /// Appends the response, if any, for a line that is not a board: one that is blank or a comment.
    fn skip(&mut self, line: u64, out: &mut Vec<u8>);

    /// Summarizes a batch that was read to the end.
    fn summary(self, counts: LineCounts) -> Self::Summary;
}

/// The number of lines of a batch, by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineCounts {
    /// All lines.
    pub(crate) lines: u64,
    /// The lines that were rejected.
    pub(crate) rejected: u64,
    /// The lines that were skipped.
    pub(crate) skipped: u64,
}
