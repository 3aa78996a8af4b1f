//! The boards that are sent: 9×9, partly filled, most of them valid.

use fastrand::Rng;

/// A request body, and whether its board is valid.
pub(crate) struct Board {
    pub(crate) body: String,
    pub(crate) valid: bool,
}

/// The number of boards, large enough that the branch predictor does not learn them.
const BOARDS: usize = 1024;

/// One in this many boards has a duplicate.
const INVALID_EVERY: usize = 16;

/// The digit of each cell, 0 if it is empty.
type Cells = [[u8; 9]; 9];

/// Generates the boards, the same ones every time.
pub(crate) fn boards() -> Vec<Board> {
    let mut random = Rng::with_seed(9);
    (0..BOARDS)
        .map(|index| {
            let valid = index % INVALID_EVERY > 0;
            let mut cells = partial(&mut random);
            if !valid {
                add_duplicate(&mut cells, &mut random);
            }
            Board {
                body: body(&cells),
                valid,
            }
        })
        .collect()
}

/// Generates about a third of the cells of a solved board: a cyclic board with its digits, and its rows and columns
/// within bands and stacks, shuffled.
fn partial(random: &mut Rng) -> Cells {
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut digits);
    let (rows, columns) = (lines(random), lines(random));
    let cyclic = |row: usize, column: usize| digits[(row % 3 * 3 + row / 3 + column) % 9];
    rows.map(|row| {
        columns.map(|column| {
            if random.u8(..3) == 0 {
                cyclic(row, column)
            } else {
                0
            }
        })
    })
}

/// Shuffles the nine rows (or columns), keeping groups of three together.
fn lines(random: &mut Rng) -> [usize; 9] {
    let mut groups = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    random.shuffle(&mut groups);
    for group in &mut groups {
        random.shuffle(group);
    }
    std::array::from_fn(|line| groups[line / 3][line % 3])
}

/// Puts the same digit into two adjacent cells of a random row.
fn add_duplicate(cells: &mut Cells, random: &mut Rng) {
    let row = &mut cells[random.usize(..9)];
    let column = random.usize(..8);
    row[column] = random.u8(1..=9);
    row[column + 1] = row[column];
}

/// Formats a board as the textbook exercise does: strings, with `.` for an empty cell.
fn body(cells: &Cells) -> String {
    let cell = |digit: &u8| {
        if *digit == 0 {
            "\".\"".to_owned()
        } else {
            format!("\"{digit}\"")
        }
    };
    let row = |row: &[u8; 9]| format!("[{}]", row.each_ref().map(cell).join(","));
    format!("[{}]", cells.each_ref().map(row).join(","))
}
