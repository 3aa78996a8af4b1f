//! The careful reader: reads a body at leisure and finds everything that is wrong with it.
//!
//! It unfolds one level of the JSON text at a time, so that each fault is found at its place, however wrong the rest is.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::digit::{digit_of_number_text, digit_of_string};
use super::faults::Faults;
use crate::http::echo::{describe, is_word};
use crate::http::problem::{Problem, ProblemKind};
use crate::http::wire::{Notation, ValidateRequest};
use crate::sudoku::{Board, BoxShape, Layout, LayoutError, MAX_SIZE, MIN_SIZE};

/// The board that a body asks about, or all that is wrong with the body.
pub(super) fn request(body: &[u8]) -> Result<ValidateRequest, Problem> {
    let document = document(body)?;
    let mut faults = Faults::default();
    match read_document(document, &mut faults) {
        Some(request) if faults.is_empty() => Ok(request),
        _ => Err(faults.into_problem()),
    }
}

/// The body as a JSON text, whatever it says.
fn document(body: &[u8]) -> Result<&RawValue, Problem> {
    let text = str::from_utf8(body).map_err(|error| {
        let mut lines = body[..error.valid_up_to()].split(|byte| *byte == b'\n');
        let (line, column) = (lines.clone().count(), lines.next_back().map_or(0, <[u8]>::len) + 1);
        not_json(format!("The body is not UTF-8 text: see line {line}, column {column}."))
    })?;
    serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column().max(1));
        if text.trim().is_empty() {
            let place = format!("line {line}, column {column}");
            return not_json(format!("The body is empty ({place}); expected a board, such as [[5, 3, 0, …], …]."));
        }
        if error.is_eof() {
            return not_json(format!(
                "The body is cut off: it ends at line {line}, column {column}, before its JSON does."
            ));
        }
        let bytes = text.split('\n').nth(line - 1).unwrap_or_default().as_bytes();
        match bytes.get(column - 1).copied().map(char::from) {
            Some(found) if found.is_ascii_graphic() => {
                not_json(format!("The body is not JSON: unexpected '{found}' at line {line}, column {column}."))
            }
            _ => not_json(format!("The body is not JSON: see line {line}, column {column}.")),
        }
    })
}

fn not_json(detail: String) -> Problem {
    Problem::new(ProblemKind::NotJson, detail)
}

