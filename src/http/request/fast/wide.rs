//! Rows whose cells are all numbers or all strings, of one or two digits.
//!
//! No branch depends on the content of a cell, since it would often be mispredicted.

use std::array;

use super::parser::{After, Parser};
use super::uniform_row::UniformRow;
use crate::http::request::spelling::{NOT_A_DIGIT, character_table};

/// The number of bytes that are read at once: a cell and what follows it.
const WORD: usize = size_of::<u64>();

/// Parses a row, after its opening bracket, into a slice of its size.
pub(super) fn parse<'t>(text: &'t [u8], row: &mut [u8]) -> Option<UniformRow<'t>> {
    if text.first()? == &b'"' {
        parse_cells(text, row, STRING, string)
    } else {
        parse_cells(text, row, NUMBER, number)
    }
}

/// Finds out what separates the cells, and parses them.
#[inline(never)]
fn parse_cells<'t>(
    text: &'t [u8],
    row: &mut [u8],
    frame: Frame,
    parse: impl Fn(u64, Frame) -> Cell,
) -> Option<UniformRow<'t>> {
    let first = parse(u64::from_le_bytes(*text.first_chunk()?), frame);
    let mut after_comma = Parser {
        rest: text.get(first.length..)?,
    };
    after_comma.skip_whitespace();
    let gap = &text[first.length..text.len() - after_comma.rest.len()];
    if let Some(frame) = frame.followed_by(gap) {
        return parse_spaced(text, row, frame, [], parse);
    }
    match gap.len().div_ceil(WORD) {
        1 => parse_spaced(text, row, frame, gaps::<1>(gap), parse),
        2 => parse_spaced(text, row, frame, gaps::<2>(gap), parse),
        _ => None,
    }
}

/// Parses a row whose cells have this frame, with these gaps between them.
fn parse_spaced<'t, const GAPS: usize>(
    text: &'t [u8],
    row: &mut [u8],
    frame: Frame,
    gaps: [Frame; GAPS],
    parse: impl Fn(u64, Frame) -> Cell,
) -> Option<UniformRow<'t>> {
    let last_word = text.len().checked_sub(WORD)?;
    let read = |position: usize| {
        if position <= last_word {
            text[position..]
                .first_chunk()
                .map(|word| u64::from_le_bytes(*word))
        } else {
            word_at(text, position)
        }
    };
    let (mut position, mut mismatch, mut seen) = (0, 0, 0);
    let (last, others) = row.split_last_mut()?;
    for digit in others {
        let cell = parse(read(position)?, frame);
        mismatch |= cell.mismatch;
        seen |= cell.digit;
        *digit = cell.digit;
        position += cell.length;
        for gap in gaps {
            mismatch |= gap.mismatch(read(position)?);
            position += gap.length;
        }
    }
    if mismatch != 0 || seen & NOT_A_DIGIT != 0 {
        return None;
    }
    let mut end = Parser {
        rest: text.get(position..)?,
    };
    let is_string;
    (*last, is_string) = end.cell()?;
    if is_string != (text[0] == b'"') || end.after_element(b']')? != After::End {
        return None;
    }
    Some(UniformRow {
        rest: end.rest,
        any_filled: seen | *last > 0,
        is_string,
    })
}

/// The bytes of a cell, and of what follows it, that do not depend on its digit.
#[derive(Clone, Copy)]
struct Frame {
    expected: u64,
    /// The bits of those bytes.
    mask: u64,
    /// The number of bytes, including those that depend on the digit.
    length: usize,
}

/// A placeholder for a byte that depends on the digit.
const ANY: u8 = b'?';

/// Two digits, with the opening quote replaced by 0.
const STRING: Frame = Frame::new(*b"\0??\",");

/// Two digits, after a 0.
const NUMBER: Frame = Frame::new(*b"\0??,");

