//! Everything that the rules say about a board, compared with the oracle.

use std::num::NonZeroUsize;
use std::sync::Arc;

use sudoku_validator::sudoku::{
    Board, Contradiction, Layout, SearchEnd, find_contradiction, solve,
};

use super::boards::{constraints_of, pair, repeat, solve_and_check};
use crate::oracle::exact_cover;
use crate::oracle::rules::{self as oracle, Repeat};

/// A contradiction in the form of the oracle.
fn explained(contradiction: Contradiction) -> oracle::Contradiction {
    match contradiction {
        Contradiction::Cell(cell) => oracle::Contradiction::Cell(pair(cell)),
        Contradiction::Digit { digit, house } => {
            oracle::Contradiction::Digit(digit.get(), house.kind().as_str(), house.index())
        }
        other => panic!("the oracle does not know {other:?}"),
    }
}

/// Compares everything that the rules say about a board with the oracle.
pub(crate) fn compare(rows: &[Vec<u8>], layout: &Arc<Layout>, count_to: usize) {
    let constraints = constraints_of(layout);
    let board = Board::new(layout.clone(), rows.concat()).unwrap();

    let repeats: Vec<Repeat> = board
        .duplicates()
        .map(|duplicate| repeat(&duplicate))
        .collect();
    assert_eq!(repeats, oracle::repeats(rows, &constraints));
    assert_eq!(board.is_valid(), repeats.is_empty());

    let expected = exact_cover::count(rows, &constraints, count_to);
    let solutions = solve_and_check(&board, count_to, &|| false);
    assert_eq!(solutions.count, expected, "{rows:?}");
    assert_ne!(solutions.end, SearchEnd::Stopped);
    let count_to = NonZeroUsize::new(count_to).unwrap();
    assert_eq!(
        solve(&board, count_to, &|| false),
        solutions,
        "the search is not deterministic"
    );

    if board.is_valid() {
        let contradiction = find_contradiction(&board, &|| false)
            .unwrap()
            .map(explained);
        assert!(contradiction.is_none() || expected == 0, "{rows:?}");
        assert_eq!(
            contradiction,
            oracle::contradiction(rows, &constraints),
            "{rows:?}"
        );
    }
}
