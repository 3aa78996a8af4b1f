//! Writes boards as text.

use super::symbols::Symbols;
use crate::sudoku::board::Board;
use crate::sudoku::digit::Digit;

/// Writes a board as one string: a character for each cell, or numbers separated by spaces where digits exceed 9 and there
/// are no symbols. An empty cell is written as `.`, or as the [empty sign](Symbols::empty_sign) of the symbols.
///
/// [`TextReader::read`](super::TextReader::read) reads the same digits from it.
///
/// ```
/// use sudoku_validator::sudoku::{Board, Layout, Symbols, write_board};
///
/// let board = Board::new(Layout::new(4, None)?, vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 0])?;
/// assert_eq!(write_board(&board, None), "123434122143432.");
/// assert_eq!(write_board(&board, Some(&Symbols::new("ABCD")?)), "ABCDCDABBADCDCB.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If there are fewer symbols than the board has rows.
#[must_use]
pub fn write_board(board: &Board, symbols: Option<&Symbols>) -> String {
    let mut text = String::with_capacity(3 * board.digits().len());
    write_cells(&mut text, board, board.digits(), symbols);
    text
}

/// Writes each row of a board as a string, in the same way as [`write_board`] writes the whole.
///
/// # Panics
///
/// If there are fewer symbols than the board has rows.
#[must_use]
pub fn write_rows(board: &Board, symbols: Option<&Symbols>) -> Vec<String> {
    let rows = board.digits().chunks_exact(board.layout().size());
    rows.map(|row| {
        let mut text = String::new();
        write_cells(&mut text, board, row, symbols);
        text
    })
    .collect()
}

fn write_cells(text: &mut String, board: &Board, digits: &[u8], symbols: Option<&Symbols>) {
    let needs_separators = symbols.is_none() && board.layout().size() > 9;
    for (index, digit) in digits.iter().enumerate() {
        if needs_separators && index > 0 {
            text.push(' ');
        }
        match (Digit::new(*digit), symbols) {
            (None, _) => text.push(symbols.map_or('.', Symbols::empty_sign)),
            (Some(digit), Some(symbols)) => {
                let symbol = symbols.symbol(digit);
                text.push(symbol.expect("there is a symbol for each digit of the board"));
            }
            (Some(digit), None) => {
                let number = digit.get();
                if number > 9 {
                    text.push(char::from(b'0' + number / 10));
                }
                text.push(char::from(b'0' + number % 10));
            }
        }
    }
}
