//! What people send by mistake, and the one sentence with which they can fix it.

use std::sync::LazyLock;

use axum::body::Body;
use axum::http::Request;
use axum::http::header::{CONTENT_TYPE, HOST};
use serde_json::{Value, json};

use crate::support::{TestResponse, post, post_as, send};

/// Each mistake: its name, the request (`POST /validate` with JSON, unless `request` and `type` say otherwise), and the
/// status, the pointers and the detail of the problem.
static MISTAKES: LazyLock<Vec<Value>> =
    LazyLock::new(|| serde_saphyr::from_str(include_str!("pasted_mistakes.yaml")).unwrap());

/// Returns the problem in a response, or in the first line of a batch.
fn problem(response: &TestResponse) -> Value {
    let first = response.lines().remove(0);
    match first.get("error") {
        Some(problem) => problem.clone(),
        None => first,
    }
}

#[tokio::test]
async fn each_mistake_gets_its_sentence() {
    assert!(MISTAKES.len() >= 55);
    for mistake in MISTAKES.iter() {
        let request = mistake["request"].as_str().unwrap_or("POST /validate");
        let (method, path) = request.split_once(' ').unwrap();
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, "127.0.0.1:8080");
        let media_type = mistake["type"].as_str().unwrap_or("application/json");
        if media_type != "none" {
            request = request.header(CONTENT_TYPE, media_type);
        }
        let body = mistake["body"].as_str().unwrap_or_default().to_owned();
        let response = send(request.body(Body::from(body)).unwrap()).await;
        let problem = problem(&response);
        let errors = problem["errors"].as_array().into_iter().flatten();
        let pointers: Vec<&Value> = errors.map(|error| &error["pointer"]).collect();
        let expected = mistake.get("pointers").cloned().unwrap_or(json!([]));
        assert_eq!(
            (&problem["status"], &json!(pointers), &problem["detail"]),
            (&mistake["status"], &expected, &mistake["detail"]),
            "{}",
            mistake["mistake"]
        );
    }
}

#[tokio::test]
async fn text_in_utf_16_is_recognized() {
    let board = "[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]";
    let little_endian =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let with_mark = post("/validate", little_endian(&format!("\u{feff}{board}"))).await;
    assert_eq!(
        with_mark.json()["detail"],
        "The body is UTF-16 text at line 1, column 1; send it as UTF-8."
    );
    let without_mark = post("/validate", little_endian(board)).await;
    assert_eq!(
        without_mark.json()["detail"],
        "The body is not JSON: the character U+0000 at line 1, column 2; send the text as UTF-8, not as UTF-16."
    );
}

/// The hints read the body again, so none of them may take more than linear time.
#[tokio::test]
async fn a_long_mistake_is_rejected_like_a_short_one() {
    for (unit, status) in [
        ("[", 400),
        ("'", 400),
        ("[[5,", 400),
        ("5,", 400),
        ("\u{a0}", 400),
        ("\"\\", 400),
        ("[],", 400),
        ("{\"a\":", 400),
        ("//", 400),
    ] {
        let body = unit.repeat(250_000 / unit.len());
        assert_eq!(
            post("/validate", body.clone()).await.status,
            status,
            "{unit}"
        );
        for media_type in ["application/x-ndjson", "text/plain"] {
            let line = body[..unit.len() * (60_000 / unit.len())].to_owned();
            let response = post_as(media_type, "/validate/batch", line).await;
            assert_eq!(response.lines().len(), 2, "{media_type} {unit}");
        }
    }
}
