//! Is the body JSON, and if not, where does it stop to be?

use serde_json::value::RawValue;

use crate::http::problem::{Problem, ProblemKind};

/// What a JSON text is the whole of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Whole {
    /// The body of a request.
    Body,
    /// A line of it.
    Line,
}

impl Whole {
    /// What people call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Whole::Body => "body",
            Whole::Line => "line",
        }
    }

    /// The place behind this part of it.
    fn place(self, before: &[u8]) -> String {
        let (line, column) = position(before);
        match self {
            Whole::Body => format!("line {line}, column {column}"),
            Whole::Line => format!("column {column}"),
        }
    }
}

/// The JSON text, whatever it says.
pub(super) fn document(bytes: &[u8], whole: Whole) -> Result<&RawValue, Problem> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let place = whole.place(&bytes[..error.valid_up_to()]);
        refused(format!(
            "The {} is not UTF-8 text: see {place}.",
            whole.name()
        ))
    })?;
    serde_json::from_str(text).map_err(|error| refused(describe(text, whole, &error)))
}

fn refused(detail: String) -> Problem {
    Problem::new(ProblemKind::NotJson, detail)
}

/// Where and by what the JSON is broken.
fn describe(text: &str, whole: Whole, error: &serde_json::Error) -> String {
    const EXPECTED: &str = "expected a board as JSON, such as [[5, 3, 0, …], …].";

    let blamed = blamed(text, error);
    let place = whole.place(&text.as_bytes()[..blamed]);
    let whole = whole.name();
    match text[blamed..].chars().next() {
        _ if text.trim_ascii().is_empty() => format!("The {whole} is empty ({place}); {EXPECTED}"),
        None => format!("The {whole} is cut off: it ends at {place}, before its JSON does."),
        Some('\u{feff}') if blamed == 0 => {
            format!("The {whole} begins with a byte order mark ({place}); send it without.")
        }
        Some(found) if found.is_ascii_graphic() => {
            format!("The {whole} is not JSON: unexpected '{found}' at {place}; {EXPECTED}")
        }
        Some('\n' | '\r') => {
            format!("The {whole} is not JSON: unexpected end of {place}; {EXPECTED}")
        }
        Some(found) => {
            format!(
                "The {whole} is not JSON: unexpected character U+{:04X} at {place}; {EXPECTED}",
                u32::from(found)
            )
        }
    }
}

/// Where the first byte stands that cannot be there; the end of the text if it is cut off.
fn blamed(text: &str, error: &serde_json::Error) -> usize {
    let line_start: usize = text
        .split_inclusive('\n')
        .take(error.line() - 1)
        .map(str::len)
        .sum();
    let read = line_start + error.column();
    let reason = error.to_string();
    let is_cut_off = error.is_eof() || (reason.starts_with("invalid number") && read == text.len());
    let mut blamed = if is_cut_off {
        text.len()
    } else if reason.starts_with("control character") {
        // The only thing that serde_json stops in front of, and not behind.
        read
    } else {
        read.saturating_sub(1)
    };
    while !text.is_char_boundary(blamed) {
        blamed -= 1;
    }
    blamed
}

/// The line and the column behind this text, both counted from 1, the column in characters.
fn position(before: &[u8]) -> (usize, usize) {
    let mut lines = before.split(|byte| *byte == b'\n');
    let last = lines.clone().next_back().unwrap_or_default();
    let is_first_of_character = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
    (
        lines.by_ref().count(),
        last.iter().filter(is_first_of_character).count() + 1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detail(body: &str) -> String {
        let error = serde_json::from_str::<&RawValue>(body).unwrap_err();
        describe(body, Whole::Body, &error)
    }

    #[test]
    fn the_character_that_cannot_be_there_is_blamed() {
        for (body, found) in [
            ("[[1,2],\n [3,x]]", "unexpected 'x' at line 2, column 5;"),
            ("[[1,2],]", "unexpected ']' at line 1, column 8;"),
            ("[[01]]", "unexpected '1' at line 1, column 4;"),
            ("{\"board\" 1}", "unexpected '1' at line 1, column 10;"),
            ("[] []", "unexpected '[' at line 1, column 4;"),
            ("[['5']]", "unexpected ''' at line 1, column 3;"),
            (
                "[[“5”]]",
                "unexpected character U+201C at line 1, column 3;",
            ),
            ("[\"éé\",x]", "unexpected 'x' at line 1, column 7;"),
            ("[[\"a\nb\"]]", "unexpected end of line 1, column 5;"),
            (
                "[[\"a\tb\"]]",
                "unexpected character U+0009 at line 1, column 5;",
            ),
            ("[[tr\nue]]", "unexpected end of line 1, column 5;"),
            ("[[1.\n5]]", "unexpected end of line 1, column 5;"),
            ("[[-\n5]]", "unexpected end of line 1, column 4;"),
            (
                "[[1\u{a0}]]",
                "unexpected character U+00A0 at line 1, column 4;",
            ),
        ] {
            let detail = detail(body);
            assert!(detail.contains(found), "{body:?}: {detail}");
        }
    }

    #[test]
    fn a_text_that_ends_early_is_cut_off() {
        for body in [
            "[[1,2",
            "[[1.",
            "[[-",
            "[[1e",
            "[[1e+",
            "[\"5",
            "[\"\\u00",
            "[tru",
            "{\"board\"",
            "{",
        ] {
            let expected = format!(
                "The body is cut off: it ends at line 1, column {}, ",
                body.len() + 1
            );
            assert!(
                detail(body).starts_with(&expected),
                "{body:?}: {}",
                detail(body)
            );
        }
    }

    #[test]
    fn any_broken_text_is_described() {
        for body in [
            "\"\\u12“\"",
            "\"\\x\"",
            "\u{feff}[]",
            "\u{a0}",
            " \n ",
            "[1]\u{0}",
            "\"\\ud800\\u“\"",
            "[[1,2]\n\n\n}",
        ] {
            assert!(!detail(body).is_empty());
        }
    }
}
