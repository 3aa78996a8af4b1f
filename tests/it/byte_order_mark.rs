//! A byte order mark, which some editors put at the start of a text, is skipped there and nowhere else.

use serde_json::{Value, json};

use crate::support::{post, post_as};

const BOARD: &str = "[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]";

#[tokio::test]
async fn it_is_skipped_at_the_start_of_a_body() {
    let with_mark = format!("\u{feff}{BOARD}");
    for path in ["/validate", "/validate?duplicates=all", "/solve"] {
        assert_eq!(
            post(path, with_mark.clone()).await.parts(),
            post(path, BOARD).await.parts()
        );
    }
    // The position does not count it, as in an editor.
    let malformed = post("/validate", "\u{feff}[[1,]]").await;
    assert_eq!(
        malformed.json()["detail"],
        "The body is not JSON: a trailing comma at line 1, column 4; remove it."
    );
}

#[tokio::test]
async fn it_is_rejected_anywhere_else() {
    for body in [
        format!("\u{feff}\u{feff}{BOARD}"),
        format!(" \u{feff}{BOARD}"),
    ] {
        let response = post("/validate", body).await;
        let detail = response.json()["detail"].as_str().unwrap().to_owned();
        assert!(
            detail.starts_with("The body is not JSON: a byte order mark U+FEFF at line 1"),
            "{detail}"
        );
    }
}

#[tokio::test]
async fn it_is_skipped_on_each_line_of_text_and_on_the_first_line_of_json() {
    let valid = json!({"valid": true, "complete": false});
    let text = "\u{feff}1...............\n\u{feff}1...............\r\n";
    let lines = post_as("text/plain", "/validate/batch", text).await.lines();
    assert_eq!(lines[..2], [valid.clone(), valid.clone()]);
    let line = "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]";
    let body = format!("\u{feff}{line}\n\u{feff}{line}\r\n");
    let lines = post_as("application/x-ndjson", "/validate/batch", body)
        .await
        .lines();
    assert_eq!(lines[0], valid);
    assert_eq!(lines[1]["line"], 2);
    assert_ne!(lines[1]["error"], Value::Null);
    let summary = json!({
        "lines": 2, "valid": 1, "invalid": 0, "rejected": 1, "skipped": 0, "complete": 0,
    });
    assert_eq!(lines[2]["summary"], summary);
}
