//! Cells that are JSON values of their own.

use serde_json::value::RawValue;

use crate::http::request::board_request::{Form, Notation, Spellings};
use crate::http::request::faults::Faults;
use crate::http::request::hints;
use crate::http::request::layout::Declared;
use crate::http::request::quote::describe_json;
use crate::http::request::raw_json::{is_number, is_string, string};
use crate::http::request::spelling::{parse_number, parse_string};
use crate::sudoku::{Digit, Symbols};

/// Reads cells one after another.
pub(super) struct CellReader<'d> {
    declared: &'d Declared,
    /// The highest digit.
    highest: usize,
    digits: Vec<u8>,
    are_strings: Vec<bool>,
}

impl<'d> CellReader<'d> {
    pub(super) fn new(declared: &'d Declared, highest: usize) -> CellReader<'d> {
        CellReader {
            declared,
            highest,
            digits: Vec::new(),
            are_strings: Vec::new(),
        }
    }

    /// Reads the next cell. A faulty one is treated as empty.
    pub(super) fn read(
        &mut self,
        cell: &RawValue,
        (row, column): (usize, usize),
        pointer: impl FnOnce() -> String,
        faults: &mut Faults,
    ) {
        let symbols = self.declared.symbols().map(|symbols| &**symbols);
        let digit = match symbols {
            Some(symbols) => parse_symbol(cell, symbols),
            None => parse_cell(cell.get()).filter(|digit| usize::from(*digit) <= self.highest),
        };
        if digit.is_none() {
            faults.push(pointer(), || {
                let found = describe_json(cell.get());
                let advice = if let Some(symbols) = symbols {
                    hints::cell::advice_with_symbols(cell.get(), symbols)
                } else {
                    let content = string(cell).unwrap_or_else(|| cell.get().to_owned());
                    hints::cell::advice(&content, self.highest)
                };
                let (row, column) = (row + 1, column + 1);
                format!("Row {row}, column {column} holds {found}; {advice}.")
            });
        }
        self.digits.push(digit.unwrap_or(0));
        self.are_strings.push(is_string(cell.get()));
    }

    /// Returns the digits and the notation of the cells.
    pub(super) fn finish(self, form: Form) -> (Vec<u8>, Notation) {
        let spellings = match self.declared.symbols() {
            Some(symbols) => Spellings::Symbols(symbols.clone()),
            None => spellings_of(&self.digits, self.are_strings),
        };
        (self.digits, Notation { form, spellings })
    }
}

/// Returns the spellings of the filled cells; that of empty cells matters only on an empty board.
fn spellings_of(digits: &[u8], are_strings: Vec<bool>) -> Spellings {
    let mut filled = digits
        .iter()
        .zip(&are_strings)
        .filter(|(digit, _)| **digit > 0)
        .map(|(_, is_string)| *is_string);
    let first = filled.next();
    if filled.any(|other| Some(other) != first) {
        return Spellings::Mixed(are_strings);
    }
    match first {
        Some(true) => Spellings::Strings,
        None if are_strings.contains(&true) => Spellings::Strings,
        _ => Spellings::Numbers,
    }
}

/// Parses the JSON text of a cell: a digit, or 0 for an empty cell.
fn parse_cell(cell: &str) -> Option<u8> {
    if is_string(cell) {
        parse_string(&serde_json::from_str::<String>(cell).ok()?)
    } else if is_number(cell) {
        parse_number(cell)
    } else {
        (cell == "null").then_some(0)
    }
}

/// Parses a cell that holds a symbol: its digit, or 0 for an empty cell.
fn parse_symbol(cell: &RawValue, symbols: &Symbols) -> Option<u8> {
    if cell.get() == "null" {
        return Some(0);
    }
    let text = string(cell)?;
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (None, _) => Some(0),
        (Some(character), None) => match symbols.digit(character).map(Digit::get) {
            None if matches!(character, '.' | '0') => Some(0),
            digit => digit,
        },
        _ => None,
    }
}
