//! `POST /validate/batch`: each line is answered, whatever the others are, and however they come.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::Request;
use axum::http::header::{CONTENT_TYPE, HOST};
use futures_util::{StreamExt, stream};
use http_body_util::BodyExt;
use proptest::prelude::*;
use serde_json::{Value, json};
use sudoku_validator::http::{self, RequestLimits};
use sudoku_validator::metrics::Metrics;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tower::ServiceExt;

use crate::support::running::{SHORT, TEST_TIMEOUT};
use crate::support::{Reply, Silent, post, post_as, send_to};

const JSON_LINES: &str = "application/x-ndjson";
const TEXT: &str = "text/plain";
const VALID: &str = "1234............";
const INVALID: &str = "1.......1.......";

async fn batch(media_type: &str, body: impl Into<Body>) -> Vec<Value> {
    post_as(media_type, "/validate/batch", body).await.lines()
}

fn summary(lines: u64, valid: u64, invalid: u64, refused: u64, complete: u64) -> Value {
    json!({"summary": {
        "lines": lines, "valid": valid, "invalid": invalid, "refused": refused, "complete": complete,
    }})
}

/// A body that comes in pieces of this length.
fn in_pieces(body: &[u8], length: usize) -> Body {
    let pieces: Vec<_> = body
        .chunks(length)
        .map(|piece| Ok::<_, Infallible>(Bytes::copy_from_slice(piece)))
        .collect();
    Body::from_stream(stream::iter(pieces))
}

/// What a line of the answer says: the type of the refusal, or whether the board is valid.
fn said(line: &Value) -> String {
    match line["error"]["type"].as_str() {
        Some(refusal) => format!("{} {refusal}", line["line"]),
        None => line["valid"].to_string(),
    }
}

#[tokio::test]
async fn every_line_is_answered_as_validate_answers_it() {
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
        let reply = post_as(JSON_LINES, &format!("/validate/batch{query}"), body.clone()).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("content-type")),
            (200, Some(JSON_LINES))
        );
        let answers = reply.lines();
        assert_eq!(answers.len(), lines.len() + 1);
        for ((number, line), answer) in (1..).zip(lines).zip(&answers) {
            let alone = post(&format!("/validate{all}"), line).await;
            let mut expected = alone.json();
            if alone.status != 200 {
                // The sentence speaks of the line where it would speak of the body, and of no line in it.
                let detail = expected["detail"]
                    .as_str()
                    .unwrap()
                    .replace("body", "line")
                    .replace("line 1, ", "");
                expected["detail"] = detail.into();
                expected = json!({"line": number, "error": expected});
            }
            assert_eq!(*answer, expected, "{line}");
        }
        assert_eq!(answers[lines.len()], summary(6, 2, 1, 3, 1));
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
        summary(4, 2, 2, 0, 2),
    ];
    assert_eq!(lines, expected);
}

#[tokio::test]
async fn a_bad_line_is_refused_alone_wherever_the_pieces_end() {
    let long = "0".repeat(70 * 1024);
    let mut body = Vec::new();
    for line in [
        b"\xef\xbb\xbf1234............\n".as_slice(),
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
        "1 /problems/not-a-board",
        "true",
        "3 /problems/not-a-board",
        "4 /problems/not-a-board",
        "5 /problems/not-a-board",
        "6 /problems/line-too-long",
        "7 /problems/not-a-board",
        "8 /problems/not-a-board",
        "false",
        "10 /problems/not-a-board",
        "true",
        "null",
    ];
    for length in [1, 2, 3, 7, 16, 17, 1_000, 65_536, 1_000_000] {
        let lines = batch(TEXT, in_pieces(&body, length)).await;
        assert_eq!(
            lines.iter().map(said).collect::<Vec<_>>(),
            expected,
            "pieces of {length}"
        );
        assert_eq!(lines[11], summary(11, 2, 1, 8, 0));
    }
}

