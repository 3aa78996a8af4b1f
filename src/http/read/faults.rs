//! What is wrong with a body, fault by fault, each with its place.

use crate::http::problem::Problem;
use crate::http::wire::Fault;

/// The faults of a body, in the order in which they were found.
#[derive(Default)]
pub(super) struct Faults {
    listed: Vec<Fault>,
    count: usize,
}

/// The most faults that a refusal lists.
const MOST_LISTED: usize = 20;

impl Faults {
    /// Counts a fault, and lists it while there is room. `pointer` is a JSON Pointer as a URI fragment, `detail` a sentence.
    pub(super) fn push(&mut self, pointer: impl Into<String>, detail: impl FnOnce() -> String) {
        self.count += 1;
        if self.listed.len() < MOST_LISTED {
            self.listed.push(Fault {
                pointer: pointer.into(),
                detail: detail(),
            });
        }
    }

    /// Whether nothing was found to be wrong.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The refusal that tells of the faults.
    pub(super) fn into_problem(self) -> Problem {
        let first = &self
            .listed
            .first()
            .expect("a body is refused for a fault")
            .detail;
        let omitted = self.count - self.listed.len();
        let detail = match (self.count - 1, omitted) {
            (0, _) => first.clone(),
            (1, _) => format!("{first} And 1 more fault: see errors."),
            (others, 0) => format!("{first} And {others} more faults: see errors."),
            (others, _) => {
                format!("{first} And {others} more faults: errors lists the first {MOST_LISTED}.")
            }
        };
        Problem::not_a_board(detail, self.listed, (omitted > 0).then_some(omitted))
    }
}
