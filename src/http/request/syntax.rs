//! Checks JSON syntax, and locates the first error.

use serde_json::value::RawValue;

use super::hints::not_json::{self, Mistake};
use super::quote::describe_character;
use super::source::Source;
use crate::http::response::problem::{Problem, ProblemKind};

/// Parses any JSON text.
pub(super) fn parse(bytes: &[u8], source: Source) -> Result<&RawValue, Problem> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let noun = source.noun();
        // The byte order marks of UTF-16.
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            return not_json(format!(
                "The {noun} is UTF-16 text at {}; send it as UTF-8.",
                source.position_after(&[])
            ));
        }
        let position = source.position_after(&bytes[..error.valid_up_to()]);
        not_json(format!(
            "The {noun} is not valid UTF-8 at {position}; send the text as UTF-8."
        ))
    })?;
    serde_json::from_str(text).map_err(|error| not_json(describe_error(text, source, &error)))
}

fn not_json(detail: String) -> Problem {
    Problem::new(ProblemKind::NotJson, detail)
}

fn describe_error(text: &str, source: Source, error: &serde_json::Error) -> String {
    const EXPECTED: &str = "expected a board as JSON, such as [[5, 3, 0, …], …].";

    let offset = error_offset(text, error);
    let position_of = |offset: usize| source.position_after(&text.as_bytes()[..offset]);
    let position = position_of(offset);
    let noun = source.noun();
    if text.trim_ascii().is_empty() {
        return format!("The {noun} is empty ({position}); {EXPECTED}");
    }
    if let Some(Mistake {
        found,
        offset,
        advice,
    }) = not_json::recognize(text, offset)
    {
        let position = position_of(offset);
        return format!("The {noun} is not JSON: {found} at {position}; {advice}.");
    }
    match text[offset..].chars().next() {
        None => {
            format!("The {noun} is truncated: it ends at {position}, inside the JSON text.")
        }
        Some('\n' | '\r') => {
            format!("The {noun} is not JSON: unexpected end of {position}; {EXPECTED}")
        }
        Some(found) => {
            let found = describe_character(found);
            format!("The {noun} is not JSON: found {found} at {position}; {EXPECTED}")
        }
    }
}

/// Returns the offset of the first unexpected character, or the length of a truncated text.
fn error_offset(text: &str, error: &serde_json::Error) -> usize {
    let line_start: usize = text
        .split_inclusive('\n')
        .take(error.line() - 1)
        .map(str::len)
        .sum();
    let read = line_start + error.column();
    let reason = error.to_string();
    let is_truncated =
        error.is_eof() || (reason.starts_with("invalid number") && read == text.len());
    let mut offset = if is_truncated {
        text.len()
    } else if reason.starts_with("control character") {
        // The only error that serde_json reports before the character, not after it.
        read
    } else {
        read.saturating_sub(1)
    };
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detail(body: &str) -> String {
        let error = serde_json::from_str::<&RawValue>(body).unwrap_err();
        describe_error(body, Source::Body, &error)
    }

    #[test]
    fn the_first_unexpected_character_is_located() {
        for (body, found) in [
            ("[[1,2],\n [3,~]]", "found '~' at line 2, column 5;"),
            (
                "[[1,2],]",
                "a trailing comma at line 1, column 7; remove it.",
            ),
            ("[[01]]", "a digit after 0 at line 1, column 4;"),
            ("{\"board\" 1}", "found '1' at line 1, column 10;"),
            ("[] []", "a second JSON text at line 1, column 4;"),
            ("[['5']]", "a single quote at line 1, column 3;"),
            ("[[“5”]]", "the character '“' (U+201C) at line 1, column 3;"),
            ("[\"éé\",~]", "found '~' at line 1, column 7;"),
            (
                "[[\"a\nb\"]]",
                "the end of a line in a string at line 1, column 5;",
            ),
            ("[[\"a\tb\"]]", "found a tab at line 1, column 5;"),
            ("[[tr\nue]]", "unexpected end of line 1, column 5;"),
            ("[[1.\n5]]", "unexpected end of line 1, column 5;"),
            ("[[-\n5]]", "'-' at line 1, column 3;"),
            (
                "[[1\u{a0}]]",
                "the no-break space '\u{a0}' (U+00A0) at line 1, column 4;",
            ),
        ] {
            let detail = detail(body);
            assert!(detail.contains(found), "{body:?}: {detail}");
        }
    }

    #[test]
    fn a_text_that_ends_early_is_truncated() {
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
                "The body is truncated: it ends at line 1, column {}, ",
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
    fn every_malformed_text_is_described() {
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
