//! A player's board, with the puzzle and a move.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::{Document, Part, played};
use crate::http::request::check_request::CheckRequest;
use crate::http::request::faults::Faults;
use crate::http::request::hints;
use crate::http::request::layout::Declared;
use crate::http::request::layout::layouts::Layouts;
use crate::http::request::layout::members::Members;
use crate::http::request::members::read_members;
use crate::http::request::quote::describe_json;
use crate::http::request::raw_json::{members, string};
use crate::http::request::source::Source;
use crate::http::request::syntax;
use crate::http::request::unbuilt::Unbuilt;
use crate::http::response::problem::Problem;
use crate::sudoku::{Board, Cell, Digit};

const EXPECTED: &str = "expected an object, such as {\"board\": …, \"givens\": …, \"move\": {\"row\": …, \"column\": …, \"digit\": …}}, in which only the board is required";

/// A player's board without faults, whose layout need not be built yet.
#[derive(Debug)]
pub(crate) struct UnbuiltCheck {
    board: Unbuilt,
    /// The digits of the givens row by row, as many as the board has cells.
    givens: Option<Vec<u8>>,
    /// A cell and a digit of the board.
    played: Option<(Cell, Digit)>,
}

impl UnbuiltCheck {
    /// Returns whether the layout has to be built.
    pub(crate) fn is_new(&self) -> bool {
        self.board.is_new()
    }

    pub(crate) fn build(self) -> CheckRequest {
        let board = self.board.build();
        let givens = self.givens.map(|digits| {
            Board::new(board.board.layout().clone(), digits)
                .expect("the givens are as large as the board, and no digit is above the size")
        });
        CheckRequest::new(board, givens, self.played).expect("the move is on the board")
    }
}

/// Parses a player's board, or reports its faults: those of the puzzle and of the move only if the board has none.
/// `defaults` are what the query declares.
pub(crate) fn parse(bytes: &[u8], defaults: &Arc<Declared>) -> Result<UnbuiltCheck, Problem> {
    let document = syntax::parse(bytes, Source::Body)?;
    let mut faults = Faults::default();
    match read(document, defaults, &mut faults) {
        Some(unbuilt) if faults.is_empty() => Ok(unbuilt),
        _ => Err(faults.into_problem()),
    }
}

fn read(
    document: &RawValue,
    defaults: &Arc<Declared>,
    faults: &mut Faults,
) -> Option<UnbuiltCheck> {
    let Some(members) = members(document) else {
        faults.push("#", || {
            format!("The body is {}; {EXPECTED}.", describe_json(document.get()))
        });
        return None;
    };
    if let Some((pointer, detail)) = find_board(&members) {
        faults.push(pointer, || detail);
        return None;
    }
    let [board, shape, regions, variants, extra_regions, symbols] = Part::ALL.map(Part::name);
    let names = [
        board,
        "givens",
        "move",
        shape,
        regions,
        variants,
        extra_regions,
        symbols,
    ];
    let [
        board,
        givens,
        played,
        shape,
        regions,
        variants,
        extra_regions,
        symbols,
    ] = read_members("#", &members, names, faults);
    let Some(board) = board else {
        faults.push("#", || format!("The object has no \"board\"; {EXPECTED}."));
        return None;
    };
    let document = Document {
        source: Source::Body,
        pointer: "#/board",
        board,
        members: Members {
            shape,
            regions,
            variants,
            extra_regions,
            symbols,
        },
    };
    let count = faults.count();
    let board = document.parse(defaults, &Layouts::default(), faults)?;
    if faults.count() > count {
        return None;
    }
    let (size, symbols) = (board.size(), board.declared.symbols());
    let givens = givens.map(|givens| {
        let document = Document {
            pointer: "#/givens",
            board: givens,
            ..document
        };
        read_givens(&document, &board.declared, size, faults)
    });
    let played = played.map(|json| played::read("#/move", json, size, symbols, faults));
    Some(UnbuiltCheck {
        // An option of an option: absent, or faulty, or neither.
        givens: givens.map_or(Some(None), |givens| givens.map(Some))?,
        played: played.map_or(Some(None), |played| played.map(Some))?,
        board,
    })
}

/// Finds the board in an object that has no "board".
fn find_board(members: &[(&RawValue, &RawValue)]) -> Option<(String, String)> {
    let is_other = |name: &RawValue| !matches!(string(name).as_deref(), Some("givens" | "move"));
    let others = members.iter().copied().filter(|(name, _)| is_other(name));
    hints::not_a_board::find_board(&others.collect::<Vec<_>>(), Source::Body)
}

/// Returns the digits of the givens of a board of this size.
fn read_givens(
    document: &Document<'_>,
    declared: &Declared,
    size: usize,
    faults: &mut Faults,
) -> Option<Vec<u8>> {
    let mut own = Faults::default();
    let cells = document.cells(declared, &mut own);
    let is_faultless = own.is_empty();
    faults.append(own, |detail| format!("In \"givens\": {detail}"));
    let (own_size, cells) = cells.filter(|_| is_faultless)?;
    if own_size != size {
        faults.push(document.pointer, || {
            format!("The givens have {own_size} rows, but the board has {size}; expected as many.")
        });
        return None;
    }
    Some(cells.digits)
}
