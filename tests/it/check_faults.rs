//! Bodies that `/check` rejects.

use serde_json::{Value, json};

use crate::support::boards::PUZZLE;
use crate::support::{post, post_as};

/// The pointers and details of the errors in the problem response to this body.
async fn errors(body: &Value) -> Vec<(String, String)> {
    let response = post("/check", body.to_string()).await;
    assert_eq!(response.status, 422, "{body}: {response:?}");
    let problem = response.json();
    let errors = problem["errors"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    errors
        .map(|error| (text(&error["pointer"]), text(&error["detail"])))
        .collect()
}

async fn assert_errors(body: Value, expected: &[(&str, &str)]) {
    let found = errors(&body).await;
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(pointer, detail)| (pointer.as_str(), detail.as_str()))
        .collect();
    assert_eq!(found, expected, "{body}");
}

fn with_move(player_move: &Value) -> Value {
    json!({"board": PUZZLE, "givens": PUZZLE, "move": player_move})
}

#[tokio::test]
async fn a_faulty_move_is_rejected_with_a_pointer_to_each_member() {
    const ROWS: &str = "expected a whole number from 0 to 3, since the board has 4 rows.";
    const DIGIT: &str = "expected a digit from 1 to 4, as a number or a string.";
    for (row, found) in [
        (json!(4), "4"),
        (json!(-1), "-1"),
        (json!(0.5), "0.5"),
        (json!("0"), "\"0\""),
        (json!([]), "an array"),
        (json!(65), "65"),
    ] {
        let body = with_move(&json!({"row": row, "column": 0, "digit": 1}));
        let detail = format!("\"row\" of the move is {found}; {ROWS}");
        assert_errors(body, &[("#/move/row", &detail)]).await;
        let body = with_move(&json!({"row": 0, "column": row, "digit": 1}));
        let detail = format!("\"column\" of the move is {found}; {ROWS}");
        assert_errors(body, &[("#/move/column", &detail)]).await;
    }
    for (digit, found) in [
        (json!(0), "0"),
        (json!("."), "\".\""),
        (json!(""), "\"\""),
        (json!(5), "5"),
        (json!("01"), "\"01\""),
        (json!(1.5), "1.5"),
        (json!("A"), "\"A\""),
        (json!(true), "true"),
        (json!({}), "an object"),
    ] {
        let body = with_move(&json!({"row": 0, "column": 0, "digit": digit}));
        let detail = format!("\"digit\" of the move is {found}; {DIGIT}");
        assert_errors(body, &[("#/move/digit", &detail)]).await;
    }
    // All faults are reported at once.
    let pointers: Vec<String> = errors(&with_move(&json!({"row": 4, "column": "x", "digit": 0})))
        .await
        .into_iter()
        .map(|(pointer, _)| pointer)
        .collect();
    assert_eq!(pointers, ["#/move/row", "#/move/column", "#/move/digit"]);
}

#[tokio::test]
async fn a_move_without_a_member_or_with_another_one_is_rejected() {
    const EXPECTED: &str =
        "expected {\"row\": …, \"column\": …, \"digit\": …}, with row and column counted from 0.";
    for missing in ["row", "column", "digit"] {
        let mut player_move = json!({"row": 0, "column": 0, "digit": 1});
        player_move.as_object_mut().unwrap().remove(missing);
        let detail = format!("The move has no \"{missing}\"; {EXPECTED}");
        assert_errors(with_move(&player_move), &[("#/move", &detail)]).await;
    }
    let body = with_move(&json!({"row": 0, "column": 0, "digit": null}));
    let detail = format!("The move has no \"digit\"; {EXPECTED}");
    assert_errors(body, &[("#/move", &detail)]).await;
    let body = with_move(&json!({"row": 0, "column": 0, "digit": 1, "value": 1}));
    let detail = "\"value\" is unknown; expected \"row\", \"column\" or \"digit\".";
    assert_errors(body, &[("#/move/value", detail)]).await;
    let detail = format!("The move is an array; {EXPECTED}");
    assert_errors(with_move(&json!([0, 0, 1])), &[("#/move", &detail)]).await;
}

#[tokio::test]
async fn faulty_givens_are_rejected_with_a_pointer_into_them() {
    let mut givens = json!(PUZZLE);
    givens[3][2] = json!(5);
    let body = json!({"board": PUZZLE, "givens": givens});
    let detail = "In \"givens\": Row 4, column 3 holds 5; expected a digit from 1 to 4, or 0, \".\" or null for an empty cell.";
    assert_errors(body, &[("#/givens/3/2", detail)]).await;

    let body = json!({"board": PUZZLE, "givens": vec![vec![0; 9]; 9]});
    let detail = "The givens have 9 rows, but the board has 4; expected as many.";
    assert_errors(body, &[("#/givens", detail)]).await;

    let body = json!({"board": PUZZLE, "givens": 7});
    let pointers = errors(&body).await;
    assert_eq!(pointers[0].0, "#/givens");
}

