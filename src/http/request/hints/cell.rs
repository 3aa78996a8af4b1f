//! Recognizes cells that are written in another way.

use crate::http::request::spelling::parse_string;

/// Returns what was expected instead of a cell that is not accepted. `text` is the content of a string, or the JSON text
/// of any other value; `highest` is the highest digit of the board.
pub(crate) fn advice(text: &str, highest: usize) -> String {
    const EMPTY: &str = "0, \".\" or null for an empty cell";

    let expected = format!("expected a digit from 1 to {highest}, or {EMPTY}");
    if is_sign_for_empty(text) {
        return format!("write {EMPTY}");
    }
    if let Some(number) = number_of_letter(text).filter(|number| *number <= highest) {
        return format!(
            "write it as {number}, since A is 10 and {} is {highest}",
            letter_of_number(highest)
        );
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

/// Returns the number that is usually meant by a letter: 10 for A.
fn number_of_letter(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => {
            Some(usize::from(letter.to_ascii_uppercase() - b'A') + 10)
        }
        _ => None,
    }
}

/// Returns the letter for a number from 10 on, or Z if there are not enough letters.
fn letter_of_number(number: usize) -> char {
    ('A'..='Z').nth(number - 10).unwrap_or('Z')
}
