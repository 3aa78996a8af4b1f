//! The body of a `/check` request.

use super::SquareBoard;
use super::parser::{After, Key, Parser};
use crate::http::request::board_request::BoardRequest;
use crate::http::request::check_request::CheckRequest;
use crate::sudoku::{Board, BoxShape, Cell, Digit, Layout};

/// Parses a body without a fault whose boards are in common notations.
pub(crate) fn parse(body: &[u8]) -> Option<CheckRequest> {
    let mut parser = Parser { rest: body };
    let members = parser.check_members()?;
    parser.skip_whitespace();
    if !parser.rest.is_empty() {
        return None;
    }
    let SquareBoard { size, cells } = members.board?;
    let layout = Layout::new(size, members.box_shape).ok()?;
    let givens = match members.givens {
        Some(givens) if givens.size != size => return None,
        Some(givens) => Some(Board::new(layout.clone(), givens.cells.digits).ok()?),
        None => None,
    };
    let board = BoardRequest::new(layout, cells).ok()?;
    CheckRequest::new(board, givens, members.played).ok()
}

/// The members of the body, as far as they are known.
#[derive(Default)]
struct CheckMembers {
    board: Option<SquareBoard>,
    givens: Option<SquareBoard>,
    played: Option<(Cell, Digit)>,
    box_shape: Option<BoxShape>,
}

impl Parser<'_> {
    fn check_members(&mut self) -> Option<CheckMembers> {
        let mut members = CheckMembers::default();
        self.eat(b'{').then_some(())?;
        loop {
            if members.board.is_none() && self.eat_key(b"\"board\"")? == Key::Matched {
                members.board = Some(self.rows()?);
            } else if members.givens.is_none() && self.eat_key(b"\"givens\"")? == Key::Matched {
                members.givens = Some(self.rows()?);
            } else if members.played.is_none() && self.eat_key(b"\"move\"")? == Key::Matched {
                members.played = Some(self.played()?);
            } else if members.box_shape.is_none() && self.eat_key(b"\"box\"")? == Key::Matched {
                members.box_shape = Some(self.box_shape()?);
            } else {
                return None;
            }
            if self.after_element(b'}')? == After::End {
                return Some(members);
            }
        }
    }

    /// Parses a move.
    fn played(&mut self) -> Option<(Cell, Digit)> {
        let (mut row, mut column, mut digit) = (None, None, None);
        self.eat(b'{').then_some(())?;
        loop {
            if row.is_none() && self.eat_key(b"\"row\"")? == Key::Matched {
                row = Some(self.coordinate()?);
            } else if column.is_none() && self.eat_key(b"\"column\"")? == Key::Matched {
                column = Some(self.coordinate()?);
            } else if digit.is_none() && self.eat_key(b"\"digit\"")? == Key::Matched {
                digit = Some(Digit::new(self.cell()?.0)?);
            } else {
                return None;
            }
            if self.after_element(b'}')? == After::End {
                let cell = Cell {
                    row: row?,
                    column: column?,
                };
                return Some((cell, digit?));
            }
        }
    }

    /// Parses a row or column, which has the form of a cell that is neither a string nor null.
    fn coordinate(&mut self) -> Option<u8> {
        if self.eat_null() {
            return None;
        }
        let (number, is_string) = self.cell()?;
        (!is_string).then_some(number)
    }
}
