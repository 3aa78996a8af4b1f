//! How many solutions a board has, as a question of exact cover: Knuth's Algorithm X ("Dancing Links", 2000) with plain
//! lists, so that anyone can see that it is right.

use super::oracle::houses;

/// A digit in a cell, with all that it takes care of.
struct Choice {
    items: Vec<usize>,
}

/// The solutions of a board, counted up to a limit.
pub(crate) fn count(board: &[Vec<u8>], box_rows: usize, box_columns: usize, limit: usize) -> usize {
    let size = board.len();
    let houses = houses(box_rows, box_columns);
    // Each cell needs a digit, and each house needs each digit.
    let items: Vec<usize> = (0..(size + houses.len()) * size).collect();
    let mut choices = Vec::new();
    for (row, givens) in board.iter().enumerate() {
        for (column, given) in givens.iter().enumerate() {
            for digit in (0..size).filter(|digit| *given == 0 || usize::from(*given) == digit + 1) {
                let here = houses
                    .iter()
                    .enumerate()
                    .filter(|(_, (_, _, cells))| cells.contains(&(row, column)));
                let of_houses = here.map(|(house, _)| (size + house) * size + digit);
                choices.push(Choice {
                    items: std::iter::once(row * size + column)
                        .chain(of_houses)
                        .collect(),
                });
            }
        }
    }
    cover(&items, &choices.iter().collect::<Vec<_>>(), limit)
}

/// In how many ways, up to the limit, each of the items is taken care of by exactly one choice.
fn cover(items: &[usize], choices: &[&Choice], limit: usize) -> usize {
    let choices_for = |item: &usize| {
        choices
            .iter()
            .filter(|choice| choice.items.contains(item))
            .count()
    };
    let Some(hardest) = items.iter().min_by_key(|item| choices_for(item)) else {
        return 1;
    };
    let mut count = 0;
    for choice in choices
        .iter()
        .filter(|choice| choice.items.contains(hardest))
    {
        let items: Vec<usize> = items
            .iter()
            .copied()
            .filter(|item| !choice.items.contains(item))
            .collect();
        let possible =
            |other: &&&Choice| !other.items.iter().any(|item| choice.items.contains(item));
        let choices: Vec<&Choice> = choices.iter().filter(possible).copied().collect();
        count += cover(&items, &choices, limit - count);
        if count >= limit {
            break;
        }
    }
    count
}
