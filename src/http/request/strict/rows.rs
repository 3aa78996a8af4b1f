//! A board as an array of rows, which are arrays of cells.

use serde_json::value::RawValue;

use super::cells::CellReader;
use crate::http::request::board_request::{Cells, Form};
use crate::http::request::faults::Faults;
use crate::http::request::layout::Declared;
use crate::http::request::quote::describe_json;
use crate::http::request::raw_json::{elements, is_array};
use crate::http::request::sentence::sentence;
use crate::sudoku::{LayoutError, MAX_SIZE, MIN_SIZE};

/// Returns the size and the cells of a square board, treating faulty cells as empty.
pub(super) fn read(
    pointer: &str,
    rows: Vec<&RawValue>,
    expected: &str,
    declared: &Declared,
    faults: &mut Faults,
) -> Option<(usize, Cells)> {
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
    let highest = declared.size().unwrap_or(highest);
    if let Some(length) = common_length.filter(|_| !is_square) {
        faults.push(pointer, || {
            format!(
                "The board has {size} rows of {}; expected as many rows as columns.",
                count_cells(length)
            )
        });
    }
    let mut reader = CellReader::new(declared, highest);
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
            let pointer = || format!("{pointer}/{row}/{column}");
            reader.read(cell, (row, column), pointer, faults);
        }
    }
    let (digits, notation) = reader.finish(Form::Rows);
    is_square.then_some((size, Cells { digits, notation }))
}

fn count_cells(count: usize) -> String {
    format!("{count} {}", if count == 1 { "cell" } else { "cells" })
}
