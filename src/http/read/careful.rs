//! The careful reader: reads a body at leisure and finds everything that is wrong with it.
//!
//! It unfolds one level of the JSON text at a time, so that each fault is found at its place, however wrong the rest is.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::Cells;
use super::digit::{digit_of_number_text, digit_of_string};
use super::faults::Faults;
use super::syntax::{self, Whole};
use crate::http::echo::{describe, is_name};
use crate::http::problem::Problem;
use crate::http::wire::{Notation, ValidateRequest};
use crate::sudoku::{BoxShape, Layout, LayoutError, MAX_SIZE, MIN_SIZE};

/// What a board looks like, for a sentence that says that there is none.
const EXPECTED_BOARD: &str =
    "expected a board, such as [[5, 3, 0, …], …] or {\"board\": [[5, 3, 0, …], …]}.";

/// The board that a JSON text asks about, or all that is wrong with the text.
pub(super) fn request(bytes: &[u8], whole: Whole) -> Result<ValidateRequest, Problem> {
    let document = syntax::document(bytes, whole)?;
    let mut faults = Faults::default();
    match read_document(document, whole, &mut faults) {
        Some(request) if faults.is_empty() => Ok(request),
        _ => Err(faults.into_problem()),
    }
}

fn read_document(
    document: &RawValue,
    whole: Whole,
    faults: &mut Faults,
) -> Option<ValidateRequest> {
    let (pointer, board, shape) = if is_array(document) {
        ("#", Some(document), None)
    } else if let Some(members) = members(document) {
        let [board, shape] = read_members("#", &members, ["board", "box"], faults);
        ("#/board", board, shape)
    } else {
        let found = describe(document.get());
        faults.push("#", || {
            format!("The {} is {found}; {EXPECTED_BOARD}", whole.name())
        });
        return None;
    };
    let Some(board) = board else {
        faults.push("#", || {
            format!("The object has no \"board\"; {EXPECTED_BOARD}")
        });
        return None;
    };
    let cells = read_cells(pointer, board, faults);
    let shape = match shape {
        Some(shape) => Some(read_box_shape(shape, faults)?),
        None => None,
    };
    let (size, cells) = cells?;
    match Layout::new(size, shape) {
        Ok(layout) => Some(
            cells
                .into_request(layout)
                .expect("the cells are square, and no digit is above their size"),
        ),
        Err(error) => {
            match error {
                LayoutError::Box { .. } => faults.push("#/box", || sentence(error)),
                LayoutError::NoBox { .. } => faults.push(pointer, || {
                    let shape =
                        format!("{{\"board\": …, \"box\": {{\"rows\": 1, \"columns\": {size}}}}}");
                    format!(
                        "{} Declare one, as in {shape}, where each box is a row.",
                        sentence(error)
                    )
                }),
                _ => faults.push(pointer, || sentence(error)),
            }
            None
        }
    }
}

