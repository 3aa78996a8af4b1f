//! Recognizes cells that are written in another way.

use crate::http::request::raw_json::is_number;
use crate::http::request::spelling::parse_string;
use crate::sudoku::Symbols;

/// Returns what was expected instead of a cell that is not accepted. `text` is the content of a string, or the JSON text
/// of any other value; `highest` is the highest digit of the board.
pub(crate) fn advice(text: &str, highest: usize) -> String {
    const EMPTY: &str = "0, \".\" or null for an empty cell";

    let expected = format!("expected a digit from 1 to {highest}, or {EMPTY}");
    if is_sign_for_empty(text) {
        return format!("write {EMPTY}");
    }
    if is_letter(text) {
        return match symbols_for(highest, text) {
            Some(symbols) => format!(
                "a letter is a cell only if it is declared as a symbol, as in {{\"board\": …, \"symbols\": \"{symbols}\"}}"
            ),
            None => format!("write digits as numbers from 1 to {highest}"),
        };
    }
    let trimmed = text.trim();
    if trimmed != text && parse_string(trimmed).is_some() {
        return format!("remove the white space around {trimmed}");
    }
    if !text.is_ascii() && text.chars().all(char::is_numeric) {
        return format!("expected an ASCII digit from 1 to {highest}, or {EMPTY}");
    }
    expected
}

/// Returns what was expected instead of a cell that is not accepted on a board with symbols.
pub(crate) fn advice_with_symbols(cell: &str, symbols: &Symbols) -> String {
    let expected = if is_number(cell) {
        "expected a string, since the board has symbols"
    } else {
        "expected a declared symbol, in the same case"
    };
    let empty = match symbols.empty_sign() {
        sign @ ('.' | '0') => format!("\"{sign}\""),
        _ => "\"\"".to_owned(),
    };
    format!("{expected}, or {empty} or null for an empty cell")
}

/// Returns whether a cell is often written like this if it is empty.
fn is_sign_for_empty(text: &str) -> bool {
    const WORDS: [&str; 6] = ["-1", "none", "nan", "null", "empty", "undefined"];

    let mut characters = text.chars();
    let is_sign =
        |character: char| character.is_whitespace() || "-–—_*?xX#·•□○ ".contains(character);
    match (characters.next(), characters.next()) {
        (Some(character), None) => is_sign(character),
        (None, _) => false,
        _ => text.trim().is_empty() || WORDS.iter().any(|word| text.eq_ignore_ascii_case(word)),
    }
}

fn is_letter(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(char::is_alphabetic) && characters.next().is_none()
}

/// Returns symbols that a board with this highest digit may have, in the case of a letter that was found.
fn symbols_for(highest: usize, letter: &str) -> Option<String> {
    let digits = if highest <= 9 { "" } else { "123456789" };
    let letters = highest.checked_sub(digits.len())?;
    if letters > 26 {
        return None;
    }
    let letters: String = ('A'..='Z').take(letters).collect();
    let is_lowercase = letter.chars().all(char::is_lowercase);
    Some(if is_lowercase {
        format!("{digits}{}", letters.to_lowercase())
    } else {
        format!("{digits}{letters}")
    })
}
