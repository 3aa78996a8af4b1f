//! The quick reader: one pass over the bytes, straight into the board.
//!
//! It takes boards as they are usually written and stops at anything else, without a word of what it was. So it need not
//! know all of JSON: what it takes, it takes byte by byte.

use std::mem;

use memchr::{memchr, memchr_iter};

use super::Cells;
use super::digit::{NONE, digits_of_characters};
use crate::http::wire::{Notation, ValidateRequest};
use crate::sudoku::{BoxShape, Layout, MAX_SIZE};

/// The board that a body asks about, if it is written as usual and has no fault.
pub(super) fn request(body: &[u8]) -> Option<ValidateRequest> {
    let mut text = Text { rest: body };
    let (board, box_shape) = text.document()?;
    text.blanks();
    if !text.rest.is_empty() {
        return None;
    }
    let Rows { count, cells } = board;
    cells.into_request(Layout::new(count, box_shape).ok()?).ok()
}

/// The rows of a square board of numbers or of strings.
struct Rows {
    count: usize,
    cells: Cells,
}

/// The notations that were seen. How an empty cell is written matters only if there are no others.
#[derive(Default)]
struct Seen {
    /// A digit as a number.
    number: bool,
    /// A digit as a string.
    string: bool,
    /// An empty cell as a string.
    empty_string: bool,
}

impl Seen {
    fn see(&mut self, is_filled: bool, is_string: bool) {
        self.number |= is_filled && !is_string;
        self.string |= is_filled && is_string;
        self.empty_string |= !is_filled && is_string;
    }

    /// The notation of the board. A board in both is rare: only the careful reader keeps apart which cell is which.
    fn notation(&self) -> Option<Notation> {
        match self {
            Seen {
                number: true,
                string: true,
                ..
            } => None,
            Seen {
                number: false,
                string: false,
                empty_string: true,
            }
            | Seen { string: true, .. } => Some(Notation::Strings),
            _ => Some(Notation::Numbers),
        }
    }
}

/// The part of a text that is not read yet.
struct Text<'t> {
    rest: &'t [u8],
}

