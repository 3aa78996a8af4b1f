//! Responses of `/validate` to boards, and of `/health`. Whole bodies are compared.

use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Request};
use serde_json::{Value, json};

use crate::support::{get, post, post_as, request, send, validate};

/// The board of the well-known exercise, in its usual formatting.
const EXERCISE: &str = r#"[["5","3",".",".","7",".",".",".","."]
,["6",".",".","1","9","5",".",".","."]
,[".","9","8",".",".",".",".","6","."]
,["8",".",".",".","6",".",".",".","3"]
,["4",".",".","8",".","3",".",".","1"]
,["7",".",".",".","2",".",".",".","6"]
,[".","6",".",".",".",".","2","8","."]
,[".",".",".","4","1","9",".",".","5"]
,[".",".",".",".","8",".",".","7","9"]]"#;

/// Returns a board that is empty except for these cells: (row, column, content).
fn board(size: usize, cells: &[(usize, usize, Value)]) -> Value {
    let mut board = json!(vec![vec![0; size]; size]);
    for (row, column, content) in cells {
        board[row][column] = content.clone();
    }
    board
}

#[tokio::test]
async fn the_board_of_the_exercise_is_valid_and_incomplete() {
    let response = post("/validate", EXERCISE).await;
    assert_eq!(
        response.parts(),
        (200, json!({"valid": true, "complete": false}))
    );
    assert_eq!(response.header("content-type"), Some("application/json"));
}

#[tokio::test]
async fn the_board_of_the_exercise_with_an_8_in_the_corner_is_invalid() {
    let response = post("/validate", EXERCISE.replacen("\"5\"", "\"8\"", 1)).await;
    let duplicate = json!({
        "digit": "8",
        "house": {"kind": "column", "index": 0},
        "cells": [{"row": 0, "column": 0}, {"row": 3, "column": 0}],
    });
    assert_eq!(
        response.parts(),
        (
            200,
            json!({"valid": false, "complete": false, "duplicate": duplicate})
        )
    );
}

#[tokio::test]
async fn rows_are_scanned_before_columns_and_columns_before_boxes() {
    let mut cells = vec![(0, 0, json!(1)), (1, 1, json!(1))];
    let kind = |response: &Value| response["duplicate"]["house"].clone();
    assert_eq!(
        kind(&validate(&board(9, &cells)).await.json()),
        json!({"kind": "box", "index": 0})
    );
    cells.push((8, 0, json!(1)));
    assert_eq!(
        kind(&validate(&board(9, &cells)).await.json()),
        json!({"kind": "column", "index": 0})
    );
    cells.push((8, 8, json!(1)));
    assert_eq!(
        kind(&validate(&board(9, &cells)).await.json()),
        json!({"kind": "row", "index": 8})
    );
}

#[tokio::test]
async fn all_duplicates_are_grouped_by_house_and_digit() {
    let cells = [
        (0, 1, json!(2)),
        (0, 2, json!(1)),
        (0, 3, json!(1)),
        (0, 7, json!(2)),
        (0, 8, json!(1)),
        (1, 1, json!(2)),
    ];
    let response = post("/validate?duplicates=all", board(9, &cells).to_string()).await;
    let duplicate = |digit: u8, kind: &str, index: u8, cells: &[(u8, u8)]| {
        let cells: Vec<Value> = cells
            .iter()
            .map(|(row, column)| json!({"row": row, "column": column}))
            .collect();
        json!({"digit": digit, "house": {"kind": kind, "index": index}, "cells": cells})
    };
    let expected = json!({
        "valid": false,
        "complete": false,
        "duplicate": duplicate(1, "row", 0, &[(0, 2), (0, 3)]),
        "duplicates": [
            duplicate(2, "row", 0, &[(0, 1), (0, 7)]),
            duplicate(1, "row", 0, &[(0, 2), (0, 3), (0, 8)]),
            duplicate(2, "column", 1, &[(0, 1), (1, 1)]),
            duplicate(2, "box", 0, &[(0, 1), (1, 1)]),
        ],
    });
    assert_eq!(response.parts(), (200, expected));
}

