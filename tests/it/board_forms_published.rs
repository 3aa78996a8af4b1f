//! Published collections of boards in many forms, notations and layouts, sent to the service.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::{TestResponse, post, post_as};

/// A published collection, in the folder that the variable `SUDOKU_PUZZLES` names.
fn collection(file: &str) -> Value {
    let folder = std::env::var("SUDOKU_PUZZLES").expect("SUDOKU_PUZZLES names a folder");
    serde_json::from_str(&std::fs::read_to_string(Path::new(&folder).join(file)).unwrap()).unwrap()
}

/// The forms that are rejected, and the start of the sentence that says why. Those under another member than "board" are
/// not listed: all of them are rejected as they are.
const REJECTED: &[(&str, &str)] = &[
    (
        "json 2D digit strings, \" \" empty",
        "Row 1, column 1 holds \" \"; write 0, \".\" or null for an empty cell.",
    ),
    ("json 2D, -1 empty", "Row 1, column 1 holds -1; write 0,"),
    (
        "json 2D ZERO-BASED values, -1 empty (@algorithm.ts/sudoku)",
        "Row 1, column 1 holds -1; write 0,",
    ),
    (
        "json object A1..I9, filled cells only",
        "The board is an object; expected an array of rows,",
    ),
    (
        "json object R1C1..R9C9",
        "The board is an object; expected an array of rows,",
    ),
    (
        "json list of givens {row,col,value} 0-based",
        "The board is an array of objects; send an array of rows,",
    ),
    (
        "json 2D cell objects {value,given}",
        "The cells of the board are objects; send only their digits,",
    ),
    (
        "f-puzzles JSON",
        "The cells of the board are objects; send only their digits,",
    ),
    (
        "SudokuPad SCL JSON (subset)",
        "The cells of the board are objects; send only their digits,",
    ),
    (
        "f-puzzles link payload (LZ-string, base64)",
        "The text looks like an encoded puzzle, as in a link;",
    ),
    (
        "gnome-sudoku save JSON (subset)",
        "The board is an array of objects; send an array of rows,",
    ),
    (
        "boxes instead of rows (FFG \"nonets\")",
        "\"type\" is unknown; expected \"board\",",
    ),
    (
        "columns instead of rows (FFG \"columns\")",
        "\"type\" is unknown; expected \"board\",",
    ),
    (
        "x/y objects (SudoQ, DHancock .sdku): x is the column",
        "The board is an array of objects; send an array of rows,",
    ),
    (
        "row separator \"-\" with 0 empty (shadify query)",
        "The text separates its rows by '-',",
    ),
    (
        "row separator \".\" with 0 empty (dns.toys)",
        "The text separates its rows by '.',",
    ),
    (
        ".sdx (SudoCue progress): candidates for open cells",
        "The text lists the candidates of cells;",
    ),
    ("OpenSudoku XML v2", "The text is XML;"),
    (
        "Euler/Norvig block",
        "Line 1 holds letters, but no other line does.",
    ),
    ("MiniZinc array", "The text is a MiniZinc array;"),
    (
        "Simon Tatham game id (run-length)",
        "The text looks like a game ID,",
    ),
    (
        "Interactive-Sudoku-Solver givens",
        "The text names single cells;",
    ),
    (
        "url query (sudokuexchange ?s=)",
        "The text is a parameter with its name;",
    ),
    (
        "form body (sugoku)",
        "The text is a parameter with its name;",
    ),
    (
        "729 candidate characters",
        "The text lists the candidates of cells;",
    ),
    ("full-width digits", "Character 1 is '０' (U+FF10);"),
    ("Arabic-Indic digits", "Character 1 is '٠' (U+0660);"),
];

/// The name of the member that holds the board of a form, if there is one.
fn board_member(content: &Value) -> Option<&str> {
    let members = content.as_object()?;
    ["board", "grid", "data", "task", "puzzle", "sudoku", "cells"]
        .into_iter()
        .find(|name| members.contains_key(*name))
}

async fn send(form: &Value, content: &Value, path: &str) -> TestResponse {
    if form["kind"] == "text" {
        post_as("text/plain", path, content.as_str().unwrap().to_owned()).await
    } else {
        post(path, content.to_string()).await
    }
}

/// The digits of a solution in any form.
fn digits(solution: &Value) -> String {
    match solution {
        Value::Array(parts) => parts.iter().map(digits).collect(),
        Value::String(text) => text.clone(),
        digit => digit.to_string(),
    }
}

#[tokio::test]
#[ignore = "needs published collections"]
async fn each_published_form_gets_the_answers_of_the_board_or_a_sentence_that_helps() {
    let collection = collection("format_one_puzzle_many_forms.json");
    let solution = digits(&collection["solution"]);
    let (mut rejected, mut accepted) = (Vec::new(), 0);
    for form in collection["forms"].as_array().unwrap() {
        let name = form["name"].as_str().unwrap();
        let mut content = form["content"].clone();
        if let Some(member) = board_member(&content).filter(|member| *member != "board") {
            let member = member.to_owned();
            let problem = send(form, &content, "/validate").await.json();
            assert_eq!(problem["status"], 422, "{name}");
            assert!(
                problem["detail"].as_str().unwrap().contains("\"board\""),
                "{name}: {problem}"
            );
            content = json!({"board": content[member]});
        }
        let validated = send(form, &content, "/validate").await;
        let solved = send(form, &content, "/solve").await;
        assert_eq!(validated.status, solved.status, "{name}");
        if validated.status == 200
            && !name.contains("ZERO-BASED")
            && !name.contains("instead of rows")
        {
            assert_eq!(
                validated.json(),
                json!({"valid": true, "complete": false}),
                "{name}"
            );
            let solved = solved.json();
            assert_eq!(
                (&solved["solutions"], digits(&solved["solution"])),
                (&json!("one"), solution.clone()),
                "{name}"
            );
            accepted += 1;
        } else if validated.status != 200 {
            rejected.push((
                name.to_owned(),
                validated.json()["detail"].as_str().unwrap().to_owned(),
            ));
        }
    }
    let is_listed = |(found, (name, sentence)): (&(String, String), &(&str, &str))| {
        found.0 == *name && found.1.starts_with(sentence)
    };
    assert!(
        rejected.len() == REJECTED.len() && rejected.iter().zip(REJECTED).all(is_listed),
        "{rejected:#?}"
    );
    assert_eq!(accepted, 42);
}

