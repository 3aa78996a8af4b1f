//! A text that comes in pieces, cut into lines.

use std::mem;

use memchr::memchr;

/// The most bytes of a line, without its end.
pub(super) const LONGEST: usize = 64 * 1024;

/// What is at hand of a line that has no end yet.
#[derive(Default)]
pub(super) struct Lines {
    /// No more than is needed to see that the line is too long.
    begun: Vec<u8>,
    /// Whether it was given out, and is not needed any more.
    is_given: bool,
}

/// A whole line without its end, `\n` or `\r\n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'t> {
    Text(&'t [u8]),
    /// A line of more than [`LONGEST`] bytes.
    TooLong,
}

impl Lines {
    /// The next line that ends in this piece of the text, which is cut short by it. Once there is none, the rest of the
    /// piece is kept until the next one comes.
    pub(super) fn next<'t, 'p: 't>(&'t mut self, piece: &mut &'p [u8]) -> Option<Line<'t>> {
        if mem::take(&mut self.is_given) {
            self.begun.clear();
        }
        let Some(end) = memchr(b'\n', piece) else {
            self.keep(mem::take(piece));
            return None;
        };
        let text = &piece[..end];
        *piece = &piece[end + 1..];
        if self.begun.is_empty() {
            return Some(Line::of(text));
        }
        self.keep(text);
        self.is_given = true;
        Some(Line::of(&self.begun))
    }

    /// The last line, if the text does not end with the end of a line.
    pub(super) fn last(&self) -> Option<Line<'_>> {
        (!self.begun.is_empty() && !self.is_given).then(|| Line::of(&self.begun))
    }

    fn keep(&mut self, part: &[u8]) {
        let room = LONGEST + CARRIAGE_RETURN + 1 - self.begun.len();
        self.begun.extend_from_slice(&part[..part.len().min(room)]);
    }
}

/// How many bytes may stand before the `\n` and belong to the end of the line.
const CARRIAGE_RETURN: usize = 1;

impl Line<'_> {
    fn of(text: &[u8]) -> Line<'_> {
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        if text.len() > LONGEST {
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

    /// The lines of a text that comes in pieces of this length; `None` for one that is too long.
    fn cut(text: &[u8], piece: usize) -> Vec<Option<Vec<u8>>> {
        let mut found = Vec::new();
        let mut keep = |line: Line<'_>| {
            found.push(match line {
                Line::Text(text) => Some(text.to_vec()),
                Line::TooLong => None,
            });
        };
        let mut lines = Lines::default();
        for mut piece in text.chunks(piece) {
            while let Some(line) = lines.next(&mut piece) {
                keep(line);
            }
        }
        lines.last().map(&mut keep);
        found
    }

    fn some(lines: &[&str]) -> Vec<Option<Vec<u8>>> {
        lines
            .iter()
            .map(|line| Some(line.as_bytes().to_vec()))
            .collect()
    }

    #[test]
    fn a_line_ends_with_a_line_feed_and_the_last_one_with_the_text() {
        for piece in 1..8 {
            assert_eq!(cut(b"", piece), some(&[]));
            assert_eq!(cut(b"\n", piece), some(&[""]));
            assert_eq!(cut(b"a\nb", piece), some(&["a", "b"]));
            assert_eq!(cut(b"a\r\n\r\n b\r\n", piece), some(&["a", "", " b"]));
            assert_eq!(cut(b"\n\na\rb\n", piece), some(&["", "", "a\rb"]));
            assert_eq!(cut("é\nü".as_bytes(), piece), some(&["é", "ü"]));
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over() {
        for (length, end, fits) in [
            (LONGEST, "\n", true),
            (LONGEST, "\r\n", true),
            (LONGEST + 1, "\n", false),
            (LONGEST + 1, "\r\n", false),
            (5 * LONGEST, "\n", false),
        ] {
            let text = format!("a\n{}{end}b", "x".repeat(length));
            for piece in [1_000, LONGEST - 3, LONGEST + 5, 10 * LONGEST] {
                let long = fits.then(|| vec![b'x'; length]);
                assert_eq!(
                    cut(text.as_bytes(), piece),
                    [Some(b"a".to_vec()), long, Some(b"b".to_vec())],
                    "{length} {piece}"
                );
            }
        }
    }

    proptest! {
        #[test]
        fn it_does_not_matter_where_the_pieces_end(text in "[ab\r\n]{0,60}", piece in 1usize..20) {
            let whole: Vec<Option<Vec<u8>>> =
                text.split_terminator('\n').map(|line| Some(line.strip_suffix('\r').unwrap_or(line).into())).collect();
            prop_assert_eq!(cut(text.as_bytes(), piece), whole);
        }
    }
}
