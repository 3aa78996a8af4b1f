//! Recognizes what is wrong with a text that is not JSON.

use super::whole_text;
use crate::http::request::quote::describe_character;

/// A mistake in a text that is not JSON.
#[derive(Debug)]
pub(crate) struct Mistake {
    /// What was found, as in "The body is not JSON: …".
    pub(crate) found: String,
    /// Where.
    pub(crate) offset: usize,
    /// What to do about it.
    pub(crate) advice: String,
}

/// A text whose first unexpected character is at `offset`.
struct Text<'t> {
    before: &'t str,
    rest: &'t str,
    /// The brackets that are open before the offset.
    open: Vec<char>,
    in_string: bool,
}

/// From the most specific to the most general one; the first that recognizes a mistake wins.
const RECOGNIZERS: [fn(&Text) -> Option<Mistake>; 12] = [
    trailing_comma,
    second_text,
    missing_value,
    quote,
    space,
    comment,
    bracket,
    backslash,
    sign,
    missing_comma,
    word,
    unclosed_string,
];

/// Recognizes the mistake in a text whose first unexpected character is at `offset`.
pub(crate) fn recognize(text: &str, offset: usize) -> Option<Mistake> {
    if !text.trim_start().starts_with(['[', '{', '"'])
        && let Some((found, advice)) = whole_text::recognize(text)
    {
        return Some(Mistake {
            found: found.to_owned(),
            offset,
            advice: advice.to_owned(),
        });
    }
    let text = Text::new(text, offset);
    RECOGNIZERS.iter().find_map(|recognize| recognize(&text))
}

