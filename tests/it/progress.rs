//! A player's progress on puzzles, compared with the oracle.

use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use sudoku_validator::sudoku::{
    Board, BoxShape, Cell, Digit, Layout, LayoutMismatch, Progress, Puzzle, PuzzleSolution,
    Reachability, Verdict,
};

use crate::oracle::exact_cover;
use crate::oracle::rules::created_by_move;
use crate::puzzles::{lines, own};
use crate::support::boards::{PUZZLE, cell, constraints_of, pair, rows_of, solve_and_check};
use crate::variants::{Parts, SMALL, any_parts, any_shape, full_board};

/// Published puzzles with one solution, of several sizes and layouts.
static PUBLISHED: LazyLock<Vec<Board>> = LazyLock::new(|| {
    let files = [
        "qqwing.txt",
        "sudoku_exchange.txt",
        "sgt_sizes.txt",
        "variants.txt",
    ];
    let puzzles = files.into_iter().flat_map(|file| lines(&own(file)));
    puzzles.map(|puzzle| puzzle.board).collect()
});

fn puzzle(givens: &Board) -> Puzzle {
    let solutions = solve_and_check(givens, 2, &|| false);
    Puzzle::new(givens.clone(), solutions.into())
}

/// A solution of the layout without as many digits as leaves it the only one, apart from some.
fn dug(parts: &Parts, order: &[Cell]) -> Option<Board> {
    let mut givens = Board::new(parts.layout(), full_board(parts).concat()).unwrap();
    if !givens.is_valid() {
        return None;
    }
    for cells in order.chunks(parts.size().div_ceil(2)) {
        let emptied = cells
            .iter()
            .fold(givens.clone(), |board, cell| board.with(*cell, None));
        if solve_and_check(&emptied, 2, &|| false).verdict() == Verdict::One {
            givens = emptied;
        }
    }
    Some(givens)
}

/// A proper puzzle in a random layout.
fn any_puzzle(shapes: &'static [(usize, usize)]) -> impl Strategy<Value = Board> {
    let parts = any_shape(shapes).prop_flat_map(|shape| any_parts(shape, 2, 2));
    let order = parts.prop_flat_map(|parts| {
        let cells: Vec<Cell> = parts.layout().cells().collect();
        (Just(parts), Just(cells).prop_shuffle())
    });
    order.prop_filter_map("the layout has no solution", |(parts, order)| {
        dug(&parts, &order)
    })
}

/// How a player goes about a puzzle.
#[derive(Clone, Debug)]
struct Play {
    /// The share of the empty cells that are filled rightly.
    share: f64,
    /// The number of cells with a wrong digit.
    mistakes: usize,
    /// Decides which cells and digits.
    seed: u64,
}

fn any_play() -> impl Strategy<Value = Play> {
    (0.0..0.7, 1..=3_usize, any::<u64>()).prop_map(|(share, mistakes, seed)| Play {
        share,
        mistakes,
        seed,
    })
}

fn cells(cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
    cells.collect()
}

/// The wrong digits that create no duplicate in a cell.
fn inconspicuous(board: &Board, solution: &Board, at: Cell) -> Vec<Digit> {
    let (rows, constraints) = (rows_of(board), constraints_of(board.layout()));
    let digits = (1..).map_while(Digit::new).take(rows.len());
    digits
        .filter(|digit| solution.get(at) != Some(*digit))
        .filter(|digit| created_by_move(&rows, &constraints, pair(at), digit.get()).is_empty())
        .collect()
}

