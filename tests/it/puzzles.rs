//! The solutions of real puzzles: those in `tests/puzzles`, and published collections where available.
//!
//! The variable `SUDOKU_PUZZLES` names the folder of the collections.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;
use sudoku_validator::sudoku::{Board, BoxShape, Layout, SearchEnd, find_contradiction};

use crate::support::boards::solve_and_check;

struct Puzzle {
    /// The line or the identifier in its file.
    name: String,
    board: Board,
    /// The expected number of solutions.
    solutions: usize,
}

fn board(digits: Vec<u8>, rows: usize, columns: usize) -> Board {
    let layout = Layout::new(rows * columns, Some(BoxShape { rows, columns }));
    Board::new(layout.unwrap(), digits).unwrap()
}

/// Reads a puzzle from a line: a word with a character per cell, preceded by the box shape unless it is the default
/// one, and followed by `solutions=N` unless there is exactly one solution.
fn parse_line(line: &str) -> Option<Puzzle> {
    let words: Vec<&str> = line.split([',', ' ']).collect();
    let is_board = |word: &&str| [16, 36, 64, 81, 100, 144, 225, 256].contains(&word.len());
    let cells = words.iter().copied().find(is_board)?;
    let size = cells.len().isqrt();
    let shape = words.iter().find_map(|word| {
        let (rows, columns) = word.split_once('x')?;
        Some((rows.parse().ok()?, columns.parse().ok()?))
    });
    let (rows, columns) = shape.unwrap_or_else(|| {
        let BoxShape { rows, columns } = BoxShape::most_square(size).unwrap();
        (rows, columns)
    });
    let digit = |cell: char| {
        cell.to_digit(36)
            .map_or(0, |digit| u8::try_from(digit).unwrap())
    };
    let solutions = line.split_once("solutions=");
    Some(Puzzle {
        name: line.to_owned(),
        board: board(cells.chars().map(digit).collect(), rows, columns),
        solutions: solutions.map_or(1, |(_, count)| count.trim().parse().unwrap()),
    })
}

fn lines(path: &Path) -> Vec<Puzzle> {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let puzzles: Vec<Puzzle> = text.lines().filter_map(parse_line).collect();
    assert!(!puzzles.is_empty(), "{} has no puzzles", path.display());
    puzzles
}

/// Checks that a puzzle has the expected number of solutions, and no contradiction.
fn check(puzzle: &Puzzle) {
    let Puzzle {
        name,
        board,
        solutions,
    } = puzzle;
    let found = solve_and_check(board, solutions + 1, &|| false);
    assert_eq!(
        (found.count, found.end),
        (*solutions, SearchEnd::Exhausted),
        "{name}"
    );
    assert_eq!(find_contradiction(board, &|| false), Ok(None), "{name}");
}

fn own(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/puzzles")
        .join(file)
}

#[test]
fn puzzles_of_nine_rows_have_one_solution() {
    let (qqwing, exchange) = (
        lines(&own("qqwing.txt")),
        lines(&own("sudoku_exchange.txt")),
    );
    assert_eq!((qqwing.len(), exchange.len()), (40, 40));
    qqwing.iter().chain(&exchange).for_each(check);
}

#[test]
fn puzzles_of_all_box_shapes_have_one_solution() {
    let puzzles = lines(&own("sgt_sizes.txt"));
    assert_eq!(puzzles.len(), 33);
    puzzles.iter().for_each(check);
}

#[test]
fn puzzles_of_sixteen_rows_have_one_solution() {
    let puzzles = lines(&own("hakank_16x16.txt"));
    assert_eq!(puzzles.len(), 11);
    puzzles.iter().for_each(check);
}

#[test]
fn boards_with_several_solutions_have_the_expected_number() {
    let boards = lines(&own("many_solutions.txt"));
    assert_eq!(boards.len(), 22);
    assert!(boards.iter().all(|board| board.solutions > 1));
    boards.iter().for_each(check);
}

