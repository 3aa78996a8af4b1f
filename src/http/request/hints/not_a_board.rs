//! Recognizes JSON that holds a board in another shape.

use serde_json::value::RawValue;

use crate::http::request::quote::is_quotable_name;
use crate::http::request::raw_json::{elements, is_array, is_object, is_string, members, string};
use crate::http::request::source::Source;
use crate::sudoku::{MAX_SIZE, MIN_SIZE};

/// Describes JSON that is not an array of rows, if it is a common mistake. `noun` is what the JSON should have been, such
/// as "board".
pub(crate) fn describe(json: &RawValue, noun: &str, source: Source) -> Option<String> {
    if is_string(json.get()) {
        return describe_string(&string(json)?, noun);
    }
    if is_object(json) {
        return is_nested(json).then(|| {
            format!(
                "The {noun} is an object with a \"board\" of its own; send only this inner object."
            )
        });
    }
    let rows = elements(json)?;
    let first = rows.first()?;
    if rows.iter().all(|row| is_array(row)) {
        return describe_three_levels(&rows, source).or_else(|| describe_stack(&rows, source));
    }
    if is_object(first) {
        return Some(format!(
            "The {noun} is an array of objects; send an array of rows, such as [[5, 3, 0, …], …]."
        ));
    }
    if rows.iter().any(|row| is_array(row)) {
        return None;
    }
    if let Some(size) = size_of(rows.len()).filter(|_| rows.iter().all(|cell| is_cell(cell))) {
        return Some(format!(
            "The {noun} is one array of {} cells; send {size} arrays of {size} cells each, such as [[5, 3, 0, …], …].",
            rows.len()
        ));
    }
    rows.iter().all(|row| is_string(row.get())).then(|| {
        format!(
            "The rows of the {noun} are strings; send each row as an array of cells, such as [[\"5\", \"3\", \".\", …], …]."
        )
    })
}

/// Finds the board in an object that has no "board": where it is, and what to do about it.
pub(crate) fn find_board(
    members: &[(&RawValue, &RawValue)],
    source: Source,
) -> Option<(String, String)> {
    let names: Vec<String> = members
        .iter()
        .map(|(name, _)| string(name).unwrap_or_default())
        .collect();
    if names.iter().any(|name| name == "board") {
        return None;
    }
    if members.len() >= MIN_SIZE && members.iter().all(|(_, value)| is_array(value)) {
        let detail =
            "The rows are members of an object; send an array of rows, such as [[5, 3, 0, …], …].";
        return Some(("#".to_owned(), detail.to_owned()));
    }
    let mut candidates = names.iter().zip(members).filter(|(name, (_, value))| {
        let is_board = is_array(value) || describe(value, "board", source).is_some();
        is_board && *name != "box" && is_quotable_name(name)
    });
    let (Some((name, (_, value))), None) = (candidates.next(), candidates.next()) else {
        return None;
    };
    let detail = match describe(value, "board", source) {
        Some(_) if is_object(value) => {
            format!("The board is nested in \"{name}\"; send only this inner object.")
        }
        Some(detail) => format!("Rename \"{name}\" to \"board\". {detail}"),
        None => format!(
            "The object has \"{name}\" instead of \"board\"; rename it, as in {{\"board\": [[5, 3, 0, …], …]}}."
        ),
    };
    Some((format!("#/{name}"), detail))
}

fn describe_string(text: &str, noun: &str) -> Option<String> {
    if text.trim_start().starts_with(['[', '{']) {
        return Some(format!(
            "The {noun} is a string that contains JSON; send that JSON itself, encoded only once (in Python's requests, json=board \
             instead of json=json.dumps(board); in JavaScript, one JSON.stringify)."
        ));
    }
    let length = text.chars().count();
    size_of(length).map(|size| {
        format!(
            "The {noun} is a string of {length} characters; send {size} arrays of {size} cells each, such as [[5, 3, 0, …], …]."
        )
    })
}

/// Describes an array of boards, and one of boxes.
fn describe_three_levels(outer: &[&RawValue], source: Source) -> Option<String> {
    let count = outer.len();
    let mut sizes = outer.iter().map(|inner| {
        let rows = elements(inner)?;
        let size = rows.len();
        let is_square = rows
            .iter()
            .all(|row| elements(row).is_some_and(|cells| cells.len() == size));
        is_square.then_some(size)
    });
    let size = sizes.next()??;
    if sizes.any(|other| other != Some(size)) {
        return None;
    }
    if count > 1 && size >= MIN_SIZE {
        return Some(format!(
            "The array holds {count} boards; {}.",
            separately(source)
        ));
    }
    (size > 1 && size * size == count).then(|| {
        format!("The board is an array of {count} boxes; send its {count} rows instead, from top to bottom.")
    })
}

/// Describes boards of the same size, one below the other.
fn describe_stack(rows: &[&RawValue], source: Source) -> Option<String> {
    let mut lengths = rows
        .iter()
        .map(|row| elements(row).map(|cells| cells.len()));
    let length = lengths.next()??;
    let is_stack = length >= MIN_SIZE
        && rows.len() > length
        && rows.len().is_multiple_of(length)
        && lengths.all(|other| other == Some(length));
    is_stack.then(|| {
        let count = rows.len() / length;
        format!(
            "The array holds {count} boards, with {length} rows each; {}.",
            separately(source)
        )
    })
}

fn separately(source: Source) -> &'static str {
    match source {
        Source::Body => "send one board per request, or one per line to POST /validate/batch",
        Source::BatchLine => "send each board on a line of its own",
    }
}

/// Returns whether this is an object with a board.
fn is_nested(json: &RawValue) -> bool {
    members(json).is_some_and(|members| {
        members
            .iter()
            .any(|(name, _)| string(name).as_deref() == Some("board"))
    })
}

fn is_cell(json: &RawValue) -> bool {
    !is_array(json) && !is_object(json) && string(json).is_none_or(|text| text.len() <= 2)
}

/// Returns the size of a board with this number of cells.
fn size_of(cells: usize) -> Option<usize> {
    let size = cells.isqrt();
    (size * size == cells && (MIN_SIZE..=MAX_SIZE).contains(&size)).then_some(size)
}
