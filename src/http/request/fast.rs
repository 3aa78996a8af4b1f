//! The fast parser: one pass over the bytes, straight into the board.
//!
//! It accepts boards in common notations and stops at anything else without a reason, so it does not have to support
//! all of JSON.

use std::mem;

use memchr::{memchr, memchr_iter};

use super::board_request::{BoardRequest, Cells, Notation};
use super::spelling::{NOT_A_DIGIT, character_table};
use crate::sudoku::{BoxShape, Layout, MAX_SIZE};

/// Parses a board that has no faults and is in a common notation.
pub(super) fn parse(body: &[u8]) -> Option<BoardRequest> {
    let mut parser = Parser { rest: body };
    let (board, box_shape) = parser.document()?;
    parser.skip_whitespace();
    if !parser.rest.is_empty() {
        return None;
    }
    let SquareBoard { size, cells } = board;
    BoardRequest::new(Layout::new(size, box_shape).ok()?, cells).ok()
}

/// A board with as many rows as columns.
struct SquareBoard {
    size: usize,
    cells: Cells,
}

/// The notations seen so far. That of empty cells matters only on an empty board.
#[derive(Default)]
struct NotationTally {
    /// A digit as a number.
    number: bool,
    /// A digit as a string.
    string: bool,
    /// An empty cell as a string.
    empty_string: bool,
}

impl NotationTally {
    fn record(&mut self, is_filled: bool, is_string: bool) {
        self.number |= is_filled && !is_string;
        self.string |= is_filled && is_string;
        self.empty_string |= !is_filled && is_string;
    }

    /// Returns the notation of the board. Mixed notations are rare: only the strict parser supports them.
    fn notation(&self) -> Option<Notation> {
        match self {
            NotationTally {
                number: true,
                string: true,
                ..
            } => None,
            NotationTally {
                number: false,
                string: false,
                empty_string: true,
            }
            | NotationTally { string: true, .. } => Some(Notation::Strings),
            _ => Some(Notation::Numbers),
        }
    }
}

/// Methods return `None` where parsing stops.
struct Parser<'t> {
    /// The bytes that are not parsed yet.
    rest: &'t [u8],
}

/// The key of an object's member.
#[derive(PartialEq, Eq)]
enum Key {
    /// The expected key, which is consumed with its colon.
    Matched,
    /// Another key, which is not consumed.
    Other,
}

/// The token after an element.
#[derive(PartialEq, Eq)]
enum After {
    Comma,
    /// The closing bracket.
    End,
}