/// A file of the published collections.
fn published(file: &str) -> PathBuf {
    let folder = std::env::var_os("SUDOKU_PUZZLES");
    PathBuf::from(folder.expect("SUDOKU_PUZZLES names a folder of puzzle collections")).join(file)
}

/// The puzzles of a JSON file that have only rows, columns and boxes.
fn published_json(file: &str) -> Vec<Puzzle> {
    let path = published(file);
    let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let puzzles: Vec<Value> = serde_json::from_slice(&text).unwrap();
    let has_boxes_only = |puzzle: &Value| puzzle.get("kind").is_none_or(|kind| kind == "classic");
    let puzzle = |puzzle: Value| {
        let rows: Vec<Vec<u8>> = serde_json::from_value(puzzle["board"].clone()).unwrap();
        let (box_rows, box_columns) = serde_json::from_value(puzzle["box"].clone()).unwrap();
        Puzzle {
            name: puzzle["id"].as_str().unwrap().to_owned(),
            board: board(rows.concat(), box_rows, box_columns),
            solutions: serde_json::from_value(puzzle["solutions"].clone()).unwrap(),
        }
    };
    puzzles
        .into_iter()
        .filter(has_boxes_only)
        .map(puzzle)
        .collect()
}

/// The step between tested boards: a build without optimizations tests one in `count`, an optimized build all of them.
fn every(count: usize) -> usize {
    if cfg!(debug_assertions) { count } else { 1 }
}

#[test]
#[ignore = "needs the puzzle collections that SUDOKU_PUZZLES names"]
fn published_puzzles_of_all_sizes_have_one_solution() {
    let files = [
        "sizes_hakank_mit_91.json",
        "sizes_libminizinc_16x16_mpl2.json",
        "sizes_sgt_solo_generated.json",
    ];
    for puzzle in files.iter().flat_map(|file| published_json(file)) {
        if puzzle.board.layout().size() < 25 {
            check(&puzzle);
            continue;
        }
        // Boards of 25 rows take too long to solve here, but no result may be wrong.
        let started = Instant::now();
        let stop = || started.elapsed() > Duration::from_millis(50);
        let found = solve_and_check(&puzzle.board, 2, &stop);
        assert!(
            found.count == 1 || found.end == SearchEnd::Stopped,
            "{}",
            puzzle.name
        );
    }
}

#[test]
#[ignore = "needs the puzzle collections that SUDOKU_PUZZLES names"]
fn published_boards_of_nine_and_sixteen_rows_have_one_or_many_solutions() {
    // A count of 2 means two or more.
    for Puzzle {
        name,
        board,
        solutions,
    } in published_json("sizes_sudokuspice_mit.json")
    {
        assert_eq!(
            solve_and_check(&board, 2, &|| false).count,
            solutions,
            "{name}"
        );
    }
}

#[test]
#[ignore = "needs the puzzle collections that SUDOKU_PUZZLES names"]
fn published_boards_with_many_solutions_have_the_expected_number() {
    let boards = lines(&published("multi_solution_serg_500.txt"));
    boards.iter().step_by(every(10)).for_each(check);
}

#[test]
#[ignore = "needs the puzzle collections that SUDOKU_PUZZLES names"]
fn published_puzzles_of_nine_rows_have_one_solution() {
    for file in [
        "classic_17clue_first1000.txt",
        "classic_forum_hardest_1106_375.txt",
        "classic_forum_hardest_1905_first1000.txt",
        "classic_magictour_top1465.txt",
        "classic_norvig_10k_first2000.txt",
        "classic_norvig_hardest11.txt",
        "classic_qqwing_generated_600.csv",
        "classic_sudoku_exchange_diabolical_2000.txt",
        "classic_super_sudoku_mit_5x200.txt",
    ] {
        lines(&published(file))
            .iter()
            .step_by(every(20))
            .for_each(check);
    }
}