#[tokio::test]
async fn all_faults_are_counted_and_the_first_of_them_listed() {
    let mut givens = vec![vec![json!(0); 9]; 9];
    for row in &mut givens[..3] {
        row.fill(json!(10));
    }
    for row in &mut givens[3..] {
        row[8] = json!(10);
    }
    let body = json!({
        "board": vec![vec![0; 9]; 9],
        "givens": givens,
        "move": {"row": 9, "column": 9, "digit": 9},
        "hint": true,
    });
    let response = post("/check", body.to_string()).await;
    let problem = response.json();
    let errors = problem["errors"].as_array().unwrap();
    // Of 1 unknown member, 27 + 6 givens, and 2 coordinates.
    assert_eq!((errors.len(), &problem["omitted"]), (20, &json!(16)));
    assert_eq!(errors[0]["pointer"], "#/hint");
    assert_eq!(errors[19]["pointer"], "#/givens/2/0");
}

#[tokio::test]
async fn while_the_board_is_at_fault_nothing_else_is_reported() {
    let faulty = json!({"row": 9, "column": 9, "digit": 9});
    let mut board = json!(PUZZLE);
    board[1][3] = json!("x");
    let body = json!({"board": board, "givens": [[7]], "move": faulty});
    let found = errors(&body).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, "#/board/1/3");
    // The layout belongs to the board.
    let body =
        json!({"board": PUZZLE, "givens": [[7]], "move": faulty, "box": {"rows": 3, "columns": 3}});
    let found = errors(&body).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, "#/box");
    // Otherwise the faults of the puzzle and of the move are.
    let body = json!({"board": PUZZLE, "givens": [[7]], "move": faulty, "hint": true});
    let pointers = errors(&body).await.into_iter().map(|(pointer, _)| pointer);
    assert_eq!(
        pointers.collect::<Vec<_>>(),
        [
            "#/hint",
            "#/givens",
            "#/move/row",
            "#/move/column",
            "#/move/digit"
        ]
    );
}

#[tokio::test]
async fn the_body_is_an_object_with_a_board() {
    const EXPECTED: &str = "expected an object, such as {\"board\": …, \"givens\": …, \"move\": {\"row\": …, \"column\": …, \"digit\": …}}, in which only the board is required.";
    for (body, found) in [
        (json!(PUZZLE), "an array"),
        (json!("1..."), "\"1...\""),
        (json!(null), "null"),
    ] {
        let detail = format!("The body is {found}; {EXPECTED}");
        assert_errors(body, &[("#", &detail)]).await;
    }
    let detail = format!("The object has no \"board\"; {EXPECTED}");
    assert_errors(json!({}), &[("#", &detail)]).await;
    assert_errors(json!({"givens": PUZZLE}), &[("#", &detail)]).await;
    let detail = "The object has \"grid\" instead of \"board\"; rename it, as in {\"board\": …}.";
    let body = json!({"grid": PUZZLE, "givens": PUZZLE});
    assert_errors(body, &[("#/grid", detail)]).await;
}

#[tokio::test]
async fn the_body_is_json_with_its_media_type() {
    for media_type in [
        "text/plain",
        "application/x-ndjson",
        "application/x-www-form-urlencoded",
    ] {
        let response = post_as(media_type, "/check", json!({"board": PUZZLE}).to_string()).await;
        assert_eq!(response.status, 415, "{media_type}");
        assert_eq!(response.header("accept"), Some("application/json"));
    }
    let with_mark = format!("\u{feff}{}", json!({"board": PUZZLE}));
    assert_eq!(post("/check", with_mark).await.status, 200);
}

#[tokio::test]
async fn a_parameter_that_is_unknown_or_has_another_value_is_rejected() {
    let body = json!({"board": PUZZLE}).to_string();
    for (query, detail) in [
        (
            "?wrong=none",
            "The parameter \"wrong\" has an invalid value; expected \"list\" or \"count\".",
        ),
        (
            "?duplicates=all",
            "The parameter \"duplicates\" is unknown; expected \"wrong\", \"box\", \"regions\", \"variants\" or \"symbols\".",
        ),
    ] {
        let response = post(&format!("/check{query}"), body.clone()).await;
        assert_eq!(response.status, 400);
        assert_eq!(response.json()["detail"], detail);
    }
}
