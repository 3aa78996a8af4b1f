//! The boards that are asked about: 9×9, partly filled, most of them valid.

use fastrand::Rng;

/// A board as a body, and whether it is valid.
pub(crate) struct Board {
    pub(crate) body: String,
    pub(crate) valid: bool,
}

/// How many boards there are: so many that the processor does not learn a single one by heart.
const BOARDS: usize = 1024;

/// One board in so many has a duplicate.
const INVALID: usize = 16;

/// A digit in each cell, 0 where it is empty.
type Cells = [[u8; 9]; 9];

/// The same boards each time.
pub(crate) fn boards() -> Vec<Board> {
    let mut random = Rng::with_seed(9);
    (0..BOARDS)
        .map(|index| {
            let valid = index % INVALID > 0;
            let mut cells = partial(&mut random);
            if !valid {
                repeat(&mut cells, &mut random);
            }
            Board {
                body: body(&cells),
                valid,
            }
        })
        .collect()
}

/// About a third of a solved board. The solved board is a cyclic one with its digits, and its rows and columns within
/// bands and stacks, in random order.
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

/// The nine lines, in a random order that keeps groups of three together.
fn lines(random: &mut Rng) -> [usize; 9] {
    let mut groups = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    random.shuffle(&mut groups);
    for group in &mut groups {
        random.shuffle(group);
    }
    std::array::from_fn(|line| groups[line / 3][line % 3])
}

/// Writes a digit twice into a random row.
fn repeat(cells: &mut Cells, random: &mut Rng) {
    let row = &mut cells[random.usize(..9)];
    let column = random.usize(..8);
    row[column] = random.u8(1..=9);
    row[column + 1] = row[column];
}

/// As the exercise writes boards: strings, and `.` for an empty cell.
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