#[tokio::test]
async fn a_bad_line_of_json_is_refused_alone() {
    let board = "[[1,2,3,4],[0,0,0,0],[0,0,0,0],[0,0,0,0]]";
    let body = format!(
        "\u{feff}{board}\r\n{board}\r\n\n \n{}\n\"é\n[[\"１\"]]\n{board}",
        " ".repeat(70 * 1024)
    );
    for length in [1, 5, 1_000_000] {
        let lines = batch(JSON_LINES, in_pieces(body.as_bytes(), length)).await;
        let expected = [
            "1 /problems/not-json",
            "true",
            "3 /problems/not-json",
            "4 /problems/not-json",
            "5 /problems/line-too-long",
            "6 /problems/not-json",
            "7 /problems/not-a-board",
            "true",
            "null",
        ];
        assert_eq!(lines.iter().map(said).collect::<Vec<_>>(), expected);
        assert_eq!(
            lines[2]["error"]["detail"],
            "The line is empty (column 1); expected a board as JSON, such as [[5, 3, 0, …], …]."
        );
    }
}

#[tokio::test]
async fn a_board_in_the_other_notation_is_told_how_to_declare_it() {
    let text = batch(JSON_LINES, VALID).await;
    let detail = "The line is a board as text; declare the body as 'Content-Type: text/plain'.";
    assert_eq!(
        (said(&text[0]), &text[0]["error"]["detail"]),
        ("1 /problems/not-json".to_owned(), &json!(detail))
    );
    let json = batch(TEXT, "[[1,2,3,4],[0,0,0,0],[0,0,0,0],[0,0,0,0]]").await;
    let detail =
        "The line looks like JSON; declare the body as 'Content-Type: application/x-ndjson'.";
    assert_eq!(
        (said(&json[0]), &json[0]["error"]["detail"]),
        ("1 /problems/not-a-board".to_owned(), &json!(detail))
    );
    // This is JSON, too: a number.
    assert_eq!(
        said(&batch(JSON_LINES, "1234123412341234").await[0]),
        "1 /problems/not-a-board"
    );
}

#[tokio::test]
async fn only_the_lines_that_are_not_valid_are_reported_if_it_is_asked_for() {
    let body = format!("{VALID}\n{INVALID}\n{VALID}\nx\n{VALID}");
    let reply = post_as(TEXT, "/validate/batch?report=invalid", body).await;
    let lines = reply.lines();
    assert_eq!(
        (&lines[0]["line"], &lines[0]["valid"]),
        (&json!(2), &json!(false))
    );
    assert_eq!(said(&lines[1]), "4 /problems/not-a-board");
    assert_eq!(lines[2..], [summary(5, 3, 1, 1, 0)]);
}

