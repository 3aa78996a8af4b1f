//! Rows without whitespace whose cells are all numbers or all strings, of one character each.

use std::mem;

use super::uniform_row::UniformRow;
use crate::http::request::spelling::{NOT_A_DIGIT, character_table};

/// A cell, parsed with the comma after it.
struct Cell {
    /// The bits that differ from a well-formed cell.
    mismatch: u32,
    /// The digit, 0 for an empty cell, or [`NOT_A_DIGIT`].
    digit: u8,
}

/// Parses a row at the start of a text into a slice of its size.
pub(super) fn parse<'t>(text: &'t [u8], row: &mut [u8]) -> Option<UniformRow<'t>> {
    let text = text.strip_prefix(b"[")?;
    let is_string = text.first()? == &b'"';
    let (any_filled, rest) = if is_string {
        cells(text, row, string)
    } else {
        cells(text, row, number)
    }?;
    Some(UniformRow {
        is_string,
        any_filled,
        rest,
    })
}

/// Parses cells of `WIDTH` bytes and the closing bracket. Returns whether any is filled, and the text after them.
fn cells<'t, const WIDTH: usize>(
    text: &'t [u8],
    row: &mut [u8],
    parse: impl Fn([u8; WIDTH]) -> Cell,
) -> Option<(bool, &'t [u8])> {
    let (text, rest) = text.split_at_checked(row.len() * WIDTH)?;
    let (cells, _) = text.as_chunks();
    let ((last, others), (last_digit, digits)) = (cells.split_last()?, row.split_last_mut()?);
    // The last cell is followed by the end of the row instead of a comma.
    let mut last: [u8; WIDTH] = *last;
    if mem::replace(&mut last[WIDTH - 1], b',') != b']' {
        return None;
    }
    let (mut mismatch, mut seen) = (0, 0);
    let mut read = |cell: [u8; WIDTH]| {
        let cell = parse(cell);
        mismatch |= cell.mismatch;
        seen |= cell.digit;
        cell.digit
    };
    for (cell, digit) in others.iter().zip(digits) {
        *digit = read(*cell);
    }
    *last_digit = read(last);
    (mismatch == 0 && seen & NOT_A_DIGIT == 0).then_some((seen > 0, rest))
}

/// Parses a cell such as `"5",`.
fn string(cell: [u8; 4]) -> Cell {
    const FRAME: u32 = u32::from_le_bytes(*b"\"\0\",");
    const CHARACTER: u32 = u32::from_le_bytes([0, 0xff, 0, 0]);
    const DIGITS: [u8; 256] = character_table(b'.');

    Cell {
        mismatch: u32::from_le_bytes(cell) & !CHARACTER ^ FRAME,
        digit: DIGITS[usize::from(cell[1])],
    }
}

/// Parses a cell such as `5,`.
fn number([character, comma]: [u8; 2]) -> Cell {
    const DIGITS: [u8; 256] = character_table(b'0');

    Cell {
        mismatch: u32::from(comma ^ b','),
        digit: DIGITS[usize::from(character)],
    }
}
