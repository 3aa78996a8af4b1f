//! Boards on which published validators and solvers went wrong, and boards that their tests use, with the right answers.

use serde_json::json;

use crate::oracle::rules::Repeat;
use crate::support::post;

struct Published {
    /// What the board is a test of.
    shows: &'static str,
    /// Rows with '/' between them, cells with a blank between them.
    board: &'static str,
    /// Rows and columns of a box.
    box_shape: (u8, u8),
    complete: bool,
    first: Option<Repeat>,
    duplicate_groups: usize,
}

#[tokio::test]
async fn published_boards_are_judged_right() {
    for case in PUBLISHED {
        let rows: Vec<Vec<&str>> = case
            .board
            .split(" / ")
            .map(|row| row.split(' ').collect())
            .collect();
        let (box_rows, box_columns) = case.box_shape;
        let body = json!({"board": rows, "box": {"rows": box_rows, "columns": box_columns}});
        let answer = post("/validate?duplicates=all", body.to_string())
            .await
            .json();
        let first = case.first.map(|(digit, kind, index, cells)| {
            let cells = cells.map(|(row, column)| json!({"row": row, "column": column}));
            json!({"digit": digit.to_string(), "house": {"kind": kind, "index": index}, "cells": cells})
        });
        assert_eq!(answer["valid"], first.is_none(), "{}", case.shows);
        assert_eq!(answer["complete"], case.complete, "{}", case.shows);
        assert_eq!(answer.get("duplicate").cloned(), first, "{}", case.shows);
        assert_eq!(
            answer["duplicates"].as_array().map(Vec::len),
            Some(case.duplicate_groups),
            "{}",
            case.shows
        );
    }
}

