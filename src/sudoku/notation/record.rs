//! Records: one line that holds a board among other words.

use super::cells::words;
use super::error::Within;
use super::lines::Line;
use super::rows::{TextBoard, board_of_lines};
use super::signs::Signs;
use crate::sudoku::layout::MIN_SIZE;

/// Returns the boards among the words of a line, such as `id 0830… 7.2` or `:0000:x:.83…:::`. White space and colons
/// separate words. A `+` before a digit is skipped, as is any bar.
pub(super) fn boards(line: &str, signs: Signs) -> Vec<TextBoard> {
    let is_separator = |character: char| {
        character.is_whitespace() || character == ':' && !signs.is_symbol(character)
    };
    let words = line.split(is_separator);
    words.filter_map(|word| board(word, signs)).collect()
}

/// Returns the board that a word is, with one character for each cell.
pub(super) fn board(word: &str, signs: Signs) -> Option<TextBoard> {
    if word.len() < MIN_SIZE * MIN_SIZE {
        return None;
    }
    let line = Line::new(Within::Text, word);
    board_of_lines(&words(&[line], signs).ok()?, signs).ok()
}
