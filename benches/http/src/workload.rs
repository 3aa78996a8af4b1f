//! The requests that are sent. Their boards are 9×9, partly filled, and most of them valid.

use fastrand::Rng;

/// A request, and the response that is expected.
pub(crate) struct Request {
    pub(crate) path: &'static str,
    pub(crate) media_type: &'static str,
    pub(crate) body: String,
    /// How the body of the response starts.
    pub(crate) response_start: &'static str,
}

/// The endpoints that are measured.
#[derive(Clone, Copy)]
pub(crate) enum Workload {
    Validate,
    Solve,
    /// A player's board and its puzzle, one of a few.
    Check,
    SolveBatch,
}

/// The number of boards of a batch.
const BATCH: usize = 1000;

/// The number of boards, large enough that the branch predictor does not learn them.
const BOARDS: usize = 1024;

/// One in this many boards has a duplicate.
const INVALID_EVERY: usize = 16;

/// The digit of each cell, 0 if it is empty.
type Cells = [[u8; 9]; 9];

impl Workload {
    /// Generates the requests, the same ones every time.
    pub(crate) fn requests(self) -> Vec<Request> {
        let mut random = Rng::with_seed(9);
        match self {
            Workload::Validate => (0..BOARDS)
                .map(|index| validate(index % INVALID_EVERY > 0, &mut random))
                .collect(),
            Workload::Solve => puzzles().iter().map(solve).collect(),
            Workload::Check => puzzles().iter().map(check).collect(),
            Workload::SolveBatch => vec![solve_batch()],
        }
    }

    /// Returns how many requests the service accepts at once, if that is few.
    pub(crate) fn max_connections(self) -> u16 {
        match self {
            Workload::SolveBatch => 8,
            _ => u16::MAX,
        }
    }

    /// Returns the number of boards in a request.
    pub(crate) fn boards(self) -> u32 {
        match self {
            Workload::SolveBatch => BATCH.try_into().expect("a batch is small"),
            _ => 1,
        }
    }
}

fn validate(valid: bool, random: &mut Rng) -> Request {
    let mut cells = partial(random);
    if !valid {
        add_duplicate(&mut cells, random);
    }
    Request {
        path: "/validate",
        media_type: "application/json",
        body: body(&cells),
        response_start: if valid {
            r#"{"valid":true"#
        } else {
            r#"{"valid":false"#
        },
    }
}

fn solve(puzzle: &Cells) -> Request {
    Request {
        path: "/solve",
        media_type: "application/json",
        body: body(puzzle),
        response_start: r#"{"valid":true,"complete":false,"solutions":"one""#,
    }
}

/// The player has not filled in any cell.
fn check(puzzle: &Cells) -> Request {
    let cells = body(puzzle);
    Request {
        path: "/check",
        media_type: "application/json",
        body: format!(r#"{{"board":{cells},"givens":{cells}}}"#),
        response_start: r#"{"valid":true,"complete":false,"solutions":"one","on_track":true"#,
    }
}

fn solve_batch() -> Request {
    let line = |cells: &Cells| -> String {
        let cells = cells.concat().into_iter();
        cells.map(|digit| char::from(b'0' + digit)).collect()
    };
    let lines: Vec<String> = puzzles().iter().map(line).collect();
    let lines = lines.iter().cycle().take(BATCH);
    Request {
        path: "/solve/batch",
        media_type: "text/plain",
        body: lines.flat_map(|line| [line, "\n"]).collect(),
        response_start: r#"{"valid":true,"complete":false,"solutions":"one""#,
    }
}

/// Returns puzzles with one solution.
fn puzzles() -> Vec<Cells> {
    let lines = include_str!("../../../tests/puzzles/qqwing.txt").lines();
    let puzzles = lines.filter(|line| line.len() == 81);
    let digit = |character: char| {
        let digit = character.to_digit(10).unwrap_or(0);
        u8::try_from(digit).expect("a digit is small")
    };
    puzzles
        .map(|line| {
            let mut digits = line.chars().map(digit);
            std::array::from_fn(|_| {
                std::array::from_fn(|_| digits.next().expect("a puzzle has 81 cells"))
            })
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