#[rustfmt::skip]
const PUBLISHED: &[Published] = &[
    Published {
        shows: "a box alone repeats: a check of rows and columns sees nothing",
        board: ". . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . 4 . / . . . . . . . . . / . . . . . . . . 4 / . . . . . . . . . / . . . . . . . . . / . . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first: Some((4, "box", 5, [(3, 7), (5, 8)])),
        duplicate_groups: 1,
    },
    Published {
        shows: "the first box repeats between its first and its last row",
        board: "7 . . . . . . . . / . . . . . . . . . / . 7 . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first: Some((7, "box", 0, [(0, 0), (2, 1)])),
        duplicate_groups: 1,
    },
    Published {
        shows: "a column repeats in its last row, which a wrong index skips",
        board: ". . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . 9 . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . 9 . . . .",
        box_shape: (3, 3),
        complete: false,
        first: Some((9, "column", 4, [(4, 4), (8, 4)])),
        duplicate_groups: 1,
    },
    Published {
        shows: "a row repeats away from the diagonal",
        board: ". . . 7 . . . . 7 / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first: Some((7, "row", 0, [(0, 3), (0, 8)])),
        duplicate_groups: 1,
    },
    Published {
        shows: "equal digits stand on both sides of each box border, and none repeats",
        board: ". . . . . . . . . / . . . . . . . . . / . . 5 . . . . . . / . . . 5 . . . . . / . . . . . . . . . / . . . . . 1 . . . / . . . . . . 1 . . / . . . . . . . . . / . . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first: None,
        duplicate_groups: 0,
    },
    Published {
        shows: "the highest digit repeats, at both ends of a column",
        board: "9 . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / 9 . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first: Some((9, "column", 0, [(0, 0), (8, 0)])),
        duplicate_groups: 1,
    },
    Published {
        shows: "two neighbours are equal",
        board: ". 8 8 . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first: Some((8, "row", 0, [(0, 1), (0, 2)])),
        duplicate_groups: 2,
    },
    Published {
        shows: "one slip breaks two columns and two boxes",
        board: "5 3 . . 7 . . . . / 6 . . 1 9 5 . . . / . 9 8 . . . . 6 . / 8 . . . 6 . . . 3 / 4 . . . 2 . . . 6 / 7 . . . 2 . . . 6 / . 6 . . . . 2 8 . / . . . 4 1 9 . . 5 / . . . . 8 . . 7 9",
        box_shape: (3, 3),
        complete: false,
        first: Some((2, "column", 4, [(4, 4), (5, 4)])),
        duplicate_groups: 4,
    },
    Published {
        shows: "six rows, boxes of two rows by three columns",
        board: ". . . . 4 . / . 1 . 3 . 5 / . . . 2 . . / . . 3 . . . / 6 . 2 . 5 . / . 5 . . . .",
        box_shape: (2, 3),
        complete: false,
        first: None,
        duplicate_groups: 0,
    },
    Published {
        shows: "twelve rows, boxes of three rows by four columns",
        board: ". . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . . / . . . . . . . . . . . 12",
        box_shape: (3, 4),
        complete: false,
        first: None,
        duplicate_groups: 0,
    },
    Published {
        shows: "a box that is wider than tall, with rows and columns told apart",
        board: ". . . . . . / . . . . . . / . . . 5 . . / . . . . . 5 / . . . . . . / . . . . . .",
        box_shape: (2, 3),
        complete: false,
        first: Some((5, "box", 3, [(2, 3), (3, 5)])),
        duplicate_groups: 1,
    },
    Published {
        shows: "nothing is filled in",
        board: ". . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first: None,
        duplicate_groups: 0,
    },
    Published {
        shows: "only one cell is left to fill in",
        board: "5 3 4 6 7 8 9 1 2 / 6 7 2 1 9 5 3 4 8 / 1 9 8 3 4 2 5 6 7 / 8 5 9 7 6 1 4 2 3 / 4 2 6 8 5 3 7 9 1 / 7 1 3 9 2 4 8 5 6 / 9 6 1 5 3 7 2 8 4 / 2 8 7 4 1 9 6 3 5 / 3 4 5 2 8 6 1 7 .",
        box_shape: (3, 3),
        complete: false,
        first: None,
        duplicate_groups: 0,
    },
    Published {
        shows: "a full board is not won if a digit repeats",
        board: "3 5 4 6 7 8 9 1 2 / 6 7 2 1 9 5 3 4 8 / 1 9 8 3 4 2 5 6 7 / 8 5 9 7 6 1 4 2 3 / 4 2 6 8 5 3 7 9 1 / 7 1 3 9 2 4 8 5 6 / 9 6 1 5 3 7 2 8 4 / 2 8 7 4 1 9 6 3 5 / 3 4 5 2 8 6 1 7 9",
        box_shape: (3, 3),
        complete: true,
        first: Some((3, "column", 0, [(0, 0), (8, 0)])),
        duplicate_groups: 2,
    },
    Published {
        shows: "nothing repeats, but no solution is left: still valid",
        board: ". 8 7 6 5 4 3 2 1 / 2 . . . . . . . . / 3 . . . . . . . . / 4 . . . . . . . . / 5 . . . . . . . . / 6 . . . . . . . . / 7 . . . . . . . . / 8 . . . . . . . . / 9 . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first: None,
        duplicate_groups: 0,
    },
    Published {
        shows: "sixteen rows, and the highest digit repeats at both ends of the last",
        board: ". . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / . . . . . . . . . . . . . . . . / 16 . . . . . . . . . . . . . . 16",
        box_shape: (4, 4),
        complete: false,
        first: Some((16, "row", 15, [(15, 0), (15, 15)])),
        duplicate_groups: 1,
    },
    Published {
        shows: "a repeat that many overlook: it is in a box alone",
        board: ". 4 . . . . . . . / . . 4 . . . . . . / . . . 1 . . 7 . . / . . . . . . . . . / . . . 3 . . . 6 . / . . . . . 6 . 9 . / . . . . 1 . . . . / . . . . . . 2 . . / . . . 8 . . . . .",
        box_shape: (3, 3),
        complete: false,
        first: Some((4, "box", 0, [(0, 1), (1, 2)])),
        duplicate_groups: 1,
    },
    Published {
        shows: "every cell holds the same digit",
        board: "3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3 / 3 3 3 3 3 3 3 3 3",
        box_shape: (3, 3),
        complete: true,
        first: Some((3, "row", 0, [(0, 0), (0, 1)])),
        duplicate_groups: 27,
    },
    Published {
        shows: "two digits of the last row are swapped",
        board: "1 3 2 5 7 9 4 6 8 / 4 9 8 2 6 1 3 7 5 / 7 5 6 3 8 4 2 1 9 / 6 4 3 1 5 8 7 9 2 / 5 2 1 7 9 3 8 4 6 / 9 8 7 4 2 6 5 3 1 / 2 1 4 9 3 5 6 8 7 / 3 6 5 8 1 7 9 2 4 / 8 7 9 6 4 2 1 3 5",
        box_shape: (3, 3),
        complete: true,
        first: Some((3, "column", 7, [(5, 7), (8, 7)])),
        duplicate_groups: 2,
    },
    Published {
        shows: "rows and columns are right, boxes are not",
        board: "1 3 2 4 / 3 1 4 2 / 2 4 3 1 / 4 2 1 3",
        box_shape: (2, 2),
        complete: true,
        first: Some((3, "box", 0, [(0, 1), (1, 0)])),
        duplicate_groups: 8,
    },
    Published {
        shows: "a solved board of sixteen rows",
        board: "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 / 5 6 7 8 9 10 11 12 13 14 15 16 1 2 3 4 / 9 10 11 12 13 14 15 16 1 2 3 4 5 6 7 8 / 13 14 15 16 1 2 3 4 5 6 7 8 9 10 11 12 / 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 1 / 6 7 8 9 10 11 12 13 14 15 16 1 2 3 4 5 / 10 11 12 13 14 15 16 1 2 3 4 5 6 7 8 9 / 14 15 16 1 2 3 4 5 6 7 8 9 10 11 12 13 / 3 4 5 6 7 8 9 10 11 12 13 14 15 16 1 2 / 7 8 9 10 11 12 13 14 15 16 1 2 3 4 5 6 / 11 12 13 14 15 16 1 2 3 4 5 6 7 8 9 10 / 15 16 1 2 3 4 5 6 7 8 9 10 11 12 13 14 / 4 5 6 7 8 9 10 11 12 13 14 15 16 1 2 3 / 8 9 10 11 12 13 14 15 16 1 2 3 4 5 6 7 / 12 13 14 15 16 1 2 3 4 5 6 7 8 9 10 11 / 16 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
        box_shape: (4, 4),
        complete: true,
        first: None,
        duplicate_groups: 0,
    },
    Published {
        shows: "every row, column and box sums to 45",
        board: "1 3 3 4 5 6 7 7 9 / 4 5 6 7 7 9 1 3 3 / 7 7 9 1 3 3 4 5 6 / 9 1 3 3 4 5 6 7 7 / 3 4 5 6 7 7 9 1 3 / 6 7 7 9 1 3 3 4 5 / 7 9 1 3 3 4 5 6 7 / 3 3 4 5 6 7 7 9 1 / 5 6 7 7 9 1 3 3 4",
        box_shape: (3, 3),
        complete: true,
        first: Some((3, "row", 0, [(0, 1), (0, 2)])),
        duplicate_groups: 54,
    },
    Published {
        shows: "one digit stands four times",
        board: ". . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / 9 . . 9 . . . . . / 9 . . 9 . . . . .",
        box_shape: (3, 3),
        complete: false,
        first: Some((9, "row", 7, [(7, 0), (7, 3)])),
        duplicate_groups: 6,
    },
    Published {
        shows: "two digits need the same cell, but none repeats",
        board: ". . . . . . . 1 2 / . . . . 1 2 . . . / . . . . . . . . . / . . . . . . . . . / . 2 . . . . . . . / . 1 . . . . . . . / . . . . . . . . . / 1 . . . . . . . . / 2 . . . . . . . .",
        box_shape: (3, 3),
        complete: false,
        first: None,
        duplicate_groups: 0,
    },
    Published {
        shows: "a solved board",
        board: "1 2 3 4 5 6 7 8 9 / 4 5 6 7 8 9 1 2 3 / 7 8 9 1 2 3 4 5 6 / 2 3 4 5 6 7 8 9 1 / 5 6 7 8 9 1 2 3 4 / 8 9 1 2 3 4 5 6 7 / 3 4 5 6 7 8 9 1 2 / 6 7 8 9 1 2 3 4 5 / 9 1 2 3 4 5 6 7 8",
        box_shape: (3, 3),
        complete: true,
        first: None,
        duplicate_groups: 0,
    },
];
