//! What a request declares about its board: box or regions, variants, extra regions and symbols.

use serde_json::{Value, json};

use crate::support::{post, post_as};

pub(crate) const EMPTY: &str = "................";

/// An empty board of nine rows.
pub(crate) fn nine() -> String {
    ".".repeat(81)
}

/// An object with a board of one string, and these members.
pub(crate) fn with(board: &str, members: &Value) -> Value {
    let mut object = json!({ "board": board });
    object
        .as_object_mut()
        .unwrap()
        .extend(members.as_object().unwrap().clone());
    object
}

/// The kind, the index and the cells of the first duplicate.
async fn first_duplicate(body: &Value) -> Value {
    let response = post("/validate", body.to_string()).await.json();
    let duplicate = &response["duplicate"];
    let cells = duplicate["cells"].as_array().into_iter().flatten();
    let cells: Vec<Value> = cells
        .map(|cell| json!([cell["row"], cell["column"]]))
        .collect();
    json!([duplicate["house"], cells])
}

#[tokio::test]
async fn each_declared_house_and_group_holds_a_digit_once() {
    let regions = ["aaab", "acbb", "ccbd", "cddd"];
    let as_rows = json!([
        [1, 1, 1, "b"],
        [1, "c", "b", "b"],
        ["c", "c", "b", 4],
        ["c", 4, 4, 4]
    ]);
    for (board, members, house, cells) in [
        ("1...............", json!({}), json!(null), json!([])),
        (
            "1....1..........",
            json!({}),
            json!({"kind": "box", "index": 0}),
            json!([[0, 0], [1, 1]]),
        ),
        (
            "1......1........",
            json!({"box": {"rows": 1, "columns": 4}}),
            json!(null),
            json!([]),
        ),
        (
            "..1.1...........",
            json!({"regions": regions}),
            json!({"kind": "region", "index": 0}),
            json!([[0, 2], [1, 0]]),
        ),
        (
            "..1.1...........",
            json!({"regions": regions.concat()}),
            json!({"kind": "region", "index": 0}),
            json!([[0, 2], [1, 0]]),
        ),
        (
            "...1..1.........",
            json!({"regions": as_rows}),
            json!({"kind": "region", "index": 1}),
            json!([[0, 3], [1, 2]]),
        ),
        (
            "1....1..........",
            json!({"regions": regions}),
            json!(null),
            json!([]),
        ),
        (
            "1..............1",
            json!({"variants": ["diagonal"]}),
            json!({"kind": "diagonal", "index": 0}),
            json!([[0, 0], [3, 3]]),
        ),
        (
            "1.....1.........",
            json!({"variants": ["anti_knight"]}),
            json!({"kind": "anti_knight"}),
            json!([[0, 0], [1, 2]]),
        ),
        (
            "1.........1.....",
            json!({"extra_regions": [[{"row": 3, "column": 0}, {"row": 0, "column": 1}],
            [{"row": 2, "column": 2}, {"row": 0.0, "column": 0}]]}),
            json!({"kind": "extra_region", "index": 1}),
            json!([[0, 0], [2, 2]]),
        ),
        (
            "A....A..........",
            json!({"symbols": "ABCD", "box": null, "regions": null, "variants": null, "extra_regions": null}),
            json!({"kind": "box", "index": 0}),
            json!([[0, 0], [1, 1]]),
        ),
        // A variant comes before an extra region, in whichever order they are given.
        (
            "1.........1.....",
            json!({"extra_regions": [[{"row": 2, "column": 2}, {"row": 0, "column": 0}]], "variants": ["diagonal"]}),
            json!({"kind": "diagonal", "index": 0}),
            json!([[0, 0], [2, 2]]),
        ),
    ] {
        let body = with(board, &members);
        assert_eq!(
            first_duplicate(&body).await,
            json!([house, cells]),
            "{body}"
        );
    }
}

