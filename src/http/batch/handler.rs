//! What differs between the endpoints that process batches.

use std::future::pending;

use serde::Serialize;

use crate::http::request::board_request::BoardRequest;
use crate::http::response::problem::Problem;

/// An endpoint's processing of the boards of a batch.
pub(crate) trait LineHandler: Send + 'static {
    /// The content of the last line of the response.
    type Summary: Serialize;

    /// Returns the memory in bytes that a batch reserves: a line that is not complete yet, and the responses to two of the
    /// largest boards with `duplicates=all`, one being sent and one being written.
    fn memory_bytes(&self) -> usize {
        1024 * 1024
    }

    /// Handles the board on a line, counted from 1, and appends its response, if any, to `out` as a line. A handler may
    /// also respond later, in [`LineHandler::next_ready`].
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

    /// Returns where to append the response to a line that is not a board: `out`, unless responses to earlier lines are
    /// still missing.
    fn out_for_line<'o>(&'o mut self, _line: u64, out: &'o mut Vec<u8>) -> &'o mut Vec<u8> {
        out
    }

    /// Returns whether another line can be handled; if not, wait for [`LineHandler::next_ready`] first.
    fn has_room(&mut self) -> bool {
        true
    }

    /// Returns the first line whose response is still missing.
    fn first_missing(&self) -> Option<u64> {
        None
    }

    /// Waits for missing responses, and appends those that come next to `out`. May return without any at the end of the
    /// service. Cancelling it loses nothing.
    fn next_ready(&mut self, _out: &mut Vec<u8>) -> impl Future<Output = ()> + Send {
        pending()
    }

    /// Returns whether the batch may continue.
    ///
    /// # Errors
    ///
    /// A problem if it must end here because the service does.
    fn check_shutdown(&self) -> Result<(), Problem> {
        Ok(())
    }

    /// Returns the numbers of boards by result, with the names that they have in a span.
    fn results(&self) -> impl IntoIterator<Item = (&'static str, u64)>;

    /// Summarizes a batch that was read to the end.
    fn summary(&self, counts: LineCounts) -> Self::Summary;
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
