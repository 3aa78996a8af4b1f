//! The search for 9×9 boards against a naive one.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use proptest::prelude::*;

use super::search;
use crate::sudoku::solver::solutions::{Collector, SearchEnd};

/// Counts the solutions, and returns the first two of them.
fn solve(givens: &[u8], count_to: usize) -> (usize, Vec<Vec<u8>>) {
    let mut collector = Collector::new(NonZeroUsize::new(count_to).unwrap(), &|| false);
    let end = search(givens, &mut collector);
    assert_eq!(
        matches!(end, ControlFlow::Break(SearchEnd::ReachedLimit)),
        collector.count() == count_to
    );
    (collector.count(), collector.into_examples())
}

/// The numbers of the cells of the row, the column and the box of a cell.
fn houses(cell: usize) -> [[usize; 9]; 3] {
    let (row, column) = (cell / 9, cell % 9);
    let corner = row / 3 * 27 + column / 3 * 3;
    [
        std::array::from_fn(|index| row * 9 + index),
        std::array::from_fn(|index| index * 9 + column),
        std::array::from_fn(|index| corner + index / 3 * 9 + index % 3),
    ]
}

/// The digits that no peer of the cell holds.
fn candidates(board: &[u8], cell: usize) -> Vec<u8> {
    let mut held = [false; 10];
    for other in houses(cell).as_flattened() {
        if *other != cell {
            held[usize::from(board[*other])] = true;
        }
    }
    (1..=9).filter(|digit| !held[usize::from(*digit)]).collect()
}

/// A naive search: tries all candidates of one empty cell after another.
fn count_naively(board: &mut [u8], count_to: usize) -> usize {
    let empty = (0..81)
        .filter(|cell| board[*cell] == 0)
        .map(|cell| (cell, candidates(board, cell)));
    let Some((cell, digits)) = empty.min_by_key(|(_, digits)| digits.len()) else {
        return 1;
    };
    let mut count = 0;
    for digit in digits {
        board[cell] = digit;
        count += count_naively(board, count_to - count);
        if count >= count_to {
            break;
        }
    }
    board[cell] = 0;
    count
}

fn digits(board: &str) -> Vec<u8> {
    board
        .bytes()
        .map(|byte| if byte == b'.' { 0 } else { byte - b'0' })
        .collect()
}

/// Compares the search with the naive one.
fn check(givens: &[u8]) {
    const COUNT_TO: usize = 30;
    let fits = |board: &[u8], cell: usize| candidates(board, cell).contains(&board[cell]);
    let valid = (0..81).all(|cell| givens[cell] == 0 || fits(givens, cell));
    let expected = if valid {
        count_naively(&mut givens.to_vec(), COUNT_TO)
    } else {
        0
    };
    let (count, examples) = solve(givens, COUNT_TO);
    assert_eq!(count, expected, "{givens:?}");
    assert_eq!(examples.len(), count.min(2));
    for solution in &examples {
        assert!((0..81).all(|cell| fits(solution, cell)));
        assert!(
            givens
                .iter()
                .zip(solution)
                .all(|(given, digit)| *given == 0 || given == digit)
        );
    }
    assert!(examples.len() < 2 || examples[0] != examples[1]);
}

const SOLVED: [&str; 3] = [
    "765189342921734865438256179653847291842391756179562483296473518514928637387615924",
    "782319456546278193193564872457691238639482517218735649825943761974126385361857924",
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_naive_search_counts_the_same_number_of_solutions(
        solved in prop::sample::select(&SOLVED[..]),
        relabeled in Just((1..=9).collect::<Vec<u8>>()).prop_shuffle(),
        cells in Just((0..81).collect::<Vec<usize>>()).prop_shuffle(),
        kept in 24..81_usize,
        altered in prop::collection::vec((0..81_usize, 0..=9_u8), 0..3),
    ) {
        let mut board: Vec<u8> = digits(solved).iter().map(|digit| relabeled[usize::from(digit - 1)]).collect();
        for cell in &cells[kept..] {
            board[*cell] = 0;
        }
        check(&board);
        for (cell, digit) in altered {
            board[cell] = digit;
        }
        check(&board);
    }
}

#[test]
fn an_empty_board_has_as_many_solutions_as_requested() {
    let (count, examples) = solve(&[0; 81], 2000);
    assert_eq!(count, 2000);
    assert_ne!(examples[0], examples[1]);
}

#[test]
fn a_puzzle_that_needs_branching_has_one_solution() {
    let puzzle =
        digits("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    let (count, examples) = solve(&puzzle, 2);
    assert_eq!(count, 1);
    assert_eq!(
        examples[0],
        digits("812753649943682175675491283154237896369845721287169534521974368438526917796318452")
    );
}

#[test]
fn a_solved_board_is_its_own_solution() {
    for solved in SOLVED.map(digits) {
        assert_eq!(solve(&solved, 2), (1, vec![solved]));
    }
}

#[test]
fn a_board_with_a_cell_without_candidates_has_no_solution() {
    let mut board = [0; 81];
    for (column, digit) in (1..9).zip((2..=8).rev()) {
        board[column] = digit;
    }
    board[8] = 1;
    for row in 1..9 {
        board[row * 9] = u8::try_from(row).expect("a row is small") + 1;
    }
    assert_eq!(solve(&board, 2).0, 0);
}

#[test]
fn an_almost_complete_board_without_a_duplicate_can_have_no_solution() {
    let mut board = digits(SOLVED[0]);
    board[1] = 2;
    // Without the other two 2s the board is valid, but row 1 is missing a 6, which column 9 already has.
    board[8] = 0;
    board[10] = 0;
    assert!(
        (0..81).all(|cell| board[cell] == 0 || candidates(&board, cell).contains(&board[cell]))
    );
    assert_eq!(solve(&board, 2).0, 0);
}

#[test]
fn a_board_with_a_duplicate_has_no_solution() {
    for cell in 0..81 {
        for house in houses(cell) {
            let mut board = [0; 81];
            board[house[0]] = 7;
            board[house[5]] = 7;
            assert_eq!(solve(&board, 2), (0, Vec::new()));
        }
    }
}

#[test]
fn a_search_ends_at_the_first_stop_signal() {
    let calls = std::cell::Cell::new(0);
    let stop = || {
        calls.set(calls.get() + 1);
        calls.get() == 3
    };
    let mut collector = Collector::new(NonZeroUsize::MAX, &stop);
    assert!(matches!(
        search(&[0; 81], &mut collector),
        ControlFlow::Break(SearchEnd::Stopped)
    ));
    assert_eq!(calls.get(), 3);
}
