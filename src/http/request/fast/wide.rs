//! Rows whose cells are all numbers or all strings, of one or two digits, with the same text between any two of them.
//!
//! No branch depends on the content of a cell, since it would often be mispredicted.

use std::array;

use memchr::memchr;

use super::parser::{After, Parser};
use super::uniform_row::UniformRow;
use crate::http::request::spelling::{NOT_A_DIGIT, character_table};
use crate::sudoku::MAX_SIZE;

/// The number of bytes that are read at once.
const WORD: usize = size_of::<u64>();

/// The number of bytes in a word after the two digits of a cell.
const AFTER_DIGITS: usize = WORD - 2;

/// What rows have in common, apart from their digits.
pub(super) struct Format<'t> {
    is_string: bool,
    /// The start of what is between the digits of two cells: quotes, a comma and whitespace.
    gap: Text,
    /// The rest of it, which does not fit into a word with two digits.
    rest_of_gap: &'t [u8],
}

impl<'t> Format<'t> {
    /// Finds the format of the first row in the rest of a body. Returns `None` if it has another format than these.
    pub(super) fn of(body: &'t [u8]) -> Option<Format<'t>> {
        let mut parser = Parser { rest: body };
        parser.eat(b'[').then_some(())?;
        let (_, is_string) = parser.cell()?;
        // A period is an empty cell, but not as a number.
        if !is_string && memchr(b'.', body).is_some() {
            return None;
        }
        let mut gap = body.len() - parser.rest.len();
        if parser.after_element(b']')? == After::End {
            return None;
        }
        parser.skip_whitespace();
        if is_string {
            gap -= 1;
            parser.rest = parser.rest.strip_prefix(b"\"")?;
        }
        let gap = &body[gap..body.len() - parser.rest.len()];
        let (start, rest_of_gap) = gap.split_at(gap.len().min(AFTER_DIGITS));
        Some(Format {
            is_string,
            gap: Text::new(start),
            rest_of_gap,
        })
    }

    /// Parses a row at the start of a text into a slice of its size. Returns `None` if it does not have this format.
    pub(super) fn parse(&self, text: &'t [u8], row: &mut [u8]) -> Option<UniformRow<'t>> {
        let mut parser = Parser { rest: text };
        parser.eat(b'[').then_some(())?;
        parser.skip_whitespace();
        if self.is_string {
            parser.rest = parser.rest.strip_prefix(b"\"")?;
        }
        let (last, others) = row.split_last_mut()?;
        // A length known at compile time unrolls the loop over the words of a gap.
        let (text, gap) = (parser.rest, self.rest_of_gap);
        let (seen, rest) = match gap.len().div_ceil(WORD) {
            0 => self.parse_cells(text, others, []),
            1 => self.parse_cells(text, others, words::<1>(gap)),
            2 => self.parse_cells(text, others, words::<2>(gap)),
            _ => None,
        }?;
        let quote = usize::from(self.is_string);
        let mut end = Parser {
            rest: &text[text.len() - rest.len() - quote..],
        };
        let is_string;
        (*last, is_string) = end.cell()?;
        if is_string != self.is_string || end.after_element(b']')? != After::End {
            return None;
        }
        Some(UniformRow {
            rest: end.rest,
            any_filled: seen | *last > 0,
            is_string,
        })
    }

    /// Parses cells and the gaps after them, from the first digit. Returns the bits that are set in any digit, and the
    /// text after the last gap.
    fn parse_cells<const WORDS: usize>(
        &self,
        text: &'t [u8],
        digits: &mut [u8],
        rest_of_gap: [Text; WORDS],
    ) -> Option<(u8, &'t [u8])> {
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
        for digit in digits {
            let word = read(position)?;
            let [first, second, ..] = word.to_le_bytes();
            *digit = DIGITS[usize::from(u16::from_le_bytes([first, second]))];
            seen |= *digit;
            let length = 1 + usize::from(is_second_digit(second));
            mismatch |= self.gap.mismatch(word >> (8 * length));
            position += length + self.gap.length;
            for text in rest_of_gap {
                mismatch |= text.mismatch(read(position)?);
                position += text.length;
            }
        }
        if mismatch != 0 || seen & NOT_A_DIGIT != 0 {
            return None;
        }
        Some((seen, text.get(position..)?))
    }
}

/// A text of at most one word.
#[derive(Clone, Copy)]
struct Text {
    word: u64,
    /// The bits of the word that are part of the text.
    mask: u64,
    length: usize,
}

impl Text {
    fn new(text: &[u8]) -> Text {
        let (mut word, mut mask) = ([0; WORD], [0; WORD]);
        word[..text.len()].copy_from_slice(text);
        mask[..text.len()].fill(u8::MAX);
        Text {
            word: u64::from_le_bytes(word),
            mask: u64::from_le_bytes(mask),
            length: text.len(),
        }
    }

    /// The bits at the start of a word that differ from the text.
    fn mismatch(self, word: u64) -> u64 {
        word & self.mask ^ self.word
    }
}

/// Splits a text into words.
fn words<const COUNT: usize>(text: &[u8]) -> [Text; COUNT] {
    let mut words = text.chunks(WORD);
    array::from_fn(|_| Text::new(words.next().unwrap_or_default()))
}

/// The digit of a cell, 0 for an empty one, or [`NOT_A_DIGIT`]. The index is the first byte of the cell, plus 256 times the
/// byte after it: the second digit, or the start of the gap.
static DIGITS: [u8; 1 << 16] = {
    const OF_ONE_CHARACTER: [u8; 256] = character_table(b'.');

    let mut digits = [NOT_A_DIGIT; 1 << 16];
    let mut next = Some(0_u16);
    while let Some(index) = next {
        let [first, second] = index.to_le_bytes();
        if !is_second_digit(second) {
            digits[index as usize] = OF_ONE_CHARACTER[first as usize];
        }
        next = index.checked_add(1);
    }
    let mut digit = 10_u8;
    while digit as usize <= MAX_SIZE {
        let (tens, ones) = (b'0' + digit / 10, b'0' + digit % 10);
        digits[u16::from_le_bytes([tens, ones]) as usize] = digit;
        digit += 1;
    }
    digits
};

/// Distinguishes a digit from a quote, a comma and whitespace, by a bit that is set only in a digit.
const fn is_second_digit(byte: u8) -> bool {
    byte & 0x10 != 0
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
