//! Boards as plain text.

use std::mem;
use std::sync::Arc;

use super::board_request::{BoardRequest, Cells, Form, Notation};
use super::body::BOARD_MEDIA_TYPES;
use super::layout::layouts::Layouts;
use super::layout::{Declared, LayoutFault, Part};
use super::source::Source;
use super::unbuilt::Unbuilt;
use crate::http::response::problem::{Problem, ProblemKind};
use crate::sudoku::{Layout, TextBoard, TextError, TextLine, TextReader};

/// Returns the reader of boards for which this is declared.
pub(super) fn reader(declared: &Declared) -> TextReader<'_> {
    TextReader::new(
        declared.size(),
        declared.symbols().map(|symbols| &**symbols),
    )
}

/// Parses a text that is one board.
pub(super) fn parse(text: &[u8], declared: &Arc<Declared>) -> Result<Unbuilt, Problem> {
    let board = reader(declared).read(text);
    let board = board.map_err(|error| not_a_board(&error, Source::Body))?;
    unbuilt(board, declared, &Layouts::default())
}

/// Reads a line of a batch. Returns `None` for one that is skipped.
pub(super) fn read_line(line: &[u8], declared: &Declared) -> Result<Option<TextBoard>, Problem> {
    match reader(declared).read_line(line) {
        Ok(TextLine::Board(board)) => Ok(Some(board)),
        Ok(TextLine::Skipped) => Ok(None),
        Err(error) => Err(not_a_board(&error, Source::BatchLine)),
    }
}

/// Returns a board for which nothing is declared, if its size has default boxes.
pub(super) fn with_default_boxes(board: &mut TextBoard) -> Option<BoardRequest> {
    let layout = Layout::new(board.size, None).ok()?;
    let cells = Cells {
        digits: mem::take(&mut board.digits),
        notation: Notation::of_text(Form::Text, None),
    };
    BoardRequest::new(layout, cells).ok()
}

pub(super) fn unbuilt(
    board: TextBoard,
    declared: &Arc<Declared>,
    layouts: &Layouts,
) -> Result<Unbuilt, Problem> {
    let TextBoard { size, digits } = board;
    let plan = layouts
        .plan(declared, size)
        .map_err(|faults| Problem::new(ProblemKind::NotABoard, describe(&faults, size)))?;
    let notation = Notation::of_text(Form::Text, declared.symbols().cloned());
    Ok(Unbuilt {
        declared: Arc::clone(declared),
        plan,
        cells: Cells { digits, notation },
    })
}

/// Describes the first fault of the layout of a board of this size.
fn describe(faults: &[LayoutFault], size: usize) -> String {
    let first = faults.first().expect("a rejected layout has a fault");
    match first.part {
        Part::Division => format!(
            "{} Declare a box or regions in the query, for example \"?box=1x{size}\", where each row is a box.",
            first.detail
        ),
        _ => first.detail.clone(),
    }
}

fn not_a_board(error: &TextError, source: Source) -> Problem {
    let detail = match source {
        // The media type is wrong, whatever the body holds.
        Source::Body if error.is_json() => {
            return Problem::wrong_media_type(
                "The body looks like JSON; send it with 'Content-Type: application/json'.",
                BOARD_MEDIA_TYPES,
            );
        }
        Source::BatchLine if error.is_json() => {
            "The line looks like JSON; send the batch with 'Content-Type: application/x-ndjson'."
                .to_owned()
        }
        _ => error.to_string(),
    };
    Problem::new(ProblemKind::NotABoard, detail)
}
