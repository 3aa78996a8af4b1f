//! JSON that is no board, whole bodies compared: what was found, where, and what was expected.

use serde_json::{Value, json};

use crate::support::{Reply, get, post, validate};

const EMPTY: &str = "or 0, \".\" or null for an empty cell.";
const BOARD: &str =
    "expected a board, such as [[5, 3, 0, …], …] or {\"board\": [[5, 3, 0, …], …]}.";

/// The whole body of a refusal as no board, with these faults.
fn not_a_board(detail: &str, errors: &[(&str, &str)]) -> Value {
    let errors: Vec<Value> = errors
        .iter()
        .map(|(pointer, detail)| json!({"pointer": pointer, "detail": detail}))
        .collect();
    json!({
        "type": "/problems/not-a-board",
        "title": "This is not a board",
        "status": 422,
        "detail": detail,
        "errors": errors,
    })
}

/// Asserts that the body is refused for one fault alone.
async fn assert_fault(body: &Value, pointer: &str, detail: &str) {
    let reply = validate(body).await;
    assert_eq!(
        reply.parts(),
        (422, not_a_board(detail, &[(pointer, detail)])),
        "{body}"
    );
}

fn pointers(reply: &Reply) -> Vec<String> {
    let json = reply.json();
    let errors = json["errors"].as_array().unwrap();
    errors
        .iter()
        .map(|error| error["pointer"].as_str().unwrap().to_owned())
        .collect()
}

/// An empty 9×9 board with one cell overwritten by this JSON text.
fn with_cell(row: usize, column: usize, cell: &str) -> String {
    let mut rows = vec![vec!["0"; 9]; 9];
    rows[row][column] = cell;
    let rows: Vec<String> = rows
        .into_iter()
        .map(|row| format!("[{}]", row.join(",")))
        .collect();
    format!("[{}]", rows.join(","))
}

#[tokio::test]
async fn a_cell_that_is_no_digit_is_named_with_its_place() {
    for (cell, found) in [
        ("10", "10"),
        ("-1", "-1"),
        ("5.5", "5.5"),
        ("true", "true"),
        ("false", "false"),
        ("\"05\"", "\"05\""),
        ("\" 5\"", "\" 5\""),
        ("\"5.0\"", "\"5.0\""),
        ("\"+5\"", "\"+5\""),
        ("\"A\"", "\"A\""),
        ("\"５\"", "the character U+FF15"),
        ("\"\\u0665\"", "the character U+0665"),
        ("\"²\"", "the character U+00B2"),
        ("\"５３\"", "a string of 2 characters"),
        ("\"\\ud800\"", "a string that is not Unicode text"),
        ("1e400", "1e400"),
        ("1e-400", "1e-400"),
        ("5.0000000000000000000000001", "a number of 27 characters"),
        ("18446744073709551617", "18446744073709551617"),
        ("[5]", "an array"),
        ("{\"digit\": 5}", "an object"),
    ] {
        let detail =
            format!("Row 4, column 8 holds {found}; expected a digit from 1 to 9, {EMPTY}");
        let bare = post("/validate", with_cell(3, 7, cell)).await;
        assert_eq!(
            bare.parts(),
            (422, not_a_board(&detail, &[("#/3/7", &detail)])),
            "{cell}"
        );
        let object = post(
            "/validate",
            format!("{{\"board\": {}}}", with_cell(3, 7, cell)),
        )
        .await;
        assert_eq!(
            object.parts(),
            (422, not_a_board(&detail, &[("#/board/3/7", &detail)])),
            "{cell}"
        );
    }
}

#[tokio::test]
async fn every_bad_cell_is_listed_up_to_twenty_and_the_others_are_counted() {
    let mut board = vec![vec![json!(0); 9]; 9];
    board[0][0] = json!(10);
    board[8][8] = json!(true);
    let first = format!("Row 1, column 1 holds 10; expected a digit from 1 to 9, {EMPTY}");
    let second = format!("Row 9, column 9 holds true; expected a digit from 1 to 9, {EMPTY}");
    let detail = format!("{first} And 1 more fault: see errors.");
    let expected = not_a_board(&detail, &[("#/0/0", &first), ("#/8/8", &second)]);
    assert_eq!(validate(&json!(board)).await.parts(), (422, expected));

    let reply = validate(&json!(vec![vec![-1; 9]; 9])).await;
    let first = format!("Row 1, column 1 holds -1; expected a digit from 1 to 9, {EMPTY}");
    assert_eq!(
        reply.json()["detail"],
        format!("{first} And 80 more faults: errors lists the first 20.")
    );
    assert_eq!(reply.json()["omitted"], 61);
    assert_eq!(pointers(&reply).len(), 20);
    assert_eq!(pointers(&reply)[19], "#/2/1");
}

