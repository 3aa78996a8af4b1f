//! Rows of cells.
//!
//! Nearly all boards have rows without whitespace, or rows that are alike, or rows whose cells are all numbers or all
//! strings. These are parsed without a branch on the content of a cell, since it would often be mispredicted.

use memchr::memchr;

use super::parser::{After, Parser};
use super::template::{self, Template};
use super::uniform_row::UniformRow;
use super::{compact, wide};
use crate::http::request::board_request::Spellings;
use crate::sudoku::MAX_SIZE;

/// Parses the rows of a board, one after another.
#[derive(Default)]
pub(super) struct RowParser {
    tally: NotationTally,
    kind: Kind,
}

/// What kind of row to expect. A row of another kind is parsed cell by cell.
#[derive(Default)]
enum Kind {
    /// A row whose cells are all numbers or all strings.
    #[default]
    Uniform,
    /// A row like the first.
    Alike(Box<Template>),
    /// Any row.
    Mixed,
}

/// The notations seen so far. That of empty cells matters only on an empty board.
#[derive(Default)]
struct NotationTally {
    /// A digit as a number.
    number: bool,
    /// A digit as a string.
    string: bool,
    /// An empty cell as a string.
    empty_string: bool,
}

impl NotationTally {
    fn record(&mut self, is_filled: bool, is_string: bool) {
        self.number |= is_filled && !is_string;
        self.string |= is_filled && is_string;
        self.empty_string |= !is_filled && is_string;
    }

    fn spellings(&self) -> Option<Spellings> {
        match self {
            NotationTally {
                number: true,
                string: true,
                ..
            } => None,
            NotationTally {
                number: false,
                string: false,
                empty_string: true,
            }
            | NotationTally { string: true, .. } => Some(Spellings::Strings),
            _ => Some(Spellings::Numbers),
        }
    }
}

impl RowParser {
    /// Creates a parser for rows of this size. Returns `None` if their text cannot be JSON.
    pub(super) fn new(size: usize, text: &[u8]) -> Option<RowParser> {
        // The parser for wide rows could accept a byte 0 in place of a first digit.
        let is_text = size <= template::MAX_CELLS || memchr(0, text).is_none();
        is_text.then(RowParser::default)
    }

    /// Parses the next row into a slice of its size.
    pub(super) fn parse(&mut self, parser: &mut Parser, row: &mut [u8]) -> Option<()> {
        parser.skip_whitespace();
        let parsed = match &self.kind {
            Kind::Uniform => parse_uniform(parser.rest, row),
            Kind::Alike(template) => template.parse(parser.rest, row),
            Kind::Mixed => None,
        };
        let Some(parsed) = parsed else {
            return self.parse_mixed(parser, row);
        };
        parser.rest = parsed.rest;
        self.tally.record(parsed.any_filled, parsed.is_string);
        Some(())
    }

    /// Parses a row cell by cell.
    #[inline(never)]
    fn parse_mixed(&mut self, parser: &mut Parser, row: &mut [u8]) -> Option<()> {
        let (start, mut ends) = (parser.rest, [0; MAX_SIZE]);
        parser.eat(b'[').then_some(())?;
        let last = row.len() - 1;
        for (column, (digit, end)) in row.iter_mut().zip(&mut ends).enumerate() {
            let is_string;
            (*digit, is_string) = parser.cell()?;
            *end = start.len() - parser.rest.len();
            self.tally.record(*digit > 0, is_string);
            if (parser.after_element(b']')? == After::End) != (column == last) {
                return None;
            }
        }
        if let Kind::Uniform = self.kind {
            let text = &start[..start.len() - parser.rest.len()];
            self.kind = match Template::new(text, &ends[..row.len()]) {
                Some(template) => Kind::Alike(Box::new(template)),
                None => Kind::Mixed,
            };
        }
        Some(())
    }

    /// Returns how the cells of the board are written. Mixed spellings are rare: only the strict parser supports them.
    pub(super) fn spellings(&self) -> Option<Spellings> {
        self.tally.spellings()
    }
}

fn parse_uniform<'t>(text: &'t [u8], row: &mut [u8]) -> Option<UniformRow<'t>> {
    let mut parser = Parser { rest: text };
    parser.eat(b'[').then_some(())?;
    parser.skip_whitespace();
    if row.len() <= template::MAX_CELLS {
        compact::parse(parser.rest, row)
    } else {
        wide::parse(parser.rest, row)
    }
}
