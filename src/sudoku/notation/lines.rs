//! The lines of a text: which of them can hold cells, and which are blank or part of a frame.

use super::error::Within;

/// The maximum number of lines that a board is looked for in: 64 rows, with a rule and a blank line after each, and some
/// more.
const MAX_LINES: usize = 256;

/// A line that is neither empty nor skipped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    pub(super) within: Within,
    /// Without its line break.
    pub(super) text: &'t str,
    pub(super) kind: LineKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// White space: a row of empty cells, or nothing.
    Blank,
    /// Only `-`, `+`, `|`, `=`, `*` and white space, with one of the first four: part of a frame, or a row of empty cells.
    Rule,
    /// Anything else: a row of cells.
    Cells,
}

/// Splits a text into lines, without those that are skipped: empty ones, comments and headers.
///
/// # Errors
///
/// The number of the lines, if there are too many for any board.
pub(super) fn split(text: &str) -> Result<Vec<Line<'_>>, usize> {
    let has_several_lines = text.trim_end_matches(LINE_BREAKS).contains(LINE_BREAKS);
    let mut lines = Vec::new();
    let mut count = 0;
    let mut rest = Some(text);
    for number in 1.. {
        let Some(start) = rest else { break };
        let (text, following) = split_line(start);
        rest = following;
        if text.is_empty() || is_skipped(text) {
            continue;
        }
        count += 1;
        if count <= MAX_LINES {
            let within = if has_several_lines {
                Within::Line(number)
            } else {
                Within::Text
            };
            lines.push(Line::new(within, text));
        }
    }
    if count > MAX_LINES {
        Err(count)
    } else {
        Ok(lines)
    }
}

pub(super) const LINE_BREAKS: [char; 2] = ['\n', '\r'];

impl<'t> Line<'t> {
    pub(super) fn new(within: Within, text: &'t str) -> Line<'t> {
        let kind = LineKind::of(text);
        Line { within, text, kind }
    }
}

/// Splits a text after its first line, which ends with LF, CRLF or CR.
fn split_line(text: &str) -> (&str, Option<&str>) {
    match text.find(LINE_BREAKS) {
        Some(end) => {
            let line_break = if text[end..].starts_with("\r\n") {
                2
            } else {
                1
            };
            (&text[..end], Some(&text[end + line_break..]))
        }
        None => (text, None),
    }
}

/// Whether a line is a comment, such as `# easy`, or a header, such as `[Puzzle]`.
pub(super) fn is_skipped(line: &str) -> bool {
    let line = line.trim();
    let header = line
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let is_word = |text: &str| !text.is_empty() && text.chars().all(char::is_alphabetic);
    line.starts_with('#') || header.is_some_and(is_word)
}

impl LineKind {
    fn of(line: &str) -> LineKind {
        let is_drawn = |character| is_bar(character) || matches!(character, '-' | '=');
        if line.chars().all(char::is_whitespace) {
            LineKind::Blank
        } else if line.contains(is_drawn)
            && line.chars().all(|character| {
                is_drawn(character) || character == '*' || character.is_whitespace()
            })
        {
            LineKind::Rule
        } else {
            LineKind::Cells
        }
    }
}

/// Whether a character is part of a frame wherever it appears.
pub(super) fn is_bar(character: char) -> bool {
    matches!(character, '|' | '+')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<(Within, &str)> {
        let lines = split(text).unwrap();
        lines.iter().map(|line| (line.within, line.text)).collect()
    }

    #[test]
    fn lines_end_with_lf_crlf_or_cr() {
        let expected = [(1, "1"), (2, "2"), (3, "3"), (5, "4")];
        assert_eq!(
            lines("1\n2\r\n3\r\r\n4"),
            expected.map(|(number, text)| (Within::Line(number), text))
        );
        assert_eq!(lines("1\r\n"), [(Within::Text, "1")]);
    }

    #[test]
    fn comments_headers_and_empty_lines_are_skipped() {
        let text = "# easy\n  #2\n[Puzzle]\n [Übung] \n\n1";
        assert_eq!(lines(text), [(Within::Line(6), "1")]);
        for line in [
            "[]", "[a b]", "[1]", "[Puzzle", "Puzzle]", "[[a]]", "1 # easy",
        ] {
            assert!(!is_skipped(line), "{line}");
        }
    }

    #[test]
    fn a_rule_has_only_characters_of_frames() {
        use LineKind::{Blank, Cells, Rule};
        for (line, kind) in [
            (" ", Blank),
            ("\t \u{a0}", Blank),
            ("-------|-------|-------", Rule),
            (" *-----------*", Rule),
            ("+===+===+", Rule),
            ("| |", Rule),
            ("*********", Cells),
            ("* * *", Cells),
            (".-------.", Cells),
            ("---1---", Cells),
        ] {
            assert_eq!(LineKind::of(line), kind, "{line}");
        }
    }

    #[test]
    fn lines_beyond_any_board_are_only_counted() {
        assert_eq!(split(&"1\n".repeat(256)).unwrap().len(), 256);
        assert_eq!(split(&"1\n\n".repeat(100_000)).unwrap_err(), 100_000);
        assert_eq!(split(&"# comment\n".repeat(1_000)).unwrap().len(), 0);
    }
}
