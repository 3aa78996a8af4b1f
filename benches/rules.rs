//! Measures validating a 9×9 board: three versions of the textbook solution, and this crate; and larger boards: this crate
//! only.
//!
//! Each benchmark cycles through many boards, so that the branch predictor cannot learn a single one.

#[expect(
    dead_code,
    unreachable_pub,
    reason = "the tests and the fuzz targets use more of it"
)]
#[path = "../tests/oracle/rules.rs"]
mod oracle;

use std::collections::HashSet;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use sudoku_validator::sudoku::{Board, BoxShape, Layout};

/// The digits of a board, with 0 for an empty cell.
type Cells = [[u8; 9]; 9];

/// Returns the row and column of the cell at a position of the house with an index.
type CellAt = fn(usize, usize) -> (usize, usize);

/// Generates a board.
type Generate = fn(&mut Rng) -> Cells;

/// Returns whether a board is valid.
type Validate<B> = fn(&B) -> bool;

/// The number of boards of each kind.
const BOARDS: usize = 512;

/// Returns the cells of each row, column and box.
fn houses(cells: &Cells) -> Vec<Vec<u8>> {
    let rows = cells.iter().map(|row| row.to_vec());
    let columns = (0..9).map(|column| cells.iter().map(|row| row[column]).collect());
    let boxes = (0..9).map(|index| {
        (0..9)
            .map(|position| cells[index / 3 * 3 + position / 3][index % 3 * 3 + position % 3])
            .collect()
    });
    rows.chain(columns).chain(boxes).collect()
}

/// First version: copies each house, and compares the number of its digits with that of its distinct digits.
fn by_sets_over_copies(cells: &Cells) -> bool {
    houses(cells).iter().all(|house| {
        let digits: Vec<u8> = house.iter().copied().filter(|digit| *digit > 0).collect();
        digits.iter().collect::<HashSet<_>>().len() == digits.len()
    })
}

/// Second version: the same without the copies.
fn by_sets(cells: &Cells) -> bool {
    let are_distinct = |cell: &dyn Fn(usize) -> u8| {
        let digits = || (0..9).map(cell).filter(|digit| *digit > 0);
        digits().collect::<HashSet<_>>().len() == digits().count()
    };
    (0..9).all(|row| are_distinct(&|position| cells[row][position]))
        && (0..9).all(|column| are_distinct(&|position| cells[position][column]))
        && (0..9).all(|index| {
            are_distinct(&|position| {
                cells[index / 3 * 3 + position / 3][index % 3 * 3 + position % 3]
            })
        })
}

/// Third version: returns at the first digit that the house already holds.
fn by_early_return(cells: &Cells) -> bool {
    let passes: [CellAt; 3] = [
        |row, position| (row, position),
        |column, position| (position, column),
        |index, position| (index / 3 * 3 + position / 3, index % 3 * 3 + position % 3),
    ];
    for cell in passes {
        for house in 0..9 {
            let mut seen = HashSet::new();
            for position in 0..9 {
                let (row, column) = cell(house, position);
                let digit = cells[row][column];
                if digit > 0 && !seen.insert(digit) {
                    return false;
                }
            }
        }
    }
    true
}

/// Generates a solved board by shuffling the digits of a cyclic one, and its rows and columns, keeping bands and stacks
/// together.
fn solved(random: &mut Rng) -> Cells {
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut digits);
    let mut order = || {
        let mut groups = [0, 1, 2];
        random.shuffle(&mut groups);
        groups.map(|group| {
            let mut lines = [0, 1, 2];
            random.shuffle(&mut lines);
            lines.map(|line| group * 3 + line)
        })
    };
    let (rows, columns) = (order().concat(), order().concat());
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            digits[(rows[row] % 3 * 3 + rows[row] / 3 + columns[column]) % 9]
        })
    })
}

/// Generates a valid board with about a third of its cells filled.
fn partial(random: &mut Rng) -> Cells {
    solved(random).map(|row| row.map(|digit| if random.u8(..3) == 0 { digit } else { 0 }))
}