#[tokio::test]
async fn a_valid_board_has_an_empty_list_of_duplicates_only_if_all_are_requested() {
    let all = post("/validate?duplicates=all", EXERCISE).await;
    assert_eq!(
        all.parts(),
        (
            200,
            json!({"valid": true, "complete": false, "duplicates": []})
        )
    );
    let first = post("/validate?duplicates=first", EXERCISE).await;
    assert_eq!(
        first.parts(),
        (200, json!({"valid": true, "complete": false}))
    );
}

#[tokio::test]
async fn a_filled_board_is_complete_whether_or_not_it_is_valid() {
    let solved = json!([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]);
    assert_eq!(
        validate(&solved).await.json(),
        json!({"valid": true, "complete": true})
    );
    let ones = validate(&json!(vec![vec![1; 4]; 4])).await.json();
    assert_eq!(
        (&ones["valid"], &ones["complete"]),
        (&json!(false), &json!(true))
    );
}

#[tokio::test]
async fn a_digit_has_the_notation_of_the_cell_that_repeats_it() {
    for (first, repeat, digit) in [
        (json!(3), json!(3), json!(3)),
        (json!("3"), json!("3"), json!("3")),
        (json!("3"), json!(3), json!(3)),
        (json!(3), json!("3"), json!("3")),
        (json!(3.0), json!(3), json!(3)),
    ] {
        let cells = [(0, 0, first), (2, 0, repeat)];
        let response = post("/validate?duplicates=all", board(4, &cells).to_string())
            .await
            .json();
        assert_eq!(response["duplicate"]["digit"], digit);
        assert_eq!(response["duplicates"][0]["digit"], digit);
    }
}

#[tokio::test]
async fn all_spellings_of_numbers_and_empty_cells_are_accepted() {
    for spelling in ["3", "3.0", "3e0", "30e-1", "0.3E+1"] {
        let body = format!("[[3,0,\".\",\"\"],[null,\"0\",0.0,-0],[{spelling},0e7,0,0],[0,0,0,0]]");
        let response = post("/validate", body).await;
        let duplicate = json!({
            "digit": 3,
            "house": {"kind": "column", "index": 0},
            "cells": [{"row": 0, "column": 0}, {"row": 2, "column": 0}],
        });
        assert_eq!(
            response.parts(),
            (
                200,
                json!({"valid": false, "complete": false, "duplicate": duplicate})
            ),
            "{spelling}"
        );
    }
}

#[tokio::test]
async fn an_object_can_declare_the_box_shape() {
    let cells = [(0, 0, json!(1)), (2, 1, json!(1))];
    let wide = json!({"board": board(6, &cells)});
    assert_eq!(
        validate(&wide).await.json(),
        json!({"valid": true, "complete": false})
    );
    let tall = json!({"board": board(6, &cells), "box": {"rows": 3, "columns": 2}});
    assert_eq!(
        validate(&tall).await.json()["duplicate"]["house"],
        json!({"kind": "box", "index": 0})
    );
    let box_first = format!(
        "{{\"box\": {{\"columns\": 2.0, \"rows\": 3}}, \"\\u0062oard\": {}}}",
        board(6, &cells)
    );
    assert_eq!(
        post("/validate", box_first).await.json(),
        validate(&tall).await.json()
    );
}

/// Clients generated from the contract send null for what is not set.
#[tokio::test]
async fn an_optional_member_that_is_null_counts_as_absent() {
    let cells = [(0, 0, json!(1)), (1, 1, json!(1))];
    let expected = validate(&board(6, &cells)).await;
    // The second body is one that only the strict parser accepts.
    for box_key in ["box", "\\u0062ox"] {
        let body = format!("{{\"board\": {}, \"{box_key}\": null}}", board(6, &cells));
        assert_eq!(post("/validate", body.clone()).await.body, expected.body);
        let line = post_as("application/x-ndjson", "/validate/batch", body).await;
        assert_eq!(line.lines()[0], expected.json());
    }
}

