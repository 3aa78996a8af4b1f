//! Layouts that are built for requests.

use std::sync::Arc;

use super::{Declared, LayoutFault, Plan};
use crate::sudoku::Layout;

/// The layout that was built last, since the lines of a batch usually share one.
#[derive(Debug, Default)]
pub(crate) struct Layouts {
    last: Option<(Arc<Declared>, Arc<Layout>)>,
}

impl Layouts {
    /// Plans the layout of a board of this size, which is the last one if it was declared alike.
    pub(crate) fn plan(
        &self,
        declared: &Arc<Declared>,
        size: usize,
    ) -> Result<Plan, Vec<LayoutFault>> {
        match &self.last {
            Some((last, layout))
                if layout.size() == size && (Arc::ptr_eq(last, declared) || last == declared) =>
            {
                Ok(Plan::Built(Arc::clone(layout)))
            }
            _ => declared.plan(size),
        }
    }

    /// Builds a layout, and keeps it.
    pub(crate) fn build(&mut self, declared: &Arc<Declared>, plan: Plan) -> Arc<Layout> {
        let layout = plan.build();
        self.last = Some((Arc::clone(declared), Arc::clone(&layout)));
        layout
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
