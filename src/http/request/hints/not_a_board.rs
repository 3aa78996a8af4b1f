//! Recognizes JSON that holds a board in another shape.

use serde_json::value::RawValue;

use crate::http::request::layout::Part;
use crate::http::request::quote::is_quotable_name;
use crate::http::request::raw_json::{elements, is_array, is_number, is_object, members, string};
use crate::http::request::source::Source;
use crate::sudoku::{MIN_SIZE, TextReader};

/// Describes JSON that is not a board, if it is a common mistake. `noun` is what the JSON should have been, such as "board".
pub(crate) fn describe(json: &RawValue, noun: &str, source: Source) -> Option<String> {
    if is_number(json.get()) {
        return describe_number(json.get(), noun, source);
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
    if is_object(first) {
        return Some(format!(
            "The {noun} is an array of objects; send an array of rows, such as [[5, 3, 0, …], …]."
        ));
    }
    if !rows.iter().all(|row| is_array(row)) {
        return None;
    }
    let mut cells = elements(first)?.into_iter().peekable();
    if cells.peek().is_some() && cells.all(is_object) {
        return Some(format!(
            "The cells of the {noun} are objects; send only their digits, such as [[5, 3, 0, …], …]."
        ));
    }
    describe_three_levels(&rows, source).or_else(|| describe_stack(&rows, source))
}

/// Describes a string that contains JSON.
pub(crate) fn json_in_string(noun: &str) -> String {
    format!(
        "The {noun} is a string that contains JSON; send that JSON itself, encoded only once (in Python's requests, json=board \
         instead of json=json.dumps(board); in JavaScript, one JSON.stringify)."
    )
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
        let is_known = Part::ALL.iter().any(|part| part.name() == *name);
        !is_known && may_be_board(value, source) && is_quotable_name(name)
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
            "The object has \"{name}\" instead of \"board\"; rename it, as in {{\"board\": …}}."
        ),
    };
    Some((format!("#/{name}"), detail))
}

/// Returns whether a member under another name seems to be the board.
fn may_be_board(value: &RawValue, source: Source) -> bool {
    let is_text_board = || {
        let text = string(value);
        text.is_some_and(|text| TextReader::new(None, None).read(text).is_ok())
    };
    is_array(value) || describe(value, "board", source).is_some() || is_text_board()
}

/// Describes the digits of a board that are written as one number.
fn describe_number(json: &str, noun: &str, source: Source) -> Option<String> {
    TextReader::new(None, None).read(json).ok()?;
    let media_type = match source {
        Source::Body => "send it with 'Content-Type: text/plain'",
        Source::BatchLine => "send the batch with 'Content-Type: text/plain'",
    };
    Some(format!(
        "The {noun} is one number of {} digits; put it in double quotes, or {media_type}.",
        json.len()
    ))
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
        Source::Body => {
            "send one board per request, or one per line to POST /validate/batch with 'Content-Type: application/x-ndjson'"
        }
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
