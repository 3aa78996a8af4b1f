use std::ops::ControlFlow;

use super::End;

/// What a search has found so far, and when it has to end.
pub(super) struct Found<'a> {
    count: usize,
    count_to: usize,
    /// The first two.
    examples: Vec<Vec<u8>>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Found<'a> {
    /// Nothing yet.
    pub(super) fn new(count_to: usize, stop: &'a dyn Fn() -> bool) -> Found<'a> {
        Found {
            count: 0,
            count_to,
            examples: Vec::new(),
            stop,
        }
    }

    /// Counts a solution. Its digits, row by row, are asked for only if it is to be an example.
    pub(super) fn take(&mut self, digits: impl FnOnce() -> Vec<u8>) -> ControlFlow<End> {
        if self.examples.len() < 2 {
            self.examples.push(digits());
        }
        self.count += 1;
        if self.count >= self.count_to {
            ControlFlow::Break(End::Enough)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Whether the search may go on.
    pub(super) fn go_on(&self) -> ControlFlow<End> {
        if (self.stop)() {
            ControlFlow::Break(End::Stopped)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Whether to stop, for a search that cannot ask itself.
    pub(super) fn stop(&self) -> &'a dyn Fn() -> bool {
        self.stop
    }

    /// How many solutions were found.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The first solutions that were found, two at the most.
    pub(super) fn into_examples(self) -> Vec<Vec<u8>> {
        self.examples
    }
}
