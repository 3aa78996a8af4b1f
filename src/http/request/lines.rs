//! Parses the lines of a batch.

use std::sync::Arc;

use super::board_request::BoardRequest;
use super::fast::{self, SquareBoard};
use super::layout::Declared;
use super::layout::layouts::Layouts;
use super::plain_text;
use super::source::Source;
use super::strict;
use super::unbuilt::Unbuilt;
use crate::http::memory::MemoryBudget;
use crate::http::response::problem::{Problem, ProblemKind};
use crate::sudoku::TextLine;

/// Parses the lines of a batch one after another.
#[derive(Debug)]
pub(crate) struct LineParser {
    format: LineFormat,
    /// What the query declares for lines that do not declare it.
    defaults: Arc<Declared>,
    has_defaults: bool,
    layouts: Layouts,
    memory: MemoryBudget,
}

/// How the boards of a batch are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineFormat {
    Json,
    Text,
}

impl LineParser {
    pub(crate) fn new(
        format: LineFormat,
        defaults: Option<Arc<Declared>>,
        memory: MemoryBudget,
    ) -> LineParser {
        LineParser {
            format,
            has_defaults: defaults.is_some(),
            defaults: defaults.unwrap_or_default(),
            layouts: Layouts::default(),
            memory,
        }
    }

    /// Parses the next line. Returns `None` for one that is skipped.
    pub(crate) fn parse(&mut self, line: &[u8]) -> Result<Option<BoardRequest>, Problem> {
        let unbuilt = match self.format {
            LineFormat::Text => {
                let Some(mut board) = plain_text::read_line(line, &self.defaults)? else {
                    return Ok(None);
                };
                if !self.has_defaults
                    && let Some(request) = plain_text::with_default_boxes(&mut board)
                {
                    return Ok(Some(request));
                }
                Some(plain_text::unbuilt(board, &self.defaults, &self.layouts)?)
            }
            LineFormat::Json => {
                if !self.has_defaults
                    && let Some(request) = fast::parse(line)
                {
                    return Ok(Some(request));
                }
                self.parse_json(line)?
            }
        };
        let Some(unbuilt) = unbuilt else {
            return Ok(None);
        };
        let request = unbuilt.build_with(&mut self.layouts, &self.memory)?;
        Ok(Some(request))
    }

    fn parse_json(&self, line: &[u8]) -> Result<Option<Unbuilt>, Problem> {
        if let Some(unbuilt) = self.parse_with_defaults(line) {
            return Ok(Some(unbuilt));
        }
        if line.trim_ascii().is_empty() {
            return Ok(None);
        }
        let parsed = strict::parse(line, Source::BatchLine, &self.defaults, &self.layouts);
        parsed.map(Some).map_err(|problem| {
            let read = || plain_text::reader(&self.defaults).read_line(line);
            if problem.kind() == ProblemKind::NotJson && matches!(read(), Ok(TextLine::Board(_))) {
                let detail = "The line is a board as text, not as JSON; send the batch with 'Content-Type: text/plain'.";
                return Problem::new(ProblemKind::NotJson, detail);
            }
            problem
        })
    }

    /// Parses a board that has no faults and declares nothing.
    fn parse_with_defaults(&self, line: &[u8]) -> Option<Unbuilt> {
        if !self.has_defaults || self.defaults.symbols().is_some() {
            return None;
        }
        let (SquareBoard { size, cells }, None) = fast::parse_cells(line)? else {
            return None;
        };
        let is_board = cells.digits.iter().all(|digit| usize::from(*digit) <= size);
        is_board.then_some(())?;
        Some(Unbuilt {
            declared: Arc::clone(&self.defaults),
            plan: self.layouts.plan(&self.defaults, size).ok()?,
            cells,
        })
    }
}
