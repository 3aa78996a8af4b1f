//! How long it takes to judge a 9×9 board: the well-known exercise as it is written in three steps, and the rules here.
//!
//! Boards are taken in turn from many, so that the processor does not learn a single one by heart.

use std::collections::HashSet;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use fastrand::Rng;
use sudoku_validator::sudoku::{Board, Layout};

/// A board as the exercise has it: digits, 0 where a cell is empty.
type Cells = [[u8; 9]; 9];

/// The cell at a place of the house of an index.
type CellAt = fn(usize, usize) -> (usize, usize);

/// Makes a board of a kind.
type Make = fn(&mut Rng) -> Cells;

/// Whether a board is valid.
type Judge<B> = fn(&B) -> bool;

/// How many boards of each kind there are.
const BOARDS: usize = 512;

/// The cells of each row, column and box.
fn houses(cells: &Cells) -> Vec<Vec<u8>> {
    let rows = cells.iter().map(|row| row.to_vec());
    let columns = (0..9).map(|column| cells.iter().map(|row| row[column]).collect());
    let boxes = (0..9).map(|index| {
        (0..9)
            .map(|place| cells[index / 3 * 3 + place / 3][index % 3 * 3 + place % 3])
            .collect()
    });
    rows.chain(columns).chain(boxes).collect()
}

/// First step: copy each house, and compare the number of its digits with that of its different digits.
fn by_sets_over_copies(cells: &Cells) -> bool {
    houses(cells).iter().all(|house| {
        let digits: Vec<u8> = house.iter().copied().filter(|digit| *digit > 0).collect();
        digits.iter().collect::<HashSet<_>>().len() == digits.len()
    })
}

/// Second step: the same without the copies.
fn by_sets(cells: &Cells) -> bool {
    let differ = |cell: &dyn Fn(usize) -> u8| {
        let digits = || (0..9).map(cell).filter(|digit| *digit > 0);
        digits().collect::<HashSet<_>>().len() == digits().count()
    };
    (0..9).all(|row| differ(&|place| cells[row][place]))
        && (0..9).all(|column| differ(&|place| cells[place][column]))
        && (0..9).all(|index| {
            differ(&|place| cells[index / 3 * 3 + place / 3][index % 3 * 3 + place % 3])
        })
}

/// Third step: return at the first digit that the house already holds.
fn by_early_return(cells: &Cells) -> bool {
    let passes: [CellAt; 3] = [
        |row, place| (row, place),
        |column, place| (place, column),
        |index, place| (index / 3 * 3 + place / 3, index % 3 * 3 + place % 3),
    ];
    for cell in passes {
        for house in 0..9 {
            let mut seen = HashSet::new();
            for place in 0..9 {
                let (row, column) = cell(house, place);
                let digit = cells[row][column];
                if digit > 0 && !seen.insert(digit) {
                    return false;
                }
            }
        }
    }
    true
}

/// A solved board: a cyclic one with its digits, and its rows and columns within bands and stacks, in random order.
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

/// A solved board of which about a third of the cells is left.
fn partial(random: &mut Rng) -> Cells {
    solved(random).map(|row| row.map(|digit| if random.u8(..3) == 0 { digit } else { 0 }))
}

/// A solved board whose first row repeats its first digit.
fn early_duplicate(random: &mut Rng) -> Cells {
    let mut cells = solved(random);
    cells[0][1 + random.usize(..8)] = cells[0][0];
    cells
}

/// A board whose only duplicate is in its last box.
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

fn judge(criterion: &mut Criterion) {
    let kinds: [(_, Make); 4] = [
        ("valid, full", solved),
        ("valid, partial", partial),
        ("early duplicate", early_duplicate),
        ("late duplicate", late_duplicate),
    ];
    for (kind, make) in kinds {
        let mut random = Rng::with_seed(9);
        let cells: Vec<Cells> = (0..BOARDS).map(|_| make(&mut random)).collect();
        let layout = Layout::new(9, None).expect("nine rows have boxes");
        let board = |cells: &Cells| {
            Board::new(layout.clone(), cells.concat()).expect("the cells hold digits up to 9")
        };
        let boards: Vec<Board> = cells.iter().map(board).collect();
        let expected = kind.starts_with("valid");
        assert!(
            boards.iter().all(|board| board.is_valid() == expected
                && board.duplicates().next().is_none() == expected)
        );

        let mut group = criterion.benchmark_group(kind);
        let classic: [(_, Judge<Cells>); 3] = [
            ("sets over copies", by_sets_over_copies),
            ("sets", by_sets),
            ("early return", by_early_return),
        ];
        for (name, judge) in classic {
            assert!(cells.iter().all(|cells| judge(cells) == expected), "{name}");
            let mut turn = cells.iter().cycle();
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                bencher.iter(|| judge(black_box(turn.next().expect("a cycle has no end"))));
            });
        }
        let ours: [(_, Judge<Board>); 2] = [
            ("first duplicate", |board| {
                board.duplicates().next().is_none()
            }),
            ("is_valid", Board::is_valid),
        ];
        for (name, judge) in ours {
            let mut turn = boards.iter().cycle();
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                bencher.iter(|| judge(black_box(turn.next().expect("a cycle has no end"))));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, judge);
criterion_main!(benches);
