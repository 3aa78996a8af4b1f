//! The origin of a text, and positions in it.

/// The origin of a JSON text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Body,
    BatchLine,
}

impl Source {
    pub(super) fn noun(self) -> &'static str {
        match self {
            Source::Body => "body",
            Source::BatchLine => "line",
        }
    }

    /// Describes the position after this part of the text.
    pub(super) fn position_after(self, part: &[u8]) -> String {
        let (line, column) = line_and_column_after(part);
        match self {
            Source::Body => format!("line {line}, column {column}"),
            Source::BatchLine => format!("column {column}"),
        }
    }
}

/// Returns the line and column of the end of a text, both counted from 1, columns in characters.
fn line_and_column_after(text: &[u8]) -> (usize, usize) {
    let mut lines = text.split(|byte| *byte == b'\n');
    let last = lines.clone().next_back().unwrap_or_default();
    let is_first_of_character = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
    (
        lines.by_ref().count(),
        last.iter().filter(is_first_of_character).count() + 1,
    )
}
