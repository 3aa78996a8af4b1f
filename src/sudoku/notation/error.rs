//! Why a text is not a board.

use std::fmt;

use super::fault::Fault;
use super::format::Format;

/// The reason why a text is not a board.
///
/// [`Display`](fmt::Display) says in a sentence what was found and where, and what to send instead. It quotes at most one
/// character of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    pub(super) within: Within,
    pub(super) character: Option<usize>,
    pub(super) fault: Fault,
}

/// The part of a text that a [`TextError`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// The whole text, or all rows.
    Text,
    /// A line of a text of several lines, counted from 1.
    Line(usize),
    /// One of the strings that are a row each, counted from 1.
    Row(usize),
}

impl TextError {
    /// An error about the whole text.
    pub(super) fn new(fault: Fault) -> TextError {
        Within::Text.error(fault)
    }

    /// Returns the part of the text that the error is about.
    #[must_use]
    pub fn within(&self) -> Within {
        self.within
    }

    /// Returns the position of the character that the error is about, counted in characters from 1 in
    /// [that part](TextError::within) of the text.
    #[must_use]
    pub fn character(&self) -> Option<usize> {
        self.character
    }

    /// Returns whether the text is JSON.
    #[must_use]
    pub fn is_json(&self) -> bool {
        self.fault == Fault::Format(Format::Json)
    }
}

impl Within {
    pub(super) fn error(self, fault: Fault) -> TextError {
        TextError {
            within: self,
            character: None,
            fault,
        }
    }

    pub(super) fn error_at(self, character: usize, fault: Fault) -> TextError {
        TextError {
            within: self,
            character: Some(character),
            fault,
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.within, self.character) {
            (Within::Text, None) => write!(f, "The text"),
            (Within::Line(line), None) => write!(f, "Line {line}"),
            (Within::Row(row), None) => write!(f, "Row {row}"),
            (Within::Text, Some(character)) => write!(f, "Character {character}"),
            (Within::Line(line), Some(character)) => {
                write!(f, "Character {character} of line {line}")
            }
            (Within::Row(row), Some(character)) => write!(f, "Character {character} of row {row}"),
        }?;
        write!(f, " {}", self.fault)
    }
}

impl std::error::Error for TextError {}
