//! The response to a body according to the contract.

use std::collections::BTreeMap;

use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::json::{elements, members};
use super::request::{Board, board};
use super::rules::{self, Constraint};

/// The response to a body with `duplicates=all`, or the status with which it is rejected.
pub fn response(body: &[u8]) -> Result<Value, u16> {
    if body.len() > 256 * 1024 {
        return Err(413);
    }
    body_response(without_byte_order_mark(body))
}

/// A body, or the first line of a batch, without the byte order mark at its start.
pub fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text)
}

/// The response to a line of a batch as JSON with `duplicates=all`, or the status with which it is rejected. It is null if
/// the line is skipped.
pub fn line_response(line: &[u8]) -> Result<Value, u16> {
    if line.trim_ascii().is_empty() {
        return Ok(Value::Null);
    }
    body_response(line)
}

fn body_response(body: &[u8]) -> Result<Value, u16> {
    let text = str::from_utf8(body).map_err(|_| 400u16)?;
    serde_json::from_str::<IgnoredAny>(text).map_err(|_| 400u16)?;
    let board = board(text).ok_or(422u16)?;
    Ok(response_to(&board))
}

/// The response to a line of text with `duplicates=all`, or the status with which it is rejected. It is null if the line
/// is skipped.
pub fn text_response(line: &[u8]) -> Result<Value, u16> {
    let text = str::from_utf8(line).map_err(|_| 422u16)?;
    let start = text.strip_prefix('\u{feff}').unwrap_or(text);
    if start.starts_with('#') || start.trim().is_empty() {
        return Ok(Value::Null);
    }
    // In JSON, a text is a string.
    body_response(json!(text).to_string().as_bytes())
}

/// The response to a board.
fn response_to(board: &Board) -> Value {
    let constraints = &board.constraints;
    let repeats = rules::repeats(&board.digits, constraints);
    let first = repeats
        .first()
        .map(|(_, kind, index, cells)| duplicate(board, kind, *index, cells));
    let mut all = Vec::new();
    for Constraint { kind, index, cells } in constraints {
        let mut cells_of: BTreeMap<u8, Vec<(usize, usize)>> = BTreeMap::new();
        for (row, column) in cells {
            let digit = board.digits[*row][*column];
            cells_of.entry(digit).or_default().push((*row, *column));
        }
        cells_of.remove(&0);
        let mut repeated: Vec<_> = cells_of
            .into_values()
            .filter(|cells| cells.len() > 1)
            .collect();
        repeated.sort_by_key(|cells| cells[0]);
        all.extend(
            repeated
                .iter()
                .map(|cells| duplicate(board, kind, *index, cells)),
        );
    }
    let complete = !board.digits.iter().flatten().any(|digit| *digit == 0);
    let mut response = json!({"valid": first.is_none(), "complete": complete, "duplicates": all});
    if let Some(first) = first {
        response["duplicate"] = first;
    }
    response
}

/// A duplicate as in the response. Its digit is written as in the second cell.
fn duplicate(board: &Board, kind: &str, index: Option<usize>, cells: &[(usize, usize)]) -> Value {
    let (row, column) = cells[1];
    let digit = board.digits[row][column];
    let digit = match &board.symbols {
        Some(symbols) => json!(symbols[usize::from(digit) - 1]),
        None if board.strings[row][column] => json!(digit.to_string()),
        None => json!(digit),
    };
    let cells: Vec<Value> = cells
        .iter()
        .map(|(row, column)| json!({"row": row, "column": column}))
        .collect();
    let mut house = json!({"kind": kind});
    if let Some(index) = index {
        house["index"] = json!(index);
    }
    json!({"digit": digit, "house": house, "cells": cells})
}

/// Returns whether a JSON Pointer in URI fragment form points to something in a body.
pub fn points_into(pointer: &str, body: &[u8]) -> bool {
    let body = without_byte_order_mark(body);
    let body: &RawValue = serde_json::from_slice(body).expect("the body is JSON");
    let mut value = body.get();
    let Some(path) = pointer.strip_prefix('#') else {
        return false;
    };
    for step in path.split('/').skip(1) {
        let next = match elements(value) {
            Some(elements) => step
                .parse::<usize>()
                .ok()
                .and_then(|index| elements.get(index).copied()),
            None => members(value)
                .and_then(|members| Some(members.into_iter().find(|(name, _)| name == step)?.1)),
        };
        match next {
            Some(next) => value = next.get(),
            None => return false,
        }
    }
    path.is_empty() || path.starts_with('/')
}
