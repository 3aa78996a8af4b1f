//! Random games on boards of all layouts: the response of `/check` is the expected one, and gives no digit away.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use sudoku_validator::sudoku::{Board, Verdict};

use crate::oracle::rules::created_by_move;
use crate::puzzles::{lines, own};
use crate::support::boards::{rows_of, solve_and_check};
use crate::support::{TestResponse, post};
use crate::variants::{Parts, SMALL, any_parts, any_shape, full_board};

/// The symbols of the digits: characters that are nowhere else in a response.
const SYMBOLS: [char; 16] = [
    'α', 'β', 'γ', 'δ', 'ε', 'ζ', 'η', 'θ', 'ι', 'κ', 'λ', 'μ', 'ν', 'ξ', 'ο', 'π',
];

/// What a player asks about.
#[derive(Clone, Debug)]
struct Game {
    parts: Parts,
    givens: Vec<Vec<u8>>,
    board: Vec<Vec<u8>>,
    /// The row, the column and the digit of a move.
    played: Option<(usize, usize, u8)>,
}

impl Game {
    /// A part of a solution as the puzzle, and more of it with a few random digits as the board.
    fn new(parts: Parts, given: f64, seed: u64) -> Game {
        let mut rng = fastrand::Rng::with_seed(seed);
        let (size, solution) = (parts.size(), full_board(&parts));
        let mut part_of = |share: f64| -> Vec<Vec<u8>> {
            let rows = solution.iter();
            let mut part = |row: &Vec<u8>| {
                let cells = row.iter();
                cells
                    .map(|digit| if rng.f64() < share { *digit } else { 0 })
                    .collect()
            };
            rows.map(&mut part).collect()
        };
        let (givens, filled) = (part_of(given), part_of(0.4));
        let mut board = givens.clone();
        for (row, column) in (0..size * size).map(|cell| (cell / size, cell % size)) {
            if board[row][column] == 0 {
                board[row][column] = filled[row][column];
            }
        }
        let highest = u8::try_from(size).unwrap();
        for _ in 0..rng.usize(0..=3) {
            let (row, column) = (rng.usize(0..size), rng.usize(0..size));
            board[row][column] = rng.u8(0..=highest);
        }
        let played = (rng.usize(0..size), rng.usize(0..size), rng.u8(1..=highest));
        Game {
            parts,
            givens,
            board,
            played: Some(played).filter(|_| rng.f64() < 0.8),
        }
    }

    fn after_move(&self) -> Vec<Vec<u8>> {
        let mut board = self.board.clone();
        if let Some((row, column, digit)) = self.played {
            board[row][column] = digit;
        }
        board
    }

    /// The body of the request, with symbols.
    fn body(&self) -> Value {
        let mut body = self.parts.members();
        body["symbols"] = SYMBOLS[..self.parts.size()]
            .iter()
            .collect::<String>()
            .into();
        body["board"] = with_symbols(&self.board);
        body["givens"] = with_symbols(&self.givens);
        if let Some((row, column, digit)) = self.played {
            body["move"] = json!({"row": row, "column": column, "digit": symbol(digit)});
        }
        body
    }
}

fn any_game() -> impl Strategy<Value = Game> {
    let parts = any_shape(SMALL).prop_flat_map(|shape| any_parts(shape, 2, 2));
    (parts, 0.2..0.8, any::<u64>()).prop_map(|(parts, given, seed)| Game::new(parts, given, seed))
}

fn symbol(digit: u8) -> String {
    digit
        .checked_sub(1)
        .map_or(".".to_owned(), |index| SYMBOLS[usize::from(index)].into())
}

fn with_symbols(rows: &[Vec<u8>]) -> Value {
    let rows = rows.iter();
    rows.map(|row| row.iter().map(|digit| symbol(*digit)).collect::<String>())
        .collect()
}

/// The cells for which this is true, in reading order.
fn cells(size: usize, is_listed: impl Fn(usize, usize) -> bool) -> Vec<Value> {
    let cells = (0..size * size).map(|cell| (cell / size, cell % size));
    cells
        .filter(|(row, column)| is_listed(*row, *column))
        .map(|(row, column)| json!({"row": row, "column": column}))
        .collect()
}

