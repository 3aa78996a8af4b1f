//! How often a search checks its stop signal.

use crate::sudoku::layout::Layout;

/// The number of cells to scan between two checks: at most 0.1 ms of work.
const CELLS_PER_STOP_CHECK: u64 = 4096;

/// Spaces the checks of the stop signal evenly over the work.
///
/// Work is counted in steps, each of which scans a house or a group. It is not timed, so that a caller can bound a
/// search by the number of checks and always get the same result.
#[derive(Debug)]
pub(super) struct Pace {
    steps_per_check: u64,
    next_check: u64,
}

impl Pace {
    pub(super) fn new(layout: &Layout) -> Pace {
        let size = u64::try_from(layout.size()).expect("a board has at most 64 rows");
        let steps_per_check = CELLS_PER_STOP_CHECK / size;
        Pace {
            steps_per_check,
            next_check: steps_per_check,
        }
    }

    /// Returns whether to check the stop signal after this many steps in total.
    #[inline]
    pub(super) fn is_due(&mut self, steps: u64) -> bool {
        let is_due = steps >= self.next_check;
        if is_due {
            self.next_check = steps + self.steps_per_check;
        }
        is_due
    }
}
