//! The solutions of boards, against the oracle and against published puzzles.
//!
//! The variable `SUDOKU_PUZZLES` names a folder of published puzzles; without it their tests say that they are skipped.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use serde_json::Value;
use sudoku_validator::sudoku::{
    Board, BoxShape, Cell, Contradiction, Digit, End, House, HouseKind, Layout, Solutions,
    contradiction, solve,
};

use crate::support::exact_cover;

const SHAPES: [(usize, usize); 10] = [
    (2, 2),
    (1, 4),
    (4, 1),
    (1, 5),
    (2, 3),
    (3, 2),
    (1, 7),
    (2, 4),
    (4, 2),
    (3, 3),
];

fn board(digits: Vec<u8>, (rows, columns): (usize, usize)) -> Board {
    Board::new(
        Layout::new(rows * columns, Some(BoxShape { rows, columns })).unwrap(),
        digits,
    )
    .unwrap()
}

/// The digits of a board, row by row, 0 where a cell is empty.
fn digits(board: &Board) -> Vec<u8> {
    let rows = &board.layout().houses()[..board.layout().size()];
    rows.iter()
        .flat_map(House::cells)
        .map(|cell| board.digit(*cell).map_or(0, Digit::get))
        .collect()
}

/// Solves a board, and holds what was found to the board and to itself.
fn solve_to(board: &Board, count_to: usize, stop: &dyn Fn() -> bool) -> Solutions {
    let solutions = solve(board, count_to, stop);
    assert!(solutions.count <= count_to);
    assert_eq!(solutions.end == End::Enough, solutions.count == count_to);
    assert_eq!(solutions.examples.len(), solutions.count.min(2));
    for example in &solutions.examples {
        assert!(example.is_valid() && example.is_complete());
        assert_eq!(example.layout(), board.layout());
        assert!(
            digits(board)
                .iter()
                .zip(digits(example))
                .all(|(given, digit)| *given == 0 || *given == digit)
        );
    }
    if let [one, other] = &solutions.examples[..] {
        assert_ne!(one, other);
    }
    solutions
}

