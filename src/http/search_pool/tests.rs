use std::cell::Cell;

use futures_util::FutureExt;

use std::num::NonZeroUsize;

use super::*;
use crate::sudoku::{Layout, solve};

const TWO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

const GOAL: SearchGoal = SearchGoal {
    explain: true,
    find_redundant: true,
    ..SearchGoal::count(TWO)
};

fn board(size: usize, digits: Vec<u8>) -> Board {
    Board::new(Layout::new(size, None).unwrap(), digits).unwrap()
}

/// A board of 64 rows without a solution: no digit fits the last cell of its first row.
fn unsolvable() -> Board {
    let mut digits = vec![0; 64 * 64];
    for (cell, digit) in digits.iter_mut().zip(1..64) {
        *cell = digit;
    }
    digits[40 * 64 + 63] = 64;
    board(64, digits)
}

/// A solved board of 64 rows without every fifth digit, which singles are enough to find.
fn easy_but_large() -> Board {
    let digit = |cell: usize| {
        let (row, column) = (cell / 64, cell % 64);
        let digit = (row % 8 * 8 + row / 8 + column) % 64 + 1;
        if cell.is_multiple_of(5) {
            0
        } else {
            u8::try_from(digit).unwrap()
        }
    };
    board(64, (0..64 * 64).map(digit).collect())
}

/// A board of 4 rows with one solution.
fn small() -> Board {
    board(
        4,
        [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]].concat(),
    )
}

#[test]
fn an_unsolvable_board_is_explained() {
    let (outcome, is_finished) = attempt(&unsolvable(), GOAL, &|| false);
    assert!(is_finished);
    assert_eq!(outcome.solutions.verdict(), Verdict::None);
    assert!(outcome.contradiction.is_some());
}

#[test]
fn an_explanation_ends_with_its_search() {
    let calls = Cell::new(0_u32);
    let count = || {
        calls.set(calls.get() + 1);
        false
    };
    let solutions = solve(&unsolvable(), TWO, &count);
    assert_eq!(solutions.verdict(), Verdict::None);
    // The search is stopped just after the solutions are counted.
    let calls_left = Cell::new(calls.get());
    let stop = || match calls_left.get().checked_sub(1) {
        Some(left) => {
            calls_left.set(left);
            false
        }
        None => true,
    };
    let (outcome, is_finished) = attempt(&unsolvable(), GOAL, &stop);
    assert!(!is_finished);
    assert_eq!(outcome.solutions, solutions);
    assert_eq!(outcome.contradiction, None);
}

#[test]
fn a_large_board_is_not_solved_inline_even_if_it_needs_no_decision() {
    let (outcome, is_finished) = inline_attempt(&easy_but_large(), GOAL);
    assert!(!is_finished);
    assert_eq!(outcome.solutions.verdict(), Verdict::Unknown);
    let (outcome, _) = attempt(&easy_but_large(), GOAL, &|| false);
    assert_eq!(outcome.solutions.verdict(), Verdict::One);
    assert!(inline_attempt(&small(), GOAL).1);
}

#[test]
fn what_is_not_asked_for_is_not_searched_for() {
    for board in [unsolvable(), easy_but_large()] {
        let calls = Cell::new(0_u32);
        let count = || {
            calls.set(calls.get() + 1);
            false
        };
        let solutions = solve(&board, TWO, &count);
        let calls_of_solve = calls.replace(0);
        let (outcome, is_finished) = attempt(&board, SearchGoal::count(TWO), &count);
        assert!(is_finished);
        assert_eq!(outcome.solutions, solutions);
        assert_eq!(outcome.contradiction, None);
        assert_eq!(outcome.redundant, None);
        assert_eq!(calls.replace(0), calls_of_solve);
        attempt(&board, GOAL, &count);
        assert!(calls.get() > calls_of_solve);
    }
}

#[test]
fn the_search_for_redundant_givens_ends_with_its_search() {
    let mut calls_left = 0_u32;
    let mut incomplete = 0;
    loop {
        let left = Cell::new(calls_left);
        let stop = || left.replace(left.get().saturating_sub(1)) == 0;
        let (outcome, is_finished) = attempt(&easy_but_large(), GOAL, &stop);
        let redundant = outcome.redundant;
        assert_eq!(
            redundant.is_none(),
            outcome.solutions.verdict() != Verdict::One
        );
        assert_eq!(
            is_finished,
            redundant
                .as_ref()
                .is_some_and(|redundant| redundant.is_complete)
        );
        incomplete += u32::from(redundant.is_some() && !is_finished);
        if is_finished {
            break;
        }
        calls_left = 2 * calls_left + 1;
    }
    assert!(incomplete > 0);
}

#[tokio::test]
async fn incomplete_redundant_givens_are_rejected_rather_than_reported_without_a_reason() {
    let limits = RequestLimits::default();
    // Too little for a long search.
    let pool = SearchPool::new(&limits, MemoryBudget::new(SEARCH_BYTES - 1));
    // A board of 16 rows with one empty cell: it is solved at once, but each of its givens has to be tried.
    let digit =
        |cell: usize| u8::try_from((cell / 16 % 4 * 4 + cell / 64 + cell) % 16 + 1).unwrap();
    let mut digits: Vec<u8> = (0..256).map(digit).collect();
    digits[0] = 0;
    let board = board(16, digits);
    assert!(pool.search(&board, SearchGoal::count(TWO)).await.is_ok());
    let rejected = pool.search(&board, GOAL).await.unwrap_err();
    assert_eq!(rejected.kind(), ProblemKind::Overloaded);
}

fn pool() -> SearchPool {
    let limits = RequestLimits::default();
    SearchPool::new(&limits, MemoryBudget::new(limits.memory_bytes))
}

#[tokio::test]
async fn inline_searches_run_on_half_of_the_cores_at_once() {
    let pool = pool();
    let cores = available_parallelism().unwrap().get();
    assert_eq!(pool.inline_permits.available_permits(), (cores / 2).max(1));
    let others = u32::try_from((cores / 2).max(1)).unwrap();
    let others = pool.inline_permits.acquire_many(others).await.unwrap();
    let board = small();
    let mut search = Box::pin(pool.search(&board, GOAL));
    assert!((&mut search).now_or_never().is_none());
    drop(others);
    let outcome = search.await.unwrap();
    assert_eq!(outcome.solutions.verdict(), Verdict::One);
}

#[tokio::test]
async fn a_board_that_would_wait_behind_too_many_others_is_rejected() {
    let pool = pool();
    let all = u32::try_from(INLINE_QUEUE).unwrap();
    let others = pool.inline_queue_permits.acquire_many(all).await.unwrap();
    let board = small();
    assert!(pool.search(&board, GOAL).await.is_err());
    drop(others);
    assert!(pool.search(&board, GOAL).await.is_ok());
}

#[tokio::test]
async fn a_long_search_without_memory_is_rejected() {
    let limits = RequestLimits::default();
    let pool = SearchPool::new(&limits, MemoryBudget::new(SEARCH_BYTES - 1));
    let rejected = pool.search(&easy_but_large(), GOAL).await.unwrap_err();
    assert_eq!(rejected.kind(), ProblemKind::Overloaded);
    // A short one needs none.
    pool.search(&small(), GOAL).await.unwrap();
}
