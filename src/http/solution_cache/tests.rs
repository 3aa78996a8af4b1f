use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::sudoku::{Cell, Layout, Variant};

const MAX_BYTES: usize = 64 * 1024;

fn cache(max_bytes: usize) -> SolutionCache {
    SolutionCache::new(max_bytes, &MemoryBudget::new(max_bytes)).unwrap()
}

/// A different puzzle for each number.
fn puzzle(number: usize) -> Board {
    puzzle_in(Layout::new(9, None).unwrap(), number)
}

fn puzzle_in(layout: Arc<Layout>, mut number: usize) -> Board {
    let size = layout.size();
    let digits = (0..size * size).map(|_| {
        let digit = u8::try_from(number % (size + 1)).unwrap();
        number /= size + 1;
        digit
    });
    Board::new(layout, digits.collect()).unwrap()
}

/// Asks about a puzzle as an endpoint does, and returns whether it was found.
fn ask(cache: &SolutionCache, puzzle: &Board) -> bool {
    if let Some(solution) = cache.get(puzzle) {
        assert_eq!(solution, PuzzleSolution::Many);
        true
    } else {
        cache.insert(puzzle, &PuzzleSolution::Many);
        false
    }
}

#[test]
fn a_known_solution_is_found_again() {
    let cache = cache(MAX_BYTES);
    let one = PuzzleSolution::One(puzzle(1000));
    for (number, solution) in [PuzzleSolution::None, one, PuzzleSolution::Many]
        .iter()
        .enumerate()
    {
        assert_eq!(cache.get(&puzzle(number)), None);
        cache.insert(&puzzle(number), solution);
        for _ in 0..3 {
            assert_eq!(cache.get(&puzzle(number)).as_ref(), Some(solution));
        }
    }
    cache.insert(&puzzle(3), &PuzzleSolution::Unknown);
    assert_eq!(cache.get(&puzzle(3)), None);
}

#[test]
fn a_puzzle_is_found_by_its_givens_and_its_layout() {
    let cache = cache(MAX_BYTES);
    let boxes = LayoutSpec::new(9, None).unwrap();
    let labels: Vec<usize> = (0..81).map(|cell| cell % 9).collect();
    let regions = LayoutSpec::with_regions(9, &labels).unwrap();
    let diagonals = boxes.clone().with_variant(Variant::Diagonal).unwrap();
    let pair = [Cell { row: 0, column: 0 }, Cell { row: 8, column: 7 }];
    let group = boxes.clone().with_extra_region(pair).unwrap();
    let layouts = [boxes, regions, diagonals, group].map(|spec| Layout::build(&spec));
    for layout in layouts {
        assert!(!ask(&cache, &puzzle_in(layout.clone(), 7)));
        // Built again, as for another request.
        assert!(ask(&cache, &puzzle_in(Layout::build(layout.spec()), 7)));
        assert!(!ask(&cache, &puzzle_in(layout, 8)));
    }
}

#[test]
fn puzzles_that_are_asked_about_once_evict_none_that_was_found_again() {
    let cache = cache(MAX_BYTES);
    let popular = 50;
    for number in 0..popular {
        assert!(!ask(&cache, &puzzle(number)));
        assert!(ask(&cache, &puzzle(number)));
    }
    for number in 0..10_000 {
        assert!(!ask(&cache, &puzzle(popular + number)));
    }
    assert!((0..popular).all(|number| ask(&cache, &puzzle(number))));
    // The flood has evicted itself.
    assert!(!ask(&cache, &puzzle(popular)));
}

#[test]
fn a_new_puzzle_is_found_again_however_many_are_protected() {
    let cache = cache(MAX_BYTES);
    for number in 0..1000 {
        assert!(!ask(&cache, &puzzle(number)));
        assert!(ask(&cache, &puzzle(number)), "{number}");
    }
}

#[test]
fn the_protected_puzzle_that_was_not_asked_about_for_the_longest_time_is_evicted_first() {
    let cache = cache(MAX_BYTES);
    for number in 0..1000 {
        ask(&cache, &puzzle(number));
        ask(&cache, &puzzle(number));
        assert!(ask(&cache, &puzzle(0)), "{number}");
    }
    assert!(!ask(&cache, &puzzle(1)));
    assert!(ask(&cache, &puzzle(999)));
}

#[test]
fn a_puzzle_that_would_evict_many_is_not_kept() {
    let puzzle = puzzle_in(Layout::new(64, None).unwrap(), 1);
    for (max_bytes, is_kept) in [(16 * 4096, false), (16 * 4096 + 16 * 512, true)] {
        let cache = cache(max_bytes);
        ask(&cache, &puzzle);
        assert_eq!(ask(&cache, &puzzle), is_kept);
    }
}

#[test]
fn a_cache_of_no_bytes_keeps_nothing() {
    let cache = cache(0);
    assert!(!ask(&cache, &puzzle(1)));
    assert!(!ask(&cache, &puzzle(1)));
}

#[test]
fn the_memory_is_reserved_as_long_as_the_cache_exists() {
    let memory = MemoryBudget::new(100);
    assert_eq!(SolutionCache::new(101, &memory).unwrap_err(), BudgetSpent);
    let cache = SolutionCache::new(60, &memory).unwrap();
    assert_eq!(memory.available(), 40);
    drop(cache);
    assert_eq!(memory.available(), 100);
}

proptest! {
    #[test]
    fn the_entries_never_take_more_than_the_bytes_of_the_cache(
        max_bytes in 0..20_000_usize,
        puzzles in vec((0..3_usize, 0..100_usize), 1..1000),
    ) {
        let cache = cache(max_bytes);
        let labels: Vec<usize> = (0..16).map(|cell| cell % 4).collect();
        let regions = Layout::build(&LayoutSpec::with_regions(4, &labels).unwrap());
        let layouts = [Layout::new(4, None).unwrap(), Layout::new(9, None).unwrap(), regions];
        for (layout, number) in puzzles {
            ask(&cache, &puzzle_in(layouts[layout].clone(), number));
            let segments = cache.segments();
            for segment in [&segments.probation, &segments.protected] {
                let bytes = segment.entries.iter().map(|(key, solution)| entry_bytes(key, solution));
                prop_assert_eq!(bytes.sum::<usize>(), segment.bytes);
            }
            prop_assert!(segments.probation.bytes + segments.protected.bytes <= max_bytes);
            prop_assert!(segments.protected.bytes <= max_bytes / 4 * 3);
        }
    }
}
