//! The fast parser: one pass over the bytes, straight into the board.
//!
//! It accepts boards in common notations and stops at anything else without a reason, so it does not have to support
//! all of JSON.

mod compact;
mod row;
mod template;
mod wide;

use memchr::{memchr, memchr_iter};

use self::row::RowParser;
use super::board_request::{BoardRequest, Cells};
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
        let mut row_parser = RowParser::new(size, self.rest)?;
        let mut digits = vec![0; size * size];
        let mut rows = digits.chunks_exact_mut(size);
        loop {
            row_parser.parse(self, rows.next()?)?;
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
                notation: row_parser.notation()?,
            },
        })
    }

    /// Counts the cells of the next row without consuming it.
    fn count_columns(&self) -> Option<usize> {
        let end = memchr(b']', self.rest)?;
        let commas = memchr_iter(b',', &self.rest[..end]).count();
        (commas < MAX_SIZE).then_some(commas + 1)
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

    #[inline]
    fn skip_whitespace(&mut self) {
        // Inlined, because most texts have none.
        if self.rest.first().is_some_and(|first| *first <= b' ') {
            self.rest = &self.rest[count_whitespace(self.rest)..];
        }
    }
}

/// Counts the bytes of whitespace at the start of a text.
#[inline(never)]
fn count_whitespace(text: &[u8]) -> usize {
    const SPACES: [u8; 8] = [b' '; 8];
    let mut count = 0;
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = text.get(count) {
        count += 1;
        // Most whitespace is indentation: spaces are counted eight at a time.
        if let Some(word) = text[count..].first_chunk() {
            let others = u64::from_le_bytes(*word) ^ u64::from_le_bytes(SPACES);
            count += (others.trailing_zeros() / u8::BITS) as usize;
        }
    }
    count
}

/// Returns a number of two digits. [`BoardRequest::new`] rejects it if it is too high.
fn two_digits(tens: u8, ones: u8) -> u8 {
    (tens - b'0') * 10 + (ones - b'0')
}
