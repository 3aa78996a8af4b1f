//! The seeds of the fuzz targets, with the responses compared with the oracle as in the targets.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::oracle::{contract, request, rules};
use crate::support::{post, post_as};

/// The contents of the seeds of a fuzz target.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/seeds")
        .join(target);
    let files = folder.read_dir().unwrap();
    let seeds: Vec<_> = files
        .map(|file| fs::read(file.unwrap().path()).unwrap())
        .collect();
    assert!(!seeds.is_empty());
    seeds
}

#[tokio::test]
async fn bodies_get_the_response_of_the_oracle() {
    for body in seeds("board") {
        let response = post("/validate?duplicates=all", body.clone()).await;
        let text = body.escape_ascii();
        match contract::response(&body) {
            Ok(expected) => assert_eq!(response.parts(), (200, expected), "{text}"),
            Err(status) => assert_eq!(response.status, status, "{text}"),
        }
        if response.status == 422 {
            for error in response.json()["errors"].as_array().unwrap() {
                let pointer = error["pointer"].as_str().unwrap();
                assert!(contract::points_into(pointer, &body), "{text}: {pointer}");
            }
        }
    }
}

#[tokio::test]
async fn lines_of_batches_get_the_response_of_the_oracle() {
    for seed in seeds("batch") {
        // The first two bytes choose the media type and the size of the chunks.
        let (is_text, body) = (seed[0] % 2 == 1, &seed[2..]);
        let (media_type, oracle): (_, fn(&[u8]) -> _) = if is_text {
            ("text/plain", contract::text_response)
        } else {
            ("application/x-ndjson", contract::line_response)
        };
        let response = post_as(media_type, "/validate/batch?duplicates=all", body.to_vec()).await;
        let response_lines = response.lines();
        let (_, responses) = response_lines.split_last().unwrap();
        let body = contract::without_byte_order_mark(body);
        let lines: Vec<&[u8]> = body
            .strip_suffix(b"\n")
            .unwrap_or(body)
            .split(|byte| *byte == b'\n')
            .collect();
        assert_eq!(responses.len(), lines.len());
        for ((number, line), response) in (1..).zip(&lines).zip(responses) {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            match oracle(line) {
                Ok(Value::Null) => assert_eq!(*response, json!({"line": number, "skipped": true})),
                Ok(expected) => assert_eq!(*response, expected),
                Err(status) => assert_eq!(
                    response["error"]["status"],
                    status,
                    "{}",
                    line.escape_ascii()
                ),
            }
        }
    }
}

#[test]
fn the_oracle_reads_the_digits_and_notation_of_a_board() {
    let board = request::board(
        r#"{"board":[[1,"2",0,"."],[0,0,0,0],[0,0,0,0],[0,0,0,4.0]],"box":{"rows":1,"columns":4}}"#,
    );
    let board = board.unwrap();
    assert_eq!(board.digits, [[1, 2, 0, 0], [0; 4], [0; 4], [0, 0, 0, 4]]);
    assert_eq!(board.strings[0], [false, true, false, true]);
    assert_eq!(board.constraints, rules::box_layout(1, 4));
}