#[tokio::test]
#[ignore = "needs published collections"]
async fn each_published_alphabet_gets_the_answers_of_the_board_with_its_symbols_only() {
    let collection = collection("format_16x16_alphabets.json");
    let numbers = post("/solve", json!({"board": collection["board"]}).to_string())
        .await
        .json();
    assert_eq!(numbers["solution"], collection["solution"]);
    for (name, text) in collection["alphabets"].as_object().unwrap() {
        let text = text.as_str().unwrap();
        let symbols = match &name[..3] {
            "1-1" => {
                let solved = post_as("text/plain", "/solve", text.to_owned())
                    .await
                    .json();
                let rows: Vec<Vec<u8>> =
                    serde_json::from_value(collection["solution"].clone()).unwrap();
                let numbers: Vec<String> = rows.concat().iter().map(u8::to_string).collect();
                assert_eq!(solved["solution"], numbers.join(" "));
                continue;
            }
            "A-P" => "ABCDEFGHIJKLMNOP",
            "1-9" => "123456789ABCDEFG",
            "0-9" => "0123456789ABCDEF",
            _ => panic!("{name}"),
        };
        let symbols = if name.contains("a-") {
            symbols.to_lowercase()
        } else {
            symbols.to_owned()
        };
        let alphabet: Vec<char> = symbols.chars().collect();
        let rows: Vec<Vec<usize>> = serde_json::from_value(collection["solution"].clone()).unwrap();
        let expected: String = rows
            .concat()
            .iter()
            .map(|digit| alphabet[digit - 1])
            .collect();
        let solved = post_as(
            "text/plain",
            &format!("/solve?symbols={symbols}"),
            text.to_owned(),
        )
        .await
        .json();
        assert_eq!(solved["solution"], expected, "{name}");
        let solved = post(
            "/solve",
            json!({"board": text, "symbols": symbols}).to_string(),
        )
        .await
        .json();
        assert_eq!(solved["solution"], expected, "{name}");
        let problem = post_as("text/plain", "/solve", text.to_owned())
            .await
            .json();
        let detail = problem["detail"].as_str().unwrap();
        assert!(
            detail.contains("a letter is a cell only if it is declared as a symbol"),
            "{name}: {detail}"
        );
    }
}

/// The members that describe the layout of a published puzzle.
fn layout(puzzle: &Value) -> Value {
    let mut members = match puzzle["box"].as_array() {
        Some(shape) => json!({"box": {"rows": shape[0], "columns": shape[1]}}),
        None => json!({"regions": puzzle["regions"]}),
    };
    let kind = puzzle["kind"].as_str().unwrap();
    let variants = [("diagonal", "diagonal"), ("windoku", "windoku")];
    let variants = variants.iter().filter(|(word, _)| kind.contains(word));
    members["variants"] = variants.map(|(_, variant)| *variant).collect();
    members
}

#[tokio::test]
#[ignore = "needs published collections"]
async fn published_solutions_of_all_layouts_are_valid_and_a_spoiled_one_is_not() {
    for file in ["variants_iss_mit.json", "sizes_sgt_solo_generated.json"] {
        for puzzle in collection(file).as_array().unwrap() {
            let mut body = layout(puzzle);
            body["board"] = puzzle["solution"].clone();
            let response = post("/validate", body.to_string()).await;
            assert_eq!(
                response.parts(),
                (200, json!({"valid": true, "complete": true})),
                "{body}"
            );
            body["board"][1][1] = puzzle["solution"][1][2].clone();
            let duplicate = post("/validate", body.to_string()).await.json()["duplicate"].take();
            assert_eq!(
                duplicate["house"],
                json!({"kind": "row", "index": 1}),
                "{body}"
            );
            body["board"] = puzzle["board"].clone();
            if puzzle["n"].as_u64().unwrap() <= 9 && puzzle["solutions"] == 1 {
                let solved = post("/solve", body.to_string()).await.json();
                assert_eq!(solved["solution"], puzzle["solution"], "{body}");
            }
        }
    }
}

#[tokio::test]
#[ignore = "needs published collections"]
async fn published_jigsaw_layouts_are_accepted() {
    for layout in collection("jigsaw_layouts_iss_mit.json")
        .as_array()
        .unwrap()
    {
        let regions = layout["layout"].as_str().unwrap();
        let path = format!("/validate?regions={regions}");
        let response = post_as("text/plain", &path, ".".repeat(81)).await;
        assert_eq!(
            response.parts(),
            (200, json!({"valid": true, "complete": false}))
        );
    }
}
