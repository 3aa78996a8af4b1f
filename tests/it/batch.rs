//! Responses of `/validate/batch`: one line for each line of the body, however it is split into chunks.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use futures_util::stream;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{post, post_as};

const JSON_LINES: &str = "application/x-ndjson";
const TEXT: &str = "text/plain";
const VALID: &str = "1234............";
const INVALID: &str = "1.......1.......";

async fn batch(media_type: &str, body: impl Into<Body>) -> Vec<Value> {
    post_as(media_type, "/validate/batch", body).await.lines()
}

fn summary(lines: u64, [valid, invalid, rejected, skipped]: [u64; 4], complete: u64) -> Value {
    json!({"summary": {
        "lines": lines, "valid": valid, "invalid": invalid, "rejected": rejected, "skipped": skipped,
        "complete": complete,
    }})
}

/// Returns a body that arrives in chunks of this length.
fn in_chunks(body: &[u8], length: usize) -> Body {
    let chunks: Vec<_> = body
        .chunks(length)
        .map(|chunk| Ok::<_, Infallible>(Bytes::copy_from_slice(chunk)))
        .collect();
    Body::from_stream(stream::iter(chunks))
}

/// Summarizes a line of the response: the line number and the problem type, that it is skipped, or whether the
/// board is valid.
pub(crate) fn outcome(line: &Value) -> String {
    match line["error"]["type"].as_str() {
        Some(problem) => format!("{} {problem}", line["line"]),
        None if line["skipped"] == true => format!("{} skipped", line["line"]),
        None => line["valid"].to_string(),
    }
}

#[tokio::test]
async fn each_line_gets_the_response_of_validate() {
    let lines = [
        "[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]",
        r#"{"board": [["1",".","",null],["0",".",".","."],[".",".",".","."],[".",".",".","."]], "box": {"rows": 1, "columns": 4}}"#,
        " [[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]\t",
        "[[5,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0]]",
        "[]",
        "[[1,",
    ];
    let body = lines.join("\n");
    for (query, all) in [("", ""), ("?duplicates=all", "?duplicates=all")] {
        let response = post_as(JSON_LINES, &format!("/validate/batch{query}"), body.clone()).await;
        assert_eq!(
            (response.status.as_u16(), response.header("content-type")),
            (200, Some(JSON_LINES))
        );
        let responses = response.lines();
        assert_eq!(responses.len(), lines.len() + 1);
        for ((number, line), response) in (1..).zip(lines).zip(&responses) {
            let alone = post(&format!("/validate{all}"), line).await;
            let mut expected = alone.json();
            if alone.status != 200 {
                // The detail mentions the line instead of the body, and only the column.
                let detail = expected["detail"]
                    .as_str()
                    .unwrap()
                    .replace("body", "line")
                    .replace("line 1, ", "");
                expected["detail"] = detail.into();
                expected = json!({"line": number, "error": expected});
            }
            assert_eq!(*response, expected, "{line}");
        }
        assert_eq!(responses[lines.len()], summary(6, [2, 1, 3, 0], 1));
    }
}

#[tokio::test]
async fn a_line_of_text_is_a_board_of_strings() {
    let lines = batch(
        TEXT,
        format!(
            "{VALID}\n{INVALID}\n1234341221434321\n{}\n",
            "123456".repeat(6)
        ),
    )
    .await;
    let duplicate = |digit, kind, cells: [[u8; 2]; 2]| {
        let cells = cells.map(|[row, column]| json!({"row": row, "column": column}));
        json!({"valid": false, "complete": false, "duplicate":
            {"digit": digit, "house": {"kind": kind, "index": 0}, "cells": cells}})
    };
    let mut full = duplicate("1", "column", [[0, 0], [1, 0]]);
    full["complete"] = true.into();
    let expected = [
        json!({"valid": true, "complete": false}),
        duplicate("1", "column", [[0, 0], [2, 0]]),
        json!({"valid": true, "complete": true}),
        full,
        summary(4, [2, 2, 0, 0], 2),
    ];
    assert_eq!(lines, expected);
}

