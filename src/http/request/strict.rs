//! The strict parser: slower than the fast one, but it accepts every spelling and reports every fault.
//!
//! It parses one level of the JSON text at a time, so that a fault does not hide others.

use std::fmt;

use serde_json::value::RawValue;

use super::board_request::{BoardRequest, Cells, Notation, Spelling};
use super::faults::Faults;
use super::hints;
use super::quote::{describe_json, is_quotable_name};
use super::raw_json::{elements, is_array, is_number, is_string, members, string};
use super::source::Source;
use super::spelling::{parse_number, parse_string};
use super::syntax;
use crate::http::response::problem::Problem;
use crate::sudoku::{BoxShape, Layout, LayoutError, MAX_SIZE, MIN_SIZE};

const EXPECTED_BOARD: &str =
    "expected a board, such as [[5, 3, 0, …], …] or {\"board\": [[5, 3, 0, …], …]}.";

/// What is expected of the board in an object.
const EXPECTED_ROWS: &str = "expected an array of rows, such as [[5, 3, 0, …], …].";

/// Parses a board, or reports all its faults.
pub(super) fn parse(bytes: &[u8], source: Source) -> Result<BoardRequest, Problem> {
    let document = syntax::parse(bytes, source)?;
    let mut faults = Faults::default();
    match read_document(document, source, &mut faults) {
        Some(request) if faults.is_empty() => Ok(request),
        _ => Err(faults.into_problem()),
    }
}

fn read_document(document: &RawValue, source: Source, faults: &mut Faults) -> Option<BoardRequest> {
    let (pointer, board, shape) = if is_array(document) {
        ("#", Some(document), None)
    } else if let Some(members) = members(document) {
        if let Some((pointer, detail)) = hints::not_a_board::find_board(&members, source) {
            faults.push(pointer, || detail);
            return None;
        }
        let [board, shape] = read_members("#", &members, ["board", "box"], faults);
        ("#/board", board, shape)
    } else {
        let noun = source.noun();
        faults.push("#", || {
            hints::not_a_board::describe(document, noun, source).unwrap_or_else(|| {
                let found = describe_json(document.get());
                format!("The {noun} is {found}; {EXPECTED_BOARD}")
            })
        });
        return None;
    };
    let Some(board) = board else {
        faults.push("#", || {
            format!("The object has no \"board\"; {EXPECTED_BOARD}")
        });
        return None;
    };
    if let Some(detail) = hints::not_a_board::describe(board, "board", source) {
        faults.push(pointer, || detail);
        return None;
    }
    let expected = if pointer == "#" {
        EXPECTED_BOARD
    } else {
        EXPECTED_ROWS
    };
    let cells = read_cells(pointer, board, expected, faults);
    let shape = match shape {
        Some(shape) => Some(read_box_shape(shape, faults)?),
        None => None,
    };
    let (size, cells) = cells?;
    match Layout::new(size, shape) {
        Ok(layout) => Some(
            BoardRequest::new(layout, cells)
                .expect("the board is square, and no digit is above its size"),
        ),
        Err(error) => {
            match error {
                LayoutError::Box { .. } => faults.push("#/box", || sentence(error)),
                LayoutError::NoBox { .. } => faults.push(pointer, || {
                    let shape =
                        format!("{{\"board\": …, \"box\": {{\"rows\": 1, \"columns\": {size}}}}}");
                    format!(
                        "{} Declare one, for example {shape}, where each row is a box.",
                        sentence(error)
                    )
                }),
                _ => faults.push(pointer, || sentence(error)),
            }
            None
        }
    }
}