/// Checks the progress of a player on a proper puzzle, and returns the number of wrong digits.
fn check_play(givens: &Board, play: &Play) -> usize {
    let puzzle = puzzle(givens);
    let solution = puzzle.solution().unwrap();
    let mut rng = fastrand::Rng::with_seed(play.seed);
    let mut board = givens.clone();
    for (cell, given) in givens.cells() {
        if given.is_none() && rng.f64() < play.share {
            board = board.with(cell, solution.get(cell));
        }
    }
    let progress = Progress::new(&puzzle, &board).unwrap();
    assert_eq!(cells(progress.changed_givens()), []);
    assert_eq!(cells(progress.wrong().unwrap()), []);
    assert_eq!(progress.is_on_track(), Some(true));
    assert_eq!(progress.is_solved(), Some(board.is_complete()));

    let mut mistaken = board.clone();
    let mut expected = Vec::new();
    for _ in 0..play.mistakes {
        let empty = mistaken.cells().filter(|(_, digit)| digit.is_none());
        let mut empty = cells(empty.map(|(cell, _)| cell));
        rng.shuffle(&mut empty);
        let mut choices = empty
            .into_iter()
            .map(|cell| (cell, inconspicuous(&mistaken, solution, cell)));
        if let Some((cell, digits)) = choices.find(|(_, digits)| !digits.is_empty()) {
            mistaken = mistaken.with(cell, rng.choice(digits));
            expected.push(cell);
        }
    }
    expected.sort_unstable();
    assert!(mistaken.is_valid());
    let progress = Progress::new(&puzzle, &mistaken).unwrap();
    assert_eq!(cells(progress.wrong().unwrap()), expected);
    assert_eq!(cells(progress.changed_givens()), []);
    assert_eq!(progress.is_on_track(), Some(expected.is_empty()));
    assert_eq!(progress.is_solved(), Some(mistaken == *solution));
    let reachability = if expected.is_empty() {
        Reachability::Yes
    } else {
        Reachability::No
    };
    assert_eq!(progress.reachability(&|| false), reachability);
    let emptied = expected
        .iter()
        .fold(mistaken, |board, cell| board.with(*cell, None));
    assert_eq!(emptied, board);

    let of_givens: Vec<(Cell, Digit)> = givens
        .cells()
        .filter_map(|(cell, given)| Some((cell, given?)))
        .collect();
    if let Some((given, digit)) = rng.choice(of_givens) {
        check_changed_given(&puzzle, &board, given, digit);
    }
    expected.len()
}