/// The values of the members with these names. Another member is a fault, and so is a second one of a name.
fn read_members<'a, const N: usize>(
    pointer: &str,
    members: &[(&RawValue, &'a RawValue)],
    names: [&str; N],
    faults: &mut Faults,
) -> [Option<&'a RawValue>; N] {
    let known = || names.map(|name| format!("\"{name}\"")).join(" and ");
    let mut values = [None; N];
    for (position, (name, value)) in (1..).zip(members) {
        let name: String = serde_json::from_str(name.get()).unwrap_or_default();
        match names.iter().position(|known| *known == name) {
            Some(known) if values[known].is_none() => values[known] = Some(*value),
            Some(_) => {
                faults.push(format!("{pointer}/{name}"), || {
                    format!("\"{name}\" stands twice; expected it once.")
                });
            }
            None if is_name(&name) => faults.push(format!("{pointer}/{name}"), || {
                format!("\"{name}\" is not known here; known are {}.", known())
            }),
            None => faults.push(pointer, || {
                format!(
                    "Member {position} of the object is not known here; known are {}.",
                    known()
                )
            }),
        }
    }
    values
}

fn read_box_shape(shape: &RawValue, faults: &mut Faults) -> Option<BoxShape> {
    const EXPECTED: &str = "expected {\"rows\": …, \"columns\": …}, both whole numbers";

    let Some(members) = members(shape) else {
        faults.push("#/box", || {
            format!("The box is {}; {EXPECTED}.", describe(shape.get()))
        });
        return None;
    };
    let [rows, columns] = read_members("#/box", &members, ["rows", "columns"], faults);
    let mut side = |name: &str, value: Option<&RawValue>| {
        let Some(text) = value.map(RawValue::get) else {
            faults.push("#/box", || {
                format!("The box has no \"{name}\"; {EXPECTED}.")
            });
            return None;
        };
        let number = if is_number(text) {
            digit_of_number_text(text).filter(|number| *number > 0)
        } else {
            None
        };
        if number.is_none() {
            faults.push(format!("#/box/{name}"), || {
                format!(
                    "The {name} of the box are {}; expected a whole number from 1 to {MAX_SIZE}.",
                    describe(text)
                )
            });
        }
        number.map(usize::from)
    };
    let (rows, columns) = (side("rows", rows), side("columns", columns));
    Some(BoxShape {
        rows: rows?,
        columns: columns?,
    })
}

/// The size of a square board, and its cells, where one that is at fault counts as empty.
fn read_cells(pointer: &str, board: &RawValue, faults: &mut Faults) -> Option<(usize, Cells)> {
    let Some(rows) = elements(board) else {
        faults.push(pointer, || {
            format!("The board is {}; {EXPECTED_BOARD}", describe(board.get()))
        });
        return None;
    };
    if let Some(first) = rows
        .first()
        .filter(|_| !rows.iter().any(|row| is_array(row)))
    {
        faults.push(pointer, || {
            format!(
                "The board is an array that begins with {}; {EXPECTED_BOARD}",
                describe(first.get())
            )
        });
        return None;
    }
    let size = rows.len();
    let rows: Vec<Result<Vec<&RawValue>, &RawValue>> = rows
        .into_iter()
        .map(|row| elements(row).ok_or(row))
        .collect();
    if let [Ok(row)] = rows.as_slice()
        && row.iter().any(|cell| is_array(cell))
    {
        faults.push(pointer, || {
            format!("The board is in one pair of brackets too many; {EXPECTED_BOARD}")
        });
        return None;
    }
    if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
        faults.push(pointer, || sentence(LayoutError::Size { size }));
        return None;
    }
    let lengths: Vec<usize> = rows
        .iter()
        .map(|row| row.as_ref().map_or(0, Vec::len))
        .collect();
    let length_of_all = lengths
        .iter()
        .all(|length| *length == lengths[0])
        .then_some(lengths[0]);
    let is_square = length_of_all == Some(size);
    // Rows of one length may be right, and too few or too many: the board is at fault then, and not each row.
    let highest = length_of_all.map_or(size, |length| length.clamp(size, MAX_SIZE));
    if let Some(length) = length_of_all.filter(|_| !is_square) {
        faults.push(pointer, || {
            format!(
                "The board has {size} rows of {}; expected as many rows as cells in a row.",
                count_cells(length)
            )
        });
    }
    let (mut digits, mut strings) = (Vec::new(), Vec::new());
    for (row, content) in rows.iter().enumerate() {
        let number = row + 1;
        let content = match content {
            Ok(content) => content,
            Err(other) => {
                faults.push(format!("{pointer}/{row}"), || {
                    format!(
                        "Row {number} is {}; expected an array of {size} cells.",
                        describe(other.get())
                    )
                });
                continue;
            }
        };
        if content.len() != size && length_of_all.is_none() {
            faults.push(format!("{pointer}/{row}"), || {
                let found = count_cells(content.len());
                format!("Row {number} has {found}; expected {size}, as many as the board has rows.")
            });
        }
        for (column, cell) in content.iter().enumerate() {
            let digit = digit_of(cell.get()).filter(|digit| usize::from(*digit) <= highest);
            if digit.is_none() {
                faults.push(format!("{pointer}/{row}/{column}"), || {
                    let (column, found) = (column + 1, describe(cell.get()));
                    format!(
                        "Row {number}, column {column} holds {found}; \
                         expected a digit from 1 to {highest}, or 0, \".\" or null for an empty cell."
                    )
                });
            }
            digits.push(digit.unwrap_or(0));
            strings.push(is_string(cell.get()));
        }
    }
    let notation = notation_of(&digits, strings);
    is_square.then_some((size, Cells { digits, notation }))
}

/// The notation of the filled cells. How an empty cell is written matters only if there are no others.
fn notation_of(digits: &[u8], strings: Vec<bool>) -> Notation {
    let mut filled = digits
        .iter()
        .zip(&strings)
        .filter(|(digit, _)| **digit > 0)
        .map(|(_, string)| *string);
    let first = filled.next().unwrap_or_else(|| strings.contains(&true));
    if filled.any(|other| other != first) {
        Notation::Mixed(strings)
    } else if first {
        Notation::Strings
    } else {
        Notation::Numbers
    }
}

fn count_cells(count: usize) -> String {
    format!("{count} {}", if count == 1 { "cell" } else { "cells" })
}

/// The digit that the JSON text of a cell stands for, 0 for an empty cell; `None` if no board has such a digit.
fn digit_of(cell: &str) -> Option<u8> {
    if is_string(cell) {
        digit_of_string(&serde_json::from_str::<String>(cell).ok()?)
    } else if is_number(cell) {
        digit_of_number_text(cell)
    } else {
        (cell == "null").then_some(0)
    }
}

fn is_string(json: &str) -> bool {
    json.starts_with('"')
}

fn is_number(json: &str) -> bool {
    json.starts_with(|first: char| first == '-' || first.is_ascii_digit())
}

fn is_array(json: &RawValue) -> bool {
    json.get().starts_with('[')
}

/// The elements of an array; `None` if the JSON is no array.
fn elements(json: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(json.get()).ok()
}

/// The names and values of an object's members, as they stand; `None` if the JSON is no object.
fn members(json: &RawValue) -> Option<Vec<(&RawValue, &RawValue)>> {
    struct Members<'a>(Vec<(&'a RawValue, &'a RawValue)>);
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
            while let Some(member) = map.next_entry()? {
                members.push(member);
            }
            Ok(Members(members))
        }
    }

    serde_json::from_str::<Members>(json.get())
        .ok()
        .map(|members| members.0)
}

/// A reason of the rules as a sentence.
fn sentence(reason: impl fmt::Display) -> String {
    let reason = reason.to_string();
    let mut characters = reason.chars();
    characters
        .next()
        .map(|first| format!("{}{}.", first.to_uppercase(), characters.as_str()))
        .unwrap_or_default()
}
