//! Reads regions: a label for each cell.

use std::hash::Hash;

use serde_json::value::RawValue;

use super::Part;
use crate::http::request::faults::Faults;
use crate::http::request::quote::{describe_character, describe_json};
use crate::http::request::raw_json::{elements, is_array, is_number, is_string, string};
use crate::http::request::sentence::sentence;
use crate::sudoku::{LayoutError, LayoutSpec, MAX_SIZE, MIN_SIZE};

const EXPECTED: &str =
    "expected a label for each cell: an array of rows, such as [[1, 1, 2, …], …], or one string";

/// The label of a cell. Labels are the same only if they are written alike.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Label<'a> {
    Number(&'a str),
    Text(String),
}

/// Where regions have a fault: a JSON Pointer within them, and a sentence.
type Fault = (String, String);

/// Reads regions from JSON: rows of labels, row strings, or one string.
pub(super) fn read(json: &RawValue, faults: &mut Faults) -> Option<LayoutSpec> {
    let read = if is_string(json.get()) {
        let text = string(json);
        let text = text.ok_or_else(|| {
            let found = describe_json(json.get());
            vec![(
                String::new(),
                format!("The regions are {found}; {EXPECTED}."),
            )]
        });
        text.and_then(|text| from_text(&text).map_err(|detail| vec![(String::new(), detail)]))
    } else {
        from_rows(json)
    };
    let pointer = format!("#/{}", Part::Regions.name());
    match read {
        Ok(spec) => Some(spec),
        Err(found) => {
            for (path, detail) in found {
                faults.push(format!("{pointer}{path}"), || detail);
            }
            None
        }
    }
}

/// Reads regions from a text of one character for each cell.
///
/// # Errors
///
/// A sentence.
pub(super) fn from_text(text: &str) -> Result<LayoutSpec, String> {
    let labels: Vec<char> = text.chars().collect();
    let size = labels.len().isqrt();
    if size * size != labels.len() || !(MIN_SIZE..=MAX_SIZE).contains(&size) {
        return Err(format!(
            "The regions are a string of {} characters; expected one for each cell, such as 81 for 9 rows.",
            labels.len()
        ));
    }
    if let Some(index) = labels.iter().position(|label| label.is_whitespace()) {
        let found = describe_character(labels[index]);
        return Err(format!(
            "Character {} of the regions is {found}; expected a label for each cell, and nothing in between.",
            index + 1
        ));
    }
    spec(size, &labels, |index| {
        describe_label(&labels[index].to_string())
    })
    .map_err(|(_, detail)| detail)
}

/// Reads regions from rows of labels, or from row strings.
fn from_rows(json: &RawValue) -> Result<LayoutSpec, Vec<Fault>> {
    let rows = elements(json).unwrap_or_default();
    let of_regions = |detail: String| vec![(String::new(), detail)];
    let are_strings = rows.iter().all(|row| is_string(row.get()));
    if !is_array(json) || !are_strings && !rows.iter().all(|row| is_array(row)) {
        let found = if is_array(json) {
            "an array of something else".to_owned()
        } else {
            describe_json(json.get())
        };
        return Err(of_regions(format!("The regions are {found}; {EXPECTED}.")));
    }
    let size = rows.len();
    if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
        return Err(of_regions(format!(
            "The regions have {size} rows; expected {MIN_SIZE} to {MAX_SIZE}, as many as the board."
        )));
    }
    let mut faults = Vec::new();
    let mut labels = Vec::with_capacity(size * size);
    for (row, json) in rows.iter().enumerate() {
        let start = labels.len();
        if are_strings {
            read_row_string(row, json, &mut labels, &mut faults);
        } else {
            read_row(row, json, &mut labels, &mut faults);
        }
        let count = labels.len() - start;
        if count != size {
            let detail = format!(
                "Row {} of the regions has {count} labels; expected {size}, as many as there are rows.",
                row + 1
            );
            faults.push((format!("/{row}"), detail));
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let name = |index: usize| match &labels[index] {
        Label::Number(text) => describe_json(text),
        Label::Text(text) => describe_label(text),
    };
    spec(size, &labels, name).map_err(|(index, detail)| {
        let (row, column) = (index / size, index % size);
        let place = if are_strings {
            format!("/{row}")
        } else {
            format!("/{row}/{column}")
        };
        vec![(place, detail)]
    })
}

fn read_row<'a>(
    row: usize,
    json: &'a RawValue,
    labels: &mut Vec<Label<'a>>,
    faults: &mut Vec<Fault>,
) {
    for (column, label) in elements(json).unwrap_or_default().into_iter().enumerate() {
        let text = label.get();
        let read = if is_number(text) {
            Some(Label::Number(text))
        } else {
            let content = string(label).filter(|content| !content.is_empty());
            content.map(Label::Text)
        };
        labels.push(read.unwrap_or_else(|| {
            let detail = format!(
                "Row {}, column {} of the regions is {}; expected a label: a number or a string.",
                row + 1,
                column + 1,
                describe_json(text)
            );
            faults.push((format!("/{row}/{column}"), detail));
            Label::Number("")
        }));
    }
}

fn read_row_string(
    row: usize,
    json: &RawValue,
    labels: &mut Vec<Label<'_>>,
    faults: &mut Vec<Fault>,
) {
    let text = string(json).unwrap_or_default();
    if let Some(index) = text.chars().position(char::is_whitespace) {
        let detail = format!(
            "Character {} of row {} of the regions is white space; expected a label for each cell, and nothing in between.",
            index + 1,
            row + 1
        );
        faults.push((format!("/{row}"), detail));
    }
    labels.extend(text.chars().map(|label| Label::Text(label.to_string())));
}

/// Makes regions of labels.
///
/// # Errors
///
/// The index of the first cell of a region of the wrong size, and a sentence.
fn spec<L: Eq + Hash>(
    size: usize,
    labels: &[L],
    name: impl Fn(usize) -> String,
) -> Result<LayoutSpec, (usize, String)> {
    LayoutSpec::with_regions(size, labels).map_err(|error| match error {
        LayoutError::RegionCellCount { first, count, size } => {
            let index = usize::from(first.row) * size + usize::from(first.column);
            let cells = if count == 1 { "cell" } else { "cells" };
            let detail = format!(
                "The region labeled {} has {count} {cells}; expected {size}, as many as the board has rows.",
                name(index)
            );
            (index, detail)
        }
        _ => (0, sentence(error)),
    })
}

/// Describes a label that is not a number.
fn describe_label(label: &str) -> String {
    describe_json(&serde_json::Value::from(label).to_string())
}
