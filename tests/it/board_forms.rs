//! The forms in which a board can be sent, and the responses in the notation of the request.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::support::{TestResponse, post, post_as};

/// A puzzle of four rows and its solution, as text.
const PUZZLE: &str = "1...\n..3.\n.4..\n...2";
const SOLUTION: [[u8; 4]; 4] = [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]];

async fn solve(body: &Value) -> TestResponse {
    post("/solve", body.to_string()).await
}

/// The solution in each form, for digits that `write` writes.
fn solution_as(form: &str, write: &dyn Fn(u8) -> Value) -> Value {
    let text_of = |digits: &[u8]| -> String {
        let cells = digits.iter().map(|digit| write(*digit));
        cells
            .map(|cell| cell.as_str().unwrap().to_owned())
            .collect()
    };
    let rows = SOLUTION.map(|row| row.map(write));
    match form {
        "rows" => json!(rows),
        "flat" => json!(rows.concat()),
        "row strings" => json!(SOLUTION.map(|row| text_of(&row))),
        _ => json!(text_of(&SOLUTION.concat())),
    }
}

#[tokio::test]
async fn the_solution_has_the_form_of_the_board() {
    let number = |digit: u8| json!(digit);
    let string = |digit: u8| json!(digit.to_string());
    let symbol = |digit: u8| json!(["w", "😀", "0", "\\"][usize::from(digit) - 1]);
    let rows = json!([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]);
    let flat = json!([1, 0, 0, 0, 0, 0, 3, null, 0, 4, ".", "", 0, 0, 0, 2]);
    let strings = json!([
        "1", "", "", "", ".", "0", "3", null, "", "4", "", "", "", "", "", "2"
    ]);
    let symbols = "w😀0\\";
    for (board, form, write) in [
        (rows, "rows", &number as &dyn Fn(u8) -> Value),
        (flat, "flat", &number),
        (strings, "flat", &string),
        (
            json!(["1...", "..3.", ".4..", "...2"]),
            "row strings",
            &string,
        ),
        (
            json!(["1 _ * ?", "0 0 3 0", ". 4 . .", "0 0 0 2"]),
            "row strings",
            &string,
        ),
        (json!(PUZZLE), "text", &string),
        (json!("1.....3..4.....2"), "text", &string),
    ] {
        for body in [board.clone(), json!({ "board": board })] {
            let response = solve(&body).await.json();
            assert_eq!(
                response["solution"],
                solution_as(form, write),
                "{body}: {response}"
            );
        }
    }
    for (board, form) in [
        (
            json!([
                ["w", "", ".", null],
                [".", ".", "0", "."],
                [".", "\\", ".", "."],
                [".", ".", ".", "😀"]
            ]),
            "rows",
        ),
        (
            json!([
                "w", "", ".", null, ".", ".", "0", ".", ".", "\\", ".", ".", ".", ".", ".", "😀"
            ]),
            "flat",
        ),
        (json!(["w...", "..0.", ".\\..", "...😀"]), "row strings"),
        (json!("w.....0..\\.....😀"), "text"),
    ] {
        let body = json!({"board": board, "symbols": symbols});
        let response = solve(&body).await.json();
        assert_eq!(
            response["solution"],
            solution_as(form, &symbol),
            "{body}: {response}"
        );
    }
}

#[tokio::test]
async fn a_body_of_text_is_one_board() {
    for (media_type, text) in [
        ("text/plain", PUZZLE),
        (
            "text/plain; charset=utf-8",
            "# easy\r\n[Puzzle]\r\n1...\r\n..3.\r\n.4..\r\n...2\r\n",
        ),
        ("text/plain", "\u{feff}1.....3..4.....2\n"),
        (
            "text/plain",
            "+----+----+\n| 1  . | .  . |\n| .  . | 3  . |\n+----+----+\n| .  4 | .  . |\n| .  . | .  2 |\n+----+----+",
        ),
        ("text/plain", "id-7 1.....3..4.....2 2.5"),
        ("text/csv", "1,,,\n,,3,\n,4,,\n,,,2"),
        (
            "text/tab-separated-values",
            "1\t\t\t\n\t\t3\t\n\t4\t\t\n\t\t\t2",
        ),
    ] {
        let response = post_as(media_type, "/solve", text).await.json();
        assert_eq!(
            response["solution"], "1324423124133142",
            "{text}: {response}"
        );
        let response = post_as(media_type, "/validate", text).await;
        assert_eq!(
            response.parts(),
            (200, json!({"valid": true, "complete": false}))
        );
    }
}

