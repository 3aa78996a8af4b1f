//! The number of solutions as an exact cover problem: Knuth's Algorithm X ("Dancing Links", 2000) with plain lists.

use super::rules::Constraint;

/// A digit in a cell.
struct Choice {
    /// The items that it covers: the cell, and the digit in each house and group of the cell.
    items: Vec<usize>,
}

/// Counts the solutions of a board up to a limit.
pub fn count(board: &[Vec<u8>], constraints: &[Constraint], limit: usize) -> usize {
    let size = board.len();
    let is_house = |constraint: &Constraint| constraint.cells.len() == size;
    let item_of = |constraint: usize, digit: usize| size * size + constraint * size + digit;
    // Each cell and each digit of a house must be covered; a digit of a group may be.
    let mut required: Vec<usize> = (0..size * size).collect();
    for (index, _) in constraints
        .iter()
        .enumerate()
        .filter(|(_, constraint)| is_house(constraint))
    {
        required.extend((0..size).map(|digit| item_of(index, digit)));
    }
    let mut choices = Vec::new();
    for (row, givens) in board.iter().enumerate() {
        for (column, given) in givens.iter().enumerate() {
            for digit in (0..size).filter(|digit| *given == 0 || usize::from(*given) == digit + 1) {
                let here = constraints.iter().enumerate();
                let here = here.filter(|(_, constraint)| constraint.cells.contains(&(row, column)));
                let digits = here.map(|(index, _)| item_of(index, digit));
                choices.push(Choice {
                    items: std::iter::once(row * size + column).chain(digits).collect(),
                });
            }
        }
    }
    cover(&required, &choices.iter().collect::<Vec<_>>(), limit)
}

/// Counts the ways, up to a limit, to cover each required item once, and no item twice.
fn cover(required: &[usize], choices: &[&Choice], limit: usize) -> usize {
    let choices_for = |item: &usize| {
        choices
            .iter()
            .filter(|choice| choice.items.contains(item))
            .count()
    };
    let Some(hardest) = required.iter().min_by_key(|item| choices_for(item)) else {
        return 1;
    };
    let mut count = 0;
    for choice in choices
        .iter()
        .filter(|choice| choice.items.contains(hardest))
    {
        let required: Vec<usize> = required
            .iter()
            .copied()
            .filter(|item| !choice.items.contains(item))
            .collect();
        let is_possible =
            |other: &&&Choice| !other.items.iter().any(|item| choice.items.contains(item));
        let choices: Vec<&Choice> = choices.iter().filter(is_possible).copied().collect();
        count += cover(&required, &choices, limit - count);
        if count >= limit {
            break;
        }
    }
    count
}
