//! Boards whose rows are alike: each has the same text, apart from one character for each cell.

use super::uniform_row::UniformRow;
use crate::http::request::spelling::{NOT_A_DIGIT, character_table};

/// The maximum number of cells of a row.
pub(super) const MAX_CELLS: usize = 9;

/// The maximum length of a row in bytes: enough for a cell on each line, indented by 12 spaces.
const MAX_BYTES: usize = 192;

/// The number of bytes that are compared at once.
const WORD: usize = size_of::<u64>();

/// A row without its digits.
pub(super) struct Template {
    length: usize,
    /// Where each cell has its character.
    characters: [u8; MAX_CELLS],
    /// The text of the row, with 0 for these characters.
    text: [u8; MAX_BYTES],
    /// The bits to compare: all except those of these characters.
    mask: [u8; MAX_BYTES],
    is_string: bool,
}

impl Template {
    /// Creates a template from the text of a row, and where each of its cells ends.
    ///
    /// Returns `None` if a cell has more or less than one character, or if there are too many cells or bytes.
    pub(super) fn new(row: &[u8], ends: &[usize]) -> Option<Template> {
        if ends.len() > MAX_CELLS || !(WORD..=MAX_BYTES).contains(&row.len()) {
            return None;
        }
        let is_string = row[ends[0] - 1] == b'"';
        let mut template = Template {
            length: row.len(),
            characters: [0; MAX_CELLS],
            text: [0; MAX_BYTES],
            mask: [u8::MAX; MAX_BYTES],
            is_string,
        };
        template.text[..row.len()].copy_from_slice(row);
        let table = template.table();
        for (character, end) in template.characters.iter_mut().zip(ends) {
            let index = end - if is_string { 2 } else { 1 };
            if table[usize::from(row[index])] == NOT_A_DIGIT {
                return None;
            }
            template.text[index] = 0;
            template.mask[index] = 0;
            *character = u8::try_from(index).expect("a row has at most 192 bytes");
        }
        Some(template)
    }

    /// Parses a row at the start of a text. Returns `None` if it differs from the template.
    pub(super) fn parse<'t>(&self, text: &'t [u8], digits: &mut [u8]) -> Option<UniformRow<'t>> {
        let (row, rest) = text.split_at_checked(self.length)?;
        // A length known at compile time unrolls the loop over the cells.
        let seen = match digits.first_chunk_mut::<MAX_CELLS>() {
            Some(digits) => self.parse_cells(row, digits),
            None => self.parse_cells(row, digits),
        }?;
        let is_like = self.mismatch(row)? == 0 && seen & NOT_A_DIGIT == 0;
        is_like.then_some(UniformRow {
            is_string: self.is_string,
            any_filled: seen > 0,
            rest,
        })
    }

    fn table(&self) -> &'static [u8; 256] {
        const NUMBERS: [u8; 256] = character_table(b'0');
        const STRINGS: [u8; 256] = character_table(b'.');

        if self.is_string { &STRINGS } else { &NUMBERS }
    }

    /// Parses the cells of a row. Returns the bits that are set in any of their digits.
    fn parse_cells(&self, row: &[u8], digits: &mut [u8]) -> Option<u8> {
        let table = self.table();
        let mut seen = 0;
        for (digit, index) in digits.iter_mut().zip(&self.characters) {
            *digit = table[usize::from(*row.get(usize::from(*index))?)];
            seen |= *digit;
        }
        Some(seen)
    }

    /// The bits of a row of this length that differ from the template.
    fn mismatch(&self, row: &[u8]) -> Option<u64> {
        let (text, mask) = (&self.text[..self.length], &self.mask[..self.length]);
        let differing = |row: &[u8; WORD], text: &[u8; WORD], mask: &[u8; WORD]| {
            u64::from_le_bytes(*row) & u64::from_le_bytes(*mask) ^ u64::from_le_bytes(*text)
        };
        let ((words, _), (texts, _), (masks, _)) =
            (row.as_chunks(), text.as_chunks(), mask.as_chunks());
        let words = words.iter().zip(texts).zip(masks);
        let mismatch = words.fold(0, |mismatch, ((row, text), mask)| {
            mismatch | differing(row, text, mask)
        });
        // The last word overlaps the one before it.
        let last = differing(row.last_chunk()?, text.last_chunk()?, mask.last_chunk()?);
        Some(mismatch | last)
    }
}
