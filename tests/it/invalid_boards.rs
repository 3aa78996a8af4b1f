//! JSON that is not a board. Whole bodies are compared: what was found, where, and what was expected.

use serde_json::{Value, json};

use crate::support::{TestResponse, get, post, validate};

const EMPTY: &str = "or 0, \".\" or null for an empty cell.";
const BOARD: &str =
    "expected a board, such as [[5, 3, 0, …], …] or {\"board\": [[5, 3, 0, …], …]}.";
const ROWS: &str = "expected an array of rows, such as [[5, 3, 0, …], …].";

/// Returns the body of a problem with these faults.
fn not_a_board(detail: &str, errors: &[(&str, &str)]) -> Value {
    let errors: Vec<Value> = errors
        .iter()
        .map(|(pointer, detail)| json!({"pointer": pointer, "detail": detail}))
        .collect();
    json!({
        "type": "urn:problem-type:sudoku-validator:not-a-board",
        "title": "Not a board",
        "status": 422,
        "detail": detail,
        "errors": errors,
    })
}

/// Asserts that a body has exactly one fault.
async fn assert_fault(body: &Value, pointer: &str, detail: &str) {
    let response = validate(body).await;
    assert_eq!(
        response.parts(),
        (422, not_a_board(detail, &[(pointer, detail)])),
        "{body}"
    );
}

fn pointers(response: &TestResponse) -> Vec<String> {
    let json = response.json();
    let errors = json["errors"].as_array().unwrap();
    errors
        .iter()
        .map(|error| error["pointer"].as_str().unwrap().to_owned())
        .collect()
}

