//! The quick reader: one pass over the bytes, straight into the board.
//!
//! It takes boards as they are usually written and stops at anything else, without a word of what it was. So it need not
//! know all of JSON: what it takes, it takes byte by byte.

use super::Cells;
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
    let Rows { count, digits, strings } = board;
    let notation = if strings { Notation::Strings } else { Notation::Numbers };
    Cells { digits, notation }.into_request(Layout::new(count, box_shape).ok()?).ok()
}

/// The rows of a square board of numbers or of strings.
struct Rows {
    count: usize,
    digits: Vec<u8>,
    strings: bool,
}

/// The notations of the filled cells: how an empty cell is written does not matter.
#[derive(Default)]
struct Filled {
    numbers: bool,
    strings: bool,
}

/// The cells of a classic board.
const USUAL_CELLS: usize = 81;

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
            if board.is_none() && self.takes_name(b"\"board\"") {
                board = Some(self.rows()?);
            } else if box_shape.is_none() && self.takes_name(b"\"box\"") {
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
        let mut digits = Vec::with_capacity(USUAL_CELLS);
        let mut filled = Filled::default();
        let (mut count, mut columns) = (0, 0);
        self.takes(b'[').then_some(())?;
        loop {
            self.takes(b'[').then_some(())?;
            self.row(&mut digits, &mut filled)?;
            count += 1;
            if count == 1 {
                columns = digits.len();
                if columns > MAX_SIZE {
                    return None;
                }
                digits.reserve_exact(columns * columns - columns);
            }
            if digits.len() != count * columns || count > columns {
                return None;
            }
            if self.ends(b']')? {
                break;
            }
        }
        // A board in both notations is rare: only the careful reader keeps apart which cell is which.
        (!(filled.numbers && filled.strings)).then_some(Rows { count, digits, strings: filled.strings })
    }

    /// The cells of a row, and its end.
    fn row(&mut self, digits: &mut Vec<u8>, filled: &mut Filled) -> Option<()> {
        loop {
            filled.strings |= self.quoted_characters(digits);
            let (digit, string) = self.cell()?;
            filled.strings |= digit > 0 && string;
            filled.numbers |= digit > 0 && !string;
            digits.push(digit);
            if self.ends(b']')? {
                return Some(());
            }
        }
    }

    /// Cells as most of them are: one character between two quotes, and nothing but a comma before the next. Gives
    /// whether one of them is filled.
    fn quoted_characters(&mut self, digits: &mut Vec<u8>) -> bool {
        /// What stands around the character, and which of the four bytes that is.
        const FRAME: u32 = u32::from_le_bytes(*b"\"\0\",");
        const FRAME_BYTES: u32 = u32::from_le_bytes([0xff, 0, 0xff, 0xff]);

        let mut filled = 0;
        let mut rest = self.rest;
        while let Some((cell, behind)) = rest.split_first_chunk() {
            let digit = CHARACTERS[usize::from(cell[1])];
            if u32::from_le_bytes(*cell) & FRAME_BYTES != FRAME || digit == NONE {
                break;
            }
            filled |= digit;
            digits.push(digit);
            rest = behind;
        }
        self.rest = rest;
        filled > 0
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
            let side = if self.takes_name(b"\"rows\"") {
                &mut rows
            } else if self.takes_name(b"\"columns\"") {
                &mut columns
            } else {
                return None;
            };
            let (number, string) = self.cell()?;
            if number == 0 || string || side.replace(usize::from(number)).is_some() {
                return None;
            }
            if self.ends(b'}')? {
                return Some(BoxShape { rows: rows?, columns: columns? });
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

    /// Takes the name of a member with its colon, if it comes next.
    fn takes_name(&mut self, name: &[u8]) -> bool {
        self.blanks();
        match self.rest.strip_prefix(name) {
            Some(rest) => {
                self.rest = rest;
                self.takes(b':')
            }
            None => false,
        }
    }

    /// Takes what stands behind an element: whether it is this end, or a comma; `None` if it is neither.
    fn ends(&mut self, end: u8) -> Option<bool> {
        self.blanks();
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        if *first == end { Some(true) } else { (*first == b',').then_some(false) }
    }

    fn blanks(&mut self) {
        while let [b' ' | b'\t' | b'\n' | b'\r', rest @ ..] = self.rest {
            self.rest = rest;
        }
    }
}

/// The digit that a character in quotes stands for, 0 for an empty cell, or [`NONE`].
const CHARACTERS: [u8; 256] = {
    let mut characters = [NONE; 256];
    characters[b'.' as usize] = 0;
    let mut digit = 0;
    while digit < 10 {
        characters[b'0' as usize + digit as usize] = digit;
        digit += 1;
    }
    characters
};

/// No digit and no empty cell.
const NONE: u8 = u8::MAX;

/// A number of two digits; one that is too high is found by the board.
fn two(tens: u8, ones: u8) -> u8 {
    (tens - b'0') * 10 + (ones - b'0')
}
