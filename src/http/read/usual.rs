//! The usual reader: one pass, straight into the board, without building a tree of values.
//!
//! It takes boards as they are usually written and stops at anything else, without a word of what it was.

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::Cells;
use super::digit::{digit_of_number, digit_of_string};
use crate::http::wire::ValidateRequest;
use crate::sudoku::{BoxShape, Layout, MAX_SIZE};

/// The board that a body asks about, if it is written as usual and has no fault.
pub(super) fn request(body: &[u8]) -> Option<ValidateRequest> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let Parts { board: Rows { count, cells }, box_shape } = json.deserialize_any(PartsVisitor).ok()?;
    json.end().ok()?;
    let layout = Layout::new(count, box_shape).ok()?;
    cells.into_request(layout).ok()
}

/// What a body holds.
struct Parts {
    board: Rows,
    box_shape: Option<BoxShape>,
}

/// The rows of a square board.
#[derive(Default)]
struct Rows {
    count: usize,
    cells: Cells,
}

/// The members of a body that is an object.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Member {
    Board,
    Box,
}

/// Reads a board, or an object with a board.
struct PartsVisitor;

impl<'de> Visitor<'de> for PartsVisitor {
    type Value = Parts;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a board, or an object with one")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, rows: A) -> Result<Parts, A::Error> {
        Ok(Parts { board: RowsVisitor.visit_seq(rows)?, box_shape: None })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Parts, A::Error> {
        let (mut board, mut box_shape) = (None, None);
        while let Some(member) = members.next_key()? {
            match member {
                Member::Board if board.is_none() => board = Some(members.next_value_seed(RowsVisitor)?),
                Member::Box if box_shape.is_none() => box_shape = Some(members.next_value_seed(BoxShapeVisitor)?),
                Member::Board | Member::Box => return Err(A::Error::custom("a member stands twice")),
            }
        }
        let board = board.ok_or_else(|| A::Error::missing_field("board"))?;
        Ok(Parts { board, box_shape })
    }
}

/// Reads the rows of a board.
struct RowsVisitor;

impl<'de> DeserializeSeed<'de> for RowsVisitor {
    type Value = Rows;

    fn deserialize<D: Deserializer<'de>>(self, rows: D) -> Result<Rows, D::Error> {
        rows.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RowsVisitor {
    type Value = Rows;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an array of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<Rows, A::Error> {
        let Rows { mut count, mut cells } = Rows::default();
        let mut columns = 0;
        while let Some(length) = rows.next_element_seed(RowVisitor(&mut cells))? {
            count += 1;
            if count == 1 {
                columns = length;
                cells.reserve(columns * columns.saturating_sub(1));
            }
            if length != columns || count > columns {
                return Err(A::Error::invalid_length(length, &self));
            }
        }
        Ok(Rows { count, cells })
    }
}

/// Reads a row and gives its length.
struct RowVisitor<'c>(&'c mut Cells);

impl<'de> DeserializeSeed<'de> for RowVisitor<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, row: D) -> Result<usize, D::Error> {
        row.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RowVisitor<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an array of cells")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut row: A) -> Result<usize, A::Error> {
        let mut length = 0;
        while row.next_element_seed(CellVisitor(self.0))?.is_some() {
            length += 1;
            if length > MAX_SIZE {
                return Err(A::Error::invalid_length(length, &self));
            }
        }
        Ok(length)
    }
}

/// Reads a cell.
struct CellVisitor<'c>(&'c mut Cells);

impl<'de> DeserializeSeed<'de> for CellVisitor<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, cell: D) -> Result<(), D::Error> {
        cell.deserialize_any(self)
    }
}

impl Visitor<'_> for CellVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a digit or an empty cell")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        let digit = digit_of_number(number).ok_or_else(|| E::custom("no digit"))?;
        self.0.push(digit, false);
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        let digit = digit_of_string(text).ok_or_else(|| E::custom("no digit"))?;
        self.0.push(digit, true);
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.0.push(0, false);
        Ok(())
    }
}

/// Reads the shape of a box, from an object alone: what serde derives for a struct would take an array, too.
struct BoxShapeVisitor;

impl<'de> DeserializeSeed<'de> for BoxShapeVisitor {
    type Value = BoxShape;

    fn deserialize<D: Deserializer<'de>>(self, shape: D) -> Result<BoxShape, D::Error> {
        shape.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for BoxShapeVisitor {
    type Value = BoxShape;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object with the members `rows` and `columns`")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<BoxShape, A::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Members {
            rows: usize,
            columns: usize,
        }
        let Members { rows, columns } = Members::deserialize(MapAccessDeserializer::new(members))?;
        Ok(BoxShape { rows, columns })
    }
}