#[tokio::test]
async fn no_line_is_no_answer_but_the_summary() {
    assert_eq!(batch(TEXT, "").await, [summary(0, 0, 0, 0, 0)]);
    assert_eq!(batch(JSON_LINES, "").await, [summary(0, 0, 0, 0, 0)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_line_of_text_is_judged_as_its_board_in_json(line in "[.0-4]{16}|[.0-6]{36}|[.0-9]{81}") {
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

/// The reply to a batch, by a service with these limits.
async fn limited(limits: RequestLimits, body: Body) -> Reply {
    let request = Request::post("/validate/batch")
        .header(CONTENT_TYPE, TEXT)
        .body(body)
        .unwrap();
    timeout(
        TEST_TIMEOUT,
        send_to(http::app(limits, Arc::new(Metrics::new())), request),
    )
    .await
    .expect("no answer")
}

#[tokio::test]
async fn what_ends_a_batch_early_is_its_last_line() {
    let begun = || {
        stream::iter([format!("{VALID}\n{VALID}\n{VALID}")])
            .map(|text| io::Result::Ok(Bytes::from(text)))
    };
    let silent = Body::from_stream(begun().chain(Silent.map(|never| Ok(never.unwrap()))));
    let broken =
        Body::from_stream(begun().chain(stream::iter([Err(io::ErrorKind::UnexpectedEof.into())])));
    let long = Body::from_stream(begun().chain(begun()));
    let impatient = RequestLimits {
        batch_idle_timeout: SHORT,
        ..RequestLimits::default()
    };
    let small = RequestLimits {
        batch_bytes: 60,
        ..RequestLimits::default()
    };
    for (limits, body, last) in [
        (impatient, silent, "3 /problems/body-too-slow"),
        (RequestLimits::default(), broken, "3 /problems/broken-body"),
        (small, long, "3 /problems/body-too-large"),
    ] {
        let lines = limited(limits, body).await.lines();
        assert_eq!(
            lines.iter().map(said).collect::<Vec<_>>(),
            ["true", "true", last]
        );
    }
}

#[tokio::test]
async fn a_body_that_is_too_long_by_its_header_is_refused_at_once() {
    let request = Request::post("/validate/batch")
        .header(CONTENT_TYPE, TEXT)
        .header("content-length", 61);
    let app = http::app(
        RequestLimits {
            batch_bytes: 60,
            ..RequestLimits::default()
        },
        Arc::new(Metrics::new()),
    );
    let reply = send_to(app, request.body(Body::from_stream(Silent)).unwrap()).await;
    assert_eq!(reply.status, 413);
    assert_eq!(
        reply.json()["detail"],
        "The body may have at most 60 bytes."
    );
}

#[tokio::test]
async fn the_media_type_says_how_the_lines_are_written() {
    for (media_type, status) in [
        ("application/x-ndjson", 200),
        ("Application/NDJSON; charset=utf-8", 200),
        ("application/jsonl", 200),
        ("text/plain; charset=utf-8", 200),
        ("application/json", 415),
        ("application/x-www-form-urlencoded", 415),
        ("text/csv", 415),
    ] {
        assert_eq!(
            post_as(media_type, "/validate/batch", "").await.status,
            status,
            "{media_type}"
        );
    }
    let reply = post_as("application/json", "/validate/batch", "").await;
    assert_eq!(
        reply.header("accept"),
        Some("application/x-ndjson, text/plain")
    );
}

#[tokio::test]
async fn an_answer_comes_before_the_next_board_and_batches_are_bounded() {
    let metrics = Arc::new(Metrics::new());
    let app = http::app(
        RequestLimits {
            batches: 1,
            ..RequestLimits::default()
        },
        Arc::clone(&metrics),
    );
    let (lines, sent) = mpsc::unbounded_channel();
    let body = stream::unfold(sent, async |mut sent: mpsc::UnboundedReceiver<&str>| {
        Some((Ok::<_, Infallible>(sent.recv().await?), sent))
    });
    let request = |body| {
        Request::post("/validate/batch")
            .header(CONTENT_TYPE, TEXT)
            .header(HOST, "localhost")
            .body(body)
            .unwrap()
    };

    lines.send("1234....").unwrap();
    let response = app
        .clone()
        .oneshot(request(Body::from_stream(body)))
        .await
        .unwrap();
    let mut answer = response.into_body().into_data_stream();
    lines.send("........\n").unwrap();
    assert_eq!(
        answer.next().await.unwrap().unwrap(),
        "{\"valid\":true,\"complete\":false}\n"
    );
    assert!(metrics.render().1.contains("\nsudoku_batches 1\n"));

    let refused = send_to(app.clone(), request(Body::empty())).await;
    assert_eq!(
        (refused.status.as_u16(), refused.header("retry-after")),
        (503, Some("1"))
    );

    drop(lines);
    let rest = Body::from_stream(answer)
        .collect()
        .await
        .unwrap()
        .to_bytes();
    assert_eq!(
        rest,
        "{\"summary\":{\"lines\":1,\"valid\":1,\"invalid\":0,\"refused\":0,\"complete\":0}}\n"
    );
    while !metrics.render().1.contains("\nsudoku_batches 0\n") {
        tokio::task::yield_now().await;
    }
    assert_eq!(send_to(app, request(Body::empty())).await.status, 200);
    assert!(
        metrics
            .render()
            .1
            .contains("\nsudoku_boards_total{valid=\"true\",complete=\"false\"} 1\n")
    );
}

#[tokio::test]
async fn answers_that_are_not_read_are_gathered() {
    let boards: Vec<_> = (0..1_000)
        .map(|_| Ok::<_, Infallible>(Bytes::from(format!("{VALID}\n"))))
        .collect();
    // A body of which each piece is a line, and each comes after the last was answered.
    let body = stream::iter(boards).then(async |board| {
        tokio::task::yield_now().await;
        board
    });
    let request = Request::post("/validate/batch")
        .header(CONTENT_TYPE, TEXT)
        .header(HOST, "localhost");
    let app = http::app(RequestLimits::default(), Arc::new(Metrics::new()));
    let response = app
        .oneshot(request.body(Body::from_stream(body)).unwrap())
        .await
        .unwrap();
    // Nobody reads before all is answered.
    tokio::time::sleep(SHORT).await;
    let pieces: Vec<Bytes> = response
        .into_body()
        .into_data_stream()
        .map(Result::unwrap)
        .collect()
        .await;
    assert!(pieces.len() < 10, "{} pieces", pieces.len());
    assert!(
        pieces
            .concat()
            .ends_with(b"\"refused\":0,\"complete\":0}}\n")
    );
}