#[tokio::test]
async fn digits_above_nine_are_separated_in_a_solution_as_text() {
    let row = |shift: usize| -> Vec<String> {
        (0..12)
            .map(|column| ((column + shift) % 12 + 1).to_string())
            .collect()
    };
    let rows: Vec<String> = (0..12)
        .map(|index| row(index % 3 * 4 + index / 3).join(" "))
        .collect();
    let text = rows.join("\n").replacen("12", ".", 1);
    let response = post_as("text/plain", "/solve", text.clone()).await.json();
    assert_eq!(response["solution"], rows.join(" "), "{response}");
    let body = json!(text.split('\n').collect::<Vec<_>>());
    assert_eq!(solve(&body).await.json()["solution"], json!(rows));
}

#[tokio::test]
async fn a_duplicate_is_written_like_the_cells_of_the_board() {
    let duplicate = |digit: Value| {
        json!({"valid": false, "complete": false, "duplicate": {
            "digit": digit, "house": {"kind": "row", "index": 0},
            "cells": [{"row": 0, "column": 0}, {"row": 0, "column": 3}],
        }})
    };
    let cells = |cell: Value| {
        let mut flat = vec![Value::Null; 16];
        (flat[0], flat[3]) = (cell.clone(), cell);
        json!(flat)
    };
    for (body, digit) in [
        (cells(json!(4)), json!(4)),
        (cells(json!("4")), json!("4")),
        (json!("4..4............"), json!("4")),
        (json!(["4..4", "....", "....", "...."]), json!("4")),
        (
            json!({"board": "D..D............", "symbols": "ABCD"}),
            json!("D"),
        ),
        (
            json!({"board": cells(json!("d")), "symbols": "abcd"}),
            json!("d"),
        ),
    ] {
        let response = post("/validate", body.to_string()).await;
        assert_eq!(response.parts(), (200, duplicate(digit)), "{body}");
    }
    let response = post_as("text/plain", "/validate?symbols=ABCD", "D..D............").await;
    assert_eq!(response.parts(), (200, duplicate(json!("D"))));
}

