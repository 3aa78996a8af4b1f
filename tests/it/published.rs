//! Boards that published validators and solvers got wrong, and boards from their tests, with the expected responses.

use serde_json::json;

use crate::support::post;

/// The digit, the kind and index of the house, and the two cells.
type Repeat = (u8, &'static str, usize, [(usize, usize); 2]);

struct Published {
    /// What the board tests.
    description: &'static str,
    /// Rows separated by `/`, cells separated by spaces.
    board: &'static str,
    /// The number of rows and of columns of a box.
    box_shape: (u8, u8),
    complete: bool,
    first_duplicate: Option<Repeat>,
    /// The number of entries in `duplicates` with `duplicates=all`.
    repeated_digits: usize,
}

#[tokio::test]
async fn published_boards_are_validated_correctly() {
    for case in PUBLISHED {
        let rows: Vec<Vec<&str>> = case
            .board
            .split(" / ")
            .map(|row| row.split(' ').collect())
            .collect();
        let (box_rows, box_columns) = case.box_shape;
        let body = json!({"board": rows, "box": {"rows": box_rows, "columns": box_columns}});
        let response = post("/validate?duplicates=all", body.to_string())
            .await
            .json();
        let first_duplicate = case.first_duplicate.map(|(digit, kind, index, cells)| {
            let cells = cells.map(|(row, column)| json!({"row": row, "column": column}));
            json!({"digit": digit.to_string(), "house": {"kind": kind, "index": index}, "cells": cells})
        });
        let name = case.description;
        assert_eq!(response["valid"], first_duplicate.is_none(), "{name}");
        assert_eq!(response["complete"], case.complete, "{name}");
        assert_eq!(
            response.get("duplicate"),
            first_duplicate.as_ref(),
            "{name}"
        );
        let repeated_digits = response["duplicates"].as_array().map(Vec::len);
        assert_eq!(repeated_digits, Some(case.repeated_digits), "{name}");
    }
}

#[rustfmt::skip]
const PUBLISHED: &[Published] = &[
    Published {
        description: "a digit is repeated only within a box, which checking rows and columns misses",
        board: ". . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . 4 . / . . . . . . . . . / . . . . . . . . 4 / . . . . . . . . . / . . . . . . . . . / . . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first_duplicate: Some((4, "box", 5, [(3, 7), (5, 8)])),
        repeated_digits: 1,
    },
    Published {
        description: "a digit is repeated in the first and the last row of the first box",
        board: "7 . . . . . . . . / . . . . . . . . . / . 7 . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first_duplicate: Some((7, "box", 0, [(0, 0), (2, 1)])),
        repeated_digits: 1,
    },
    Published {
        description: "a digit is repeated in the last row of a column, which an off-by-one error skips",
        board: ". . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . 9 . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . 9 . . . .",
        box_shape: (3, 3),
        complete: false,
        first_duplicate: Some((9, "column", 4, [(4, 4), (8, 4)])),
        repeated_digits: 1,
    },
    Published {
        description: "a digit is repeated in a row, away from the diagonal",
        board: ". . . 7 . . . . 7 / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first_duplicate: Some((7, "row", 0, [(0, 3), (0, 8)])),
        repeated_digits: 1,
    },
    Published {
        description: "equal digits on both sides of box borders are not duplicates",
        board: ". . . . . . . . . / . . . . . . . . . / . . 5 . . . . . . / . . . 5 . . . . . / . . . . . . . . . / . . . . . 1 . . . / . . . . . . 1 . . / . . . . . . . . . / . . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first_duplicate: None,
        repeated_digits: 0,
    },
    Published {
        description: "the highest digit is repeated at both ends of a column",
        board: "9 . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / 9 . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first_duplicate: Some((9, "column", 0, [(0, 0), (8, 0)])),
        repeated_digits: 1,
    },
    Published {
        description: "two adjacent cells hold the same digit",
        board: ". 8 8 . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first_duplicate: Some((8, "row", 0, [(0, 1), (0, 2)])),
        repeated_digits: 2,
    },
    Published {
        description: "one mistyped row causes duplicates in two columns and two boxes",
        board: "5 3 . . 7 . . . . / 6 . . 1 9 5 . . . / . 9 8 . . . . 6 . / 8 . . . 6 . . . 3 / 4 . . . 2 . . . 6 / 7 . . . 2 . . . 6 / . 6 . . . . 2 8 . / . . . 4 1 9 . . 5 / . . . . 8 . . 7 9",
        box_shape: (3, 3),
        complete: false,
        first_duplicate: Some((2, "column", 4, [(4, 4), (5, 4)])),
        repeated_digits: 4,
    },
    Published {
        description: "6x6 with boxes of two rows by three columns",
        board: ". . . . 4 . / . 1 . 3 . 5 / . . . 2 . . / . . 3 . . . / 6 . 2 . 5 . / . 5 . . . .",
        box_shape: (2, 3),
        complete: false,
        first_duplicate: None,
        repeated_digits: 0,
    },
    Published {
        description: "12x12 with boxes of three rows by four columns",
        board: ". . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . 12",
        box_shape: (3, 4),
        complete: false,
        first_duplicate: None,
        repeated_digits: 0,
    },
    Published {
        description: "boxes are wider than tall, and their rows and columns must not be swapped",
        board: ". . . . . . / . . . . . . / . . . 5 . . / . . . . . 5 / . . . . . . / . . . . . .",
        box_shape: (2, 3),
        complete: false,
        first_duplicate: Some((5, "box", 3, [(2, 3), (3, 5)])),
        repeated_digits: 1,
    },
    Published {
        description: "the board is empty",
        board: ". . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first_duplicate: None,
        repeated_digits: 0,
    },
    Published {
        description: "one cell is empty",
        board: "5 3 4 6 7 8 9 1 2 / 6 7 2 1 9 5 3 4 8 / 1 9 8 3 4 2 5 6 7 / 8 5 9 7 6 1 4 2 3 / 4 2 6 8 5 3 7 9 1 / 7 1 3 9 2 4 8 5 6 / 9 6 1 5 3 7 2 8 4 / 2 8 7 4 1 9 6 3 5 / 3 4 5 2 8 6 1 7 .",
        box_shape: (3, 3),
        complete: false,
        first_duplicate: None,
        repeated_digits: 0,
    },
    Published {
        description: "a complete board with a duplicate is not solved",
        board: "3 5 4 6 7 8 9 1 2 / 6 7 2 1 9 5 3 4 8 / 1 9 8 3 4 2 5 6 7 / 8 5 9 7 6 1 4 2 3 / 4 2 6 8 5 3 7 9 1 / 7 1 3 9 2 4 8 5 6 / 9 6 1 5 3 7 2 8 4 / 2 8 7 4 1 9 6 3 5 / 3 4 5 2 8 6 1 7 9",
        box_shape: (3, 3),
        complete: true,
        first_duplicate: Some((3, "column", 0, [(0, 0), (8, 0)])),
        repeated_digits: 2,
    },
    Published {
        description: "a board without duplicates is valid even if it has no solution",
        board: ". 8 7 6 5 4 3 2 1 / 2 . . . . . . . . / 3 . . . . . . . . / 4 . . . . . . . . / 5 . . . . . . . . / 6 . . . . . . . . / 7 . . . . . . . . / 8 . . . . . . . . / 9 . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first_duplicate: None,
        repeated_digits: 0,
    },
    Published {
        description: "16x16 with the highest digit at both ends of the last row",
        board: ". . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / 16 . . . . . . . . . . . . . . 16",
        box_shape: (4, 4),
        complete: false,
        first_duplicate: Some((16, "row", 15, [(15, 0), (15, 15)])),
        repeated_digits: 1,
    },
    Published {
        description: "a digit is repeated only within a box, which is easily overlooked",
        board: ". 4 . . . . . . . / . . 4 . . . . . . / . . . 1 . . 7 . . / . . . . . . . . . / . . . 3 . . . 6 . / . . . . . 6 . 9 . / . . . . 1 . . . . / . . . . . . 2 . . / . . . 8 . . . . .",
        box_shape: (3, 3),
        complete: false,
        first_duplicate: Some((4, "box", 0, [(0, 1), (1, 2)])),
        repeated_digits: 1,
    },
    Published {
        description: "every cell holds the same digit",
        board: "3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3",
        box_shape: (3, 3),
        complete: true,
        first_duplicate: Some((3, "row", 0, [(0, 0), (0, 1)])),
        repeated_digits: 27,
    },
    Published {
        description: "two digits of the last row are swapped",
        board: "1 3 2 5 7 9 4 6 8 / 4 9 8 2 6 1 3 7 5 / 7 5 6 3 8 4 2 1 9 / 6 4 3 1 5 8 7 9 2 / 5 2 1 7 9 3 8 4 6 / 9 8 7 4 2 6 5 3 1 / 2 1 4 9 3 5 6 8 7 / 3 6 5 8 1 7 9 2 4 / 8 7 9 6 4 2 1 3 5",
        box_shape: (3, 3),
        complete: true,
        first_duplicate: Some((3, "column", 7, [(5, 7), (8, 7)])),
        repeated_digits: 2,
    },
    Published {
        description: "rows and columns are valid, boxes are not",
        board: "1 3 2 4 / 3 1 4 2 / 2 4 3 1 / 4 2 1 3",
        box_shape: (2, 2),
        complete: true,
        first_duplicate: Some((3, "box", 0, [(0, 1), (1, 0)])),
        repeated_digits: 8,
    },
    Published {
        description: "a solved 16x16 board",
        board: "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 / 5 6 7 8 9 10 11 12 13 14 15 16 1 2 3 4 / 9 10 11 12 13 14 15 16 1 2 3 4 5 6 7 8 / 13 14 15 16 1 2 3 4 5 6 7 8 9 10 11 12 / 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 1 / 6 7 8 9 10 11 12 13 14 15 16 1 2 3 4 5 / 10 11 12 13 14 15 16 1 2 3 4 5 6 7 8 9 / 14 15 16 1 2 3 4 5 6 7 8 9 10 11 12 13 / 3 4 5 6 7 8 9 10 11 12 13 14 15 16 1 2 / 7 8 9 10 11 12 13 14 15 16 1 2 3 4 5 6 / 11 12 13 14 15 16 1 2 3 4 5 6 7 8 9 10 / 15 16 1 2 3 4 5 6 7 8 9 10 11 12 13 14 / 4 5 6 7 8 9 10 11 12 13 14 15 16 1 2 3 / 8 9 10 11 12 13 14 15 16 1 2 3 4 5 6 7 / 12 13 14 15 16 1 2 3 4 5 6 7 8 9 10 11 / 16 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
        box_shape: (4, 4),
        complete: true,
        first_duplicate: None,
        repeated_digits: 0,
    },
    Published {
        description: "every row, column and box sums to 45",
        board: "1 3 3 4 5 6 7 7 9 / 4 5 6 7 7 9 1 3 3 / 7 7 9 1 3 3 4 5 6 / 9 1 3 3 4 5 6 7 7 / 3 4 5 6 7 7 9 1 3 / 6 7 7 9 1 3 3 4 5 / 7 9 1 3 3 4 5 6 7 / 3 3 4 5 6 7 7 9 1 / 5 6 7 7 9 1 3 3 4",
        box_shape: (3, 3),
        complete: true,
        first_duplicate: Some((3, "row", 0, [(0, 1), (0, 2)])),
        repeated_digits: 54,
    },
    Published {
        description: "one digit appears four times, at the corners of a rectangle",
        board: ". . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / 9 . . 9 . . . . . / 9 . . 9 . . . . .",
        box_shape: (3, 3),
        complete: false,
        first_duplicate: Some((9, "row", 7, [(7, 0), (7, 3)])),
        repeated_digits: 6,
    },
    Published {
        description: "two digits fit only the same cell, but neither is repeated",
        board: ". . . . . . . 1 2 / . . . . 1 2 . . . / . . . . . . . . . / . . . . . . . . . / . 2 . . . . . . . / . 1 . . . . . . . / . . . . . . . . . / 1 . . . . . . . . / 2 . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first_duplicate: None,
        repeated_digits: 0,
    },
    Published {
        description: "a solved 9x9 board",
        board: "1 2 3 4 5 6 7 8 9 / 4 5 6 7 8 9 1 2 3 / 7 8 9 1 2 3 4 5 6 / 2 3 4 5 6 7 8 9 1 / 5 6 7 8 9 1 2 3 4 / 8 9 1 2 3 4 5 6 7 / 3 4 5 6 7 8 9 1 2 / 6 7 8 9 1 2 3 4 5 / 9 1 2 3 4 5 6 7 8",
        box_shape: (3, 3),
        complete: true,
        first_duplicate: None,
        repeated_digits: 0,
    },
];
