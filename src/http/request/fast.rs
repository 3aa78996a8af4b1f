//! The fast parser: one pass over the bytes, straight into the board.
//!
//! It accepts boards in common notations and stops at anything else without a reason, so it does not have to support
//! all of JSON.

pub(super) mod check;
mod compact;
mod parser;
mod row;
mod template;
mod uniform_row;
mod wide;

use memchr::{memchr, memchr_iter};

use self::parser::{After, Key, Parser};
use self::row::RowParser;
use super::board_request::{BoardRequest, Cells, Form, Notation};
use crate::sudoku::{BoxShape, Layout, MAX_SIZE};

/// Parses a board that has no faults and is in a common notation.
#[inline]
pub(super) fn parse(body: &[u8]) -> Option<BoardRequest> {
    let (board, box_shape) = parse_cells(body)?;
    let SquareBoard { size, cells } = board;
    BoardRequest::new(Layout::new(size, box_shape).ok()?, cells).ok()
}

/// Parses the cells and the box of a board. A digit can be above the size of the board.
#[inline]
pub(super) fn parse_cells(body: &[u8]) -> Option<(SquareBoard, Option<BoxShape>)> {
    let mut parser = Parser { rest: body };
    let document = parser.document()?;
    parser.skip_whitespace();
    parser.rest.is_empty().then_some(document)
}

/// A board with as many rows as columns.
pub(super) struct SquareBoard {
    pub(super) size: usize,
    pub(super) cells: Cells,
}

impl Parser<'_> {
    /// Parses a board, or an object that contains one.
    fn document(&mut self) -> Option<(SquareBoard, Option<BoxShape>)> {
        if !self.eat(b'{') {
            return Some((self.rows()?, None));
        }
        let (mut board, mut box_shape, mut has_box) = (None, None, false);
        loop {
            if board.is_none() && self.eat_key(b"\"board\"")? == Key::Matched {
                board = Some(self.rows()?);
            } else if !has_box && self.eat_key(b"\"box\"")? == Key::Matched {
                has_box = true;
                // An optional member that is null counts as absent.
                if !self.eat_null() {
                    box_shape = Some(self.box_shape()?);
                }
            } else {
                return None;
            }
            if self.after_element(b'}')? == After::End {
                return Some((board?, box_shape));
            }
        }
    }

    fn rows(&mut self) -> Option<SquareBoard> {
        self.eat(b'[').then_some(())?;
        let size = self.count_columns()?;
        let mut row_parser = RowParser::new(size, self.rest);
        let mut digits = vec![0; size * size];
        let mut rows = digits.chunks_exact_mut(size);
        loop {
            row_parser.parse(self, rows.next()?)?;
            if self.after_element(b']')? == After::End {
                break;
            }
        }
        if rows.next().is_some() {
            return None;
        }
        Some(SquareBoard {
            size,
            cells: Cells {
                digits,
                notation: Notation {
                    form: Form::Rows,
                    spellings: row_parser.spellings()?,
                },
            },
        })
    }

    /// Counts the cells of the next row without consuming it.
    fn count_columns(&self) -> Option<usize> {
        let end = memchr(b']', self.rest)?;
        let commas = memchr_iter(b',', &self.rest[..end]).count();
        (commas < MAX_SIZE).then_some(commas + 1)
    }

    fn box_shape(&mut self) -> Option<BoxShape> {
        let (mut rows, mut columns) = (None, None);
        self.eat(b'{').then_some(())?;
        loop {
            let side = if self.eat_key(b"\"rows\"")? == Key::Matched {
                &mut rows
            } else if self.eat_key(b"\"columns\"")? == Key::Matched {
                &mut columns
            } else {
                return None;
            };
            let (number, is_string) = self.cell()?;
            if number == 0 || is_string || side.replace(usize::from(number)).is_some() {
                return None;
            }
            if self.after_element(b'}')? == After::End {
                return Some(BoxShape {
                    rows: rows?,
                    columns: columns?,
                });
            }
        }
    }
}
