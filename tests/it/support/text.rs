//! Boards as text, for the tests of notations.

use sudoku_validator::sudoku::{Symbols, TextReader};

/// A board of 4 rows, of which each notation below gives the same digits.
pub(crate) const DIGITS: [u8; 16] = [1, 0, 0, 4, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2];

/// Reads a text without any declaration.
pub(crate) fn read(text: &str) -> Result<Vec<u8>, String> {
    let board = TextReader::new(None, None).read(text);
    board
        .map(|board| board.digits)
        .map_err(|error| error.to_string())
}

pub(crate) fn read_with(symbols: &str, text: &str) -> Result<Vec<u8>, String> {
    let symbols = Symbols::new(symbols).unwrap();
    let board = TextReader::new(None, Some(&symbols)).read(text);
    board
        .map(|board| board.digits)
        .map_err(|error| error.to_string())
}

pub(crate) const PUZZLE: &str =
    "083020090000800100029300008000098700070000060006740000300006980002005000010030540";

/// Cuts a text into pieces of some length.
pub(crate) fn pieces(text: &str, length: usize, separator: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let pieces = characters
        .chunks(length)
        .map(|piece| piece.iter().collect());
    pieces.collect::<Vec<String>>().join(separator)
}

/// What is said about a text without any declaration.
pub(crate) fn error(text: &str) -> String {
    read(text).expect_err(text)
}
