//! The solutions of real puzzles: those in `tests/puzzles`, and published collections where available.
//!
//! The variable `SUDOKU_PUZZLES` names the folder of the collections.

use std::cell::Cell as Counter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use sudoku_validator::sudoku::{
    Board, BoxShape, Digit, Layout, LayoutSpec, SearchEnd, Variant, Verdict, find_contradiction,
};

use crate::support::boards::{rows_of, solve_and_check};

pub(crate) struct Puzzle {
    /// The line or the identifier in its file.
    name: String,
    pub(crate) board: Board,
    /// The expected number of solutions.
    solutions: usize,
}

/// A layout with the boxes of this shape or the default one, or with regions, and with variants.
fn layout(
    size: usize,
    shape: Option<BoxShape>,
    regions: Option<&[String]>,
    variants: &[&str],
) -> Arc<Layout> {
    let spec = match regions {
        Some(labels) => LayoutSpec::with_regions(size, labels),
        None => LayoutSpec::new(size, shape),
    };
    let mut variants = variants
        .iter()
        .map(|name| Variant::from_name(name).unwrap());
    Layout::build(
        &variants
            .try_fold(spec.unwrap(), LayoutSpec::with_variant)
            .unwrap(),
    )
}

/// Reads a puzzle from a line: a word with a character per cell, preceded by the box shape unless it is the default
/// one, by `variants=` and `regions=` if there are any, and followed by `solutions=N` unless there is exactly one
/// solution.
fn parse_line(line: &str) -> Option<Puzzle> {
    if line.starts_with('#') {
        return None;
    }
    let words: Vec<&str> = line.split([',', ' ']).collect();
    let is_board = |word: &&str| {
        !word.contains('=') && [16, 36, 64, 81, 100, 144, 225, 256].contains(&word.len())
    };
    let cells = words.iter().copied().find(is_board)?;
    let size = cells.len().isqrt();
    let shape = words.iter().find_map(|word| {
        let (rows, columns) = word.split_once('x')?;
        let (rows, columns) = (rows.parse().ok()?, columns.parse().ok()?);
        Some(BoxShape { rows, columns })
    });
    let option = |name| words.iter().find_map(|word| word.strip_prefix(name));
    let regions: Option<Vec<String>> =
        option("regions=").map(|labels| labels.chars().map(String::from).collect());
    let variants = option("variants=").map_or(Vec::new(), |names| names.split('+').collect());
    let digit = |cell: char| {
        cell.to_digit(36)
            .map_or(0, |digit| u8::try_from(digit).unwrap())
    };
    let layout = layout(size, shape, regions.as_deref(), &variants);
    Some(Puzzle {
        name: line.to_owned(),
        board: Board::new(layout, cells.chars().map(digit).collect()).unwrap(),
        solutions: option("solutions=").map_or(1, |count| count.parse().unwrap()),
    })
}