#[tokio::test]
async fn an_invalid_line_of_text_does_not_affect_the_others() {
    let long = "0".repeat(70 * 1024);
    let mut body = Vec::new();
    for line in [
        b"\xef\xbb\xbf\xef\xbb\xbf1234............\n".as_slice(),
        b"1234............\r\n",
        b"\n",
        b"  \t\n",
        b"\r\n",
        long.as_bytes(),
        b"\n",
        b"1234\xff...........\n",
        "1234é..........\n".as_bytes(),
        b"1.......1.......\r\n",
        b"1234............\r\r\n",
        b"1234............",
    ] {
        body.extend_from_slice(line);
    }
    let expected = [
        "true",
        "true",
        "3 skipped",
        "4 skipped",
        "5 skipped",
        "6 urn:problem-type:sudoku-validator:line-too-long",
        "7 urn:problem-type:sudoku-validator:not-a-board",
        "8 urn:problem-type:sudoku-validator:not-a-board",
        "false",
        "true",
        "true",
        "null",
    ];
    for length in [1, 2, 3, 7, 16, 17, 1_000, 65_536, 1_000_000] {
        let lines = batch(TEXT, in_chunks(&body, length)).await;
        assert_eq!(
            lines.iter().map(outcome).collect::<Vec<_>>(),
            expected,
            "chunks of {length}"
        );
        assert_eq!(lines[11], summary(11, [4, 1, 3, 3], 0));
    }
}

#[tokio::test]
async fn an_invalid_line_of_json_does_not_affect_the_others() {
    let board = "[[1,2,3,4],[0,0,0,0],[0,0,0,0],[0,0,0,0]]";
    let body = format!(
        "\u{feff}\u{feff}{board}\r\n{board}\r\n\n \n{}\n\"é\n[[\"１\"]]\n{board}",
        " ".repeat(70 * 1024)
    );
    for length in [1, 5, 1_000_000] {
        let lines = batch(JSON_LINES, in_chunks(body.as_bytes(), length)).await;
        let expected = [
            "1 urn:problem-type:sudoku-validator:not-json",
            "true",
            "3 skipped",
            "4 skipped",
            "5 urn:problem-type:sudoku-validator:line-too-long",
            "6 urn:problem-type:sudoku-validator:not-json",
            "7 urn:problem-type:sudoku-validator:not-a-board",
            "true",
            "null",
        ];
        assert_eq!(lines.iter().map(outcome).collect::<Vec<_>>(), expected);
    }
}

#[tokio::test]
async fn a_line_in_the_other_format_is_rejected_with_the_media_type_to_send() {
    let text = batch(JSON_LINES, VALID).await;
    let detail =
        "The line is a board as text, not as JSON; send the batch with 'Content-Type: text/plain'.";
    assert_eq!(
        (outcome(&text[0]), &text[0]["error"]["detail"]),
        (
            "1 urn:problem-type:sudoku-validator:not-json".to_owned(),
            &json!(detail)
        )
    );
    let json = batch(TEXT, "[[1,2,3,4],[0,0,0,0],[0,0,0,0],[0,0,0,0]]").await;
    let detail =
        "The line looks like JSON; send the batch with 'Content-Type: application/x-ndjson'.";
    assert_eq!(
        (outcome(&json[0]), &json[0]["error"]["detail"]),
        (
            "1 urn:problem-type:sudoku-validator:not-a-board".to_owned(),
            &json!(detail)
        )
    );
    // The line is also JSON: a number.
    assert_eq!(
        outcome(&batch(JSON_LINES, "1234123412341234").await[0]),
        "1 urn:problem-type:sudoku-validator:not-a-board"
    );
}

#[tokio::test]
async fn only_invalid_and_rejected_lines_are_reported_on_request() {
    let body = format!("{VALID}\n{INVALID}\n{VALID}\nx\n{VALID}\n# end");
    let response = post_as(TEXT, "/validate/batch?report=invalid", body).await;
    let lines = response.lines();
    assert_eq!(
        (&lines[0]["line"], &lines[0]["valid"]),
        (&json!(2), &json!(false))
    );
    assert_eq!(
        outcome(&lines[1]),
        "4 urn:problem-type:sudoku-validator:not-a-board"
    );
    assert_eq!(lines[2..], [summary(6, [3, 1, 1, 1], 0)]);
}

#[tokio::test]
async fn an_empty_body_gets_only_the_summary() {
    assert_eq!(batch(TEXT, "").await, [summary(0, [0; 4], 0)]);
    assert_eq!(batch(JSON_LINES, "").await, [summary(0, [0; 4], 0)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_line_of_text_gets_the_response_of_its_board_as_json(line in "[.0-4]{16}|[.0-6]{36}|[.0-9]{81}") {
        let size = line.len().isqrt();
        let rows: Vec<Vec<String>> =
            line.as_bytes().chunks(size).map(|row| row.iter().map(|byte| char::from(*byte).to_string()).collect()).collect();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (text, json) = runtime.block_on(async {
            (batch(TEXT, line).await, batch(JSON_LINES, serde_json::to_string(&rows).unwrap()).await)
        });
        prop_assert_eq!(text, json);
    }
}
