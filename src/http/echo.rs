//! How much of what was sent a refusal repeats: what helps to find the fault, and no more.

use axum::http::Method;

/// The longest text of a number that a refusal repeats.
const LONGEST_NUMBER: usize = 20;

/// The longest string that a refusal repeats. No digit and no empty cell needs as much; a secret that strayed needs more.
const LONGEST_STRING: usize = 8;

/// The longest name of a member that a refusal repeats.
const LONGEST_NAME: usize = 32;

/// What a JSON text is, in words that repeat no more of it than helps.
pub(super) fn describe(json: &str) -> String {
    match json.as_bytes()[0] {
        b'[' => "an array".to_owned(),
        b'{' => "an object".to_owned(),
        b'"' => describe_string(json),
        b'-' | b'0'..=b'9' if json.len() > LONGEST_NUMBER => {
            format!("a number of {} characters", json.len())
        }
        _ => json.to_owned(),
    }
}

fn describe_string(json: &str) -> String {
    let Ok(text) = serde_json::from_str::<String>(json) else {
        return "a string that is not Unicode text".to_owned();
    };
    let length = text.chars().count();
    match text.chars().next() {
        // A full-width 5 looks like a 5: its number tells them apart.
        Some(character) if length == 1 && !is_plain(character) => {
            format!("the character U+{:04X}", u32::from(character))
        }
        _ if length <= LONGEST_STRING && text.chars().all(is_plain) => json.to_owned(),
        _ => format!("a string of {length} characters"),
    }
}

/// A character of a text of which each character counts.
pub(super) fn describe_character(character: char) -> String {
    match character {
        ' ' => "a blank".to_owned(),
        _ if is_plain(character) => format!("'{character}'"),
        _ => format!("the character U+{:04X}", u32::from(character)),
    }
}

fn is_plain(character: char) -> bool {
    character == ' ' || character.is_ascii_graphic()
}

/// Whether this is a name as people give to members and parameters: letters, a few signs between them, digits at the end.
///
/// A refusal may repeat it, and it needs no escape in a JSON Pointer.
pub(super) fn is_name(text: &str) -> bool {
    let word = text.trim_end_matches(|character: char| character.is_ascii_digit());
    text.len() <= LONGEST_NAME
        && !word.is_empty()
        && word
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic() || b"_-.$".contains(&byte))
}

/// The name of the method, if it is one that HTTP itself defines.
pub(super) fn known_method(method: &Method) -> Option<&'static str> {
    match *method {
        Method::GET => Some("GET"),
        Method::POST => Some("POST"),
        Method::HEAD => Some("HEAD"),
        Method::OPTIONS => Some("OPTIONS"),
        Method::PUT => Some("PUT"),
        Method::PATCH => Some("PATCH"),
        Method::DELETE => Some("DELETE"),
        Method::TRACE => Some("TRACE"),
        Method::CONNECT => Some("CONNECT"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_told_from_a_key_or_a_secret() {
        for name in [
            "colour",
            "box2",
            "$schema",
            "max-size",
            "a.b",
            "board_state",
            "v1",
        ] {
            assert!(is_name(name), "{name}");
        }
        for other in [
            "",
            "7",
            "a b",
            "a/b",
            "a~b",
            "é",
            "4f9c2d",
            "hunter2-CorrectHorse",
            &"a".repeat(33),
        ] {
            assert!(!is_name(other), "{other}");
        }
    }

    #[test]
    fn what_was_found_is_described_without_repeating_much_of_it() {
        for (json, described) in [
            ("true", "true"),
            ("5.5", "5.5"),
            (r#""05""#, r#""05""#),
            (r#"" 5""#, r#"" 5""#),
            (r#""５""#, "the character U+FF15"),
            (r#""\u0665""#, "the character U+0665"),
            (r#""\u0000""#, "the character U+0000"),
            (r#""\ud800""#, "a string that is not Unicode text"),
            (r#""１２""#, "a string of 2 characters"),
            (r#""password1""#, "a string of 9 characters"),
            ("123456789012345678901", "a number of 21 characters"),
            ("[1]", "an array"),
            ("{}", "an object"),
        ] {
            assert_eq!(describe(json), described);
        }
    }
}
