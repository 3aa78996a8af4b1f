//! Symbols: the characters that represent digits on a board.

use std::fmt;

use super::character::{describe, is_visible};
use crate::sudoku::digit::{Digit, MAX_SIZE};
use crate::sudoku::layout::MIN_SIZE;

/// The characters that represent the digits 1 to N, such as `0123456789ABCDEF` on a board of 16 rows.
///
/// A symbol is a visible character, in the case in which it is declared. White space, control characters, combining marks
/// and the characters `, ; | + # [ ] "` are not allowed: they have a meaning of their own in text, or cannot be told
/// apart in it.
///
/// ```
/// use sudoku_validator::sudoku::{Digit, Symbols};
///
/// let symbols = Symbols::new("0123456789ABCDEF")?;
/// let ten = Digit::new(10).expect("10 is a digit");
/// assert_eq!(symbols.symbol(ten), Some('9'));
/// assert_eq!(symbols.digit('9'), Some(ten));
/// assert_eq!(symbols.digit('a'), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbols {
    /// The symbol of each digit, from 1.
    of_digits: Box<[char]>,
    /// The digit of each ASCII character, or 0.
    ascii: [u8; 128],
    /// The symbols beyond ASCII with their digits, sorted.
    others: Box<[(char, u8)]>,
    empty_sign: char,
}

impl Symbols {
    /// Declares symbols: one character for each digit, in the order of the digits.
    ///
    /// # Errors
    ///
    /// If there are fewer than [`MIN_SIZE`] or more than [`MAX_SIZE`] characters, if one is not allowed or appears twice,
    /// or if all of `.`, `0`, `_`, `*` and `?` are symbols, so that none of them is left to mark an empty cell.
    pub fn new(text: &str) -> Result<Symbols, SymbolsError> {
        let found = text.chars().count();
        if !(MIN_SIZE..=MAX_SIZE).contains(&found) {
            return Err(SymbolsError::Count { found });
        }
        let mut ascii = [0; 128];
        let mut others: Vec<(char, u8)> = Vec::new();
        for (position, symbol) in (1_u8..).zip(text.chars()) {
            if !is_visible(symbol) || RESERVED.contains(&symbol) {
                return Err(SymbolsError::NotAllowed { symbol, position });
            }
            let earlier = text.chars().take(usize::from(position) - 1);
            if let Some(first) = (1..).zip(earlier).find(|(_, other)| *other == symbol) {
                return Err(SymbolsError::Repeated {
                    symbol,
                    first: first.0,
                    second: position,
                });
            }
            match ascii.get_mut(symbol as usize) {
                Some(digit) => *digit = position,
                None => others.push((symbol, position)),
            }
        }
        others.sort_unstable();
        let is_free = |sign: &&char| ascii[**sign as usize] == 0;
        let empty_sign = EMPTY_SIGNS.iter().find(is_free);
        Ok(Symbols {
            of_digits: text.chars().collect(),
            empty_sign: *empty_sign.ok_or(SymbolsError::NoEmptySign)?,
            ascii,
            others: others.into(),
        })
    }

    /// Returns the number of symbols, which is the number of rows of a board that uses them.
    #[must_use]
    pub fn size(&self) -> usize {
        self.of_digits.len()
    }

    /// Returns the symbol of a digit, or `None` if the digit is above the [size](Symbols::size).
    #[must_use]
    pub fn symbol(&self, digit: Digit) -> Option<char> {
        let index = usize::from(digit.get()) - 1;
        self.of_digits.get(index).copied()
    }

    /// Returns the digit of a symbol, or `None` if the character is not a symbol.
    #[must_use]
    pub fn digit(&self, symbol: char) -> Option<Digit> {
        let digit = if symbol.is_ascii() {
            self.ascii[symbol as usize]
        } else {
            let index = self.others.binary_search_by_key(&symbol, |other| other.0);
            self.others[index.ok()?].1
        };
        Digit::new(digit)
    }

    /// Returns the character that an empty cell is written as: `.`, or another sign if `.` is a symbol.
    #[must_use]
    pub fn empty_sign(&self) -> char {
        self.empty_sign
    }
}

/// The signs for an empty cell in every notation, in order of preference for writing.
pub(super) const EMPTY_SIGNS: [char; 5] = ['.', '0', '_', '*', '?'];

/// The visible characters that are not allowed as symbols.
const RESERVED: [char; 8] = [',', ';', '|', '+', '#', '[', ']', '"'];

/// The reason why characters cannot be symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymbolsError {
    /// There are too few or too many characters.
    Count {
        /// The number of characters that were given.
        found: usize,
    },
    /// A character is not allowed as a symbol.
    NotAllowed {
        /// The first such character.
        symbol: char,
        /// Its position, counted from 1.
        position: u8,
    },
    /// A character appears twice.
    Repeated {
        /// The first such character.
        symbol: char,
        /// Its first position, counted from 1.
        first: u8,
        /// Its second position, counted from 1.
        second: u8,
    },
    /// Every sign for an empty cell is a symbol.
    NoEmptySign,
}

impl fmt::Display for SymbolsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SymbolsError::Count { found } => write!(
                f,
                "a board has {MIN_SIZE} to {MAX_SIZE} symbols, one for each digit, but {found} were given"
            ),
            SymbolsError::NotAllowed { symbol, position } => {
                let reason = if RESERVED.contains(&symbol) {
                    "which has a meaning of its own in text"
                } else {
                    "which does not show as a character of its own"
                };
                let symbol = describe(symbol);
                write!(
                    f,
                    "symbol {position} is {symbol}, {reason}; expected a letter, a digit or another visible character"
                )
            }
            SymbolsError::Repeated {
                symbol,
                first,
                second,
            } => {
                let symbol = describe(symbol);
                write!(
                    f,
                    "symbols {first} and {second} are both {symbol}; expected a different character for each digit"
                )
            }
            SymbolsError::NoEmptySign => write!(
                f,
                "all of '.', '0', '_', '*' and '?' are symbols, but one of them must be left to mark an empty cell"
            ),
        }
    }
}

impl std::error::Error for SymbolsError {}