/// The members about the puzzle, and whether the move is right.
fn on_puzzle(game: &Game) -> (Map<String, Value>, Option<bool>) {
    let (size, board) = (game.parts.size(), game.after_move());
    let layout = game.parts.layout();
    let givens = Board::new(layout.clone(), game.givens.concat()).unwrap();
    let found = solve_and_check(&givens, 2, &|| false);
    let is_changed =
        |row: usize, column: usize| ![0, board[row][column]].contains(&game.givens[row][column]);
    let mut expected = Map::new();
    expected.insert("solutions".to_owned(), found.verdict().as_str().into());
    let changed = cells(size, is_changed);
    let mut right = None;
    match found.verdict() {
        Verdict::One => {
            let solution = rows_of(&found.examples[0]);
            let wrong = cells(size, |row, column| {
                ![0, solution[row][column]].contains(&board[row][column])
            });
            let on_track = wrong.is_empty() && changed.is_empty();
            expected.insert("on_track".to_owned(), on_track.into());
            expected.insert("solved".to_owned(), (board == solution).into());
            expected.insert("wrong".to_owned(), wrong.into());
            right = game
                .played
                .map(|(row, column, digit)| solution[row][column] == digit);
        }
        Verdict::Many => {
            let is_replaced =
                |row: usize, column: usize| board[row][column] > 0 && is_changed(row, column);
            let mut restored = board.clone();
            for (row, givens) in game.givens.iter().enumerate() {
                for (column, given) in givens.iter().enumerate().filter(|(_, given)| **given > 0) {
                    restored[row][column] = *given;
                }
            }
            let restored = Board::new(layout, restored.concat()).unwrap();
            let is_reachable = cells(size, is_replaced).is_empty()
                && solve_and_check(&restored, 1, &|| false).count == 1;
            let reachable = if is_reachable { "yes" } else { "no" };
            expected.insert("reachable".to_owned(), reachable.into());
        }
        _ => {}
    }
    expected.insert("changed_givens".to_owned(), changed.into());
    (expected, right)
}

/// The member about the move.
fn of_move(game: &Game, right: Option<bool>) -> Option<Value> {
    let (row, column, digit) = game.played?;
    let constraints = game.parts.constraints();
    let created = created_by_move(&game.board, &constraints, (row, column), digit);
    let duplicates: Vec<Value> = created
        .into_iter()
        .map(|(digit, kind, index, cells)| {
            let mut house = json!({ "kind": kind });
            if let Some(index) = index {
                house["index"] = index.into();
            }
            let cells = cells.iter();
            let cells = cells.map(|(row, column)| json!({"row": row, "column": column}));
            json!({"digit": symbol(digit), "house": house, "cells": cells.collect::<Value>()})
        })
        .collect();
    let given = game.givens[row][column];
    let mut expected = json!({
        "valid": duplicates.is_empty(),
        "duplicates": duplicates,
        "changes_given": given > 0 && given != digit,
    });
    if let Some(right) = right {
        expected["right"] = right.into();
    }
    Some(expected)
}

async fn send(path: &str, body: &Value) -> TestResponse {
    let response = post(path, body.to_string()).await;
    assert_eq!(response.status, 200, "{body}: {response:?}");
    response
}

async fn check_game(game: &Game) {
    let body = game.body();
    let mut board = game.parts.members();
    board["symbols"] = body["symbols"].clone();
    board["board"] = with_symbols(&game.after_move());
    let validity = send("/validate?duplicates=all", &board).await.json();
    let (puzzle, right) = on_puzzle(game);
    let mut expected = validity;
    let members = expected.as_object_mut().unwrap();
    members.extend(puzzle);
    members.extend(of_move(game, right).map(|of_move| ("move".to_owned(), of_move)));

    let response = send("/check", &body).await;
    assert_eq!(response.json(), expected, "{body}");
    assert_gives_nothing_away(&response, &game.after_move());

    let members = expected.as_object_mut().unwrap();
    for name in ["wrong", "changed_givens"] {
        if let Some(list) = members.remove(name) {
            let count = list.as_array().unwrap().len();
            members.insert(format!("{name}_count"), count.into());
        }
    }
    let response = send("/check?wrong=count", &body).await;
    assert_eq!(response.json(), expected, "{body}");
    assert_gives_nothing_away(&response, &game.after_move());
}

/// Panics if the response has a digit that the board does not have in the same cell.
fn assert_gives_nothing_away(response: &TestResponse, board: &[Vec<u8>]) {
    let mut known = 0;
    visit(&response.json(), board, &mut known);
    let symbols = response.text().matches(SYMBOLS).count();
    assert_eq!(symbols, known, "{}", response.text());
    let mut headers: BTreeMap<&str, &str> = response
        .headers
        .iter()
        .map(|(name, value)| (name.as_str(), value.to_str().unwrap()))
        .collect();
    // It is made without the body.
    assert!(headers.remove("x-request-id").is_some());
    let expected = [
        ("access-control-allow-origin", "*"),
        (
            "access-control-expose-headers",
            "x-request-id, retry-after, allow, etag",
        ),
        ("content-type", "application/json"),
        ("x-content-type-options", "nosniff"),
    ];
    assert_eq!(headers, expected.into());
}

