//! Rows of cells.
//!
//! Nearly all boards have rows without whitespace, or rows that are alike, or rows whose cells are all numbers or all
//! strings. These are parsed without a branch on the content of a cell, since it would often be mispredicted.

use super::parser::{After, Parser};
use super::template::{self, Template};
use super::{compact, wide};
use crate::http::request::board_request::Spellings;
use crate::sudoku::MAX_SIZE;

/// Parses the rows of a board, one after another.
pub(super) struct RowParser<'t> {
    tally: NotationTally,
    kind: Kind<'t>,
}

/// What kind of row to expect. A row of another kind is parsed cell by cell.
enum Kind<'t> {
    /// A row without whitespace, of one character for each cell.
    Compact,
    /// A row like the first.
    Alike(Box<Template<'t>>),
    /// A row of a size above [`template::MAX_CELLS`] in the format of the first.
    Wide(wide::Format<'t>),
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

impl<'t> RowParser<'t> {
    /// Creates a parser for rows of this size, which are next in a body.
    pub(super) fn new(size: usize, body: &'t [u8]) -> RowParser<'t> {
        let kind = if size <= template::MAX_CELLS {
            Kind::Compact
        } else {
            wide::Format::of(body).map_or(Kind::Mixed, Kind::Wide)
        };
        RowParser {
            tally: NotationTally::default(),
            kind,
        }
    }

    /// Parses the next row into a slice of its size.
    pub(super) fn parse(&mut self, parser: &mut Parser<'t>, row: &mut [u8]) -> Option<()> {
        parser.skip_whitespace();
        let parsed = match &self.kind {
            Kind::Compact => compact::parse(parser.rest, row),
            Kind::Alike(template) => template.parse(parser.rest, row),
            Kind::Wide(format) => format.parse(parser.rest, row),
            Kind::Mixed => None,
        };
        let Some(parsed) = parsed else {
            return self.parse_otherwise(parser, row);
        };
        parser.rest = parsed.rest;
        self.tally.record(parsed.any_filled, parsed.is_string);
        Some(())
    }

    /// Parses a row that is not of the expected kind.
    #[inline(never)]
    fn parse_otherwise(&mut self, parser: &mut Parser<'t>, row: &mut [u8]) -> Option<()> {
        if let Kind::Compact = self.kind
            && let Some(template) = Template::of_even_row(parser.rest, row.len())
            && let Some(parsed) = template.parse(parser.rest, row)
        {
            self.kind = Kind::Alike(template);
            parser.rest = parsed.rest;
            self.tally.record(parsed.any_filled, parsed.is_string);
            return Some(());
        }
        self.parse_mixed(parser, row)
    }

    /// Parses a row cell by cell.
    fn parse_mixed(&mut self, parser: &mut Parser<'t>, row: &mut [u8]) -> Option<()> {
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
        match self.kind {
            Kind::Compact => {
                let text = &start[..start.len() - parser.rest.len()];
                self.kind = match Template::of_row(text, &ends[..row.len()]) {
                    Some(template) => Kind::Alike(template),
                    None => Kind::Mixed,
                };
            }
            Kind::Wide(_) => self.kind = Kind::Mixed,
            Kind::Alike(_) | Kind::Mixed => {}
        }
        Some(())
    }

    /// Returns how the cells of the board are written. Mixed spellings are rare: only the strict parser supports them.
    pub(super) fn spellings(&self) -> Option<Spellings> {
        self.tally.spellings()
    }
}