/// Checks a board that is on track, once without a given and once with another digit for it.
fn check_changed_given(puzzle: &Puzzle, board: &Board, given: Cell, digit: Digit) {
    let emptied = board.with(given, None);
    let progress = Progress::new(puzzle, &emptied).unwrap();
    assert_eq!(cells(progress.changed_givens()), [given]);
    assert_eq!(cells(progress.wrong().unwrap()), []);
    assert_eq!(progress.is_on_track(), Some(false));
    assert_eq!(progress.with_givens().as_ref(), Some(board));
    assert_eq!(progress.reachability(&|| false), Reachability::Yes);

    let other = if digit.get() == 1 { 2 } else { 1 };
    let replaced = board.with(given, Digit::new(other));
    let progress = Progress::new(puzzle, &replaced).unwrap();
    assert_eq!(cells(progress.changed_givens()), [given]);
    assert_eq!(cells(progress.wrong().unwrap()), [given]);
    assert_eq!(progress.is_on_track(), Some(false));
    assert_eq!(progress.with_givens(), None);
    assert_eq!(progress.reachability(&|| false), Reachability::No);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_progress_on_published_puzzles_is_found(
        givens in prop::sample::select(&PUBLISHED[..]),
        play in any_play(),
    ) {
        check_play(&givens, &play);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn the_progress_on_puzzles_of_all_layouts_is_found(
        givens in prop_oneof![any_puzzle(SMALL), any_puzzle(&[(3, 3)])],
        play in any_play(),
    ) {
        check_play(&givens, &play);
    }
}

/// A test of wrong digits would be worth little if none could be placed.
#[test]
fn wrong_digits_find_a_place_in_published_puzzles() {
    for (seed, givens) in (0..).zip(
        PUBLISHED
            .iter()
            .filter(|one| one.layout().size() == 9)
            .step_by(9),
    ) {
        let play = Play {
            share: 0.2,
            mistakes: 3,
            seed,
        };
        assert_eq!(check_play(givens, &play), 3);
    }
}

/// Givens, and a board that keeps most of them, from one solution of a small layout.
fn any_givens_and_board() -> impl Strategy<Value = (Parts, Vec<u8>, Vec<u8>)> {
    let parts = any_shape(SMALL).prop_flat_map(|shape| any_parts(shape, 3, 2));
    let filled = (parts, 0.3..=0.6);
    let changes = filled.prop_flat_map(|(parts, filled)| {
        let size = parts.size();
        let change = (
            prop::bool::weighted(filled),
            prop::bool::weighted(0.5),
            prop::option::weighted(0.02, 0..=u8::try_from(size).unwrap()),
        );
        (Just(parts), prop::collection::vec(change, size * size))
    });
    changes.prop_map(|(parts, changes)| {
        let full = full_board(&parts).concat();
        let digits = full.into_iter().zip(changes);
        let (givens, board) = digits
            .map(|(digit, (given, filled, other))| {
                let given = if given { digit } else { 0 };
                let played = if filled { digit } else { given };
                (given, other.unwrap_or(played))
            })
            .unzip();
        (parts, givens, board)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn a_board_is_reachable_if_exact_cover_completes_it(
        (parts, givens, digits) in any_givens_and_board(),
    ) {
        let layout = parts.layout();
        let givens = Board::new(layout.clone(), givens).unwrap();
        let board = Board::new(layout, digits).unwrap();
        let puzzle = puzzle(&givens);
        let progress = Progress::new(&puzzle, &board).unwrap();

        let constraints = parts.constraints();
        let is_changed = |cell: &Cell| givens.get(*cell).is_some() && board.get(*cell) != givens.get(*cell);
        let changed: Vec<Cell> = givens.layout().cells().filter(is_changed).collect();
        prop_assert_eq!(cells(progress.changed_givens()), changed.clone());
        let replaced = changed.iter().any(|cell| board.get(*cell).is_some());
        let put_back = changed.iter().fold(board.clone(), |board, cell| board.with(*cell, givens.get(*cell)));
        prop_assert_eq!(progress.with_givens(), (!replaced).then(|| put_back.clone()));
        let is_reachable = !replaced && exact_cover::count(&rows_of(&put_back), &constraints, 1) == 1;
        let expected = if is_reachable { Reachability::Yes } else { Reachability::No };
        prop_assert_eq!(progress.reachability(&|| false), expected);
        let solutions = exact_cover::count(&rows_of(&givens), &constraints, 2);
        prop_assert_eq!(progress.wrong().is_some(), solutions == 1);
        prop_assert_eq!(progress.is_on_track().is_some(), solutions == 1);
        prop_assert_eq!(progress.is_solved().is_some(), solutions == 1);
        if solutions == 1 && changed.is_empty() {
            prop_assert_eq!(progress.is_on_track(), Some(is_reachable));
        }
    }
}

fn four(rows: [[u8; 4]; 4]) -> Board {
    Board::new(Layout::new(4, None).unwrap(), rows.concat()).unwrap()
}

#[test]
fn nothing_is_claimed_about_a_puzzle_without_exactly_one_known_solution() {
    let givens = four([[1, 0, 0, 0], [0; 4], [0; 4], [0; 4]]);
    let board = four([[0, 1, 0, 0], [0; 4], [0; 4], [0; 4]]);
    for solution in [
        PuzzleSolution::None,
        PuzzleSolution::Many,
        PuzzleSolution::Unknown,
    ] {
        let puzzle = Puzzle::new(givens.clone(), solution);
        let progress = Progress::new(&puzzle, &board).unwrap();
        assert!(progress.wrong().is_none());
        assert_eq!((progress.is_on_track(), progress.is_solved()), (None, None));
        assert_eq!(cells(progress.changed_givens()), [cell(0, 0)]);
    }
}

#[test]
fn whether_a_board_is_reachable_is_unknown_if_the_search_is_stopped() {
    let layout = Layout::new(64, None).unwrap();
    let empty = Board::new(layout, vec![0; 64 * 64]).unwrap();
    let puzzle = Puzzle::new(empty.clone(), PuzzleSolution::Unknown);
    let progress = Progress::new(&puzzle, &empty).unwrap();
    assert_eq!(progress.reachability(&|| true), Reachability::Unknown);
}

#[test]
fn the_solution_is_solved() {
    let puzzle = puzzle(&four(PUZZLE));
    let solution = puzzle.solution().unwrap();
    let progress = Progress::new(&puzzle, solution).unwrap();
    assert_eq!(
        (progress.is_on_track(), progress.is_solved()),
        (Some(true), Some(true))
    );
}

#[test]
fn a_board_of_another_layout_than_the_puzzle_is_an_error() {
    let puzzle = puzzle(&four(PUZZLE));
    let shape = BoxShape {
        rows: 1,
        columns: 4,
    };
    let mismatch = |layout: Arc<Layout>| {
        let size = layout.size();
        let board = Board::new(layout, vec![0; size * size]).unwrap();
        let LayoutMismatch {
            puzzle_size,
            board_size,
            ..
        } = Progress::new(&puzzle, &board).unwrap_err();
        (puzzle_size, board_size)
    };
    assert_eq!(mismatch(Layout::new(9, None).unwrap()), (4, 9));
    assert_eq!(mismatch(Layout::new(4, Some(shape)).unwrap()), (4, 4));
}

#[test]
#[should_panic(expected = "not a solution of these givens")]
fn a_puzzle_has_no_solution_of_another_one() {
    let solution = puzzle(&four(PUZZLE)).solution().cloned().unwrap();
    let other = four([[4, 0, 0, 0], [0; 4], [0; 4], [0; 4]]);
    let _ = Puzzle::new(other, PuzzleSolution::One(solution));
}
