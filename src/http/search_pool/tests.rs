use std::cell::Cell;

use futures_util::FutureExt;

use super::*;
use crate::sudoku::Layout;

const COUNT_TO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

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
    let (outcome, is_finished) = attempt(&unsolvable(), COUNT_TO, &|| false);
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
    let solutions = solve(&unsolvable(), COUNT_TO, &count);
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
    let (outcome, is_finished) = attempt(&unsolvable(), COUNT_TO, &stop);
    assert!(!is_finished);
    assert_eq!(outcome.solutions, solutions);
    assert_eq!(outcome.contradiction, None);
}

#[test]
fn a_large_board_is_not_solved_inline_even_if_it_needs_no_decision() {
    let (outcome, is_finished) = inline_attempt(&easy_but_large(), COUNT_TO);
    assert!(!is_finished);
    assert_eq!(outcome.solutions.verdict(), Verdict::Unknown);
    let (outcome, _) = attempt(&easy_but_large(), COUNT_TO, &|| false);
    assert_eq!(outcome.solutions.verdict(), Verdict::One);
    assert!(inline_attempt(&small(), COUNT_TO).1);
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
    let mut search = Box::pin(pool.search(&board, COUNT_TO));
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
    assert!(pool.search(&board, COUNT_TO).await.is_err());
    drop(others);
    assert!(pool.search(&board, COUNT_TO).await.is_ok());
}

#[tokio::test]
async fn a_long_search_without_memory_is_rejected() {
    let limits = RequestLimits::default();
    let pool = SearchPool::new(&limits, MemoryBudget::new(SEARCH_BYTES - 1));
    let rejected = pool.search(&easy_but_large(), COUNT_TO).await.unwrap_err();
    assert_eq!(rejected.kind(), ProblemKind::Overloaded);
    // A short one needs none.
    pool.search(&small(), COUNT_TO).await.unwrap();
}