/// A board of a small size: a solved one with some cells emptied and a few overwritten.
fn small_board() -> impl Strategy<Value = (Vec<u8>, (usize, usize))> {
    (
        prop::sample::select(&SHAPES),
        0.0..=1.0,
        prop_oneof![Just(0.0), 0.0..=0.1],
    )
        .prop_flat_map(|((rows, columns), filled, overwritten)| {
            let size = rows * columns;
            // The oracle is too slow for large boards that are almost empty.
            let filled = if size > 6 { 0.3 + 0.7 * filled } else { filled };
            let cell = (
                prop::bool::weighted(filled),
                prop::bool::weighted(overwritten),
                1..=size,
            );
            (
                Just((rows, columns)),
                prop::collection::vec(cell, size * size),
            )
        })
        .prop_map(|((rows, columns), changes)| {
            let size = rows * columns;
            let cell = |(place, change): (usize, (bool, bool, usize))| match change {
                (false, ..) => 0,
                (true, true, digit) => u8::try_from(digit).unwrap(),
                (true, false, _) => {
                    let (row, column) = (place / size, place % size);
                    u8::try_from((row % rows * columns + row / rows + column) % size + 1).unwrap()
                }
            };
            (
                changes.into_iter().enumerate().map(cell).collect(),
                (rows, columns),
            )
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn as_many_solutions_are_found_as_the_oracle_counts((digits, shape) in small_board(), count_to in 1..40_usize) {
        let rows: Vec<Vec<u8>> = digits.chunks(shape.0 * shape.1).map(<[u8]>::to_vec).collect();
        let expected = exact_cover::count(&rows, shape.0, shape.1, count_to);
        let board = board(digits, shape);
        let solutions = solve_to(&board, count_to, &|| false);
        prop_assert_eq!(solutions.count, expected);
        prop_assert_ne!(solutions.end, End::Stopped);
        prop_assert_eq!(solve(&board, count_to, &|| false), solutions);
        if contradiction(&board).is_some() {
            prop_assert_eq!(expected, 0);
        }
    }
}

#[test]
fn the_empty_board_of_four_rows_has_288_solutions() {
    let solutions = solve_to(&board(vec![0; 16], (2, 2)), 1000, &|| false);
    assert_eq!((solutions.count, solutions.end), (288, End::Exhausted));
}

#[test]
fn empty_boards_of_many_shapes_have_many_solutions() {
    for (rows, columns) in [
        (1, 13),
        (13, 1),
        (2, 8),
        (4, 4),
        (1, 23),
        (3, 8),
        (5, 5),
        (2, 14),
        (6, 6),
    ] {
        let size = rows * columns;
        assert_eq!(
            solve_to(&board(vec![0; size * size], (rows, columns)), 2, &|| false).end,
            End::Enough
        );
    }
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let asked = std::cell::Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    let solutions = solve_to(&board(vec![0; 81], (3, 3)), usize::MAX, &stop);
    assert_eq!(solutions.end, End::Stopped);
    assert!(solutions.count > 0);
    assert_eq!(
        solve_to(&board(vec![0; 4096], (8, 8)), 2, &|| true).end,
        End::Stopped
    );
}

/// A 4×4 board from its rows.
fn four(rows: [[u8; 4]; 4]) -> Board {
    board(rows.concat(), (2, 2))
}

#[test]
fn the_first_cell_that_no_digit_fits_is_a_contradiction() {
    let board = four([[0, 1, 2, 0], [3, 0, 0, 0], [4, 0, 0, 0], [0, 0, 0, 0]]);
    assert_eq!(
        contradiction(&board),
        Some(Contradiction::Cell(Cell { row: 0, column: 0 }))
    );
}

#[test]
fn the_first_digit_that_has_no_place_is_a_contradiction() {
    let board = four([[0, 0, 2, 3], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]);
    let Some(Contradiction::Digit { digit, house }) = contradiction(&board) else {
        panic!("it has a contradiction")
    };
    assert_eq!(
        (digit.get(), house.kind(), house.index()),
        (1, HouseKind::Row, 0)
    );
}

#[test]
fn singles_lead_to_a_contradiction() {
    // Only the 4 fits the last cell of the first row, and only the 4 that of the third.
    let board = four([[1, 2, 3, 0], [0, 0, 0, 0], [2, 3, 1, 0], [0, 0, 0, 0]]);
    assert_eq!(
        contradiction(&board),
        Some(Contradiction::Cell(Cell { row: 2, column: 3 }))
    );
    assert_eq!(solve_to(&board, 2, &|| false).count, 0);
}

#[test]
fn a_board_with_solutions_has_no_contradiction() {
    assert_eq!(contradiction(&four([[0; 4]; 4])), None);
    assert_eq!(
        contradiction(&four([
            [1, 2, 3, 4],
            [3, 4, 1, 2],
            [2, 1, 4, 3],
            [4, 3, 2, 1]
        ])),
        None
    );
}

/// A published puzzle, and how many solutions it is said to have.
struct Puzzle {
    id: String,
    board: Board,
    solutions: Value,
}

fn read(file: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("SUDOKU_PUZZLES").map(PathBuf::from) else {
        eprintln!("skipped: SUDOKU_PUZZLES does not name a folder with {file}");
        return None;
    };
    Some(std::fs::read_to_string(folder.join(file)).unwrap())
}

/// The puzzles of a JSON file that have rows, columns and boxes and nothing else.
fn puzzles(file: &str) -> Vec<Puzzle> {
    let Some(text) = read(file) else {
        return Vec::new();
    };
    let puzzles: Vec<Value> = serde_json::from_str(&text).unwrap();
    let usual = puzzles
        .into_iter()
        .filter(|puzzle| puzzle.get("kind").is_none_or(|kind| kind == "classic"));
    let puzzle = |puzzle: Value| {
        let rows: Vec<Vec<u8>> = serde_json::from_value(puzzle["board"].clone()).unwrap();
        let shape: (usize, usize) = serde_json::from_value(puzzle["box"].clone()).unwrap();
        Puzzle {
            id: puzzle["id"].as_str().unwrap().to_owned(),
            board: board(rows.concat(), shape),
            solutions: puzzle["solutions"].clone(),
        }
    };
    usual.map(puzzle).collect()
}

/// The 9×9 puzzles of a text file, one a line. Each has one solution, or as many as stand behind it.
fn lines(file: &str) -> Vec<Puzzle> {
    let text = read(file).unwrap_or_default();
    let puzzle = |line: &str| {
        let digits = line.split([',', ' ']).find(|word| word.len() == 81)?;
        let digits = digits
            .bytes()
            .map(|byte| {
                if byte.is_ascii_digit() {
                    byte - b'0'
                } else {
                    0
                }
            })
            .collect();
        let solutions = line
            .split_once("solutions=")
            .map_or(1, |(_, count)| count.trim().parse().unwrap());
        Some(Puzzle {
            id: line.to_owned(),
            board: board(digits, (3, 3)),
            solutions: solutions.into(),
        })
    };
    text.lines().filter_map(puzzle).collect()
}

#[test]
fn published_puzzles_of_all_sizes_have_the_solutions_that_they_should() {
    let files = [
        "sizes_hakank_mit_91",
        "sizes_libminizinc_16x16_mpl2",
        "sizes_sgt_solo_generated",
    ];
    for Puzzle {
        id,
        board,
        solutions,
    } in files
        .iter()
        .flat_map(|file| puzzles(&format!("{file}.json")))
    {
        let started = Instant::now();
        let hard = board.layout().size() == 25;
        let found = solve_to(&board, 2, &|| {
            hard && started.elapsed() > Duration::from_millis(50)
        });
        if found.end == End::Stopped {
            assert!(hard && found.count <= 1, "{id}");
        } else {
            assert_eq!((solutions.as_u64(), found.count), (Some(1), 1), "{id}");
        }
        assert_eq!(contradiction(&board), None, "{id}");
    }
}

#[test]
fn published_boards_with_many_solutions_have_as_many() {
    for Puzzle { id, board, .. } in puzzles("sizes_sudokuspice_mit.json") {
        let found = solve_to(&board, 50, &|| false).count;
        let expected = match id.rsplit('_').next() {
            Some("MegaA") => 50,
            Some("MegaB") => 6,
            _ => 1,
        };
        assert_eq!(found, expected, "{id}");
    }
    let every = if cfg!(debug_assertions) { 10 } else { 1 };
    for Puzzle {
        id,
        board,
        solutions,
    } in lines("multi_solution_serg_500.txt")
        .into_iter()
        .step_by(every)
    {
        assert_eq!(
            Some(solve_to(&board, 1000, &|| false).count as u64),
            solutions.as_u64(),
            "{id}"
        );
    }
}

#[test]
fn published_puzzles_of_nine_rows_have_one_solution() {
    let files = [
        "classic_17clue_first1000.txt",
        "classic_forum_hardest_1106_375.txt",
        "classic_forum_hardest_1905_first1000.txt",
        "classic_magictour_top1465.txt",
        "classic_norvig_10k_first2000.txt",
        "classic_norvig_hardest11.txt",
        "classic_qqwing_generated_600.csv",
        "classic_sudoku_exchange_diabolical_2000.txt",
        "classic_super_sudoku_mit_5x200.txt",
    ];
    let every = if cfg!(debug_assertions) { 20 } else { 1 };
    for file in files {
        for Puzzle { id, board, .. } in lines(file).into_iter().step_by(every) {
            let found = solve_to(&board, 2, &|| false);
            assert_eq!(
                (found.count, found.end),
                (1, End::Exhausted),
                "{file}: {id}"
            );
        }
    }
}
