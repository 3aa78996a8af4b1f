//! The tokens of JSON, as far as the fast parser knows them.

/// Methods return `None` where parsing stops.
pub(super) struct Parser<'t> {
    /// The bytes that are not parsed yet.
    pub(super) rest: &'t [u8],
}

/// The key of an object's member.
#[derive(PartialEq, Eq)]
pub(super) enum Key {
    /// The expected key, which is consumed with its colon.
    Matched,
    /// Another key, which is not consumed.
    Other,
}

/// The token after an element.
#[derive(PartialEq, Eq)]
pub(super) enum After {
    Comma,
    /// The closing bracket.
    End,
}

impl Parser<'_> {
    /// Parses a cell: its digit, 0 if it is empty, and whether it is a string.
    pub(super) fn cell(&mut self) -> Option<(u8, bool)> {
        self.skip_whitespace();
        let (digit, length, is_string) = match *self.rest {
            [b'"', b'.' | b'0', b'"', ..] => (0, 3, true),
            [b'"', ones @ b'1'..=b'9', b'"', ..] => (ones - b'0', 3, true),
            [b'"', tens @ b'1'..=b'9', ones @ b'0'..=b'9', b'"', ..] => {
                (two_digits(tens, ones), 4, true)
            }
            [b'"', b'"', ..] => (0, 2, true),
            // The caller checks what follows a number: in `5.0` and `012` it is not a comma.
            [b'0', ..] => (0, 1, false),
            [tens @ b'1'..=b'9', ones @ b'0'..=b'9', ..] => (two_digits(tens, ones), 2, false),
            [ones @ b'1'..=b'9', ..] => (ones - b'0', 1, false),
            [b'n', b'u', b'l', b'l', ..] => (0, 4, false),
            _ => return None,
        };
        self.rest = &self.rest[length..];
        Some((digit, is_string))
    }

    /// Consumes this byte if it is next, and returns whether it was.
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        self.skip_whitespace();
        match self.rest {
            [first, rest @ ..] if *first == byte => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Consumes `null` if it is next, and returns whether it was.
    pub(super) fn eat_null(&mut self) -> bool {
        self.skip_whitespace();
        let rest = self.rest.strip_prefix(b"null");
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Consumes a key and its colon if the key is next; stops if the colon is missing.
    pub(super) fn eat_key(&mut self, key: &[u8]) -> Option<Key> {
        self.skip_whitespace();
        let Some(rest) = self.rest.strip_prefix(key) else {
            return Some(Key::Other);
        };
        self.rest = rest;
        self.eat(b':').then_some(Key::Matched)
    }

    /// Consumes the comma or the closing bracket after an element.
    pub(super) fn after_element(&mut self, closing: u8) -> Option<After> {
        self.skip_whitespace();
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        if *first == closing {
            Some(After::End)
        } else {
            (*first == b',').then_some(After::Comma)
        }
    }

    #[inline]
    pub(super) fn skip_whitespace(&mut self) {
        // Inlined, because most texts have none.
        if self.rest.first().is_some_and(|first| *first <= b' ') {
            self.rest = &self.rest[count_whitespace(self.rest)..];
        }
    }
}

/// Counts the bytes of whitespace at the start of a text.
#[inline(never)]
fn count_whitespace(text: &[u8]) -> usize {
    const SPACES: [u8; 8] = [b' '; 8];
    let mut count = 0;
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = text.get(count) {
        count += 1;
        // Most whitespace is indentation: spaces are counted eight at a time.
        if let Some(word) = text[count..].first_chunk() {
            let others = u64::from_le_bytes(*word) ^ u64::from_le_bytes(SPACES);
            count += (others.trailing_zeros() / u8::BITS) as usize;
        }
    }
    count
}

/// Returns a number of two digits. Whether it is too high is checked with the layout.
fn two_digits(tens: u8, ones: u8) -> u8 {
    (tens - b'0') * 10 + (ones - b'0')
}