/// Generates a full board whose first row repeats its first digit.
fn early_duplicate(random: &mut Rng) -> Cells {
    let mut cells = solved(random);
    cells[0][1 + random.usize(..8)] = cells[0][0];
    cells
}

/// Generates a partial board whose only duplicate is in its last box.
fn late_duplicate(random: &mut Rng) -> Cells {
    let mut cells = partial(random);
    let digit = random.u8(1..=9);
    for (index, row) in cells.iter_mut().enumerate() {
        for (column, cell) in row.iter_mut().enumerate() {
            if *cell == digit || (index == 6 && column == 6) || (index == 8 && column == 8) {
                *cell = 0;
            }
        }
    }
    cells[6][6] = digit;
    cells[8][8] = digit;
    cells
}

fn validation(criterion: &mut Criterion) {
    let kinds: [(_, Generate, _); 4] = [
        ("valid, full", solved, true),
        ("valid, partial", partial, true),
        ("early duplicate", early_duplicate, false),
        ("late duplicate", late_duplicate, false),
    ];
    let constraints = oracle::box_layout(3, 3);
    let layout = Layout::new(9, None).expect("a 9×9 board has boxes");
    for (kind, generate, valid) in kinds {
        let mut random = Rng::with_seed(9);
        let cells: Vec<Cells> = (0..BOARDS).map(|_| generate(&mut random)).collect();
        for cells in &cells {
            let rows = cells.map(Vec::from);
            assert_eq!(
                oracle::repeats(&rows, &constraints).is_empty(),
                valid,
                "{kind}"
            );
        }
        let board = |cells: &Cells| {
            Board::new(layout.clone(), cells.concat()).expect("the cells hold digits up to 9")
        };
        let boards: Vec<Board> = cells.iter().map(board).collect();

        let mut group = criterion.benchmark_group(kind);
        let textbook: [(_, Validate<Cells>); 3] = [
            ("sets over copies", by_sets_over_copies),
            ("sets", by_sets),
            ("early return", by_early_return),
        ];
        for (name, validate) in textbook {
            assert!(cells.iter().all(|cells| validate(cells) == valid), "{name}");
            let mut cells = cells.iter().cycle();
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                bencher.iter(|| validate(black_box(cells.next().expect("the cycle is endless"))));
            });
        }
        let ours: [(_, Validate<Board>); 2] = [
            ("first duplicate", |board| {
                board.duplicates().next().is_none()
            }),
            ("is_valid", Board::is_valid),
        ];
        for (name, validate) in ours {
            assert!(
                boards.iter().all(|board| validate(board) == valid),
                "{name}"
            );
            let mut boards = boards.iter().cycle();
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                bencher.iter(|| validate(black_box(boards.next().expect("the cycle is endless"))));
            });
        }
        group.finish();
    }
}

/// Generates a valid board with about a third of its cells filled.
fn larger(layout: &Arc<Layout>, random: &mut Rng) -> Board {
    let size = layout.size();
    let shape = BoxShape::most_square(size).expect("a board of this size has boxes");
    let digits = (0..size * size).map(|index| {
        let (row, column) = (index / size, index % size);
        let shift = row % shape.rows * shape.columns + row / shape.rows;
        let digit = u8::try_from((shift + column) % size + 1).expect("a digit is at most 64");
        if random.u8(..3) == 0 { digit } else { 0 }
    });
    Board::new(layout.clone(), digits.collect()).expect("the cells hold digits up to the size")
}

fn larger_boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("is_valid");
    for size in [6, 8, 16, 25, 36, 64] {
        let layout = Layout::new(size, None).expect("a board of this size has boxes");
        let mut random = Rng::with_seed(9);
        let boards: Vec<Board> = (0..64).map(|_| larger(&layout, &mut random)).collect();
        assert!(boards.iter().all(Board::is_valid));
        let mut boards = boards.iter().cycle();
        group.throughput(Throughput::Elements((size * size) as u64));
        group.bench_function(BenchmarkId::from_parameter(size), |bencher| {
            bencher.iter(|| black_box(boards.next().expect("the cycle is endless")).is_valid());
        });
    }
    group.finish();
}

criterion_group!(benches, validation, larger_boards);
criterion_main!(benches);
