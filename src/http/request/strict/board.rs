//! A board in any form: rows of cells, row strings, all cells in one array, or one string.

use serde_json::value::RawValue;

use super::cells::CellReader;
use super::rows;
use crate::http::request::board_request::{Cells, Form, Notation};
use crate::http::request::faults::Faults;
use crate::http::request::hints;
use crate::http::request::layout::Declared;
use crate::http::request::plain_text::reader;
use crate::http::request::quote::describe_json;
use crate::http::request::raw_json::{elements, is_array, is_string, string};
use crate::http::request::source::Source;
use crate::sudoku::{MAX_SIZE, MIN_SIZE, TextBoard, TextError, Within};

pub(super) const EXPECTED_BOARD: &str =
    "expected a board, such as [[5, 3, 0, …], …] or {\"board\": [[5, 3, 0, …], …]}.";

/// What is expected of the board in an object.
const EXPECTED_ROWS: &str = "expected an array of rows, such as [[5, 3, 0, …], …].";

/// Returns the size and the cells of a board, treating faulty cells as empty.
pub(super) fn read(
    pointer: &str,
    board: &RawValue,
    source: Source,
    declared: &Declared,
    faults: &mut Faults,
) -> Option<(usize, Cells)> {
    let expected = if pointer == "#" {
        EXPECTED_BOARD
    } else {
        EXPECTED_ROWS
    };
    if is_string(board.get()) {
        let Some(text) = string(board) else {
            faults.push(pointer, || {
                format!("The board is {}; {expected}", describe_json(board.get()))
            });
            return None;
        };
        let read = reader(declared).read(&text);
        if read.as_ref().is_err_and(TextError::is_json) {
            let noun = if pointer == "#" {
                source.noun()
            } else {
                "board"
            };
            faults.push(pointer, || hints::not_a_board::json_in_string(noun));
            return None;
        }
        return text_cells(read, Form::Text, pointer, declared, faults);
    }
    let Some(elements) = elements(board) else {
        faults.push(pointer, || {
            format!("The board is {}; {expected}", describe_json(board.get()))
        });
        return None;
    };
    if elements.is_empty() || elements.iter().any(|element| is_array(element)) {
        return rows::read(pointer, elements, expected, declared, faults);
    }
    let strings: Option<Vec<String>> = elements.iter().map(|element| string(element)).collect();
    let flat_size = flat_size(&elements, strings.as_deref(), declared);
    match (strings, flat_size) {
        (_, Some(size)) => Some((size, read_flat(pointer, &elements, size, declared, faults))),
        (Some(rows), None) => {
            let read = reader(declared).read_rows(&rows);
            text_cells(read, Form::RowStrings, pointer, declared, faults)
        }
        (None, None) => {
            faults.push(pointer, || {
                format!(
                    "The board is an array of {} that begins with {}; {expected}",
                    count(elements.len()),
                    describe_json(elements[0].get())
                )
            });
            None
        }
    }
}

fn count(elements: usize) -> String {
    match elements {
        1 => "1 element".to_owned(),
        _ => format!("{elements} elements"),
    }
}

/// Returns the number of rows of a board whose cells are in one array.
///
/// Strings can also be rows: a row has at least as many characters as there are rows, and a cell at most two.
fn flat_size(
    elements: &[&RawValue],
    strings: Option<&[String]>,
    declared: &Declared,
) -> Option<usize> {
    let size = elements.len().isqrt();
    let are_cells = strings.is_none_or(|strings| strings.iter().all(|text| text.len() <= MAX_CELL));
    let is_size = declared
        .size()
        .map_or((MIN_SIZE..=MAX_SIZE).contains(&size), |fixed| fixed == size);
    (size * size == elements.len() && is_size && are_cells).then_some(size)
}

/// The maximum length of a cell in bytes: a symbol, or a number of two digits.
const MAX_CELL: usize = 4;

fn read_flat(
    pointer: &str,
    elements: &[&RawValue],
    size: usize,
    declared: &Declared,
    faults: &mut Faults,
) -> Cells {
    let mut reader = CellReader::new(declared, size);
    for (index, cell) in elements.iter().enumerate() {
        let pointer = || format!("{pointer}/{index}");
        reader.read(cell, (index / size, index % size), pointer, faults);
    }
    let (digits, notation) = reader.finish(Form::Flat);
    Cells { digits, notation }
}

/// Returns the size and the cells of a board as text.
fn text_cells(
    read: Result<TextBoard, TextError>,
    form: Form,
    pointer: &str,
    declared: &Declared,
    faults: &mut Faults,
) -> Option<(usize, Cells)> {
    match read {
        Ok(TextBoard { size, digits }) => {
            let notation = Notation::of_text(form, declared.symbols().cloned());
            Some((size, Cells { digits, notation }))
        }
        Err(error) => {
            let pointer = match error.within() {
                Within::Row(row) => format!("{pointer}/{}", row - 1),
                _ => pointer.to_owned(),
            };
            faults.push(pointer, || error.to_string());
            None
        }
    }
}
