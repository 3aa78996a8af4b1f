//! Recognizes texts of another format than JSON by how they begin.

use crate::sudoku::TextReader;

/// Returns what a text that is not JSON looks like, and what to send instead.
pub(super) fn recognize(text: &str) -> Option<(&'static str, &'static str)> {
    const SEND_JSON: &str = "send the board as JSON, such as [[5, 3, 0, …], …]";
    const SEND_TEXT: &str =
        "send it with 'Content-Type: text/plain', as many lines as there are cells on each";

    let text = text.trim_start();
    let first_line = text.lines().next().unwrap_or_default();
    Some(match text.chars().next()? {
        _ if TextReader::new(None, None).read(text).is_ok() => (
            "it is a board as text",
            "send it with 'Content-Type: text/plain'",
        ),
        '<' => ("it looks like XML or HTML", SEND_JSON),
        '-' if text.starts_with("--") => (
            "it looks like a form (multipart/form-data)",
            "send only the board, as JSON, without a form",
        ),
        '-' if text.starts_with("- ") => ("it looks like YAML", SEND_JSON),
        '@' => (
            "it looks like the name of a file",
            "send the content of the file; with curl, --json @board.json does",
        ),
        '%' => (
            "it looks percent-encoded",
            "send the JSON text as it is, without encoding it",
        ),
        '\'' | '`' => (
            "it is in quotes",
            "remove the quotes around the JSON text; on Windows, put the board in a file and send --json @board.json",
        ),
        '(' => (
            "it begins with '('",
            "write arrays in square brackets, such as [[5, 3, 0, …], …]",
        ),
        '|' | '+' | '┌' | '╔' | '┏' => ("it looks like a drawing", SEND_TEXT),
        _ if text.starts_with("array(") || text.starts_with("np.array(") => {
            ("it looks like a NumPy array", "send board.tolist() as JSON")
        }
        'A'..='Z' | 'a'..='z' | '_' if is_assignment(first_line) => (
            "it begins with a name and '='",
            "send only the board, from '[' to ']', as JSON and not as a form or a variable",
        ),
        _ if !text.contains(|other| !is_in_table(other)) => {
            let found = if text.contains([',', ';', '\t']) {
                "it looks like CSV"
            } else {
                "it looks like a board as text"
            };
            (found, SEND_TEXT)
        }
        _ => return None,
    })
}

/// Returns whether a line begins with a name and `=`, as `board=…`, `board = …` and `int[][] board = …` do.
fn is_assignment(line: &str) -> bool {
    line.split_once('=').is_some_and(|(name, _)| {
        name.chars()
            .all(|character| character.is_ascii_alphanumeric() || " _.:<>[]".contains(character))
    })
}

/// Returns whether a character can be part of a board as text or CSV.
fn is_in_table(character: char) -> bool {
    character.is_ascii_digit() || " \t\r\n,;.\"_*?xX-".contains(character)
}
