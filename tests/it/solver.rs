//! Solutions and contradictions of small boards, compared with the oracle.

use std::cell::Cell as Counter;
use std::sync::Arc;

use proptest::prelude::*;
use sudoku_validator::sudoku::{
    Board, BoxShape, ConstraintKind, Contradiction, Layout, LayoutSpec, SearchEnd, Stopped,
    Variant, Verdict, find_contradiction,
};

use crate::oracle::rules as oracle;
use crate::support::boards::{
    PUZZLE, cell, constraints_of, rows_of, solve_and_check, solved, variant_layout,
};
use crate::support::compare::compare;

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

fn layout((rows, columns): (usize, usize)) -> Arc<Layout> {
    Layout::new(rows * columns, Some(BoxShape { rows, columns })).unwrap()
}

fn empty(shape: (usize, usize)) -> Board {
    let size = shape.0 * shape.1;
    Board::new(layout(shape), vec![0; size * size]).unwrap()
}

/// A solved board of a small size, with some cells emptied and a few overwritten.
fn small_board() -> impl Strategy<Value = (Vec<Vec<u8>>, (usize, usize))> {
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
                1..=u8::try_from(size).unwrap(),
            );
            (
                Just((rows, columns)),
                prop::collection::vec(cell, size * size),
            )
        })
        .prop_map(|((rows, columns), changes)| {
            let mut board = solved(BoxShape { rows, columns });
            for (digit, change) in board.iter_mut().flatten().zip(changes) {
                match change {
                    (false, ..) => *digit = 0,
                    (true, true, other) => *digit = other,
                    (true, false, _) => {}
                }
            }
            (board, (rows, columns))
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn small_boards_agree_with_the_oracle((rows, shape) in small_board(), count_to in 1..40_usize) {
        compare(&rows, &layout(shape), count_to);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn boards_with_diagonals_and_groups_agree_with_the_oracle(
        (rows, shape) in small_board(),
        count_to in 1..40_usize,
    ) {
        compare(&rows, &variant_layout(shape), count_to);
    }

    /// Few solved boards satisfy the diagonals, so these start from a solution that does.
    #[test]
    fn solvable_boards_with_diagonals_and_groups_agree_with_the_oracle(
        shape in prop::sample::select(&[(1, 5), (2, 3), (1, 7), (2, 4), (3, 3)][..]),
        kept in prop::collection::vec(prop::bool::weighted(0.45), 81),
        changed in prop::option::weighted(0.3, (0..81_usize, 0..=9_u8)),
        count_to in 1..40_usize,
    ) {
        let layout = variant_layout(shape);
        let size = layout.size();
        let empty = Board::new(layout.clone(), vec![0; size * size]).unwrap();
        let solutions = solve_and_check(&empty, 1, &|| false);
        let solution = &solutions.examples[0];
        prop_assert!(oracle::repeats(&rows_of(solution), &constraints_of(&layout)).is_empty());
        let mut rows = rows_of(solution);
        for (digit, kept) in rows.iter_mut().flatten().zip(kept) {
            *digit *= u8::from(kept);
        }
        if let Some((cell, digit)) = changed {
            rows[cell % size][cell / size % size] = digit % (u8::try_from(size).unwrap() + 1);
        }
        compare(&rows, &layout, count_to);
    }
}

/// Groups reach the SAT solver, too: the backtracking search alone would take hours on this board.
#[test]
fn hard_boards_with_groups_are_solved() {
    let mut spec = LayoutSpec::new(16, None).unwrap();
    for index in 0..15 {
        let pair = [cell(index, index), cell(index + 1, (index + 9) % 16)];
        spec = spec.with_extra_region(pair).unwrap();
    }
    let layout = Layout::build(&spec.with_variant(Variant::Diagonal).unwrap());
    let board = Board::new(layout.clone(), vec![0; 256]).unwrap();
    let solutions = solve_and_check(&board, 2, &|| false);
    assert_eq!(solutions.verdict(), Verdict::Many);
    for solution in &solutions.examples {
        assert!(oracle::repeats(&rows_of(solution), &constraints_of(&layout)).is_empty());
    }
}

#[test]
fn the_empty_board_of_four_rows_has_288_solutions() {
    let solutions = solve_and_check(&empty((2, 2)), 1000, &|| false);
    assert_eq!(
        (solutions.count, solutions.end),
        (288, SearchEnd::Exhausted)
    );
}

#[test]
fn empty_boards_of_many_shapes_have_many_solutions() {
    for shape in [
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
        assert_eq!(
            solve_and_check(&empty(shape), 2, &|| false).verdict(),
            Verdict::Many
        );
    }
}

/// Otherwise the number of calls of the stop signal would not bound the work: the singles of this board alone take
/// milliseconds.
#[test]
fn the_stop_signal_is_also_checked_while_singles_are_placed() {
    let easy = easy_but_large();
    let calls = Counter::new(0);
    let count = || {
        calls.set(calls.get() + 1);
        false
    };
    assert_eq!(solve_and_check(&easy, 2, &count).verdict(), Verdict::One);
    assert!(calls.get() > 50, "{} calls", calls.get());
    let all_calls = calls.replace(0);
    let stop = || calls.replace(calls.get() + 1) >= all_calls / 2;
    assert_eq!(solve_and_check(&easy, 2, &stop).end, SearchEnd::Stopped);
    calls.set(0);
    assert_eq!(find_contradiction(&easy, &count), Ok(None));
    assert!(calls.get() > 50, "{} calls", calls.get());
}

/// A solved board of 64 rows without every fifth digit, which singles are enough to find.
fn easy_but_large() -> Board {
    let mut digits = solved(BoxShape {
        rows: 8,
        columns: 8,
    })
    .concat();
    for digit in digits.iter_mut().step_by(5) {
        *digit = 0;
    }
    Board::new(layout((8, 8)), digits).unwrap()
}

#[test]
fn a_search_ends_when_it_is_stopped() {
    let calls = Counter::new(0);
    let stop = || calls.replace(calls.get() + 1) >= 3;
    let solutions = solve_and_check(&empty((3, 3)), usize::MAX, &stop);
    assert_eq!(solutions.end, SearchEnd::Stopped);
    assert!(solutions.count > 0);
    assert_eq!(
        solve_and_check(&empty((8, 8)), 2, &|| true).end,
        SearchEnd::Stopped
    );
}

#[test]
fn a_verdict_claims_no_more_than_the_search_has_shown() {
    let verdict = |board: &Board, count_to| solve_and_check(board, count_to, &|| false).verdict();
    let one = four(PUZZLE);
    assert_eq!(verdict(&one, 2), Verdict::One);
    // A search for one solution does not show whether there is a second.
    assert_eq!(verdict(&one, 1), Verdict::Unknown);
    assert_eq!(verdict(&empty((2, 2)), 1), Verdict::Unknown);
    assert_eq!(verdict(&empty((2, 2)), 2), Verdict::Many);
    assert_eq!(
        verdict(&four([[1, 1, 0, 0], [0; 4], [0; 4], [0; 4]]), 1),
        Verdict::None
    );
    let stopped = solve_and_check(&empty((8, 8)), 2, &|| true);
    assert_eq!(stopped.verdict(), Verdict::Unknown);
}

/// A 4×4 board from its rows.
fn four(rows: [[u8; 4]; 4]) -> Board {
    Board::new(layout((2, 2)), rows.concat()).unwrap()
}

fn contradiction(board: &Board) -> Option<Contradiction> {
    find_contradiction(board, &|| false).unwrap()
}

#[test]
fn the_first_cell_without_candidates_is_a_contradiction() {
    let board = four([[0, 1, 2, 0], [3, 0, 0, 0], [4, 0, 0, 0], [0, 0, 0, 0]]);
    assert_eq!(contradiction(&board), Some(Contradiction::Cell(cell(0, 0))));
}

#[test]
fn the_first_digit_without_a_cell_is_a_contradiction() {
    let board = four([[0, 0, 2, 3], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]);
    let Some(Contradiction::Digit { digit, house }) = contradiction(&board) else {
        panic!("the board has a contradiction")
    };
    assert_eq!(
        (digit.get(), house.kind(), house.index()),
        (1, ConstraintKind::Row, Some(0))
    );
}

#[test]
fn naked_singles_lead_to_a_contradiction() {
    // Only the 4 fits the last cell of the first row, and only the 4 fits that of the third.
    let board = four([[1, 2, 3, 0], [0, 0, 0, 0], [2, 3, 1, 0], [0, 0, 0, 0]]);
    assert_eq!(contradiction(&board), Some(Contradiction::Cell(cell(2, 3))));
    assert_eq!(solve_and_check(&board, 2, &|| false).count, 0);
}

/// Placing a hidden single can leave another digit of the same house with one cell, which comes next, not in the next
/// round.
#[test]
fn a_hidden_single_takes_effect_at_once() {
    let rows = [
        [1, 0, 0, 0, 0, 0],
        [0, 4, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [0, 3, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [0, 0, 2, 0, 0, 5],
    ];
    for shape in [(2, 3), (3, 2)] {
        compare(&rows.map(Vec::from), &variant_layout(shape), 2);
    }
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

#[test]
fn the_search_for_a_contradiction_can_be_stopped() {
    assert_eq!(
        find_contradiction(&easy_but_large(), &|| true),
        Err(Stopped)
    );
}
