//! Recognizes what is wrong with a line that is not a board as text.

use crate::http::request::quote::describe_character;

/// Longer lines of letters are boards with other symbols.
const MAX_HEADING_CHARS: usize = 60;

/// Describes the mistake in a line of a batch as text, of which `is_board_length` says whether it may have as many
/// characters as given.
pub(crate) fn describe(line: &str, is_board_length: impl Fn(usize) -> bool) -> Option<String> {
    let is_board = |text: &str| is_board_length(text.chars().count());
    let trimmed = line.trim();
    if trimmed != line && is_board(trimmed) {
        let (place, space) = match line.chars().next_back() {
            Some(last) if last.is_whitespace() => ("ends with", last),
            _ => ("begins with", line.chars().next().unwrap_or(' ')),
        };
        return Some(format!(
            "The line {place} {}; remove it.",
            describe_character(space)
        ));
    }
    if line.starts_with('#') || line.starts_with("//") {
        return Some("The line is a comment; remove it, since each line is a board.".to_owned());
    }
    let unquoted = trimmed.trim_matches(['"', '\'']);
    if unquoted != trimmed && is_board(unquoted) {
        return Some("The board is in quotes; remove them.".to_owned());
    }
    let words: Vec<&str> = line
        .split([',', ';', '\t', ' ', ':'])
        .filter(|word| !word.is_empty())
        .collect();
    match words.iter().filter(|word| is_board(word)).count() {
        0 => {}
        1 if words.len() == 1 => {}
        1 => {
            return Some(
                "The line has other text besides the board; send only the characters of the board."
                    .to_owned(),
            );
        }
        count => return Some(format!("The line holds {count} boards; send one per line.")),
    }
    let is_separated = words.len() > 1 && words.iter().all(|word| word.len() <= 2);
    if is_separated {
        return Some(
            "The cells are separated; write them without anything in between, with '.' or 0 for an empty cell."
                .to_owned(),
        );
    }
    let is_heading = (2..=MAX_HEADING_CHARS).contains(&trimmed.chars().count())
        && trimmed
            .chars()
            .all(|character| character.is_alphabetic() || ",;_ \t".contains(character));
    is_heading
        .then(|| "The line looks like a heading; remove it, since each line is a board.".to_owned())
}
