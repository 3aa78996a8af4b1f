//! Responses of `/solve`.

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

use crate::support::boards::PUZZLE;
use crate::support::post;
use crate::support::running::{Running, generous, read_to_end};

async fn solve(query: &str, board: &Value) -> Value {
    let response = post(&format!("/solve{query}"), board.to_string()).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

/// A puzzle of four rows and its solution.
const SOLUTION: [[u8; 4]; 4] = [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]];

const EMPTY: [[u8; 4]; 4] = [[0; 4]; 4];

fn as_strings(rows: [[u8; 4]; 4], empty: &str) -> [[String; 4]; 4] {
    rows.map(|row| {
        row.map(|digit| {
            if digit == 0 {
                empty.to_owned()
            } else {
                digit.to_string()
            }
        })
    })
}

#[tokio::test]
async fn the_solution_of_a_puzzle_has_its_notation() {
    let one = |solution: Value| json!({"valid": true, "complete": false, "solutions": "one", "count": 1, "counted_to": 2, "solution": solution});
    assert_eq!(solve("", &json!(PUZZLE)).await, one(json!(SOLUTION)));
    assert_eq!(
        solve("", &json!({"board": PUZZLE})).await,
        one(json!(SOLUTION))
    );
    for empty in [".", "", "0"] {
        let strings = json!(as_strings(SOLUTION, ""));
        assert_eq!(
            solve("", &json!(as_strings(PUZZLE, empty))).await,
            one(strings)
        );
    }
    // If the board mixes notations, a digit has the notation of the empty cell that it fills.
    let mut mixed = json!(as_strings(PUZZLE, "."));
    let mut expected = json!(as_strings(SOLUTION, ""));
    for (row, column) in [(0, 0), (0, 1), (3, 3)] {
        mixed[row][column] = PUZZLE[row][column].into();
        expected[row][column] = SOLUTION[row][column].into();
    }
    assert_eq!(solve("", &mixed).await, one(expected));
}

#[tokio::test]
async fn a_solved_board_is_its_own_solution() {
    let expected = json!({"valid": true, "complete": true, "solutions": "one", "count": 1, "counted_to": 2, "solution": SOLUTION});
    assert_eq!(solve("", &json!(SOLUTION)).await, expected);
}

#[tokio::test]
async fn two_of_many_solutions_are_returned_with_the_cells_in_which_they_differ() {
    let board = json!([
        ["1", "2", "3", "4"],
        ["3", "4", "1", "2"],
        ["2", ".", "4", "."],
        ["4", ".", "2", "."]
    ]);
    let cells =
        [[2, 1], [2, 3], [3, 1], [3, 3]].map(|[row, column]| json!({"row": row, "column": column}));
    let mut expected = json!({
        "valid": true, "complete": false, "solutions": "many", "count": 2, "counted_to": 2,
        "examples": [
            [["1", "2", "3", "4"], ["3", "4", "1", "2"], ["2", "1", "4", "3"], ["4", "3", "2", "1"]],
            [["1", "2", "3", "4"], ["3", "4", "1", "2"], ["2", "3", "4", "1"], ["4", "1", "2", "3"]],
        ],
        "differs": cells,
    });
    assert_eq!(solve("", &board).await, expected);
    // A count below the limit is exact.
    expected["counted_to"] = 100.into();
    assert_eq!(solve("?count_to=100", &board).await, expected);
    // The notation of an empty board is that of its empty cells.
    let empty = solve("", &json!(EMPTY.map(|row| row.map(|_| ".")))).await;
    assert!(empty["examples"][0][0][0].is_string(), "{empty}");
}

#[tokio::test]
async fn solutions_are_counted_up_to_the_limit() {
    let empty = json!(EMPTY);
    for (query, count, counted_to) in [
        ("", 2, 2),
        ("?count_to=1", 1, 1),
        ("?count_to=287", 287, 287),
        ("?count_to=288", 288, 288),
        ("?count_to=100000", 288, 100_000),
    ] {
        let response = solve(query, &empty).await;
        let expected = json!(["many", count, counted_to]);
        assert_eq!(
            json!([
                response["solutions"],
                response["count"],
                response["counted_to"]
            ]),
            expected,
            "{query}"
        );
    }
    let one = solve("?count_to=1", &json!(PUZZLE)).await;
    assert_eq!(
        json!([one["solutions"], one["count"], one["counted_to"]]),
        json!(["one", 1, 1])
    );
}

