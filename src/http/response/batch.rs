//! Lines of batch responses.

use serde::Serialize;

use super::problem::ProblemResponse;
use crate::sudoku::Verdict;

/// A response line with the number of the request line that it belongs to.
#[derive(Debug, Serialize)]
pub(crate) struct NumberedLine<T> {
    /// The number of the request line, counted from 1.
    pub(crate) line: u64,
    #[serde(flatten)]
    pub(crate) content: T,
}

/// The content of the response line for a rejected line.
#[derive(Debug, Serialize)]
pub(crate) struct Rejection<'a> {
    pub(crate) error: ProblemResponse<'a>,
}

/// The content of the response line for a line that is skipped.
#[derive(Debug, Serialize)]
pub(crate) struct Skipped {
    skipped: bool,
}

impl Skipped {
    pub(crate) fn new() -> Skipped {
        Skipped { skipped: true }
    }
}

/// The last line of a batch response.
#[derive(Debug, Serialize)]
pub(crate) struct SummaryLine<S> {
    pub(crate) summary: S,
}

/// The summary of `/validate/batch`.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct ValidationSummary {
    pub(crate) lines: u64,
    pub(crate) valid: u64,
    pub(crate) invalid: u64,
    pub(crate) rejected: u64,
    pub(crate) skipped: u64,
    /// The number of valid and invalid boards without an empty cell.
    pub(crate) complete: u64,
}

/// The summary of `/solve/batch`.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct SolveSummary {
    pub(crate) lines: u64,
    #[serde(flatten)]
    pub(crate) verdicts: VerdictCounts,
    pub(crate) rejected: u64,
    pub(crate) skipped: u64,
}

/// The number of boards by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct VerdictCounts {
    none: u64,
    one: u64,
    many: u64,
    unknown: u64,
}

impl VerdictCounts {
    /// Counts a board.
    pub(crate) fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::None => self.none += 1,
            Verdict::One => self.one += 1,
            Verdict::Many => self.many += 1,
            Verdict::Unknown => self.unknown += 1,
        }
    }

    /// Returns the counts with the names that they have in a span.
    pub(crate) fn named(self) -> [(&'static str, u64); 4] {
        [
            ("sudoku.batch.none", self.none),
            ("sudoku.batch.one", self.one),
            ("sudoku.batch.many", self.many),
            ("sudoku.batch.unknown", self.unknown),
        ]
    }

    /// Adds the boards that were counted elsewhere.
    pub(crate) fn add_all(&mut self, other: VerdictCounts) {
        self.none += other.none;
        self.one += other.one;
        self.many += other.many;
        self.unknown += other.unknown;
    }
}
