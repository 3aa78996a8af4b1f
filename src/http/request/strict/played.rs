//! A move: a cell and a digit.

use std::sync::Arc;

use serde_json::value::RawValue;

use crate::http::request::faults::Faults;
use crate::http::request::layout::members::whole_number;
use crate::http::request::members::read_members;
use crate::http::request::quote::describe_json;
use crate::http::request::raw_json::{is_number, members, string};
use crate::http::request::spelling::{parse_number, parse_string};
use crate::sudoku::{Cell, Digit, Symbols};

const EXPECTED: &str =
    "expected {\"row\": …, \"column\": …, \"digit\": …}, with row and column counted from 0";

/// Reads a move on a board of this size.
pub(super) fn read(
    pointer: &str,
    json: &RawValue,
    size: usize,
    symbols: Option<&Arc<Symbols>>,
    faults: &mut Faults,
) -> Option<(Cell, Digit)> {
    let Some(members) = members(json) else {
        faults.push(pointer, || {
            format!("The move is {}; {EXPECTED}.", describe_json(json.get()))
        });
        return None;
    };
    let [row, column, digit] = read_members(pointer, &members, ["row", "column", "digit"], faults);
    let last = size - 1;
    let whole = format!("a whole number from 0 to {last}, since the board has {size} rows");
    let row = read_member(pointer, "row", row, &whole, faults, |json| {
        whole_number(json.get()).filter(|row| usize::from(*row) <= last)
    });
    let column = read_member(pointer, "column", column, &whole, faults, |json| {
        whole_number(json.get()).filter(|column| usize::from(*column) <= last)
    });
    let expected_digit = match symbols {
        Some(_) => format!("a declared symbol, in the same case, for a digit from 1 to {size}"),
        None => format!("a digit from 1 to {size}, as a number or a string"),
    };
    let digit = read_member(pointer, "digit", digit, &expected_digit, faults, |json| {
        let digit = match symbols {
            Some(symbols) => parse_symbol(json, symbols),
            None => parse_digit(json),
        };
        digit.filter(|digit| usize::from(digit.get()) <= size)
    });
    let cell = Cell {
        row: row?,
        column: column?,
    };
    Some((cell, digit?))
}

/// Reads a member of the move, which must be present.
fn read_member<T>(
    pointer: &str,
    name: &str,
    json: Option<&RawValue>,
    expected: &str,
    faults: &mut Faults,
    parse: impl FnOnce(&RawValue) -> Option<T>,
) -> Option<T> {
    let Some(json) = json else {
        faults.push(pointer, || {
            format!("The move has no \"{name}\"; {EXPECTED}.")
        });
        return None;
    };
    let parsed = parse(json);
    if parsed.is_none() {
        faults.push(format!("{pointer}/{name}"), || {
            let found = describe_json(json.get());
            format!("\"{name}\" of the move is {found}; expected {expected}.")
        });
    }
    parsed
}

fn parse_digit(json: &RawValue) -> Option<Digit> {
    let digit = if is_number(json.get()) {
        parse_number(json.get())
    } else {
        parse_string(&string(json)?)
    };
    Digit::new(digit?)
}

/// Parses a symbol, or a number unless it could also be the symbol of another digit.
fn parse_symbol(json: &RawValue, symbols: &Symbols) -> Option<Digit> {
    if is_number(json.get()) {
        let is_mistakable = ('0'..='9').zip(0..).any(|(character, number)| {
            symbols
                .digit(character)
                .is_some_and(|digit| digit.get() != number)
        });
        return parse_digit(json).filter(|_| !is_mistakable);
    }
    let text = string(json)?;
    let mut characters = text.chars();
    let symbol = characters.next()?;
    characters.next().is_none().then_some(())?;
    symbols.digit(symbol)
}