fn read_document(document: &RawValue, faults: &mut Faults) -> Option<ValidateRequest> {
    let (pointer, board, shape) = if is_array(document) {
        ("#", Some(document), None)
    } else if let Some(members) = members(document) {
        let [board, shape] = read_members("#", &members, ["board", "box"], faults);
        ("#/board", board, shape)
    } else {
        let found = describe(document.get());
        faults.push("#", || format!("The body is {found}; expected a board, such as [[5, 3, 0, …], …]."));
        return None;
    };
    let Some(board) = board else {
        faults.push("#", || "The object has no member \"board\"; expected {\"board\": [[5, 3, 0, …], …]}.".to_owned());
        return None;
    };
    let cells = read_cells(pointer, board, faults);
    let shape = match shape {
        Some(shape) => Some(read_box_shape(shape, faults)?),
        None => None,
    };
    let Cells { size, digits, notation } = cells?;
    match Layout::new(size, shape) {
        Ok(layout) => {
            let board = Board::new(layout, digits).expect("the cells are square, and no digit is above their size");
            Some(ValidateRequest { board, notation })
        }
        Err(error) => {
            match error {
                LayoutError::Box { .. } => faults.push("#/box", || sentence(error)),
                LayoutError::NoBox { .. } => faults.push(pointer, || {
                    let rows_as_boxes = format!("{{\"board\": …, \"box\": {{\"rows\": 1, \"columns\": {size}}}}}");
                    format!("{} Declare one, as in {rows_as_boxes}.", sentence(error))
                }),
                LayoutError::Size { .. } => faults.push(pointer, || sentence(error)),
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
    let expected = || names.map(|name| format!("\"{name}\"")).join(" and ");
    let mut values = [None; N];
    for (position, (name, value)) in (1..).zip(members) {
        let name: String = serde_json::from_str(name.get()).unwrap_or_default();
        match names.iter().position(|known| *known == name) {
            Some(known) if values[known].is_none() => values[known] = Some(*value),
            Some(_) => {
                faults.push(format!("{pointer}/{name}"), || format!("\"{name}\" stands twice; expected it once."));
            }
            None if is_word(&name) => faults.push(format!("{pointer}/{name}"), || {
                format!("\"{name}\" is not known here; expected {}.", expected())
            }),
            None => faults
                .push(pointer, || format!("Member {position} of the object is not known; expected {}.", expected())),
        }
    }
    values
}

fn read_box_shape(shape: &RawValue, faults: &mut Faults) -> Option<BoxShape> {
    const EXPECTED: &str = "expected {\"rows\": …, \"columns\": …}, both whole numbers";

    let Some(members) = members(shape) else {
        faults.push("#/box", || format!("The box is {}; {EXPECTED}.", describe(shape.get())));
        return None;
    };
    let [rows, columns] = read_members("#/box", &members, ["rows", "columns"], faults);
    let mut side = |name: &str, value: Option<&RawValue>| {
        let Some(text) = value.map(RawValue::get) else {
            faults.push("#/box", || format!("The box has no \"{name}\"; {EXPECTED}."));
            return None;
        };
        let number = if is_number(text) { digit_of_number_text(text).filter(|number| *number > 0) } else { None };
        if number.is_none() {
            faults.push(format!("#/box/{name}"), || {
                format!("The box has {} {name}; expected a whole number from 1 to {MAX_SIZE}.", describe(text))
            });
        }
        number.map(usize::from)
    };
    let (rows, columns) = (side("rows", rows), side("columns", columns));
    Some(BoxShape { rows: rows?, columns: columns? })
}

/// The cells of a square board, row by row; a cell that is at fault counts as empty.
struct Cells {
    size: usize,
    digits: Vec<u8>,
    notation: Notation,
}

fn read_cells(pointer: &str, board: &RawValue, faults: &mut Faults) -> Option<Cells> {
    const EXPECTED: &str = "expected an array of rows, each an array of cells";

    let Some(rows) = elements(board) else {
        faults.push(pointer, || format!("The board is {}; {EXPECTED}.", describe(board.get())));
        return None;
    };
    let size = rows.len();
    if let Some(first) = rows.first().filter(|_| !rows.iter().any(|row| is_array(row))) {
        faults
            .push(pointer, || format!("The board is an array that begins with {}; {EXPECTED}.", describe(first.get())));
        return None;
    }
    if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
        faults.push(pointer, || sentence(LayoutError::Size { size }));
        return None;
    }
    let rows: Vec<Result<Vec<&RawValue>, &RawValue>> = rows.into_iter().map(|row| elements(row).ok_or(row)).collect();
    let lengths = || rows.iter().map(|row| row.as_ref().map_or(0, Vec::len));
    let longest = lengths().max()?;
    let lacks_rows = longest > size && lengths().all(|length| length == longest);
    if lacks_rows {
        faults.push(pointer, || {
            format!("The board has {size} rows, and each has {longest} cells; expected as many rows as cells in a row.")
        });
    }
    let highest = longest.clamp(size, MAX_SIZE);
    let mut cells = Cells { size, digits: Vec::with_capacity(size * size), notation: Notation::default() };
    for (index, row) in rows.iter().enumerate() {
        let number = index + 1;
        let row = match row {
            Ok(row) => row,
            Err(other) => {
                faults.push(format!("{pointer}/{index}"), || {
                    format!("Row {number} is {}; expected an array of {size} cells.", describe(other.get()))
                });
                continue;
            }
        };
        if row.len() != size && !lacks_rows {
            faults.push(format!("{pointer}/{index}"), || {
                let cells = if row.len() == 1 { "cell" } else { "cells" };
                format!("Row {number} has {} {cells}; expected {size}, as many as the board has rows.", row.len())
            });
        }
        for (column, cell) in row.iter().enumerate() {
            let digit = digit_of(cell.get()).filter(|digit| usize::from(*digit) <= highest);
            if digit.is_none() {
                faults.push(format!("{pointer}/{index}/{column}"), || {
                    format!(
                        "Row {number}, column {} holds {}; expected a digit from 1 to {highest}, \
                         or 0, \"0\", \".\", \"\" or null for an empty cell.",
                        column + 1,
                        describe(cell.get()),
                    )
                });
            }
            cells.digits.push(digit.unwrap_or(0));
            cells.notation.push(is_string(cell.get()));
        }
    }
    lengths().all(|length| length == size).then_some(cells)
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

    serde_json::from_str::<Members>(json.get()).ok().map(|members| members.0)
}

/// A reason of the rules as a sentence.
fn sentence(reason: impl fmt::Display) -> String {
    let reason = reason.to_string();
    let mut characters = reason.chars();
    characters.next().map(|first| format!("{}{}.", first.to_uppercase(), characters.as_str())).unwrap_or_default()
}