pub(crate) fn lines(path: &Path) -> Vec<Puzzle> {
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

pub(crate) fn own(file: &str) -> PathBuf {
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

#[test]
fn published_puzzles_with_variants_have_one_solution() {
    let puzzles = lines(&own("variants.txt"));
    assert_eq!(puzzles.len(), 17);
    puzzles.iter().for_each(check);
    let has = |name: &str| puzzles.iter().any(|puzzle| puzzle.name.contains(name));
    assert!(Variant::ALL.iter().all(|variant| has(variant.as_str())) && has("regions="));
}

/// A file of the published collections.
pub(crate) fn published(file: &str) -> PathBuf {
    let folder = std::env::var_os("SUDOKU_PUZZLES");
    PathBuf::from(folder.expect("SUDOKU_PUZZLES names a folder of puzzle collections")).join(file)
}

/// The elements of the array in a JSON file.
fn json(file: &str) -> Vec<Value> {
    let path = published(file);
    let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_slice(&text).unwrap()
}

/// The puzzles of a JSON file, and the solution of each where it is stored.
fn published_json(file: &str) -> Vec<(Puzzle, Option<Vec<Vec<u8>>>)> {
    let puzzle = |puzzle: Value| {
        let rows: Vec<Vec<u8>> = serde_json::from_value(puzzle["board"].clone()).unwrap();
        let shape = puzzle.get("box").map(|shape| {
            let (rows, columns) = serde_json::from_value(shape.clone()).unwrap();
            BoxShape { rows, columns }
        });
        let regions = puzzle.get("regions").map(|regions| {
            let labels: Vec<Vec<Value>> = serde_json::from_value(regions.clone()).unwrap();
            labels
                .concat()
                .iter()
                .map(Value::to_string)
                .collect::<Vec<_>>()
        });
        let kinds = puzzle["kind"].as_str().unwrap_or_default();
        let variants = kinds.split('+').filter_map(|kind| match kind {
            "classic" | "jigsaw" | "" => None,
            "diagonals" | "X (both diagonals)" => Some("diagonal"),
            variant => Some(variant),
        });
        let variants: Vec<&str> = variants.collect();
        let layout = layout(rows.len(), shape, regions.as_deref(), &variants);
        let found = Puzzle {
            name: puzzle["id"].as_str().unwrap().to_owned(),
            board: Board::new(layout, rows.concat()).unwrap(),
            solutions: serde_json::from_value(puzzle["solutions"].clone()).unwrap(),
        };
        let solution = puzzle.get("solution").cloned();
        (
            found,
            solution.map(|solution| serde_json::from_value(solution).unwrap()),
        )
    };
    json(file).into_iter().map(puzzle).collect()
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
    for (puzzle, _) in files.iter().flat_map(|file| published_json(file)) {
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
    for (puzzle, _) in published_json("sizes_sudokuspice_mit.json") {
        let found = solve_and_check(&puzzle.board, 2, &|| false);
        assert_eq!(found.count, puzzle.solutions, "{}", puzzle.name);
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

/// A solved board is valid and complete, and the first house or group with a spoiled cell is the first that contains it.
#[test]
#[ignore = "needs the puzzle collections that SUDOKU_PUZZLES names"]
fn published_solutions_are_found_and_a_spoiled_cell_is_found_in_them() {
    let files = ["sizes_sgt_solo_generated.json", "variants_iss_mit.json"];
    for (puzzle, solution) in files.iter().flat_map(|file| published_json(file)) {
        let (name, solution) = (&puzzle.name, solution.unwrap());
        let layout = puzzle.board.layout();
        let solved = Board::new(Arc::clone(layout), solution.concat()).unwrap();
        assert!(solved.is_valid() && solved.is_complete(), "{name}");
        let found = solve_and_check(&puzzle.board, 2, &|| false);
        assert_eq!(
            (found.count, found.end),
            (1, SearchEnd::Exhausted),
            "{name}"
        );
        assert_eq!(rows_of(&found.examples[0]), solution, "{name}");
        for (cell, digit) in solved.cells() {
            let digit = digit.unwrap().get();
            let other = usize::from(digit) % layout.size() + 1;
            let spoiled = solved.with(cell, Digit::new(u8::try_from(other).unwrap()));
            assert!(!spoiled.is_valid(), "{name}");
            let houses = layout
                .houses()
                .filter(|house| house.cells().contains(&cell));
            let duplicates = spoiled
                .duplicates()
                .filter(|duplicate| duplicate.constraint.cells().len() == layout.size());
            assert!(
                duplicates.map(|duplicate| duplicate.constraint).eq(houses),
                "{name}: {cell}"
            );
        }
    }
}

#[test]
#[ignore = "needs the puzzle collections that SUDOKU_PUZZLES names"]
fn published_jigsaw_layouts_are_known_to_have_solutions_or_none() {
    /// About 2 s of work, but counted, not timed.
    const MAX_CHECKS: u32 = 100_000;

    let (mut with_solutions, mut without, mut unknown) = (0, 0, 0);
    for published in json("jigsaw_layouts_iss_mit.json") {
        let name = published["layout"].as_str().unwrap();
        let labels: Vec<String> = name.chars().map(String::from).collect();
        let empty = Board::new(layout(9, None, Some(&labels), &[]), vec![0; 81]).unwrap();
        let checks = Counter::new(0);
        let stop = || checks.replace(checks.get() + 1) > MAX_CHECKS;
        let verdict = solve_and_check(&empty, 2, &stop).verdict();
        match (published["solvable"].as_bool().unwrap(), verdict) {
            (true, Verdict::Many) => with_solutions += 1,
            (false, Verdict::None) => without += 1,
            (false, Verdict::Unknown) => unknown += 1,
            (_, verdict) => panic!("{name}: {verdict}"),
        }
    }
    assert_eq!((with_solutions, without + unknown), (80, 32));
    assert!(without >= 28, "{unknown} are unknown");
}
