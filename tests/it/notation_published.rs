//! Boards as text: published collections of notations.

use std::path::Path;

use serde_json::Value;
use sudoku_validator::sudoku::TextReader;

use crate::support::text::{error, read, read_with};

/// A published collection, in the folder that the variable `SUDOKU_PUZZLES` names.
fn collection(file: &str) -> Value {
    let folder = std::env::var("SUDOKU_PUZZLES").expect("SUDOKU_PUZZLES names a folder");
    serde_json::from_str(&std::fs::read_to_string(Path::new(&folder).join(file)).unwrap()).unwrap()
}

fn flat(rows: &Value) -> Vec<u8> {
    let cells = rows
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row.as_array().unwrap());
    cells
        .map(|cell| u8::try_from(cell.as_u64().unwrap()).unwrap())
        .collect()
}

#[test]
#[ignore = "needs published collections"]
fn each_published_form_is_the_board_or_is_rejected_with_a_sentence_that_helps() {
    let collection = collection("format_one_puzzle_many_forms.json");
    let board = flat(&collection["board"]);
    let mut rejected: Vec<(&str, &str)> = REJECTED_FORMS.to_vec();
    let mut accepted = 0;
    for form in collection["forms"].as_array().unwrap() {
        let name = form["name"].as_str().unwrap();
        let content = &form["content"];
        // The members of an object that hold a board as text.
        let content = content
            .as_object()
            .map_or(content, |members| members.values().next().unwrap());
        let read = match content {
            Value::String(text) => read(text),
            Value::Array(rows) if rows.len() == 9 && rows.iter().all(Value::is_string) => {
                let rows: Vec<&str> = rows.iter().map(|row| row.as_str().unwrap()).collect();
                let board = TextReader::new(None, None).read_rows(&rows);
                board
                    .map(|board| board.digits)
                    .map_err(|error| error.to_string())
            }
            _ => continue,
        };
        match (
            read,
            rejected.iter().position(|(rejected, _)| *rejected == name),
        ) {
            (Ok(digits), None) => {
                assert_eq!(digits, board, "{name}");
                accepted += 1;
            }
            (Err(error), Some(index)) => {
                let (_, sentence) = rejected.remove(index);
                assert!(error.starts_with(sentence), "{name}: {error}");
            }
            (read, _) => panic!("{name}: {read:?}"),
        }
    }
    assert_eq!((accepted, rejected), (28, vec![]));
}

/// The forms that are not boards by the rules.
const REJECTED_FORMS: &[(&str, &str)] = &[
    (
        "f-puzzles link payload (LZ-string, base64)",
        "The text looks like an encoded puzzle, as in a link; ",
    ),
    (
        "row separator \"-\" with 0 empty (shadify query)",
        "The text separates its rows by '-', ",
    ),
    (
        "row separator \".\" with 0 empty (dns.toys)",
        "The text separates its rows by '.', ",
    ),
    (
        ".sdx (SudoCue progress): candidates for open cells",
        "The text lists the candidates of cells; ",
    ),
    ("OpenSudoku XML v2", "The text is XML; "),
    (
        "Euler/Norvig block",
        "Line 1 holds letters, but no other line does. ",
    ),
    ("MiniZinc array", "The text is a MiniZinc array; "),
    (
        "Simon Tatham game id (run-length)",
        "The text looks like a game ID, ",
    ),
    (
        "Interactive-Sudoku-Solver givens",
        "The text names single cells; ",
    ),
    (
        "url query (sudokuexchange ?s=)",
        "The text is a parameter with its name; ",
    ),
    (
        "form body (sugoku)",
        "The text is a parameter with its name; ",
    ),
    (
        "729 candidate characters",
        "The text lists the candidates of cells; ",
    ),
    ("full-width digits", "Character 1 is '０' (U+FF10); "),
    ("Arabic-Indic digits", "Character 1 is '٠' (U+0660); "),
];

#[test]
#[ignore = "needs published collections"]
fn each_published_alphabet_gives_the_board_with_its_symbols_only() {
    let collection = collection("format_16x16_alphabets.json");
    let board = flat(&collection["board"]);
    let alphabets = collection["alphabets"].as_object().unwrap();
    for (name, text) in alphabets {
        let text = text.as_str().unwrap();
        let symbols = match &name[..3] {
            "1-1" => {
                assert_eq!(read(text).as_ref(), Ok(&board));
                continue;
            }
            "A-P" => "ABCDEFGHIJKLMNOP",
            "1-9" => "123456789ABCDEFG",
            "0-9" => "0123456789ABCDEF",
            _ => panic!("{name}"),
        };
        let is_lowercase = name.contains("a-");
        let symbols = if is_lowercase {
            symbols.to_lowercase()
        } else {
            symbols.to_owned()
        };
        assert_eq!(read_with(&symbols, text).as_ref(), Ok(&board), "{name}");
        assert!(
            error(text).contains("a letter is a cell only if it is declared as a symbol"),
            "{name}"
        );
    }
    assert_eq!(alphabets.len(), 6);
}
