//! Boards whose rows are alike: each has the same text, apart from one character for each cell.

use super::parser::{After, Parser};
use super::uniform_row::UniformRow;
use crate::http::request::spelling::{NOT_A_DIGIT, character_table};

/// The maximum number of cells of a row.
pub(super) const MAX_CELLS: usize = 9;

/// The maximum length of a row in bytes: enough for a cell on each line, indented by 12 spaces.
const MAX_BYTES: usize = 192;

/// The number of bytes that are compared at once.
const WORD: usize = size_of::<u64>();

/// A row with which other rows are compared.
pub(super) struct Template<'t> {
    row: &'t [u8],
    is_string: bool,
    /// Where each cell has its character.
    characters: [u8; MAX_CELLS],
    /// The bits to compare: all except those of these characters.
    mask: [u8; MAX_BYTES],
}

impl<'t> Template<'t> {
    /// Creates a template from a row whose cells end at these positions.
    ///
    /// Returns `None` if a cell has more or less than one character, or if there are too many cells or bytes.
    pub(super) fn of_row(row: &'t [u8], ends: &[usize]) -> Option<Box<Template<'t>>> {
        let is_string = row[ends[0] - 1] == b'"';
        let characters = ends.iter().map(|end| end - if is_string { 2 } else { 1 });
        let template = Template::new(row, is_string, characters)?;
        let seen = template.parse_cells(row, &mut [0; MAX_CELLS][..ends.len()])?;
        (seen & NOT_A_DIGIT == 0).then_some(template)
    }

    /// Creates a template from the row at the start of a text, if any two of its cells have the same text between them.
    ///
    /// Returns `None` for any other row, and if there are too many cells or bytes, or only few bytes. Whether the cells hold
    /// digits is not checked: if they do, the template parses its own row.
    pub(super) fn of_even_row(text: &'t [u8], cells: usize) -> Option<Box<Template<'t>>> {
        let mut parser = Parser { rest: text };
        parser.eat(b'[').then_some(())?;
        parser.skip_whitespace();
        let is_string = parser.rest.first()? == &b'"';
        let quote: &[u8] = if is_string { b"\"" } else { b"" };
        let position = |rest: &[u8]| text.len() - rest.len();

        let first = position(parser.rest.strip_prefix(quote)?);
        parser.rest = text.get(first + 1..)?.strip_prefix(quote)?;
        if parser.after_element(b']')? == After::End {
            return None;
        }
        parser.skip_whitespace();
        let second = position(parser.rest.strip_prefix(quote)?);
        let stride = second - first;
        let last = first + (cells - 1) * stride;
        parser.rest = text.get(last + 1..)?.strip_prefix(quote)?;
        if parser.after_element(b']')? == After::Comma {
            return None;
        }
        let row = &text[..position(parser.rest)];
        let characters = (0..cells).map(|cell| first + cell * stride);
        let template = Template::new(row, is_string, characters)?;
        let mismatch = mismatch(
            &row[first..last - stride],
            &row[second..last],
            &template.mask[first..last - stride],
        );
        (mismatch? == 0).then_some(template)
    }

    fn new(
        row: &'t [u8],
        is_string: bool,
        characters: impl ExactSizeIterator<Item = usize>,
    ) -> Option<Box<Template<'t>>> {
        if characters.len() > MAX_CELLS || row.len() > MAX_BYTES {
            return None;
        }
        let mut template = Box::new(Template {
            row,
            is_string,
            characters: [0; MAX_CELLS],
            mask: [u8::MAX; MAX_BYTES],
        });
        for (index, character) in characters.zip(&mut template.characters) {
            template.mask[index] = 0;
            *character = u8::try_from(index).expect("a row has at most 192 bytes");
        }
        Some(template)
    }

    /// Parses a row at the start of a text. Returns `None` if it differs from the template.
    pub(super) fn parse(&self, text: &'t [u8], digits: &mut [u8]) -> Option<UniformRow<'t>> {
        let (row, rest) = text.split_at_checked(self.row.len())?;
        // A length known at compile time unrolls the loop over the cells.
        let seen = match digits.first_chunk_mut::<MAX_CELLS>() {
            Some(digits) => self.parse_cells(row, digits),
            None => self.parse_cells(row, digits),
        }?;
        let mismatch = mismatch(row, self.row, self.mask.get(..row.len())?)?;
        let is_like = mismatch == 0 && seen & NOT_A_DIGIT == 0;
        is_like.then_some(UniformRow {
            is_string: self.is_string,
            any_filled: seen > 0,
            rest,
        })
    }

    /// Parses the cells of a row. Returns the bits that are set in any of their digits.
    fn parse_cells(&self, row: &[u8], digits: &mut [u8]) -> Option<u8> {
        const NUMBERS: [u8; 256] = character_table(b'0');
        const STRINGS: [u8; 256] = character_table(b'.');

        let table = if self.is_string { &STRINGS } else { &NUMBERS };
        let mut seen = 0;
        for (digit, index) in digits.iter_mut().zip(&self.characters) {
            *digit = table[usize::from(*row.get(usize::from(*index))?)];
            seen |= *digit;
        }
        Some(seen)
    }
}

/// The bits of the mask in which two texts differ, combined by words. Returns `None` for texts of less than a word.
fn mismatch(one: &[u8], other: &[u8], mask: &[u8]) -> Option<u64> {
    let differing = |one: &[u8; WORD], other: &[u8; WORD], mask: &[u8; WORD]| {
        (u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other)) & u64::from_le_bytes(*mask)
    };
    let ((words, _), (others, _), (masks, _)) =
        (one.as_chunks(), other.as_chunks(), mask.as_chunks());
    let words = words.iter().zip(others).zip(masks);
    let mismatch = words.fold(0, |mismatch, ((one, other), mask)| {
        mismatch | differing(one, other, mask)
    });
    // The last word overlaps the one before it.
    let last = differing(one.last_chunk()?, other.last_chunk()?, mask.last_chunk()?);
    Some(mismatch | last)
}