impl Text<'_> {
    /// A board, or an object that holds one.
    fn document(&mut self) -> Option<(Rows, Option<BoxShape>)> {
        if !self.takes(b'{') {
            return Some((self.rows()?, None));
        }
        let (mut board, mut box_shape) = (None, None);
        loop {
            if board.is_none() && self.takes_name(b"\"board\"")? {
                board = Some(self.rows()?);
            } else if box_shape.is_none() && self.takes_name(b"\"box\"")? {
                box_shape = Some(self.box_shape()?);
            } else {
                return None;
            }
            if self.ends(b'}')? {
                return Some((board?, box_shape));
            }
        }
    }

    fn rows(&mut self) -> Option<Rows> {
        self.takes(b'[').then_some(())?;
        let columns = self.columns()?;
        let mut digits = vec![0; columns * columns];
        let mut seen = Seen::default();
        let mut rows = digits.chunks_exact_mut(columns);
        loop {
            self.row(rows.next()?, &mut seen)?;
            if self.ends(b']')? {
                break;
            }
        }
        if rows.next().is_some() {
            return None;
        }
        Some(Rows {
            count: columns,
            cells: Cells {
                digits,
                notation: seen.notation()?,
            },
        })
    }

    /// How many columns the next row has, if it is a row; nothing is taken.
    fn columns(&self) -> Option<usize> {
        let end = memchr(b']', self.rest)?;
        let commas = memchr_iter(b',', &self.rest[..end]).count();
        (commas < MAX_SIZE).then_some(commas + 1)
    }

    /// A row of as many cells as it has places.
    fn row(&mut self, row: &mut [u8], seen: &mut Seen) -> Option<()> {
        self.takes(b'[').then_some(())?;
        if let Some(any) = self.even_row(row, string) {
            seen.see(any, true);
            return Some(());
        }
        if let Some(any) = self.even_row(row, number) {
            seen.see(any, false);
            return Some(());
        }
        let last = row.len() - 1;
        for (column, digit) in row.iter_mut().enumerate() {
            let string;
            (*digit, string) = self.cell()?;
            seen.see(*digit > 0, string);
            if self.ends(b']')? != (column == last) {
                return None;
            }
        }
        Some(())
    }

    /// A row as most of them are: all cells are of one form and one width, without a blank between them. Gives whether any
    /// of them is filled; if the row is not so, nothing is taken.
    ///
    /// No branch depends on what a cell holds: it would be mispredicted at every other cell.
    fn even_row<const WIDTH: usize>(
        &mut self,
        row: &mut [u8],
        form: impl Fn([u8; WIDTH]) -> Form,
    ) -> Option<bool> {
        let (text, rest) = self.rest.split_at_checked(row.len() * WIDTH)?;
        let (mut differs, mut any) = (0, 0);
        let mut read = |cell: [u8; WIDTH]| {
            let cell = form(cell);
            differs |= cell.differs;
            any |= cell.digit;
            cell.digit
        };
        let (cells, _) = text.as_chunks();
        let ((last, others), (last_digit, digits)) = (cells.split_last()?, row.split_last_mut()?);
        for (cell, digit) in others.iter().zip(digits) {
            *digit = read(*cell);
        }
        // Behind the last cell the row ends, where behind the others is a comma.
        let mut last = *last;
        let end = mem::replace(&mut last[WIDTH - 1], b',');
        *last_digit = read(last);
        if end != b']' || differs != 0 || any & NONE != 0 {
            return None;
        }
        self.rest = rest;
        Some(any > 0)
    }

    /// A cell: its digit, 0 if it is empty, and whether it is a string.
    fn cell(&mut self) -> Option<(u8, bool)> {
        self.blanks();
        let (digit, length, string) = match *self.rest {
            [b'"', b'.' | b'0', b'"', ..] => (0, 3, true),
            [b'"', ones @ b'1'..=b'9', b'"', ..] => (ones - b'0', 3, true),
            [b'"', tens @ b'1'..=b'9', ones @ b'0'..=b'9', b'"', ..] => (two(tens, ones), 4, true),
            [b'"', b'"', ..] => (0, 2, true),
            // What follows a number is looked at by the caller: neither `5.0` nor `012` is followed by a comma.
            [b'0', ..] => (0, 1, false),
            [tens @ b'1'..=b'9', ones @ b'0'..=b'9', ..] => (two(tens, ones), 2, false),
            [ones @ b'1'..=b'9', ..] => (ones - b'0', 1, false),
            [b'n', b'u', b'l', b'l', ..] => (0, 4, false),
            _ => return None,
        };
        self.rest = &self.rest[length..];
        Some((digit, string))
    }

    fn box_shape(&mut self) -> Option<BoxShape> {
        let (mut rows, mut columns) = (None, None);
        self.takes(b'{').then_some(())?;
        loop {
            let side = if self.takes_name(b"\"rows\"")? {
                &mut rows
            } else if self.takes_name(b"\"columns\"")? {
                &mut columns
            } else {
                return None;
            };
            let (number, string) = self.cell()?;
            if number == 0 || string || side.replace(usize::from(number)).is_some() {
                return None;
            }
            if self.ends(b'}')? {
                return Some(BoxShape {
                    rows: rows?,
                    columns: columns?,
                });
            }
        }
    }

    /// Takes this byte, if it comes next.
    fn takes(&mut self, byte: u8) -> bool {
        self.blanks();
        match self.rest {
            [first, rest @ ..] if *first == byte => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Takes the name of a member with its colon, if it comes next; `None` if it comes without a colon.
    fn takes_name(&mut self, name: &[u8]) -> Option<bool> {
        self.blanks();
        let Some(rest) = self.rest.strip_prefix(name) else {
            return Some(false);
        };
        self.rest = rest;
        self.takes(b':').then_some(true)
    }

    /// Takes what stands behind an element: whether it is this end, or a comma; `None` if it is neither.
    fn ends(&mut self, end: u8) -> Option<bool> {
        self.blanks();
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        if *first == end {
            Some(true)
        } else {
            (*first == b',').then_some(false)
        }
    }

    fn blanks(&mut self) {
        while let [b' ' | b'\t' | b'\n' | b'\r', rest @ ..] = self.rest {
            self.rest = rest;
        }
    }
}

/// A cell of one character, with the comma behind it.
struct Form {
    /// The bits in which it differs from what such a cell looks like.
    differs: u32,
    /// The digit, 0 for an empty cell, or [`NONE`].
    digit: u8,
}

/// A cell as a string, such as `"5",`.
fn string(cell: [u8; 4]) -> Form {
    const FRAME: u32 = u32::from_le_bytes(*b"\"\0\",");
    const CHARACTER: u32 = u32::from_le_bytes([0, 0xff, 0, 0]);
    const DIGITS: [u8; 256] = digits_of_characters(b'.');

    Form {
        differs: u32::from_le_bytes(cell) & !CHARACTER ^ FRAME,
        digit: DIGITS[usize::from(cell[1])],
    }
}

/// A cell as a number, such as `5,`.
fn number([character, comma]: [u8; 2]) -> Form {
    const DIGITS: [u8; 256] = digits_of_characters(b'0');

    Form {
        differs: u32::from(comma ^ b','),
        digit: DIGITS[usize::from(character)],
    }
}

/// A number of two digits; one that is too high is found by the board.
fn two(tens: u8, ones: u8) -> u8 {
    (tens - b'0') * 10 + (ones - b'0')
}
