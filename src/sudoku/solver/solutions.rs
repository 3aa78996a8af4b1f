//! The solutions that a search found, and their collection during the search.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use crate::sudoku::board::Board;

/// The number of solutions that are kept as examples, unless another one is requested.
pub(super) const DEFAULT_EXAMPLES: usize = 2;

/// The solutions of a board, as far as they were counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// The number of solutions that were found.
    pub count: usize,
    /// The first of them, as many as were requested, all different.
    pub examples: Vec<Board>,
    /// Why the search ended, which shows whether there may be more.
    pub end: SearchEnd,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchEnd {
    /// All solutions were counted.
    Exhausted,
    /// The requested number of solutions was found.
    ReachedLimit,
    /// The search was stopped.
    Stopped,
}

/// How many solutions a board has. A proper puzzle has exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// No solution.
    None,
    /// Exactly one solution.
    One,
    /// Two or more solutions.
    Many,
    /// The search ended before this was decided.
    Unknown,
}

impl Solutions {
    /// Returns what the search has shown.
    ///
    /// Only a search for at least two solutions can distinguish one from many: if the limit was one and one was found,
    /// the verdict is [`Verdict::Unknown`].
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match (self.count, self.end) {
            (0, SearchEnd::Exhausted) => Verdict::None,
            (1, SearchEnd::Exhausted) => Verdict::One,
            (0 | 1, _) => Verdict::Unknown,
            _ => Verdict::Many,
        }
    }
}

impl Verdict {
    /// Returns the verdict in lower case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::None => "none",
            Verdict::One => "one",
            Verdict::Many => "many",
            Verdict::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Collects the solutions that a search finds, and decides when it must end.
pub(super) struct Collector<'a> {
    count: usize,
    count_to: NonZeroUsize,
    max_examples: usize,
    /// In reading order.
    examples: Vec<Vec<u8>>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Collector<'a> {
    pub(super) fn new(count_to: NonZeroUsize, stop: &'a dyn Fn() -> bool) -> Collector<'a> {
        Collector {
            count: 0,
            count_to,
            max_examples: DEFAULT_EXAMPLES,
            examples: Vec::new(),
            stop,
        }
    }

    /// Keeps this number of solutions as examples.
    pub(super) fn with_max_examples(self, max_examples: usize) -> Collector<'a> {
        Collector {
            max_examples,
            ..self
        }
    }

    /// Counts a solution. Its digits, in reading order, are computed only if it becomes an example.
    pub(super) fn record(&mut self, digits: impl FnOnce() -> Vec<u8>) -> ControlFlow<SearchEnd> {
        if self.examples.len() < self.max_examples {
            self.examples.push(digits());
        }
        self.count += 1;
        if self.count >= self.count_to.get() {
            ControlFlow::Break(SearchEnd::ReachedLimit)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Breaks if the search must stop.
    pub(super) fn check_stop(&self) -> ControlFlow<SearchEnd> {
        if (self.stop)() {
            ControlFlow::Break(SearchEnd::Stopped)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// The stop signal, for an engine that cannot call [`Collector::check_stop`].
    pub(super) fn stop_signal(&self) -> &'a dyn Fn() -> bool {
        self.stop
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn into_examples(self) -> Vec<Vec<u8>> {
        self.examples
    }
}
