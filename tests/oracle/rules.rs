//! Houses and groups, duplicates and contradictions.
//!
//! A board is a list of rows, with 0 for an empty cell. A cell is a pair of a row and a column.

/// A house or a group. It is a house if it has as many cells as the board has rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The kind, as in JSON.
    pub kind: &'static str,
    /// The index among the constraints of its kind, unless they are pairs.
    pub index: Option<usize>,
    /// The cells in reading order.
    pub cells: Vec<(usize, usize)>,
}

/// A duplicate: the digit, the kind and index of the house or group, and the two cells.
pub type Repeat = (u8, &'static str, Option<usize>, [(usize, usize); 2]);

/// Why a board has no solution.
#[derive(Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// No digit fits the cell.
    Cell((usize, usize)),
    /// The digit fits no cell of the house, which is given by its kind and index.
    Digit(u8, &'static str, Option<usize>),
}

/// The rows, columns and boxes of a board. Two cells share a box if they share the band and the stack.
pub fn box_layout(box_rows: usize, box_columns: usize) -> Vec<Constraint> {
    let size = box_rows * box_columns;
    let select = |kind, index, belongs: &dyn Fn(usize, usize) -> bool| {
        let cells = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        Constraint {
            kind,
            index: Some(index),
            cells: cells
                .filter(|(row, column)| belongs(*row, *column))
                .collect(),
        }
    };
    let mut constraints = Vec::new();
    for index in 0..size {
        constraints.push(select("row", index, &|row, _| row == index));
    }
    for index in 0..size {
        constraints.push(select("column", index, &|_, column| column == index));
    }
    for band in 0..size / box_rows {
        for stack in 0..size / box_columns {
            let belongs = |row, column| row / box_rows == band && column / box_columns == stack;
            constraints.push(select("box", band * (size / box_columns) + stack, &belongs));
        }
    }
    constraints
}

/// Every duplicate of a board, in the order of the contract.
pub fn repeats(board: &[Vec<u8>], constraints: &[Constraint]) -> Vec<Repeat> {
    let mut repeats = Vec::new();
    for Constraint { kind, index, cells } in constraints {
        for (position, repeat) in cells.iter().enumerate() {
            let digit = board[repeat.0][repeat.1];
            let first = cells[..position]
                .iter()
                .find(|earlier| board[earlier.0][earlier.1] == digit);
            if let (1.., Some(first)) = (digit, first) {
                repeats.push((digit, *kind, *index, [*first, *repeat]));
            }
        }
    }
    repeats
}

/// The cells of a digit that repeats: the digit, the kind and index of the house or group, and all its cells there.
pub type Repeated = (u8, &'static str, Option<usize>, Vec<(usize, usize)>);

/// The duplicates that a digit in a cell creates: those of the board with the digit that are not on the board with the
/// cell emptied.
pub fn created_by_move(
    board: &[Vec<u8>],
    constraints: &[Constraint],
    cell: (usize, usize),
    digit: u8,
) -> Vec<Repeated> {
    let mut before = board.to_vec();
    before[cell.0][cell.1] = 0;
    let mut after = before.clone();
    after[cell.0][cell.1] = digit;
    let mut created = Vec::new();
    for constraint in constraints {
        let mut pairs = equal_pairs(&after, constraint);
        if !pairs.is_empty() {
            let old = equal_pairs(&before, constraint);
            pairs.retain(|pair| !old.contains(pair));
        }
        let mut cells = pairs.concat();
        cells.sort_unstable();
        cells.dedup();
        if !cells.is_empty() {
            created.push((digit, constraint.kind, constraint.index, cells));
        }
    }
    created
}

/// Every pair of cells of a house or group that hold the same digit.
fn equal_pairs(board: &[Vec<u8>], constraint: &Constraint) -> Vec<[(usize, usize); 2]> {
    let mut pairs = Vec::new();
    for (position, one) in constraint.cells.iter().enumerate() {
        for other in &constraint.cells[position + 1..] {
            let digit = board[one.0][one.1];
            if digit != 0 && digit == board[other.0][other.1] {
                pairs.push([*one, *other]);
            }
        }
    }
    pairs
}

/// The first duplicate of a 9×9 board as in the classic exercise: three passes, each of which returns early.
pub fn three_passes(board: &[Vec<u8>]) -> Option<Repeat> {
    /// Returns the cell at a position of the house with an index.
    type CellAt = fn(usize, usize) -> (usize, usize);

    let passes: [(_, CellAt); 3] = [
        ("row", |index, position| (index, position)),
        ("column", |index, position| (position, index)),
        ("box", |index, position| {
            (index / 3 * 3 + position / 3, index % 3 * 3 + position % 3)
        }),
    ];
    for (kind, cell) in passes {
        for index in 0..9 {
            let mut seen = [None; 10];
            for position in 0..9 {
                let (row, column) = cell(index, position);
                let digit = board[row][column];
                if digit == 0 {
                    continue;
                }
                if let Some(earlier) = seen[usize::from(digit)] {
                    return Some((digit, kind, Some(index), [earlier, (row, column)]));
                }
                seen[usize::from(digit)] = Some((row, column));
            }
        }
    }
    None
}

/// The contradiction that singles lead to, if any, on a board without duplicates.
pub fn contradiction(board: &[Vec<u8>], constraints: &[Constraint]) -> Option<Contradiction> {
    let mut board = board.to_vec();
    loop {
        if let Some(contradiction) = contradiction_in_sight(&board, constraints) {
            return Some(contradiction);
        }
        if !place_naked_singles(&mut board, constraints)
            && !place_hidden_singles(&mut board, constraints)
        {
            return None;
        }
    }
}

/// The digits that fit an empty cell: those that do not appear in its houses and groups.
fn candidates(board: &[Vec<u8>], constraints: &[Constraint], cell: (usize, usize)) -> Vec<u8> {
    let size = u8::try_from(board.len()).expect("a board has at most 64 rows");
    if board[cell.0][cell.1] != 0 {
        return Vec::new();
    }
    let seen: Vec<u8> = constraints
        .iter()
        .filter(|constraint| constraint.cells.contains(&cell))
        .flat_map(|constraint| {
            constraint
                .cells
                .iter()
                .map(|(row, column)| board[*row][*column])
        })
        .collect();
    (1..=size).filter(|digit| !seen.contains(digit)).collect()
}

/// The cells of a house that a digit fits.
fn cells_for(
    board: &[Vec<u8>],
    constraints: &[Constraint],
    house: &Constraint,
    digit: u8,
) -> Vec<(usize, usize)> {
    let cells = house.cells.iter().copied();
    cells
        .filter(|cell| candidates(board, constraints, *cell).contains(&digit))
        .collect()
}

fn cells(board: &[Vec<u8>]) -> Vec<(usize, usize)> {
    (0..board.len())
        .flat_map(|row| (0..board.len()).map(move |column| (row, column)))
        .collect()
}

/// Each house with each digit that is missing from it.
fn missing(board: &[Vec<u8>], constraints: &[Constraint]) -> Vec<(Constraint, u8)> {
    let size = u8::try_from(board.len()).expect("a board has at most 64 rows");
    let houses = constraints
        .iter()
        .filter(|constraint| constraint.cells.len() == board.len());
    houses
        .flat_map(|house| {
            let is_missing = |digit: &u8| {
                !house
                    .cells
                    .iter()
                    .any(|(row, column)| board[*row][*column] == *digit)
            };
            (1..=size)
                .filter(is_missing)
                .map(|digit| (house.clone(), digit))
                .collect::<Vec<_>>()
        })
        .collect()
}

fn contradiction_in_sight(board: &[Vec<u8>], constraints: &[Constraint]) -> Option<Contradiction> {
    for (row, column) in cells(board) {
        if board[row][column] == 0 && candidates(board, constraints, (row, column)).is_empty() {
            return Some(Contradiction::Cell((row, column)));
        }
    }
    for (house, digit) in missing(board, constraints) {
        if cells_for(board, constraints, &house, digit).is_empty() {
            return Some(Contradiction::Digit(digit, house.kind, house.index));
        }
    }
    None
}

fn place_naked_singles(board: &mut [Vec<u8>], constraints: &[Constraint]) -> bool {
    let mut any = false;
    for cell in cells(board) {
        if let [digit] = candidates(board, constraints, cell)[..] {
            board[cell.0][cell.1] = digit;
            any = true;
        }
    }
    any
}

fn place_hidden_singles(board: &mut [Vec<u8>], constraints: &[Constraint]) -> bool {
    let mut any = false;
    for (house, digit) in missing(board, constraints) {
        if let [(row, column)] = cells_for(board, constraints, &house, digit)[..] {
            board[row][column] = digit;
            any = true;
        }
    }
    any
}