impl Parser<'_> {
    /// Parses a board, or an object that contains one.
    fn document(&mut self) -> Option<(SquareBoard, Option<BoxShape>)> {
        if !self.eat(b'{') {
            return Some((self.rows()?, None));
        }
        let (mut board, mut box_shape, mut has_box) = (None, None, false);
        loop {
            if board.is_none() && self.eat_key(b"\"board\"")? == Key::Matched {
                board = Some(self.rows()?);
            } else if !has_box && self.eat_key(b"\"box\"")? == Key::Matched {
                has_box = true;
                // An optional member that is null counts as absent.
                if !self.eat_null() {
                    box_shape = Some(self.box_shape()?);
                }
            } else {
                return None;
            }
            if self.after_element(b'}')? == After::End {
                return Some((board?, box_shape));
            }
        }
    }

    fn rows(&mut self) -> Option<SquareBoard> {
        self.eat(b'[').then_some(())?;
        let size = self.count_columns()?;
        let mut digits = vec![0; size * size];
        let mut tally = NotationTally::default();
        let mut rows = digits.chunks_exact_mut(size);
        loop {
            self.row(rows.next()?, &mut tally)?;
            if self.after_element(b']')? == After::End {
                break;
            }
        }
        if rows.next().is_some() {
            return None;
        }
        Some(SquareBoard {
            size,
            cells: Cells {
                digits,
                notation: tally.notation()?,
            },
        })
    }

    /// Counts the cells of the next row without consuming it.
    fn count_columns(&self) -> Option<usize> {
        let end = memchr(b']', self.rest)?;
        let commas = memchr_iter(b',', &self.rest[..end]).count();
        (commas < MAX_SIZE).then_some(commas + 1)
    }

    /// Parses a row into a slice of its size.
    fn row(&mut self, row: &mut [u8], tally: &mut NotationTally) -> Option<()> {
        self.eat(b'[').then_some(())?;
        if let Some(any_filled) = self.uniform_row(row, fixed_string) {
            tally.record(any_filled, true);
            return Some(());
        }
        if let Some(any_filled) = self.uniform_row(row, fixed_number) {
            tally.record(any_filled, false);
            return Some(());
        }
        let last = row.len() - 1;
        for (column, digit) in row.iter_mut().enumerate() {
            let is_string;
            (*digit, is_string) = self.cell()?;
            tally.record(*digit > 0, is_string);
            if (self.after_element(b']')? == After::End) != (column == last) {
                return None;
            }
        }
        Some(())
    }

    /// Parses the most common kind of row: all cells are of the same type and width, and there is no whitespace.
    /// Returns whether any cell is filled. Consumes nothing if the row is of another kind.
    ///
    /// No branch depends on the content of a cell, since it would often be mispredicted.
    fn uniform_row<const WIDTH: usize>(
        &mut self,
        row: &mut [u8],
        parse: impl Fn([u8; WIDTH]) -> FixedCell,
    ) -> Option<bool> {
        let (text, rest) = self.rest.split_at_checked(row.len() * WIDTH)?;
        let (mut mismatch, mut any) = (0, 0);
        let mut read = |cell: [u8; WIDTH]| {
            let cell = parse(cell);
            mismatch |= cell.mismatch;
            any |= cell.digit;
            cell.digit
        };
        let (cells, _) = text.as_chunks();
        let ((last, others), (last_digit, digits)) = (cells.split_last()?, row.split_last_mut()?);
        for (cell, digit) in others.iter().zip(digits) {
            *digit = read(*cell);
        }
        // The last cell is followed by the end of the row instead of a comma.
        let mut last = *last;
        let end = mem::replace(&mut last[WIDTH - 1], b',');
        *last_digit = read(last);
        if end != b']' || mismatch != 0 || any & NOT_A_DIGIT != 0 {
            return None;
        }
        self.rest = rest;
        Some(any > 0)
    }

    /// Parses a cell: its digit, 0 if it is empty, and whether it is a string.
    fn cell(&mut self) -> Option<(u8, bool)> {
        self.skip_whitespace();
        let (digit, length, is_string) = match *self.rest {
            [b'"', b'.' | b'0', b'"', ..] => (0, 3, true),
            [b'"', ones @ b'1'..=b'9', b'"', ..] => (ones - b'0', 3, true),
            [b'"', tens @ b'1'..=b'9', ones @ b'0'..=b'9', b'"', ..] => {
                (two_digits(tens, ones), 4, true)
            }
            [b'"', b'"', ..] => (0, 2, true),
            // The caller checks what follows a number: in `5.0` and `012` it is not a comma.
            [b'0', ..] => (0, 1, false),
            [tens @ b'1'..=b'9', ones @ b'0'..=b'9', ..] => (two_digits(tens, ones), 2, false),
            [ones @ b'1'..=b'9', ..] => (ones - b'0', 1, false),
            [b'n', b'u', b'l', b'l', ..] => (0, 4, false),
            _ => return None,
        };
        self.rest = &self.rest[length..];
        Some((digit, is_string))
    }

    fn box_shape(&mut self) -> Option<BoxShape> {
        let (mut rows, mut columns) = (None, None);
        self.eat(b'{').then_some(())?;
        loop {
            let side = if self.eat_key(b"\"rows\"")? == Key::Matched {
                &mut rows
            } else if self.eat_key(b"\"columns\"")? == Key::Matched {
                &mut columns
            } else {
                return None;
            };
            let (number, is_string) = self.cell()?;
            if number == 0 || is_string || side.replace(usize::from(number)).is_some() {
                return None;
            }
            if self.after_element(b'}')? == After::End {
                return Some(BoxShape {
                    rows: rows?,
                    columns: columns?,
                });
            }
        }
    }

    /// Consumes this byte if it is next, and returns whether it was.
    fn eat(&mut self, byte: u8) -> bool {
        self.skip_whitespace();
        match self.rest {
            [first, rest @ ..] if *first == byte => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Consumes `null` if it is next, and returns whether it was.
    fn eat_null(&mut self) -> bool {
        self.skip_whitespace();
        let rest = self.rest.strip_prefix(b"null");
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Consumes a key and its colon if the key is next; stops if the colon is missing.
    fn eat_key(&mut self, key: &[u8]) -> Option<Key> {
        self.skip_whitespace();
        let Some(rest) = self.rest.strip_prefix(key) else {
            return Some(Key::Other);
        };
        self.rest = rest;
        self.eat(b':').then_some(Key::Matched)
    }

    /// Consumes the comma or the closing bracket after an element.
    fn after_element(&mut self, closing: u8) -> Option<After> {
        self.skip_whitespace();
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        if *first == closing {
            Some(After::End)
        } else {
            (*first == b',').then_some(After::Comma)
        }
    }

    fn skip_whitespace(&mut self) {
        while let [b' ' | b'\t' | b'\n' | b'\r', rest @ ..] = self.rest {
            self.rest = rest;
        }
    }
}

/// A cell of one character, parsed with the comma after it.
struct FixedCell {
    /// The bits that differ from a well-formed cell.
    mismatch: u32,
    /// The digit, 0 for an empty cell, or [`NOT_A_DIGIT`].
    digit: u8,
}

/// Parses a cell such as `"5",`.
fn fixed_string(cell: [u8; 4]) -> FixedCell {
    const FRAME: u32 = u32::from_le_bytes(*b"\"\0\",");
    const CHARACTER: u32 = u32::from_le_bytes([0, 0xff, 0, 0]);
    const DIGITS: [u8; 256] = character_table(b'.');

    FixedCell {
        mismatch: u32::from_le_bytes(cell) & !CHARACTER ^ FRAME,
        digit: DIGITS[usize::from(cell[1])],
    }
}

/// Parses a cell such as `5,`.
fn fixed_number([character, comma]: [u8; 2]) -> FixedCell {
    const DIGITS: [u8; 256] = character_table(b'0');

    FixedCell {
        mismatch: u32::from(comma ^ b','),
        digit: DIGITS[usize::from(character)],
    }
}

/// Returns a number of two digits. [`BoardRequest::new`] rejects it if it is too high.
fn two_digits(tens: u8, ones: u8) -> u8 {
    (tens - b'0') * 10 + (ones - b'0')
}
