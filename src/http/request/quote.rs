//! Quotes from the input in problem responses, too short to repeat a secret that was sent by mistake.

/// The maximum length of a quoted number.
const MAX_NUMBER_BYTES: usize = 20;

/// The maximum length of a quoted string: longer than any digit, shorter than any secret.
const MAX_STRING_CHARS: usize = 8;

/// The maximum length of a quoted member or parameter name.
const MAX_NAME_BYTES: usize = 32;

/// Describes a JSON value, quoting it if it is short.
pub(super) fn describe_json(json: &str) -> String {
    match json.as_bytes()[0] {
        b'[' => "an array".to_owned(),
        b'{' => "an object".to_owned(),
        b'"' => describe_string(json),
        b'-' | b'0'..=b'9' if json.len() > MAX_NUMBER_BYTES => {
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
    match text.chars().find(|character| !is_plain(*character)) {
        Some(character) if length == 1 => describe_character(character),
        _ if length > MAX_STRING_CHARS => format!("a string of {length} characters"),
        Some(character) => format!("a string with {}", describe_character(character)),
        None => json.to_owned(),
    }
}

/// Describes a character: as it is, and by its code point, since a full-width 5 looks like a 5.
pub(super) fn describe_character(character: char) -> String {
    let name = match character {
        ' ' => return "a space".to_owned(),
        '\t' => return "a tab".to_owned(),
        _ if is_plain(character) => return format!("'{character}'"),
        '\u{a0}' | '\u{2007}' | '\u{202f}' => "the no-break space",
        '\u{feff}' => "a byte order mark",
        _ => "the character",
    };
    let code_point = u32::from(character);
    // Also spaces, but nothing that controls the text around it.
    let is_visible = character.escape_debug().count() == 1;
    if is_visible || (character.is_whitespace() && !character.is_control()) {
        format!("{name} '{character}' (U+{code_point:04X})")
    } else {
        format!("{name} U+{code_point:04X}")
    }
}

fn is_plain(character: char) -> bool {
    character == ' ' || character.is_ascii_graphic()
}

/// Returns whether the text looks like the name of a member or parameter: letters and punctuation, then digits.
///
/// Such a name is safe to quote, and needs no escaping in a JSON Pointer.
pub(super) fn is_quotable_name(text: &str) -> bool {
    let word = text.trim_end_matches(|character: char| character.is_ascii_digit());
    text.len() <= MAX_NAME_BYTES
        && !word.is_empty()
        && word
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic() || b"_-.$".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_quotable_and_a_key_or_a_secret_is_not() {
        for name in [
            "colour",
            "box2",
            "$schema",
            "max-size",
            "a.b",
            "board_state",
            "v1",
        ] {
            assert!(is_quotable_name(name), "{name}");
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
            assert!(!is_quotable_name(other), "{other}");
        }
    }

    #[test]
    fn a_value_is_described_and_quoted_only_if_it_is_short() {
        for (json, described) in [
            ("true", "true"),
            ("5.5", "5.5"),
            (r#""05""#, r#""05""#),
            (r#"" 5""#, r#"" 5""#),
            (r#""５""#, "the character '５' (U+FF15)"),
            (r#""\u0665""#, "the character '٥' (U+0665)"),
            (r#""\u00a0""#, "the no-break space '\u{a0}' (U+00A0)"),
            (r#""\u202e""#, "the character U+202E"),
            (r#""“5”""#, "a string with the character '“' (U+201C)"),
            (r#""\u0000""#, "the character U+0000"),
            (r#""\ud800""#, "a string that is not Unicode text"),
            (r#""１２""#, "a string with the character '１' (U+FF11)"),
            (r#""password1""#, "a string of 9 characters"),
            ("123456789012345678901", "a number of 21 characters"),
            ("[1]", "an array"),
            ("{}", "an object"),
        ] {
            assert_eq!(describe_json(json), described);
        }
    }
}
