//! The response to a body according to the contract.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::rules::{self, Constraint};

/// A board as written in a body.
#[derive(Debug, PartialEq, Eq)]
pub struct Board {
    /// The rows of the board, with 0 for an empty cell.
    pub digits: Vec<Vec<u8>>,
    /// For each cell, whether it is written as a string.
    pub strings: Vec<Vec<bool>>,
    /// The height of a box.
    pub box_rows: usize,
    /// The width of a box.
    pub box_columns: usize,
}

/// The response to a body with `duplicates=all`, or the status with which it is rejected.
pub fn response(body: &[u8]) -> Result<Value, u16> {
    if body.len() > 256 * 1024 {
        return Err(413);
    }
    line_response(without_byte_order_mark(body))
}

/// A body, or the first line of a batch, without the byte order mark at its start.
pub fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text)
}

/// The response to a line of a batch as JSON with `duplicates=all`, or the status with which it is rejected.
pub fn line_response(body: &[u8]) -> Result<Value, u16> {
    let text = str::from_utf8(body).map_err(|_| 400u16)?;
    serde_json::from_str::<IgnoredAny>(text).map_err(|_| 400u16)?;
    let board = board(text).ok_or(422u16)?;
    Ok(response_to(&board))
}

/// The response to a line of text with `duplicates=all`, or the status with which it is rejected.
pub fn text_response(line: &[u8]) -> Result<Value, u16> {
    let size = match line.len() {
        16 => 4,
        36 => 6,
        64 => 8,
        81 => 9,
        _ => return Err(422),
    };
    let rows: Vec<Vec<String>> = line
        .chunks(size)
        .map(|row| {
            row.iter()
                .map(|byte| char::from(*byte).to_string())
                .collect()
        })
        .collect();
    line_response(json!(rows).to_string().as_bytes())
}

/// Reads a board, bare or in an object. Returns `None` if the contract rejects it.
pub fn board(json: &str) -> Option<Board> {
    let (rows, shape) = if json.trim_ascii_start().starts_with('[') {
        (json, None)
    } else {
        let [rows, shape] = known_members(json, ["board", "box"])?;
        (rows?, shape)
    };
    let rows: Vec<Vec<&RawValue>> = elements(rows)?
        .into_iter()
        .map(|row| elements(row.get()))
        .collect::<Option<_>>()?;
    let size = rows.len();
    if !(4..=64).contains(&size) || rows.iter().any(|row| row.len() != size) {
        return None;
    }
    let (box_rows, box_columns) = match shape {
        Some(shape) => {
            let [rows, columns] = known_members(shape, ["rows", "columns"])?;
            (
                usize::from(whole_number(rows?)?),
                usize::from(whole_number(columns?)?),
            )
        }
        // The most square box is the tallest one that is not taller than wide.
        None => (2..=size)
            .filter(|rows| size.is_multiple_of(*rows) && *rows <= size / rows)
            .map(|rows| (rows, size / rows))
            .max()?,
    };
    if box_rows * box_columns != size {
        return None;
    }
    let digit = |cell: &&RawValue| digit(cell.get()).filter(|digit| usize::from(*digit) <= size);
    Some(Board {
        digits: rows
            .iter()
            .map(|row| row.iter().map(digit).collect())
            .collect::<Option<_>>()?,
        strings: rows
            .iter()
            .map(|row| row.iter().map(|cell| cell.get().starts_with('"')).collect())
            .collect(),
        box_rows,
        box_columns,
    })
}

/// The digit of a cell, 0 if it is empty. Returns `None` if it is neither.
fn digit(cell: &str) -> Option<u8> {
    if cell == "null" {
        return Some(0);
    }
    if !cell.starts_with('"') {
        return whole_number(cell);
    }
    match serde_json::from_str::<String>(cell).ok()?.as_str() {
        "" | "." => Some(0),
        text => (0..=64).find(|digit| digit.to_string() == text),
    }
}

/// The value of a JSON number in any spelling, if it is a whole number from 0 to 64.
fn whole_number(json: &str) -> Option<u8> {
    if !json.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        return None;
    }
    let (mantissa, exponent) = json.split_once(['e', 'E']).unwrap_or((json, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let figures = [whole.trim_start_matches('-'), fraction].concat();
    let mut value = 0;
    for (position, figure) in (1..)
        .zip(figures.chars())
        .filter(|(_, figure)| *figure != '0')
    {
        // The power of ten of this figure. If it is not 0 or 1, the number is not a digit of a board.
        let power = exponent
            .parse::<i128>()
            .ok()?
            .saturating_add((figures.len() - fraction.len()) as i128 - position);
        value += match power {
            0 => figure.to_digit(10)?,
            1 => figure.to_digit(10)? * 10,
            _ => return None,
        };
    }
    if value > 0 && json.starts_with('-') {
        None
    } else {
        u8::try_from(value).ok().filter(|value| *value <= 64)
    }
}

/// The response to a board.
fn response_to(board: &Board) -> Value {
    let constraints = rules::box_layout(board.box_rows, board.box_columns);
    let repeats = rules::repeats(&board.digits, &constraints);
    let first = repeats
        .first()
        .map(|(_, kind, index, cells)| duplicate(board, kind, *index, cells));
    let mut all = Vec::new();
    for Constraint { kind, index, cells } in &constraints {
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
    let digit = if board.strings[row][column] {
        json!(digit.to_string())
    } else {
        json!(digit)
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

/// The elements of an array; `None` if the JSON is not an array.
fn elements(json: &str) -> Option<Vec<&RawValue>> {
    serde_json::from_str(json).ok()
}

/// The values of the members with these names; null counts as absent. Returns `None` if there is another, one is
/// repeated, or the JSON is not an object.
fn known_members<'a, const N: usize>(
    json: &'a str,
    names: [&str; N],
) -> Option<[Option<&'a str>; N]> {
    let mut values = [None; N];
    for (name, value) in members(json)? {
        let known = names.iter().position(|known| *known == name)?;
        if values[known].replace(value.get()).is_some() {
            return None;
        }
    }
    Some(values.map(|value| value.filter(|json| *json != "null")))
}

/// The names and values of the members of an object. Returns `None` if the JSON is not an object.
fn members(json: &str) -> Option<Vec<(String, &RawValue)>> {
    struct Members<'a>(Vec<(String, &'a RawValue)>);
    struct MembersVisitor;

    impl<'de> Deserialize<'de> for Members<'de> {
        fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Members<'de>, D::Error> {
            json.deserialize_map(MembersVisitor)
        }
    }

    impl<'de> Visitor<'de> for MembersVisitor {
        type Value = Members<'de>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
            let mut members = Vec::new();
            while let Some((name, value)) = map.next_entry::<&RawValue, &RawValue>()? {
                // A name that is not valid Unicode becomes "", which is unknown, too.
                members.push((serde_json::from_str(name.get()).unwrap_or_default(), value));
            }
            Ok(Members(members))
        }
    }

    serde_json::from_str::<Members>(json)
        .ok()
        .map(|members| members.0)
}