/// Counts the digits in a response that the board has in all of their cells. All other values must be of kinds that say
/// nothing about digits.
fn visit(value: &Value, board: &[Vec<u8>], known: &mut usize) {
    const FLAGS: [&str; 7] = [
        "valid",
        "complete",
        "on_track",
        "solved",
        "changes_given",
        "right",
        "reachable",
    ];
    const COUNTS: [&str; 2] = ["wrong_count", "changed_givens_count"];
    for (name, member) in value.as_object().unwrap() {
        match name.as_str() {
            "digit" => {
                for cell in value["cells"].as_array().unwrap() {
                    let index = |name| usize::try_from(cell[name].as_u64().unwrap()).unwrap();
                    assert_eq!(*member, symbol(board[index("row")][index("column")]));
                }
                *known += 1;
            }
            "duplicate" | "move" => visit(member, board, known),
            "duplicates" => {
                for duplicate in member.as_array().unwrap() {
                    visit(duplicate, board, known);
                }
            }
            "house" | "cells" | "wrong" | "changed_givens" => {}
            "solutions" => assert!(["none", "one", "many"].contains(&member.as_str().unwrap())),
            name if FLAGS.contains(&name) => {
                assert!(member.is_boolean() || ["yes", "no"].contains(&member.as_str().unwrap()));
            }
            name => assert!(COUNTS.contains(&name), "{name}"),
        }
    }
}

fn block_on(future: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(future);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_game_on_any_layout_gets_the_expected_response_without_a_new_digit(game in any_game()) {
        block_on(check_game(&game));
    }

    /// A layout in the query is read only by the strict parser.
    #[test]
    fn both_parsers_read_the_same(game in any_shape(SMALL).prop_flat_map(|shape| {
        (any_parts(shape, 0, 0), any::<u64>())
            .prop_filter("the layout has boxes", |(parts, _)| parts.members().get("box").is_some())
            .prop_map(|(parts, seed)| Game::new(parts, 0.5, seed))
    }), are_strings in any::<bool>()) {
        let shape = game.parts.members()["box"].clone();
        let cells = |rows: &[Vec<u8>]| if are_strings {
            let rows = rows.iter();
            rows.map(|row| row.iter().map(u8::to_string).collect::<Value>())
                .collect()
        } else {
            json!(rows)
        };
        let mut body = json!({"board": cells(&game.board), "givens": cells(&game.givens)});
        if let Some((row, column, digit)) = game.played {
            body["move"] = json!({"row": row, "column": column, "digit": digit});
        }
        block_on(async {
            let query = format!("?box={}x{}", shape["rows"], shape["columns"]);
            let strict = send(&format!("/check{query}"), &body).await.json();
            body["box"] = shape;
            assert_eq!(send("/check", &body).await.json(), strict);
            let indented = serde_json::to_string_pretty(&body).unwrap();
            assert_eq!(post("/check", indented).await.json(), strict);
        });
    }
}

/// A problem is the same whatever the puzzle and its solution.
#[tokio::test]
async fn a_problem_says_nothing_about_the_puzzle() {
    let puzzles = lines(&own("qqwing.txt"));
    let [one, other] = [&puzzles[0], &puzzles[1]].map(|puzzle| rows_of(&puzzle.board));
    let board = vec![vec![0; 9]; 9];
    let mut faulty_board = json!(board);
    faulty_board[4][4] = json!(10);
    let mut bodies = vec![json!({"board": faulty_board})];
    for (row, column, digit) in [
        (json!(9), json!(0), json!(1)),
        (json!(0), json!(-1), json!(1)),
        (json!(0), json!(0), json!(0)),
        (json!(0), json!(0), json!("x")),
        (json!(0), json!(0), json!(null)),
    ] {
        let player_move = json!({"row": row, "column": column, "digit": digit});
        bodies.push(json!({"board": board, "move": player_move}));
    }
    for mut body in bodies {
        body["givens"] = json!(one);
        let of_one = post("/check", body.to_string()).await;
        assert_eq!(of_one.status, 422, "{body}");
        body["givens"] = json!(other);
        assert_eq!(of_one.json(), post("/check", body.to_string()).await.json());
    }
}