#[tokio::test]
async fn rows_that_do_not_fit_are_named() {
    let mut ragged = vec![vec![0; 9]; 9];
    ragged[2].pop();
    assert_fault(
        &json!(ragged),
        "#/2",
        "Row 3 has 8 cells; expected 9, as many as the board has rows.",
    )
    .await;
    ragged[2] = vec![0];
    assert_fault(
        &json!(ragged),
        "#/2",
        "Row 3 has 1 cell; expected 9, as many as the board has rows.",
    )
    .await;
    ragged[2] = vec![0; 10];
    assert_fault(
        &json!({"board": ragged}),
        "#/board/2",
        "Row 3 has 10 cells; expected 9, as many as the board has rows.",
    )
    .await;

    let mut other = json!(vec![vec![0; 4]; 4]);
    other[1] = json!("3412");
    assert_fault(
        &other,
        "#/1",
        "Row 2 is \"3412\"; expected an array of 4 cells.",
    )
    .await;
    other[1] = json!(null);
    assert_fault(
        &other,
        "#/1",
        "Row 2 is null; expected an array of 4 cells.",
    )
    .await;
}

#[tokio::test]
async fn rows_of_one_length_that_do_not_fit_are_one_fault_of_the_board() {
    for (rows, columns, cells) in [
        (8, 9, "9 cells"),
        (9, 8, "8 cells"),
        (10, 9, "9 cells"),
        (4, 1, "1 cell"),
        (7, 0, "0 cells"),
    ] {
        let detail = format!(
            "The board has {rows} rows of {cells}; expected as many rows as cells in a row."
        );
        assert_fault(
            &json!(vec![vec![rows.max(columns); columns]; rows]),
            "#",
            &detail,
        )
        .await;
    }
    let too_deep = format!("The board is in one pair of brackets too many; {BOARD}");
    assert_fault(
        &json!({"board": [vec![vec![0; 9]; 9]]}),
        "#/board",
        &too_deep,
    )
    .await;
}

#[tokio::test]
async fn a_digit_is_held_to_the_number_of_rows_even_where_a_row_is_too_long() {
    let mut board = vec![vec![0; 9]; 9];
    board[0][0] = 10;
    board[4].push(0);
    assert_eq!(pointers(&validate(&json!(board)).await), ["#/0/0", "#/4"]);
}

#[tokio::test]
async fn a_size_that_no_board_has_is_refused() {
    for size in [0, 1, 3, 65, 1000] {
        let detail = format!("A board has 4 to 64 rows, this one has {size}.");
        assert_fault(&json!(vec![vec![0; 9]; size]), "#", &detail).await;
        assert_fault(
            &json!({"board": vec![vec![0; 9]; size]}),
            "#/board",
            &detail,
        )
        .await;
    }
}

#[tokio::test]
async fn a_size_without_a_box_says_what_to_declare() {
    for size in [5, 7, 11] {
        let detail = format!(
            "A board of {size} rows has no box of two or more rows. \
             Declare one, as in {{\"board\": …, \"box\": {{\"rows\": 1, \"columns\": {size}}}}}, where each box is a row."
        );
        assert_fault(&json!(vec![vec![0; size]; size]), "#", &detail).await;
    }
}