/// Returns an empty 9×9 board with this JSON text in one cell.
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
async fn an_invalid_cell_is_reported_with_its_position() {
    for (cell, found) in [
        ("10", "10"),
        ("-2", "-2"),
        ("5.5", "5.5"),
        ("true", "true"),
        ("false", "false"),
        ("\"05\"", "\"05\""),
        ("\" 5.0\"", "\" 5.0\""),
        ("\"5.0\"", "\"5.0\""),
        ("\"+5\"", "\"+5\""),
        ("\"€\"", "the character '€' (U+20AC)"),
        ("\"\\u202e\"", "the character U+202E"),
        ("\"“5”\"", "a string with the character '“' (U+201C)"),
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
async fn the_first_twenty_invalid_cells_are_listed_and_the_others_are_counted() {
    let mut board = vec![vec![json!(0); 9]; 9];
    board[0][0] = json!(10);
    board[8][8] = json!(true);
    let first = format!("Row 1, column 1 holds 10; expected a digit from 1 to 9, {EMPTY}");
    let second = format!("Row 9, column 9 holds true; expected a digit from 1 to 9, {EMPTY}");
    let detail = format!("{first} There is 1 more error: see \"errors\".");
    let expected = not_a_board(&detail, &[("#/0/0", &first), ("#/8/8", &second)]);
    assert_eq!(validate(&json!(board)).await.parts(), (422, expected));

    let response = validate(&json!(vec![vec![-2; 9]; 9])).await;
    let first = format!("Row 1, column 1 holds -2; expected a digit from 1 to 9, {EMPTY}");
    assert_eq!(
        response.json()["detail"],
        format!("{first} There are 80 more errors: \"errors\" lists the first 20.")
    );
    assert_eq!(response.json()["omitted"], 61);
    assert_eq!(pointers(&response).len(), 20);
    assert_eq!(pointers(&response)[19], "#/2/1");
}

#[tokio::test]
async fn rows_of_a_wrong_length_or_type_are_reported() {
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
async fn a_board_that_is_not_square_has_one_fault() {
    for (rows, columns, cells) in [
        (8, 9, "9 cells"),
        (9, 8, "8 cells"),
        (10, 9, "9 cells"),
        (4, 1, "1 cell"),
        (7, 0, "0 cells"),
    ] {
        let detail =
            format!("The board has {rows} rows of {cells}; expected as many rows as columns.");
        assert_fault(
            &json!(vec![vec![rows.max(columns); columns]; rows]),
            "#",
            &detail,
        )
        .await;
    }
    let too_deep = format!("The board has one pair of brackets too many; {ROWS}");
    assert_fault(
        &json!({"board": [vec![vec![0; 9]; 9]]}),
        "#/board",
        &too_deep,
    )
    .await;
}

#[tokio::test]
async fn the_highest_digit_is_the_number_of_rows_even_if_a_row_is_too_long() {
    let mut board = vec![vec![0; 9]; 9];
    board[0][0] = 10;
    board[4].push(0);
    assert_eq!(pointers(&validate(&json!(board)).await), ["#/0/0", "#/4"]);
}

#[tokio::test]
async fn an_unsupported_size_is_rejected() {
    for size in [0, 1, 3, 65, 1000] {
        let detail = format!("A board has 4 to 64 rows, but this one has {size}.");
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
async fn a_size_without_a_default_box_shape_is_rejected_with_an_example() {
    for size in [5, 7, 11] {
        let detail = format!(
            "A board of {size} rows has no default box shape. Declare one, for example \
             {{\"board\": …, \"box\": {{\"rows\": 1, \"columns\": {size}}}}}, where each row is a box."
        );
        assert_fault(&json!(vec![vec![0; size]; size]), "#", &detail).await;
    }
}

#[tokio::test]
async fn an_invalid_box_shape_is_rejected() {
    let with_box = |shape: Value| json!({"board": vec![vec![0; 6]; 6], "box": shape});
    assert_fault(
        &with_box(json!({"rows": 3, "columns": 3})),
        "#/box",
        "A box on a board of 6 rows must have 6 cells, but 3 rows times 3 columns is not 6.",
    )
    .await;
    let expected = "expected {\"rows\": …, \"columns\": …}, both whole numbers.";
    assert_fault(
        &with_box(json!([2, 3])),
        "#/box",
        &format!("The box is an array; {expected}"),
    )
    .await;
    for shape in [json!({"rows": 2}), json!({"rows": 2, "columns": null})] {
        let detail = format!("The box has no \"columns\"; {expected}");
        assert_fault(&with_box(shape), "#/box", &detail).await;
    }
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
                format!("\"{name}\" of the box is {found}; expected a whole number from 1 to 64.");
            assert_fault(&with_box(shape), &format!("#/box/{name}"), &detail).await;
        }
    }
    assert_fault(
        &with_box(json!({"rows": 2, "columns": 3, "width": 3})),
        "#/box/width",
        "\"width\" is unknown; expected \"rows\" or \"columns\".",
    )
    .await;
}

#[tokio::test]
async fn json_of_another_kind_is_rejected_with_an_example_of_a_board() {
    for (body, found) in [
        (json!(5), "5"),
        (json!(null), "null"),
        (json!(true), "true"),
    ] {
        assert_fault(&body, "#", &format!("The body is {found}; {BOARD}")).await;
    }
    assert_fault(
        &json!({"board": "53"}),
        "#/board",
        "The text holds 2 cells; expected as many lines as cells on each, such as 9 lines of 9 cells, or 81 cells on one line.",
    )
    .await;
    assert_fault(
        &json!({"board": {}}),
        "#/board",
        &format!("The board is an object; {ROWS}"),
    )
    .await;
    assert_fault(
        &json!(vec![0; 80]),
        "#",
        &format!("The board is an array of 80 elements that begins with 0; {BOARD}"),
    )
    .await;
    assert_fault(
        &json!(["123456789", 0]),
        "#",
        &format!(
            "The board is an array of 2 elements that begins with a string of 9 characters; {BOARD}"
        ),
    )
    .await;
}

#[tokio::test]
async fn unknown_and_repeated_members_are_rejected_by_name() {
    for body in [json!({}), json!({"board": null})] {
        assert_fault(&body, "#", &format!("The object has no \"board\"; {BOARD}")).await;
    }
    let unknown = "\"colour\" is unknown; expected \"board\", \"box\", \"regions\", \"variants\", \"extra_regions\" or \"symbols\".";
    assert_fault(
        &json!({"board": vec![vec![0; 4]; 4], "colour": 1}),
        "#/colour",
        unknown,
    )
    .await;
    let response = validate(&json!({"colour": 1, "size": 4})).await;
    assert_eq!(pointers(&response), ["#/colour", "#/size", "#"]);

    let board = json!(vec![vec![0; 4]; 4]);
    let twice = post(
        "/validate",
        format!("{{\"board\": {board}, \"\\u0062oard\": {board}}}"),
    )
    .await;
    let detail = "\"board\" is given more than once.";
    assert_eq!(
        twice.parts(),
        (422, not_a_board(detail, &[("#/board", detail)]))
    );
    // A member that is null counts as absent, but its name is not free for another one.
    let shape = "{\"rows\": 2, \"columns\": 2}";
    for (first, second) in [("null", "null"), ("null", shape), (shape, "null")] {
        let body = format!("{{\"board\": {board}, \"box\": {first}, \"box\": {second}}}");
        let detail = "\"box\" is given more than once.";
        assert_eq!(
            post("/validate", body).await.parts(),
            (422, not_a_board(detail, &[("#/box", detail)]))
        );
    }
}

#[tokio::test]
async fn a_secret_sent_by_mistake_is_not_repeated() {
    let secret = "hunter2-CorrectHorse";
    for body in [
        json!({ secret: 1 }),
        json!([[secret, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]),
        json!([secret]),
        json!(secret),
    ] {
        let response = validate(&body).await;
        assert_eq!(response.status, 422);
        assert!(
            !String::from_utf8(response.body).unwrap().contains(secret),
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
    let detail = "Member 1 of the object is unknown; expected \"board\", \"box\", \"regions\", \"variants\", \"extra_regions\" or \"symbols\".";
    assert_eq!(
        unnamed.parts(),
        (422, not_a_board(detail, &[("#", detail)]))
    );
}
