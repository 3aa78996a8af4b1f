//! From rows of cells, as they were found in a text, to the digits of a board.

use super::error::{TextError, Within};
use super::fault::Fault;
use super::signs::{Signs, size_of};
use crate::sudoku::digit::MAX_SIZE;
use crate::sudoku::layout::MIN_SIZE;

/// The digits of a board as a text gives them. They become a [`Board`](crate::sudoku::Board) in a layout of the same size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextBoard {
    /// The number of rows.
    pub size: usize,
    /// The digits in reading order, 0 for an empty cell. None is above the size.
    pub digits: Vec<u8>,
}

/// The cells of a line.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) within: Within,
    pub(super) cells: Vec<FoundCell>,
}

/// A cell in a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundCell {
    /// 0 for an empty cell.
    pub(super) digit: u8,
    /// The position of its first character in the line, counted from 1.
    pub(super) character: usize,
}

/// Returns the board that lines of cells make: all cells on one line, or a line for each row.
pub(super) fn board_of_lines(rows: &[Row], signs: Signs) -> Result<TextBoard, TextError> {
    let Some(first) = rows.first() else {
        return Err(TextError::new(Fault::NoCells));
    };
    let per_line = first.cells.len();
    if let Some(row) = rows.iter().find(|row| row.cells.len() != per_line) {
        let found = row.cells.len();
        return Err(row.within.error(Fault::LineLength {
            found,
            expected: per_line,
        }));
    }
    let lines = rows.len();
    let size =
        size_of(lines * per_line).filter(|size| signs.size.is_none_or(|fixed| fixed == *size));
    if let Some(size) = size.filter(|size| lines == 1 || lines == *size) {
        return board(rows, size);
    }
    let fault = match (boards(lines, per_line, signs), size) {
        (Some(count), _) => Fault::SeveralBoards { count },
        (None, Some(size)) => Fault::NotRows {
            lines,
            per_line,
            size,
        },
        (None, None) => Fault::CellCount {
            lines,
            per_line,
            size: signs.size,
            rules: 0,
        },
    };
    Err(TextError::new(fault))
}

/// Returns the number of boards that lines of cells make, if there are several: one on each line, one below the other, or
/// all on one line.
fn boards(lines: usize, per_line: usize, signs: Signs) -> Option<usize> {
    let is_size = |size| match signs.size {
        Some(fixed) => size == fixed,
        None => (MIN_SIZE..=MAX_SIZE).contains(&size),
    };
    let cells = signs.size.map_or(81, |size| size * size);
    let count = if size_of(per_line).is_some_and(is_size) {
        lines
    } else if is_size(per_line) && lines.is_multiple_of(per_line) {
        lines / per_line
    } else if lines == 1 && per_line.is_multiple_of(cells) {
        per_line / cells
    } else {
        1
    };
    (count > 1).then_some(count)
}

/// Returns the board whose rows are given one by one.
pub(super) fn board_of_rows(rows: &[Row]) -> Result<TextBoard, TextError> {
    let size = rows.len();
    if let Some(row) = rows.iter().find(|row| row.cells.len() != size) {
        let found = row.cells.len();
        return Err(row.within.error(Fault::RowLength { found, size }));
    }
    board(rows, size)
}

fn board(rows: &[Row], size: usize) -> Result<TextBoard, TextError> {
    let cells = || {
        rows.iter()
            .flat_map(|row| row.cells.iter().map(move |cell| (row.within, cell)))
    };
    if let Some((within, cell)) = cells().find(|(_, cell)| usize::from(cell.digit) > size) {
        let digit = cell.digit;
        return Err(within.error_at(cell.character, Fault::DigitAboveSize { digit, size }));
    }
    let digits = cells().map(|(_, cell)| cell.digit).collect();
    Ok(TextBoard { size, digits })
}
