//! Redundant givens, compared with a naive search: one that counts the solutions without each given.

use std::cell::Cell as Counter;
use std::num::NonZeroUsize;

use fastrand::Rng;
use sudoku_validator::sudoku::{
    Board, BoxShape, Cell, Layout, Puzzle, RedundantGivens, Verdict, solve,
};

use crate::puzzles::{lines, own};
use crate::support::boards::{PUZZLE, cell, solve_and_check, solved, variant_layout};

const TWO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

fn puzzle(board: &Board) -> Puzzle {
    Puzzle::new(board.clone(), solve(board, TWO, &|| false).into())
}

fn redundant(board: &Board) -> RedundantGivens {
    let redundant = puzzle(board).redundant_givens(&|| false);
    redundant.expect("the puzzle has one solution")
}

/// The givens without which the board still has one solution.
fn redundant_naively(board: &Board) -> Vec<Cell> {
    let givens = board.cells().filter(|(_, digit)| digit.is_some());
    let is_redundant = |cell: &Cell| {
        let without = board.with(*cell, None);
        solve_and_check(&without, 2, &|| false).verdict() == Verdict::One
    };
    givens.map(|(cell, _)| cell).filter(is_redundant).collect()
}

fn check(board: &Board) -> usize {
    let RedundantGivens { cells, is_complete } = redundant(board);
    assert_eq!(cells, redundant_naively(board), "{board:?}");
    assert!(is_complete);
    cells.len()
}

/// Adds digits of the solution to some empty cells of a puzzle.
fn with_more_givens(board: &Board, count: usize, random: &mut Rng) -> Board {
    let solution = puzzle(board).solution().unwrap().clone();
    let empty = board.cells().filter(|(_, digit)| digit.is_none());
    let cells: Vec<Cell> = empty.map(|(cell, _)| cell).collect();
    let added = random.choose_multiple(cells, count).into_iter();
    added.fold(board.clone(), |board, cell| {
        board.with(cell, solution.get(cell))
    })
}

#[test]
fn each_given_of_published_puzzles_with_a_few_more_agrees_with_a_naive_search() {
    let mut random = Rng::with_seed(7);
    let (mut checked, mut minimal, mut redundant) = (0, 0, 0);
    for file in ["qqwing", "sudoku_exchange", "sgt_sizes", "variants"] {
        for puzzle in lines(&own(&format!("{file}.txt"))) {
            // The naive search takes long for large boards.
            let repeats = if puzzle.board.layout().size() <= 9 {
                9
            } else {
                1
            };
            for more in 0..repeats {
                let found = check(&with_more_givens(&puzzle.board, more, &mut random));
                checked += 1;
                minimal += usize::from(found == 0);
                redundant += found;
            }
        }
    }
    assert!(checked >= 1000, "{checked} puzzles");
    assert!(
        minimal > 40 && redundant > 5 * checked,
        "{minimal} minimal puzzles, {redundant} redundant givens"
    );
}

#[test]
fn givens_of_random_puzzles_of_all_kinds_agree_with_a_naive_search() {
    let mut random = Rng::with_seed(8);
    for shape in [(2, 2), (1, 5), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let layout = variant_layout(shape);
        let empty = Board::new(layout.clone(), vec![0; layout.size().pow(2)]).unwrap();
        let solutions = solve_and_check(&empty, 2, &|| false);
        for mut board in solutions.examples {
            // Without cell after cell it is harder, and at last minimal.
            let mut cells: Vec<Cell> = board.layout().cells().collect();
            random.shuffle(&mut cells);
            for cell in cells {
                let without = board.with(cell, None);
                if solve_and_check(&without, 2, &|| false).verdict() == Verdict::One {
                    board = without;
                    check(&board);
                }
            }
            assert_eq!(check(&board), 0);
        }
    }
}

#[test]
fn every_given_of_a_large_board_that_is_almost_full_is_redundant() {
    let shape = BoxShape {
        rows: 4,
        columns: 5,
    };
    let mut digits = solved(shape).concat();
    digits[0] = 0;
    let board = Board::new(Layout::new(20, Some(shape)).unwrap(), digits).unwrap();
    assert_eq!(redundant(&board).cells.len(), 399);
}

#[test]
fn only_a_proper_puzzle_has_redundant_givens() {
    let board = |rows: [[u8; 4]; 4]| Board::new(Layout::new(4, None).unwrap(), rows.concat());
    assert_eq!(redundant(&board(PUZZLE).unwrap()).cells, []);
    let mut more = PUZZLE;
    more[0][1] = 3;
    assert_eq!(redundant(&board(more).unwrap()).cells, [cell(0, 1)]);
    let mut none = PUZZLE;
    none[3][0] = 1;
    for rows in [none, [[0; 4]; 4]] {
        let board = board(rows).unwrap();
        assert_eq!(puzzle(&board).redundant_givens(&|| false), None);
    }
}

#[test]
fn a_stopped_search_has_found_the_first_of_them() {
    let mut random = Rng::with_seed(9);
    for file in ["sgt_sizes", "variants", "qqwing"] {
        let mut stopped = 0;
        for line in lines(&own(&format!("{file}.txt"))) {
            let board = with_more_givens(&line.board, 6, &mut random);
            let all = redundant(&board).cells;
            let puzzle = puzzle(&board);
            for calls in 0..4_u32 {
                let left = Counter::new(calls);
                let stop = || left.replace(left.get().saturating_sub(1)) == 0;
                let found = puzzle.redundant_givens(&stop).unwrap();
                assert_eq!(found.cells, all[..found.cells.len()]);
                assert!(!found.is_complete || found.cells == all);
                stopped += usize::from(!found.is_complete);
            }
        }
        assert!(stopped > 10, "{stopped} searches of {file} were stopped");
    }
}

/// Most searches of the service for puzzles of nine rows are finished within eight calls.
#[test]
fn the_stop_signal_is_called_as_often_as_there_is_work() {
    let calls = |board: &Board| {
        let calls = Counter::new(0);
        let count = || {
            calls.set(calls.get() + 1);
            false
        };
        puzzle(board).redundant_givens(&count).unwrap();
        calls.get()
    };
    let easy: Vec<usize> = lines(&own("qqwing.txt"))
        .iter()
        .map(|puzzle| calls(&puzzle.board))
        .collect();
    assert!(easy.iter().all(|calls| (1..8).contains(calls)), "{easy:?}");
    let large: Vec<usize> = lines(&own("hakank_16x16.txt"))
        .iter()
        .map(|puzzle| calls(&puzzle.board))
        .collect();
    assert!(large.iter().all(|calls| *calls > 10), "{large:?}");
}