#[tokio::test]
async fn the_query_declares_the_board_of_a_text() {
    for (query, text, valid) in [
        ("", "1......1........", true),
        ("?box=1x4", "1......1........", true),
        ("?box=4x1", "1......1........", true),
        ("?box=2x2&variants=diagonal", "1..............1", false),
        ("?variants=anti_knight,anti_king", "1.....1.........", false),
        ("?regions=aaabacbbccbdcddd", "..1.1...........", false),
        ("?symbols=ABCD", "A....A..........", false),
        (
            "?symbols=%CE%B1%CE%B2%CE%B3%CE%B4",
            "α....β..........",
            true,
        ),
    ] {
        let response = post_as("text/plain", &format!("/validate{query}"), text).await;
        assert_eq!(
            (response.status.as_u16(), &response.json()["valid"]),
            (200, &json!(valid)),
            "{query} {text}"
        );
    }
    // It declares that of JSON, too.
    let response = post(
        "/validate?variants=diagonal&box=2x2",
        "\"1..............1\"",
    )
    .await;
    assert_eq!(response.json()["duplicate"]["house"]["kind"], "diagonal");
    let response = post(
        "/validate?variants=diagonal",
        "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,1]]",
    )
    .await;
    assert_eq!(response.json()["duplicate"]["house"]["kind"], "diagonal");
}

#[tokio::test]
async fn a_line_of_a_batch_overrides_the_defaults_member_by_member() {
    let board = "1....1.........1";
    let lines = [
        (json!(board), "region"),
        (
            with(board, &json!({"variants": null, "regions": null})),
            "region",
        ),
        (with(board, &json!({"variants": []})), "region"),
        (
            with(board, &json!({"regions": "abcdabcdabcdabcd"})),
            "diagonal",
        ),
        (
            with(
                board,
                &json!({"regions": "abcdabcdabcdabcd", "variants": []}),
            ),
            "null",
        ),
        (
            with(
                board,
                &json!({"box": {"rows": 1, "columns": 4}, "variants": ["anti_king"]}),
            ),
            "anti_king",
        ),
        (
            json!([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]]),
            "region",
        ),
        (json!(board), "region"),
    ];
    let body: Vec<String> = lines.iter().map(|(line, _)| line.to_string()).collect();
    let query = "?regions=aabbaabbccddccdd&variants=diagonal";
    let path = format!("/validate/batch{query}");
    let responses = post_as("application/x-ndjson", &path, body.join("\n"))
        .await
        .lines();
    for ((line, kind), response) in lines.iter().zip(&responses) {
        let found = response["duplicate"]["house"]["kind"]
            .as_str()
            .unwrap_or("null");
        assert_eq!(&found, kind, "{line}: {response}");
    }
    let text = post_as(
        "text/plain",
        &path,
        format!("{board}\n{EMPTY}\n{}\n", nine()),
    )
    .await
    .lines();
    assert_eq!(text[0]["duplicate"]["house"]["kind"], "region");
    assert_eq!(text[1]["valid"], true);
    assert_eq!(
        text[2]["error"]["detail"],
        "The text holds 81 cells; expected 4 lines of 4 cells, or 16 cells on one line."
    );

    // A fault of a default is one of the board, for which it was not meant.
    let lines = post_as(
        "application/x-ndjson",
        "/validate/batch?variants=windoku",
        "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]",
    )
    .await
    .lines();
    let detail = "A board of 4 rows has no variant windoku.";
    assert_eq!(
        lines[0]["error"]["errors"],
        json!([{"pointer": "#", "detail": detail}])
    );
}

#[tokio::test]
async fn the_largest_layouts_are_accepted() {
    let cells = |index: usize| -> Vec<Value> {
        (0..2 + index % 8)
            .map(|place| json!({"row": (index + place) % 64, "column": (index / 8 + place) % 64}))
            .collect()
    };
    let body = json!({
        "board": "0,".repeat(4095) + "0",
        "variants": ["diagonal", "disjoint_groups", "anti_knight", "anti_king"],
        "extra_regions": (0..1024).map(cells).collect::<Vec<_>>(),
    });
    assert_eq!(
        post("/validate?duplicates=all", body.to_string())
            .await
            .parts()
            .1["valid"],
        true
    );
}