impl<'t> Text<'t> {
    fn new(text: &'t str, offset: usize) -> Text<'t> {
        let (before, rest) = text.split_at(offset);
        let (mut open, mut in_string, mut is_escaped) = (Vec::new(), false, false);
        for character in before.chars() {
            match character {
                _ if is_escaped => is_escaped = false,
                '\\' if in_string => is_escaped = true,
                '"' => in_string = !in_string,
                '[' | '{' if !in_string => open.push(character),
                ']' | '}' if !in_string => drop(open.pop()),
                _ => {}
            }
        }
        Text {
            before,
            rest,
            open,
            in_string,
        }
    }

    fn found(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Returns the last character before the unexpected one, apart from white space.
    fn previous(&self) -> Option<char> {
        self.before.trim_end().chars().next_back()
    }

    /// Returns whether a JSON text ends before the unexpected character.
    fn is_after_end(&self) -> bool {
        self.open.is_empty() && self.before.contains(['[', '{'])
    }

    #[expect(clippy::unnecessary_wraps, reason = "recognizers return it as it is")]
    fn mistake(&self, found: impl Into<String>, advice: impl Into<String>) -> Option<Mistake> {
        Some(Mistake {
            found: found.into(),
            offset: self.before.len(),
            advice: advice.into(),
        })
    }
}

/// `[5,]`, and `[…],` as a whole text.
fn trailing_comma(text: &Text) -> Option<Mistake> {
    let before = text.before.trim_end();
    let offset = match text.found()? {
        ']' | '}' if before.ends_with(',') => before.len() - 1,
        ',' if text.is_after_end() && text.rest.trim_end() == "," => text.before.len(),
        _ => return None,
    };
    Some(Mistake {
        found: "a trailing comma".to_owned(),
        offset,
        advice: "remove it".to_owned(),
    })
}

/// `[…][…]`, `[…],[…]`, `[…]]` and `[…];`.
fn second_text(text: &Text) -> Option<Mistake> {
    if !text.is_after_end() {
        return None;
    }
    match text
        .rest
        .trim_start_matches([',', ';'])
        .trim_start()
        .chars()
        .next()
    {
        Some('[' | '{') => text.mistake(
            "a second JSON text",
            "send one board per request, or one per line to POST /validate/batch with 'Content-Type: application/x-ndjson'",
        ),
        Some(']' | '}') => text.mistake("a closing bracket too many", "remove it"),
        _ => text.mistake(
            "unexpected text after the board",
            "remove everything from there on",
        ),
    }
}

/// `[5,,3]` and `[,5]`.
fn missing_value(text: &Text) -> Option<Mistake> {
    (text.found()? == ',' && matches!(text.previous()?, ',' | '[')).then_some(())?;
    text.mistake(
        "no value before the comma",
        "write 0 or null for an empty cell",
    )
}

/// `'5'`, `“5”` and the like.
fn quote(text: &Text) -> Option<Mistake> {
    let found = text.found()?;
    match found {
        '\'' => text.mistake(
            "a single quote",
            "write strings in double quotes, such as \"5\" (in Python, send json.dumps(board) or requests.post(…, json=board))",
        ),
        '`' | '´' | '‘'..='‟' | '‹' | '›' | '«' | '»' | '＂' => text.mistake(
            describe_character(found),
            "write strings in plain double quotes, such as \"5\"",
        ),
        _ => None,
    }
}

/// White space other than that of JSON, some of it invisible.
fn space(text: &Text) -> Option<Mistake> {
    let found = text.found()?;
    let is_invisible = matches!(found, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}');
    if found == '\0' {
        return text.mistake(
            describe_character(found),
            "send the text as UTF-8, not as UTF-16",
        );
    }
    (!text.in_string && !found.is_ascii() && (found.is_whitespace() || is_invisible))
        .then_some(())?;
    text.mistake(
        describe_character(found),
        "remove it, or replace it by a plain space",
    )
}

fn comment(text: &Text) -> Option<Mistake> {
    ["//", "/*", "#"]
        .iter()
        .any(|start| text.rest.starts_with(start))
        .then_some(())?;
    text.mistake("a comment", "remove it, since JSON has no comments")
}

/// `((5, 3), …)`, `{{5, 3}, …}`, and a bracket that does not match.
fn bracket(text: &Text) -> Option<Mistake> {
    let found = text.found()?;
    match (found, text.open.last()) {
        ('(' | ')', _) | ('{', Some('{')) => text.mistake(
            format!("'{found}'"),
            "write arrays in square brackets, such as [[5, 3, 0, …], …]",
        ),
        ('}', Some('[')) => text.mistake("'}'", "expected ']', since '[' is open"),
        (']', Some('{')) => text.mistake("']'", "expected '}', since '{' is open"),
        _ => None,
    }
}

/// `[[\"5\", …`.
fn backslash(text: &Text) -> Option<Mistake> {
    text.rest.starts_with('\\').then_some(())?;
    text.mistake(
        "a backslash",
        "remove the backslashes, since quotes around strings are not escaped",
    )
}

/// `[-, _, *, ?, .]`, which are often signs for an empty cell, and `+5`.
fn sign(text: &Text) -> Option<Mistake> {
    const ADVICE: &str = "write 0, \".\" or null for an empty cell";

    if text.in_string || text.rest.is_empty() {
        return None;
    }
    if let Some(before) = text.before.strip_suffix('-') {
        return Some(Mistake {
            found: "'-'".to_owned(),
            offset: before.len(),
            advice: ADVICE.to_owned(),
        });
    }
    match text.found()? {
        found @ ('.' | '_' | '*' | '?') if matches!(text.previous(), Some('[' | ',')) => {
            text.mistake(format!("'{found}'"), ADVICE)
        }
        ';' => text.mistake(
            "';'",
            "write each row in brackets, with commas between cells and rows",
        ),
        '+' => text.mistake("'+'", "write numbers without a plus sign"),
        _ => None,
    }
}

/// `[5 3]`, `[…] […]` and `[053]`.
fn missing_comma(text: &Text) -> Option<Mistake> {
    let (found, previous) = (text.found()?, text.previous()?);
    let is_start = match text.open.last()? {
        '{' => found == '"' && matches!(previous, ']' | '}'),
        _ => found.is_ascii_digit() || matches!(found, '"' | '[' | '{' | '-'),
    };
    let is_end = previous.is_ascii_digit() || matches!(previous, '"' | ']' | '}' | 'l');
    (!text.in_string && is_start && is_end).then_some(())?;
    if text.before.ends_with('0') && found.is_ascii_digit() {
        return text.mistake(
            "a digit after 0",
            "separate cells by commas, and write numbers without zeros in front",
        );
    }
    if text.open.last() == Some(&'{') {
        return text.mistake("a missing comma", "separate members by commas");
    }
    text.mistake(
        "a missing comma",
        "separate cells and rows by commas (in Python with NumPy, send board.tolist())",
    )
}

/// `None`, `NaN`, `x`, `A`, `{board: …}`, …
fn word(text: &Text) -> Option<Mistake> {
    if text.in_string || text.rest.is_empty() {
        return None;
    }
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let start = text.before.trim_end_matches(is_part).len();
    let (before, head) = text.before.split_at(start);
    let tail = &text.rest[..text.rest.len() - text.rest.trim_start_matches(is_part).len()];
    let word = format!("{head}{tail}");
    let after = text.rest[tail.len()..].trim_start();
    let advice = match word.to_ascii_lowercase().as_str() {
        _ if after.starts_with(':') => "write names of members in double quotes, such as \"board\"",
        "none" | "nil" | "null" | "undefined" | "nan" | "na" | "inf" | "infinity" | "empty"
        | "x" => "write 0, \".\" or null for an empty cell",
        "true" | "false" => "a cell is a digit, or 0, \".\" or null if it is empty",
        "array" | "list" | "tuple" => {
            "write only the brackets and the cells (in Python with NumPy, send board.tolist())"
        }
        letter
            if letter.len() == 1
                && letter.starts_with(|first: char| first.is_ascii_lowercase()) =>
        {
            "write digits above 9 as numbers: A as 10, B as 11 and so on"
        }
        _ => return None,
    };
    let found = if after.starts_with(':') {
        "a name without quotes".to_owned()
    } else {
        word
    };
    Some(Mistake {
        found,
        offset: before.len(),
        advice: advice.to_owned(),
    })
}

/// A string that does not end on its line.
fn unclosed_string(text: &Text) -> Option<Mistake> {
    (text.in_string && matches!(text.found()?, '\n' | '\r')).then_some(())?;
    text.mistake(
        "the end of a line in a string",
        "close the string with a double quote",
    )
}
