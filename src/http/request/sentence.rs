//! Parts of the sentences of problem responses.

use std::fmt;

/// Turns an error of the rules into a sentence.
pub(super) fn sentence(error: impl fmt::Display) -> String {
    let message = error.to_string();
    let mut characters = message.chars();
    characters
        .next()
        .map(|first| format!("{}{}.", first.to_uppercase(), characters.as_str()))
        .unwrap_or_default()
}

/// Lists alternatives, as in `a, b or c`.
pub(super) fn alternatives(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}