impl Frame {
    const fn new<const LENGTH: usize>(bytes: [u8; LENGTH]) -> Frame {
        let (mut expected, mut mask) = ([0; WORD], [0; WORD]);
        let mut index = 0;
        while index < LENGTH {
            if bytes[index] != ANY {
                expected[index] = bytes[index];
                mask[index] = u8::MAX;
            }
            index += 1;
        }
        Frame {
            expected: u64::from_le_bytes(expected),
            mask: u64::from_le_bytes(mask),
            length: LENGTH,
        }
    }

    /// Appends text, if there is room for it in a word.
    fn followed_by(mut self, text: &[u8]) -> Option<Frame> {
        for byte in text {
            if self.length == WORD {
                return None;
            }
            let shift = 8 * self.length;
            self.expected |= u64::from(*byte) << shift;
            self.mask |= 0xff << shift;
            self.length += 1;
        }
        Some(self)
    }

    /// The bits of a word that differ from the frame.
    fn mismatch(self, word: u64) -> u64 {
        word & self.mask ^ self.expected
    }
}

/// Splits the text between two cells into words.
fn gaps<const COUNT: usize>(text: &[u8]) -> [Frame; COUNT] {
    let mut words = text.chunks(WORD);
    array::from_fn(|_| {
        let word = words.next().unwrap_or_default();
        let frame = Frame::new([]).followed_by(word);
        frame.expect("a word has room for a chunk")
    })
}

/// A cell and what follows it.
struct Cell {
    /// 0 for an empty cell. If the cell is malformed, this has the bit [`NOT_A_DIGIT`], or there is a mismatch.
    digit: u8,
    /// The bits that differ from the frame.
    mismatch: u64,
    /// The number of bytes.
    length: usize,
}

fn string(word: u64, frame: Frame) -> Cell {
    const ONES: [u8; 256] = ones(b'.');
    cell(word ^ u64::from(b'"'), frame, &ONES)
}

fn number(word: u64, frame: Frame) -> Cell {
    const ONES: [u8; 256] = ones(b'0');
    let cell = cell(word << 8, frame, &ONES);
    Cell {
        length: cell.length - 1,
        ..cell
    }
}

/// Parses a cell of one or two digits, after a byte 0.
fn cell(word: u64, frame: Frame, ones: &[u8; 256]) -> Cell {
    // A bit that is set in the character of a digit, but not in a quote, comma or period: 8 for one digit, 0 for two.
    let shift = !(word >> 17) & 8;
    // Now the last digit is the third byte, and one without another before it follows a byte 0.
    let word = word << shift;
    let [_, first, second, ..] = word.to_le_bytes();
    Cell {
        digit: TENS[usize::from(first)].wrapping_add(ones[usize::from(second)]),
        mismatch: frame.mismatch(word),
        length: frame.length - (shift >> 3) as usize,
    }
}

/// Stands for a character that is not a digit. Its sum with itself, or with any part of a digit, has the bit
/// [`NOT_A_DIGIT`].
const INVALID: u8 = 0xc0;

const TENS: [u8; 256] = {
    let mut tens = [INVALID; 256];
    tens[0] = 0;
    let mut digit = 1;
    while digit <= 6 {
        tens[b'0' as usize + digit as usize] = 10 * digit;
        digit += 1;
    }
    tens
};

const fn ones(empty: u8) -> [u8; 256] {
    let mut ones = character_table(empty);
    let mut character = 0;
    while character < ones.len() {
        if ones[character] == NOT_A_DIGIT {
            ones[character] = INVALID;
        }
        character += 1;
    }
    ones
}

/// The word at a position; zeros stand for bytes after the end.
#[cold]
fn word_at(text: &[u8], position: usize) -> Option<u64> {
    let rest = text.get(position..)?;
    let mut word = [0; WORD];
    let length = rest.len().min(WORD);
    word[..length].copy_from_slice(&rest[..length]);
    Some(u64::from_le_bytes(word))
}
