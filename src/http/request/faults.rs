//! Collects the faults of a request body.

use crate::http::response::problem::{Fault, Problem};

/// The faults of a body, in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct Faults {
    listed: Vec<Fault>,
    count: usize,
}

/// The maximum number of faults in a problem response.
const MAX_LISTED: usize = 20;

impl Faults {
    /// Counts a fault, and lists it unless the list is full. `pointer` is a JSON Pointer as a URI fragment.
    pub(super) fn push(&mut self, pointer: impl Into<String>, detail: impl FnOnce() -> String) {
        self.count += 1;
        if self.listed.len() < MAX_LISTED {
            self.listed.push(Fault {
                pointer: pointer.into(),
                detail: detail(),
            });
        }
    }

    /// Counts and lists other faults, with details that say where they are.
    pub(super) fn append(&mut self, others: Faults, describe: impl Fn(&str) -> String) {
        let unlisted = others.count - others.listed.len();
        for Fault { pointer, detail } in others.listed {
            self.push(pointer, || describe(&detail));
        }
        self.count += unlisted;
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the problem that lists the faults.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub(super) fn into_problem(self) -> Problem {
        let first = &self.listed.first().expect("there are faults").detail;
        let omitted = self.count - self.listed.len();
        let detail = match (self.count - 1, omitted) {
            (0, _) => first.clone(),
            (1, _) => format!("{first} There is 1 more error: see \"errors\"."),
            (others, 0) => format!("{first} There are {others} more errors: see \"errors\"."),
            (others, _) => format!(
                "{first} There are {others} more errors: \"errors\" lists the first {MAX_LISTED}."
            ),
        };
        Problem::not_a_board(detail, self.listed, (omitted > 0).then_some(omitted))
    }
}
