use serde::Serialize;

use crate::http::request::board::BoardRequest;
use crate::http::response::problem::Problem;

/// What an endpoint does with the boards of a batch.
pub(crate) trait LineHandler: Send + 'static {
    /// The content of the last line of the response.
    type Summary: Serialize;

    /// Handles the board of a line, counted from 1, and appends its response to `out` as a line, unless it has none.
    ///
    /// # Errors
    ///
    /// A problem rejects this line alone.
    fn handle(
        &mut self,
        line: u64,
        request: BoardRequest,
        out: &mut Vec<u8>,
    ) -> impl Future<Output = Result<(), Problem>> + Send;

    /// Summarizes a batch that was read to its end.
    fn summary(self, counts: LineCounts) -> Self::Summary;
}

/// The numbers of lines of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineCounts {
    /// All lines.
    pub(crate) lines: u64,
    /// The lines that were rejected.
    pub(crate) rejected: u64,
}