#[tokio::test]
async fn solutions_are_omitted_on_request() {
    let expected =
        json!({"valid": true, "complete": false, "solutions": "one", "count": 1, "counted_to": 2});
    for query in ["?solution=false", "?solution=False", "?solution=FALSE"] {
        assert_eq!(solve(query, &json!(PUZZLE)).await, expected, "{query}");
    }
    assert_eq!(
        solve("?solution=True", &json!(PUZZLE)).await,
        solve("", &json!(PUZZLE)).await
    );
    let many = solve("?solution=false&count_to=3", &json!(EMPTY)).await;
    assert_eq!(many["solutions"], "many");
    assert!(
        many.get("examples").is_none() && many["differs"].is_array(),
        "{many}"
    );
}

#[tokio::test]
async fn a_board_with_duplicates_has_no_solution() {
    let response = solve("", &json!([[1, 0, 0, 1], EMPTY[1], EMPTY[2], EMPTY[3]])).await;
    let expected = json!({
        "valid": false, "complete": false, "solutions": "none", "count": 0, "counted_to": 2,
        "duplicate": {
            "digit": 1, "house": {"kind": "row", "index": 0},
            "cells": [{"row": 0, "column": 0}, {"row": 0, "column": 3}],
        },
    });
    assert_eq!(response, expected);
}

#[tokio::test]
async fn an_unsolvable_board_is_explained_by_a_contradiction() {
    let none = |contradiction: Value| json!({"valid": true, "complete": false, "solutions": "none", "count": 0, "counted_to": 2, "contradiction": contradiction});
    // Eight digits appear in its row, the ninth in its column.
    let mut no_digit = vec![vec![0; 9]; 9];
    no_digit[0] = vec![0, 8, 7, 6, 5, 4, 3, 2, 1];
    for (row, digit) in (1..).zip(2..=9) {
        no_digit[row][0] = digit;
    }
    let cell = json!({"cell": {"row": 0, "column": 0}});
    assert_eq!(solve("", &json!(no_digit)).await, none(cell));
    // The 1 fits no cell of the first row: they are filled, or share a column or a box with a 1.
    let no_cell = json!([
        ["2", "3", ".", "."],
        [".", ".", "1", "."],
        [".", ".", ".", "."],
        [".", ".", ".", "."]
    ]);
    let digit = solve("", &no_cell).await["contradiction"].clone();
    assert_eq!(
        digit,
        json!({"digit": "1", "house": {"kind": "row", "index": 0}})
    );
}

#[tokio::test]
async fn an_invalid_parameter_is_rejected() {
    let number = |name| {
        format!(
            "The parameter \"{name}\" has an invalid value; expected a whole number from 1 to 100000."
        )
    };
    for (query, detail) in [
        ("count_to=0", number("count_to")),
        ("count_to=100001", number("count_to")),
        ("count_to=%2B2", number("count_to")),
        ("count_to=-1", number("count_to")),
        ("count_to=2.0", number("count_to")),
        ("count_to=", number("count_to")),
        ("count_to=99999999999999999999", number("count_to")),
        (
            "count_to=2&count_to=2",
            "The parameter \"count_to\" is given more than once.".to_owned(),
        ),
        (
            "solution=no",
            "The parameter \"solution\" has an invalid value; expected \"true\" or \"false\"."
                .to_owned(),
        ),
        (
            "duplicates=all",
            "The parameter \"duplicates\" is unknown; expected \"count_to\", \"solution\", \"examples\", \"redundant\", \"box\", \"regions\", \"variants\" or \"symbols\"."
                .to_owned(),
        ),
    ] {
        let response = post(&format!("/solve?{query}"), json!(PUZZLE).to_string()).await;
        assert_eq!(
            (response.status.as_u16(), &response.json()["detail"]),
            (400, &json!(detail)),
            "{query}"
        );
    }
}

/// Client and service run on different threads here, so the requests can arrive in any number of parts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_half_closed_connection_receives_its_responses() {
    let running = Running::start(generous());
    let body = json!(PUZZLE).to_string();
    let head = "HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    let solve = format!(
        "POST /solve {head}content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let validate = solve.replace("/solve", "/validate");
    for requests in [
        vec![&solve],
        vec![&validate],
        vec![&validate; 50],
        vec![&solve, &validate, &validate, &solve],
    ] {
        for _ in 0..20 {
            let mut stream = running.connect().await;
            for request in &requests {
                stream.write_all(request.as_bytes()).await.unwrap();
            }
            stream.shutdown().await.unwrap();
            let responses = read_to_end(&mut stream).await;
            assert_eq!(
                responses.matches("{\"valid\":true,").count(),
                requests.len(),
                "{responses}"
            );
        }
    }
    running.stop().await;
}