/// Returns the values of the members with these names; a member that is null counts as absent. Any other name is a
/// fault, and so is a repeated one.
fn read_members<'a, const N: usize>(
    pointer: &str,
    members: &[(&RawValue, &'a RawValue)],
    names: [&str; N],
    faults: &mut Faults,
) -> [Option<&'a RawValue>; N] {
    let expected = || names.map(|name| format!("\"{name}\"")).join(" or ");
    let mut values = [None; N];
    for (number, (name, value)) in (1..).zip(members) {
        let name: String = serde_json::from_str(name.get()).unwrap_or_default();
        match names.iter().position(|expected| *expected == name) {
            Some(index) if values[index].is_none() => values[index] = Some(*value),
            Some(_) => {
                faults.push(format!("{pointer}/{name}"), || {
                    format!("\"{name}\" is given more than once.")
                });
            }
            None if is_quotable_name(&name) => faults.push(format!("{pointer}/{name}"), || {
                format!("\"{name}\" is unknown; expected {}.", expected())
            }),
            None => faults.push(pointer, || {
                format!(
                    "Member {number} of the object is unknown; expected {}.",
                    expected()
                )
            }),
        }
    }
    values.map(|value| value.filter(|value| value.get() != "null"))
}

fn read_box_shape(shape: &RawValue, faults: &mut Faults) -> Option<BoxShape> {
    const EXPECTED: &str = "expected {\"rows\": …, \"columns\": …}, both whole numbers";

    let Some(members) = members(shape) else {
        faults.push("#/box", || {
            format!("The box is {}; {EXPECTED}.", describe_json(shape.get()))
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
            parse_number(text).filter(|number| *number > 0)
        } else {
            None
        };
        if number.is_none() {
            faults.push(format!("#/box/{name}"), || {
                format!(
                    "\"{name}\" of the box is {}; expected a whole number from 1 to {MAX_SIZE}.",
                    describe_json(text)
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

/// Returns the size and the cells of a square board, treating faulty cells as empty.
fn read_cells(
    pointer: &str,
    board: &RawValue,
    expected: &str,
    faults: &mut Faults,
) -> Option<(usize, Cells)> {
    let Some(rows) = elements(board) else {
        faults.push(pointer, || {
            format!("The board is {}; {expected}", describe_json(board.get()))
        });
        return None;
    };
    if let Some(first) = rows
        .first()
        .filter(|_| !rows.iter().any(|row| is_array(row)))
    {
        faults.push(pointer, || {
            format!(
                "The board is an array that begins with {}; {expected}",
                describe_json(first.get())
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
            format!("The board has one pair of brackets too many; {expected}")
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
    let common_length = lengths
        .iter()
        .all(|length| *length == lengths[0])
        .then_some(lengths[0]);
    let is_square = common_length == Some(size);
    // If all rows have the same length, report the number of rows as one fault, not each row.
    let highest = common_length.map_or(size, |length| length.clamp(size, MAX_SIZE));
    if let Some(length) = common_length.filter(|_| !is_square) {
        faults.push(pointer, || {
            format!(
                "The board has {size} rows of {}; expected as many rows as columns.",
                count_cells(length)
            )
        });
    }
    let (mut digits, mut spellings) = (Vec::new(), Vec::new());
    for (row, content) in rows.iter().enumerate() {
        let number = row + 1;
        let content = match content {
            Ok(content) => content,
            Err(other) => {
                faults.push(format!("{pointer}/{row}"), || {
                    format!(
                        "Row {number} is {}; expected an array of {size} cells.",
                        describe_json(other.get())
                    )
                });
                continue;
            }
        };
        if content.len() != size && common_length.is_none() {
            faults.push(format!("{pointer}/{row}"), || {
                let found = count_cells(content.len());
                format!("Row {number} has {found}; expected {size}, as many as the board has rows.")
            });
        }
        for (column, cell) in content.iter().enumerate() {
            let digit = parse_cell(cell.get()).filter(|digit| usize::from(*digit) <= highest);
            if digit.is_none() {
                faults.push(format!("{pointer}/{row}/{column}"), || {
                    let (column, found) = (column + 1, describe_json(cell.get()));
                    let content = string(cell).unwrap_or_else(|| cell.get().to_owned());
                    let advice = hints::cell::advice(&content, highest);
                    format!("Row {number}, column {column} holds {found}; {advice}.")
                });
            }
            digits.push(digit.unwrap_or(0));
            spellings.push(if is_string(cell.get()) {
                Spelling::String
            } else {
                Spelling::Number
            });
        }
    }
    let notation = notation_of(&digits, spellings);
    is_square.then_some((size, Cells { digits, notation }))
}

/// Returns the notation of the filled cells; that of empty cells matters only on an empty board.
fn notation_of(digits: &[u8], spellings: Vec<Spelling>) -> Notation {
    let mut filled = digits
        .iter()
        .zip(&spellings)
        .filter(|(digit, _)| **digit > 0)
        .map(|(_, spelling)| *spelling);
    let first = filled.next();
    if filled.any(|other| Some(other) != first) {
        return Notation::Mixed(spellings);
    }
    match first {
        Some(Spelling::String) => Notation::Strings,
        None if spellings.contains(&Spelling::String) => Notation::Strings,
        _ => Notation::Numbers,
    }
}

fn count_cells(count: usize) -> String {
    format!("{count} {}", if count == 1 { "cell" } else { "cells" })
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

/// Turns an error of the rules into a sentence.
fn sentence(error: impl fmt::Display) -> String {
    let message = error.to_string();
    let mut characters = message.chars();
    characters
        .next()
        .map(|first| format!("{}{}.", first.to_uppercase(), characters.as_str()))
        .unwrap_or_default()
}
