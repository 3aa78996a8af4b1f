//! A board that has no faults, and whose layout need not be built yet.

use std::sync::Arc;

use super::board_request::{BoardRequest, Cells};
use super::layout::layouts::Layouts;
use super::layout::{Declared, Plan};
use crate::http::memory::{BudgetSpent, MemoryBudget};
use crate::sudoku::Layout;

/// A board without faults, and the plan of its layout.
#[derive(Debug)]
pub(crate) struct Unbuilt {
    pub(super) declared: Arc<Declared>,
    pub(super) plan: Plan,
    pub(super) cells: Cells,
}

impl Unbuilt {
    /// Returns whether the layout has to be built.
    pub(crate) fn is_new(&self) -> bool {
        matches!(self.plan, Plan::New(_))
    }

    /// Returns the number of rows of the board.
    pub(super) fn size(&self) -> usize {
        match &self.plan {
            Plan::Built(layout) => layout.size(),
            Plan::New(spec) => spec.size(),
        }
    }

    pub(crate) fn build(self) -> BoardRequest {
        let layout = self.plan.build();
        board_request(layout, self.cells)
    }

    /// Builds the layout, unless it is the one that was built last.
    pub(crate) fn build_with(
        self,
        layouts: &mut Layouts,
        memory: &MemoryBudget,
    ) -> Result<BoardRequest, BudgetSpent> {
        let layout = match self.plan {
            Plan::Built(layout) => layout,
            plan @ Plan::New(_) => layouts.build(&self.declared, plan, memory)?,
        };
        Ok(board_request(layout, self.cells))
    }
}

fn board_request(layout: Arc<Layout>, cells: Cells) -> BoardRequest {
    BoardRequest::new(layout, cells)
        .expect("there is a digit for each cell, and none is above the size")
}