#[tokio::test]
async fn a_size_without_a_default_box_shape_accepts_a_declared_one() {
    let cells = [(1, 3, json!(7)), (6, 3, json!(7))];
    let latin = json!({"board": board(7, &cells), "box": {"rows": 1, "columns": 7}});
    assert_eq!(
        validate(&latin).await.json()["duplicate"]["house"],
        json!({"kind": "column", "index": 3})
    );
}

#[tokio::test]
async fn the_largest_board_is_validated() {
    let digit = |row: usize, column: usize| (row % 8 * 8 + row / 8 + column) % 64 + 1;
    let mut rows: Vec<Vec<usize>> = (0..64)
        .map(|row| (0..64).map(|column| digit(row, column)).collect())
        .collect();
    assert_eq!(
        validate(&json!(rows)).await.parts(),
        (200, json!({"valid": true, "complete": true}))
    );
    rows[63][63] = rows[56][56];
    let response = validate(&json!(rows)).await.json();
    assert_eq!(
        response["duplicate"]["cells"][1],
        json!({"row": 63, "column": 63})
    );
    let all_ones = json!(vec![vec!["64"; 64]; 64]);
    let all = post("/validate?duplicates=all", all_ones.to_string())
        .await
        .json();
    assert_eq!(all["duplicates"].as_array().unwrap().len(), 3 * 64);
    assert_eq!(
        all["duplicates"][191]["cells"].as_array().unwrap().len(),
        64
    );
}

#[tokio::test]
async fn whitespace_is_ignored() {
    let spread = EXERCISE.replace(',', " ,\r\n\t");
    assert_eq!(
        post("/validate", format!(" \r\n{spread}\n\t "))
            .await
            .parts(),
        (200, json!({"valid": true, "complete": false}))
    );
}

#[tokio::test]
async fn every_json_media_type_is_accepted() {
    for media_type in [
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/problem+json",
    ] {
        let request = Request::post("/validate")
            .header(CONTENT_TYPE, media_type)
            .body(EXERCISE.into())
            .unwrap();
        assert_eq!(send(request).await.status, 200, "{media_type}");
    }
}

#[tokio::test]
async fn health_reports_the_version() {
    let response = get("/health").await;
    assert_eq!(
        response.parts(),
        (
            200,
            json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")})
        )
    );
    assert_eq!(response.header("cache-control"), Some("no-store"));
    assert_eq!(request(Method::HEAD, "/health").await.status, 200);
}

#[tokio::test]
async fn a_safe_request_id_is_kept_and_any_other_is_replaced() {
    let id_for = |id: &str| {
        let request = Request::get("/health")
            .header("x-request-id", id)
            .body(axum::body::Body::empty())
            .unwrap();
        async {
            send(request)
                .await
                .header("x-request-id")
                .unwrap()
                .to_owned()
        }
    };
    assert_eq!(id_for("order-17/b:3").await, "order-17/b:3");
    assert_eq!(id_for(&"a".repeat(128)).await, "a".repeat(128));
    for unsafe_id in [
        String::new(),
        "two words".into(),
        "quote\"".into(),
        "a".repeat(129),
    ] {
        let generated = id_for(&unsafe_id).await;
        assert_eq!(generated.len(), 32, "{unsafe_id}");
        assert!(
            generated.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{generated}"
        );
    }
    assert_ne!(id_for("").await, id_for("").await);
}

#[tokio::test]
async fn pages_of_any_origin_may_send_requests_without_credentials() {
    let preflight = Request::options("/validate")
        .header("origin", "https://puzzles.example")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "content-type")
        .body(axum::body::Body::empty())
        .unwrap();
    let response = send(preflight).await;
    assert_eq!(response.status, 204);
    assert_eq!(response.header("access-control-allow-origin"), Some("*"));
    assert_eq!(
        response.header("access-control-allow-methods"),
        Some("GET, POST")
    );
    assert_eq!(
        response.header("access-control-allow-headers"),
        Some("*, Authorization")
    );
    assert_eq!(response.header("access-control-allow-credentials"), None);

    let response = post("/validate", EXERCISE).await;
    assert_eq!(response.header("access-control-allow-origin"), Some("*"));
    assert_eq!(
        response.header("access-control-expose-headers"),
        Some("x-request-id, retry-after, allow, etag")
    );
}
