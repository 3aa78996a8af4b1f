//! Layouts that are built for requests.

use std::sync::Arc;

use super::{Declared, LayoutFault, Plan};
use crate::http::memory::{BudgetSpent, MemoryBudget, Reservation, SMALL_BODY_BYTES};
use crate::sudoku::Layout;

/// The layout that was built last, since the lines of a batch usually share one.
#[derive(Debug, Default)]
pub(crate) struct Layouts {
    last: Option<Last>,
}

#[derive(Debug)]
struct Last {
    declared: Arc<Declared>,
    layout: Arc<Layout>,
    /// `None` for a small layout.
    _memory: Option<Reservation>,
}

impl Layouts {
    /// Plans the layout of a board of this size, which is the last one if it was declared alike.
    pub(crate) fn plan(
        &self,
        declared: &Arc<Declared>,
        size: usize,
    ) -> Result<Plan, Vec<LayoutFault>> {
        match &self.last {
            Some(last)
                if last.layout.size() == size
                    && (Arc::ptr_eq(&last.declared, declared) || last.declared == *declared) =>
            {
                Ok(Plan::Built(Arc::clone(&last.layout)))
            }
            _ => declared.plan(size),
        }
    }

    /// Builds a layout, and keeps it with its memory.
    pub(crate) fn build(
        &mut self,
        declared: &Arc<Declared>,
        plan: Plan,
        memory: &MemoryBudget,
    ) -> Result<Arc<Layout>, BudgetSpent> {
        self.last = None;
        let layout = plan.build();
        self.last = Some(Last {
            declared: Arc::clone(declared),
            layout: Arc::clone(&layout),
            _memory: reserve(&layout, memory)?,
        });
        Ok(layout)
    }
}

impl Plan {
    pub(crate) fn build(self) -> Arc<Layout> {
        match self {
            Plan::Built(layout) => layout,
            Plan::New(spec) => Layout::build(&spec),
        }
    }
}

/// Reserves the memory of a layout, unless it is small.
pub(crate) fn reserve(
    layout: &Layout,
    memory: &MemoryBudget,
) -> Result<Option<Reservation>, BudgetSpent> {
    match layout_bytes(layout) {
        ..=SMALL_BODY_BYTES => Ok(None),
        bytes => memory.try_reserve(bytes).map(Some),
    }
}

/// Returns about how many bytes a layout takes: a fixed number for each house and group, and the number of each of its
/// cells in several lists.
pub(crate) fn layout_bytes(layout: &Layout) -> usize {
    let cells = layout.constraints().iter().map(|one| one.cells().len());
    cells.map(|cells| 40 + 8 * cells).sum()
}