#[tokio::test]
async fn a_string_of_a_board_has_one_fault_and_names_the_character() {
    for (body, pointer, detail) in [
        (
            json!("1...\n..z.\n.4..\n...2"),
            "#",
            "Character 3 of line 2 is 'z'; a letter is a cell only if it is declared as a symbol. \
             Declare \"symbols\", such as \"abcd\".",
        ),
        (
            json!({"board": "1..5............"}),
            "#/board",
            "Character 4 is the digit 5; expected a digit from 1 to 4, since the board has 4 rows.",
        ),
        (
            json!({"board": ["1...", "....", "..5.", "...."]}),
            "#/board/2",
            "Character 3 of row 3 is the digit 5; expected a digit from 1 to 4, since the board has 4 rows.",
        ),
        (
            json!(["1...", "....", "...", "...."]),
            "#/2",
            "Row 3 holds 3 cells; expected 4, since there are 4 rows.",
        ),
        (
            json!([1, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
            "#/6",
            "Row 2, column 3 holds 5; expected a digit from 1 to 4, or 0, \".\" or null for an empty cell.",
        ),
        (
            json!({"board": "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]"}),
            "#/board",
            "The board is a string that contains JSON; send that JSON itself, encoded only once (in Python's \
             requests, json=board instead of json=json.dumps(board); in JavaScript, one JSON.stringify).",
        ),
        (
            json!({"board": [["A", 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]}),
            "#/board/0/0",
            "Row 1, column 1 holds \"A\"; a letter is a cell only if it is declared as a symbol, as in \
             {\"board\": …, \"symbols\": \"ABCD\"}.",
        ),
    ] {
        let response = post("/validate", body.to_string()).await;
        assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        let problem = response.json();
        assert_eq!(problem["detail"], detail, "{body}");
        assert_eq!(
            problem["errors"],
            json!([{"pointer": pointer, "detail": detail}])
        );
    }
}

#[tokio::test]
async fn cells_on_a_board_with_symbols_are_symbols() {
    let with_cell = |cell: Value, symbols: &str| {
        let mut flat = vec![Value::Null; 16];
        flat[5] = cell;
        json!({"board": flat, "symbols": symbols})
    };
    for (cell, symbols, status) in [
        (json!("0"), "0123", 200),
        (json!("."), "0123", 200),
        (json!(""), ".012", 200),
        (json!("0"), "ABCD", 200),
        (json!(null), "0123", 200),
        (json!("a"), "ABCD", 422),
        (json!("AB"), "ABCD", 422),
        (json!("_"), "ABCD", 422),
        (json!("1"), "ABCD", 422),
        (json!(1), "1234", 422),
        (json!(0), "1234", 422),
    ] {
        let body = with_cell(cell, symbols);
        let response = post("/validate", body.to_string()).await;
        assert_eq!(response.status, status, "{body}");
    }
    for (cell, symbols, detail) in [
        (
            json!(1),
            "1234",
            "Row 2, column 2 holds 1; expected a string, since the board has symbols, or \".\" or null for an empty cell.",
        ),
        (
            json!("a"),
            ".ABC",
            "Row 2, column 2 holds \"a\"; expected a declared symbol, in the same case, or \"0\" or null for an empty cell.",
        ),
    ] {
        let body = with_cell(cell, symbols);
        assert_eq!(
            post("/validate", body.to_string()).await.json()["detail"],
            detail
        );
    }
}

#[tokio::test]
async fn text_that_is_not_a_board_is_rejected_with_a_sentence() {
    for (text, detail) in [
        (
            "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]",
            "The body looks like JSON; send it with 'Content-Type: application/json'.",
        ),
        (
            "1...\n..3.\n.4..",
            "The text holds 3 lines of 4 cells; expected as many lines as cells on each, such as 4 lines of 4 cells, or 16 cells on one line.",
        ),
        (
            ".........................",
            "A board of 5 rows has no default box shape. Declare a box or regions in the query, for example \"?box=1x5\", where each row is a box.",
        ),
        (
            "",
            "The text holds no cells; expected a board, such as 81 digits with '.' for each empty cell.",
        ),
    ] {
        let response = post_as("text/plain", "/validate", text).await;
        let problem = response.json();
        assert_eq!(
            (response.status.as_u16(), &problem["detail"]),
            (422, &json!(detail)),
            "{text}"
        );
        assert_eq!(problem.get("errors"), None);
    }
    let response = post_as(
        "text/plain",
        "/validate?box=1x5",
        ".........................",
    )
    .await;
    assert_eq!(response.status, 200);
}

#[tokio::test]
async fn lines_that_hold_no_board_are_skipped() {
    let text = "1...............\n\n# 2\n   \n1.......1.......\n";
    let skipped = |line: u64| json!({"line": line, "skipped": true});
    let lines = post_as("text/plain", "/validate/batch", text).await.lines();
    assert_eq!(lines[0]["valid"], true);
    assert_eq!(lines[1..4], [skipped(2), skipped(3), skipped(4)]);
    assert_eq!(lines[4]["valid"], false);
    assert_eq!(lines[5]["summary"]["skipped"], 3);

    let reported = post_as("text/plain", "/validate/batch?report=invalid", text)
        .await
        .lines();
    assert_eq!(reported.len(), 2);
    assert_eq!(
        (&reported[0]["line"], &reported[1]["summary"]["skipped"]),
        (&json!(5), &json!(3))
    );

    let json = "\"1...............\"\n \t\n[\"1...\",\"....\",\"....\",\"....\"]\n# 4\n";
    let lines = post_as("application/x-ndjson", "/validate/batch", json)
        .await
        .lines();
    assert_eq!(
        (&lines[0]["valid"], &lines[1], &lines[2]["valid"]),
        (&json!(true), &skipped(2), &json!(true))
    );
    assert_eq!(lines[3]["error"]["status"], 400);
}