#[tokio::test]
async fn a_box_that_does_not_fit_or_is_none_is_refused() {
    let with_box = |shape: Value| json!({"board": vec![vec![0; 6]; 6], "box": shape});
    assert_fault(
        &with_box(json!({"rows": 3, "columns": 3})),
        "#/box",
        "A box on a board of 6 rows has 6 cells, but 3 rows times 3 columns is not 6.",
    )
    .await;
    let expected = "expected {\"rows\": …, \"columns\": …}, both whole numbers.";
    assert_fault(
        &with_box(json!([2, 3])),
        "#/box",
        &format!("The box is an array; {expected}"),
    )
    .await;
    assert_fault(
        &with_box(json!(null)),
        "#/box",
        &format!("The box is null; {expected}"),
    )
    .await;
    assert_fault(
        &with_box(json!({"rows": 2})),
        "#/box",
        &format!("The box has no \"columns\"; {expected}"),
    )
    .await;
    for name in ["rows", "columns"] {
        for (side, found) in [
            (json!(0), "0"),
            (json!(-2), "-2"),
            (json!(2.5), "2.5"),
            (json!("2"), "\"2\""),
            (json!(65), "65"),
            (json!([3]), "an array"),
        ] {
            let mut shape = json!({"rows": 3, "columns": 3});
            shape[name] = side;
            let detail =
                format!("The {name} of the box are {found}; expected a whole number from 1 to 64.");
            assert_fault(&with_box(shape), &format!("#/box/{name}"), &detail).await;
        }
    }
    assert_fault(
        &with_box(json!({"rows": 2, "columns": 3, "width": 3})),
        "#/box/width",
        "\"width\" is not known here; known are \"rows\" and \"columns\".",
    )
    .await;
}

#[tokio::test]
async fn what_is_no_board_at_all_is_told_what_a_board_is() {
    for (body, found) in [
        (json!(5), "5"),
        (json!(null), "null"),
        (json!(true), "true"),
        (json!("53.."), "\"53..\""),
    ] {
        assert_fault(&body, "#", &format!("The body is {found}; {BOARD}")).await;
    }
    assert_fault(
        &json!({"board": "53"}),
        "#/board",
        &format!("The board is \"53\"; {BOARD}"),
    )
    .await;
    assert_fault(
        &json!({"board": null}),
        "#/board",
        &format!("The board is null; {BOARD}"),
    )
    .await;
    assert_fault(
        &json!({"board": {}}),
        "#/board",
        &format!("The board is an object; {BOARD}"),
    )
    .await;
    assert_fault(
        &json!(vec![0; 81]),
        "#",
        &format!("The board is an array that begins with 0; {BOARD}"),
    )
    .await;
    assert_fault(
        &json!(vec!["123456789"; 9]),
        "#",
        &format!("The board is an array that begins with a string of 9 characters; {BOARD}"),
    )
    .await;
}

#[tokio::test]
async fn members_are_refused_by_name_if_they_are_unknown_or_stand_twice() {
    assert_fault(
        &json!({}),
        "#",
        &format!("The object has no \"board\"; {BOARD}"),
    )
    .await;
    let unknown = "\"colour\" is not known here; known are \"board\" and \"box\".";
    assert_fault(
        &json!({"board": vec![vec![0; 4]; 4], "colour": 1}),
        "#/colour",
        unknown,
    )
    .await;
    let reply = validate(&json!({"grid": vec![vec![0; 4]; 4]})).await;
    assert_eq!(pointers(&reply), ["#/grid", "#"]);

    let board = json!(vec![vec![0; 4]; 4]);
    let twice = post(
        "/validate",
        format!("{{\"board\": {board}, \"\\u0062oard\": {board}}}"),
    )
    .await;
    let detail = "\"board\" stands twice; expected it once.";
    assert_eq!(
        twice.parts(),
        (422, not_a_board(detail, &[("#/board", detail)]))
    );
}

#[tokio::test]
async fn what_strays_into_a_request_is_not_repeated() {
    let secret = "hunter2-CorrectHorse";
    for body in [
        json!({ secret: 1 }),
        json!([[secret, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]),
        json!([secret]),
        json!(secret),
    ] {
        let reply = validate(&body).await;
        assert_eq!(reply.status, 422);
        assert!(
            !String::from_utf8(reply.body).unwrap().contains(secret),
            "{body}"
        );
    }
    for path in [format!("/{secret}"), format!("/problems/{secret}")] {
        assert!(
            !String::from_utf8(get(&path).await.body)
                .unwrap()
                .contains(secret)
        );
    }
    let unnamed = validate(&json!({"board": vec![vec![0; 4]; 4], "a/b": 1})).await;
    let detail = "Member 1 of the object is not known here; known are \"board\" and \"box\".";
    assert_eq!(
        unnamed.parts(),
        (422, not_a_board(detail, &[("#", detail)]))
    );
}
