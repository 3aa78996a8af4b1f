//! Splits text that arrives in chunks into lines.

use std::mem;

use memchr::memchr;

/// The maximum length of a line in bytes, without its end.
pub(super) const MAX_LINE_BYTES: usize = 64 * 1024;

/// Splits chunks into lines, and buffers the start of a line whose end has not arrived.
#[derive(Debug, Default)]
pub(super) struct LineSplitter {
    /// The start of the current line, cut off just beyond the maximum length.
    partial: Vec<u8>,
    /// Whether `partial` has been returned as a line.
    partial_returned: bool,
}

/// A line without its end, which is `\n` or `\r\n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'t> {
    Text(&'t [u8]),
    /// A line of more than [`MAX_LINE_BYTES`] bytes.
    TooLong,
}

impl LineSplitter {
    /// Returns the next line that ends in this chunk, and removes it from the chunk. If there is none, buffers the rest
    /// of the chunk and returns `None`.
    pub(super) fn next<'t, 'c: 't>(&'t mut self, chunk: &mut &'c [u8]) -> Option<Line<'t>> {
        if mem::take(&mut self.partial_returned) {
            self.partial.clear();
        }
        let Some(end) = memchr(b'\n', chunk) else {
            self.buffer(mem::take(chunk));
            return None;
        };
        let text = &chunk[..end];
        *chunk = &chunk[end + 1..];
        if self.partial.is_empty() {
            return Some(Line::new(text));
        }
        self.buffer(text);
        self.partial_returned = true;
        Some(Line::new(&self.partial))
    }

    /// Returns the last line, if the text does not end with a line feed.
    pub(super) fn last(&self) -> Option<Line<'_>> {
        (!self.partial.is_empty() && !self.partial_returned).then(|| Line::new(&self.partial))
    }

    fn buffer(&mut self, text: &[u8]) {
        // One byte for a carriage return, and one that makes a line too long.
        let free = MAX_LINE_BYTES + 2 - self.partial.len();
        self.partial
            .extend_from_slice(&text[..text.len().min(free)]);
    }
}

impl Line<'_> {
    fn new(text: &[u8]) -> Line<'_> {
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        if text.len() > MAX_LINE_BYTES {
            Line::TooLong
        } else {
            Line::Text(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Splits a text that arrives in chunks of this length; `None` is a line that is too long.
    fn split(text: &[u8], chunk_length: usize) -> Vec<Option<Vec<u8>>> {
        let mut lines = Vec::new();
        let mut push = |line: Line<'_>| {
            lines.push(match line {
                Line::Text(text) => Some(text.to_vec()),
                Line::TooLong => None,
            });
        };
        let mut splitter = LineSplitter::default();
        for mut chunk in text.chunks(chunk_length) {
            while let Some(line) = splitter.next(&mut chunk) {
                push(line);
            }
        }
        splitter.last().map(&mut push);
        lines
    }

    fn some(lines: &[&str]) -> Vec<Option<Vec<u8>>> {
        lines
            .iter()
            .map(|line| Some(line.as_bytes().to_vec()))
            .collect()
    }

    #[test]
    fn a_line_ends_with_a_line_feed_and_the_last_one_with_the_text() {
        for chunk_length in 1..8 {
            assert_eq!(split(b"", chunk_length), some(&[]));
            assert_eq!(split(b"\n", chunk_length), some(&[""]));
            assert_eq!(split(b"a\nb", chunk_length), some(&["a", "b"]));
            assert_eq!(
                split(b"a\r\n\r\n b\r\n", chunk_length),
                some(&["a", "", " b"])
            );
            assert_eq!(split(b"\n\na\rb\n", chunk_length), some(&["", "", "a\rb"]));
            assert_eq!(split("é\nü".as_bytes(), chunk_length), some(&["é", "ü"]));
        }
    }

    #[test]
    fn a_line_that_is_too_long_does_not_affect_the_others() {
        for (length, end, fits) in [
            (MAX_LINE_BYTES, "\n", true),
            (MAX_LINE_BYTES, "\r\n", true),
            (MAX_LINE_BYTES + 1, "\n", false),
            (MAX_LINE_BYTES + 1, "\r\n", false),
            (5 * MAX_LINE_BYTES, "\n", false),
        ] {
            let text = format!("a\n{}{end}b", "x".repeat(length));
            for chunk_length in [
                1_000,
                MAX_LINE_BYTES - 3,
                MAX_LINE_BYTES + 5,
                10 * MAX_LINE_BYTES,
            ] {
                let long = fits.then(|| vec![b'x'; length]);
                assert_eq!(
                    split(text.as_bytes(), chunk_length),
                    [Some(b"a".to_vec()), long, Some(b"b".to_vec())],
                    "{length} {chunk_length}"
                );
            }
        }
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_where_chunks_end(text in "[ab\r\n]{0,60}", chunk_length in 1usize..20) {
            let expected: Vec<Option<Vec<u8>>> =
                text.split_terminator('\n').map(|line| Some(line.strip_suffix('\r').unwrap_or(line).into())).collect();
            prop_assert_eq!(split(text.as_bytes(), chunk_length), expected);
        }
    }
}
