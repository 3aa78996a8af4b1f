//! Signs: what a character stands for as a cell.

use super::symbols::{EMPTY_SIGNS, Symbols};
use crate::sudoku::digit::{Digit, MAX_SIZE};
use crate::sudoku::layout::MIN_SIZE;

/// The signs for an empty cell only where each character is a cell: elsewhere, `-` can be part of a frame, and a letter
/// part of a word. A space is one, too, but elsewhere it separates.
const EMPTY_IN_RUN: [char; 3] = ['-', 'x', 'X'];

/// What a character stands for as a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Digit(u8),
    Empty,
    /// Empty where each character is a cell.
    EmptyInRun,
}

/// What is declared about a board besides its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signs<'s> {
    pub(super) symbols: Option<&'s Symbols>,
    /// The number of rows, if it is fixed.
    pub(super) size: Option<usize>,
}

impl Signs<'_> {
    /// Returns what a character stands for as a cell. A sign for an empty cell that is a declared symbol is a digit.
    pub(super) fn sign(self, character: char) -> Option<Sign> {
        let digit = match self.symbols {
            Some(symbols) => symbols.digit(character).map(Digit::get),
            None => decimal(character),
        };
        match digit {
            Some(digit) => Some(Sign::Digit(digit)),
            None if EMPTY_SIGNS.contains(&character) => Some(Sign::Empty),
            None if EMPTY_IN_RUN.contains(&character) => Some(Sign::EmptyInRun),
            None => None,
        }
    }

    /// Returns whether a character is a declared symbol, which takes precedence over any other meaning.
    pub(super) fn is_symbol(self, character: char) -> bool {
        self.symbols
            .is_some_and(|symbols| symbols.digit(character).is_some())
    }
}

/// Returns the digit of an ASCII character from 1 to 9.
fn decimal(character: char) -> Option<u8> {
    let digit = u8::try_from(character).ok()?.wrapping_sub(b'0');
    (1..=9).contains(&digit).then_some(digit)
}

/// Returns the number of rows of a board with this many cells.
pub(super) fn size_of(cells: usize) -> Option<usize> {
    let size = cells.isqrt();
    (size * size == cells && (MIN_SIZE..=MAX_SIZE).contains(&size)).then_some(size)
}

/// The digit of each byte in a run without symbols, 0 for an empty cell. Bytes that need a closer look, such as a space,
/// are [`NOT_A_SIGN`].
pub(super) const RUN: [u8; 256] = {
    let mut digits = [NOT_A_SIGN; 256];
    let mut digit = 1;
    while digit < 10 {
        digits[(b'0' + digit) as usize] = digit;
        digit += 1;
    }
    let mut index = 0;
    while index < EMPTY_SIGNS.len() {
        digits[EMPTY_SIGNS[index] as usize] = 0;
        index += 1;
    }
    index = 0;
    while index < EMPTY_IN_RUN.len() {
        digits[EMPTY_IN_RUN[index] as usize] = 0;
        index += 1;
    }
    digits
};

/// Above every digit.
pub(super) const NOT_A_SIGN: u8 = u8::MAX;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_the_signs_without_symbols() {
        let signs = Signs {
            symbols: None,
            size: None,
        };
        for byte in 0..=u8::MAX {
            let digit = match signs.sign(char::from(byte)) {
                Some(Sign::Digit(digit)) => digit,
                Some(Sign::Empty | Sign::EmptyInRun) => 0,
                None => NOT_A_SIGN,
            };
            assert_eq!(RUN[usize::from(byte)], digit, "{byte}");
        }
    }

    #[test]
    fn a_sign_for_an_empty_cell_that_is_a_symbol_is_a_digit() {
        let symbols = Symbols::new("0-x4").unwrap();
        let signs = Signs {
            symbols: Some(&symbols),
            size: None,
        };
        for (character, sign) in [
            ('0', Some(Sign::Digit(1))),
            ('-', Some(Sign::Digit(2))),
            ('x', Some(Sign::Digit(3))),
            ('4', Some(Sign::Digit(4))),
            ('.', Some(Sign::Empty)),
            ('X', Some(Sign::EmptyInRun)),
            ('1', None),
        ] {
            assert_eq!(signs.sign(character), sign, "{character}");
        }
    }
}
