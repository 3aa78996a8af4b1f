//! Measures deciding whether a board has exactly one solution.
//!
//! A set of classic 9×9 boards is measured as a whole. Among larger boards, and those with variants or regions, one may
//! take a thousand times as long as the next, so each is timed individually, and a table shows the distribution. Another
//! table shows how many random boards, solved and then partly emptied, are not decided in time: the hardest of them have
//! just enough givens to have few solutions.
//!
//! The environment variable `SUDOKU_PUZZLES` names a folder of published puzzles. Without it, those sets are skipped.

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{
    BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main,
};
use fastrand::Rng;
use serde_json::Value;
use sudoku_validator::sudoku::{
    Board, BoxShape, Digit, Layout, LayoutSpec, Variant, Verdict, solve,
};

/// The sets in `tests/puzzles`.
const INCLUDED: [&str; 4] = [
    "qqwing.txt",
    "sudoku_exchange.txt",
    "hakank_16x16.txt",
    "variants.txt",
];

/// The sets in the folder of published puzzles.
const PUBLISHED: [&str; 13] = [
    "classic_17clue_first1000.txt",
    "classic_forum_hardest_1106_375.txt",
    "classic_forum_hardest_1905_first1000.txt",
    "classic_magictour_top1465.txt",
    "classic_norvig_10k_first2000.txt",
    "classic_norvig_hardest11.txt",
    "classic_qqwing_generated_600.csv",
    "classic_sudoku_exchange_diabolical_2000.txt",
    "classic_super_sudoku_mit_5x200.txt",
    "multi_solution_serg_500.txt",
    "sizes_libminizinc_16x16_mpl2.json",
    "sizes_hakank_mit_91.json",
    "sizes_sgt_solo_generated.json",
];

/// The count that distinguishes one solution from many.
const TWO: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);

/// The minimum time for which each board that is not classic is solved repeatedly.
const TIME_PER_BOARD: Duration = Duration::from_millis(50);

/// Random boards to decide: their size, and the share of their cells that is emptied, in percent.
const RANDOM: [(usize, RangeInclusive<usize>); 3] = [(25, 50..=61), (30, 52..=63), (62, 29..=40)];

/// The time to decide a random board.
const TIME_PER_RANDOM_BOARD: Duration = Duration::from_secs(2);

/// A board and its known number of solutions.
struct Puzzle {
    board: Board,
    solutions: usize,
}

impl Puzzle {
    /// Creates a puzzle with variants.
    fn new(layout: LayoutSpec, variants: &[Variant], digits: Vec<u8>, solutions: usize) -> Puzzle {
        let layout = variants
            .iter()
            .try_fold(layout, |layout, variant| layout.with_variant(*variant))
            .expect("the variants fit the layout");
        Puzzle {
            board: Board::new(Layout::build(&layout), digits)
                .expect("the digits are at most the size"),
            solutions,
        }
    }

    fn size(&self) -> usize {
        self.board.layout().size()
    }

    /// Returns whether the board has nine rows, boxes of three rows, and nothing else.
    fn is_classic(&self) -> bool {
        Layout::new(9, None).is_ok_and(|classic| *classic == **self.board.layout())
    }

    /// Checks the number of solutions, searching for one more than is known.
    fn check(&self) {
        let count_to = NonZeroUsize::MIN.saturating_add(self.solutions);
        let solutions = solve(black_box(&self.board), count_to, &|| false);
        assert_eq!(solutions.count, self.solutions);
    }

    /// Returns the median time of a check.
    fn time(&self) -> Duration {
        let start = Instant::now();
        let mut times = Vec::new();
        while start.elapsed() < TIME_PER_BOARD {
            let check_start = Instant::now();
            self.check();
            times.push(check_start.elapsed());
        }
        times.sort();
        times[times.len() / 2]
    }
}

/// Parses a line of text: a word with a character for each cell, after `variants=NAME+NAME` and `regions=LABELS` if
/// there are any, and before `solutions=COUNT` unless there is exactly one. Returns `None` for a line without such a word.
fn parse_line(line: &str) -> Option<Puzzle> {
    let words: Vec<&str> = line.split([',', ' ']).collect();
    let is_board = |word: &&str| !word.contains('=') && [81, 256].contains(&word.len());
    let cells = words.iter().copied().find(is_board)?;
    let option = |name| words.iter().find_map(|word| word.strip_prefix(name));
    let size = cells.len().isqrt();
    let layout = match option("regions=") {
        Some(labels) => LayoutSpec::with_regions(size, labels.as_bytes()),
        None => LayoutSpec::new(size, None),
    };
    let variants = option("variants=")
        .into_iter()
        .flat_map(|names| names.split('+'));
    let variants: Option<Vec<Variant>> = variants.map(Variant::from_name).collect();
    let digit = |cell: char| {
        cell.to_digit(36).map_or(0, |digit| {
            u8::try_from(digit).expect("a base-36 digit fits a byte")
        })
    };
    let solutions =
        option("solutions=").map_or(1, |count| count.parse().expect("the count is a number"));
    Some(Puzzle::new(
        layout.expect("the size has boxes, or the regions have as many cells"),
        &variants.expect("the names are those of variants"),
        cells.chars().map(digit).collect(),
        solutions,
    ))
}

/// Parses an element of a JSON array.
fn parse_json(puzzle: &Value) -> Puzzle {
    let number = |value: &Value| {
        let number = value.as_u64().and_then(|number| number.try_into().ok());
        number.expect("the number fits")
    };
    let rows = puzzle["board"]
        .as_array()
        .expect("a board is an array of rows");
    let digits = elements(&puzzle["board"])
        .map(|digit| u8::try_from(number(digit)).expect("a digit fits a byte"));
    let layout = if let Some(regions) = puzzle.get("regions") {
        let labels: Vec<String> = elements(regions).map(Value::to_string).collect();
        LayoutSpec::with_regions(rows.len(), &labels)
    } else {
        let shape = puzzle.get("box").map(|shape| BoxShape {
            rows: number(&shape[0]),
            columns: number(&shape[1]),
        });
        LayoutSpec::new(rows.len(), shape)
    };
    let kind = puzzle["kind"].as_str().unwrap_or_default();
    let variants: &[Variant] = if kind.contains("diagonals") {
        &[Variant::Diagonal]
    } else {
        &[]
    };
    Puzzle::new(
        layout.expect("the boxes or regions fit the size"),
        variants,
        digits.collect(),
        number(&puzzle["solutions"]),
    )
}

/// Returns the elements of an array of arrays.
fn elements(rows: &Value) -> impl Iterator<Item = &Value> {
    let rows = rows.as_array().into_iter().flatten();
    rows.flat_map(|row| row.as_array().expect("a row is an array of cells"))
}

/// Reads the puzzles in a file, grouped by size and by whether they are classic.
fn read(file: &Path) -> BTreeMap<(usize, bool), Vec<Puzzle>> {
    let text =
        fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let puzzles: Vec<Puzzle> = if file
        .extension()
        .is_some_and(|extension| extension == "json")
    {
        let puzzles: Vec<Value> = serde_json::from_str(&text).expect("the file is a JSON array");
        puzzles.iter().map(parse_json).collect()
    } else {
        text.lines().filter_map(parse_line).collect()
    };
    let mut sizes: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for puzzle in puzzles {
        let key = (puzzle.size(), puzzle.is_classic());
        sizes.entry(key).or_default().push(puzzle);
    }
    sizes
}

/// A set of puzzles: its name, its size and whether it is classic, and its puzzles.
type Set = (String, (usize, bool), Vec<Puzzle>);

/// Reads all sets.
fn sets() -> Vec<Set> {
    let included = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/puzzles");
    let mut files: Vec<_> = INCLUDED.iter().map(|file| included.join(file)).collect();
    if let Some(folder) = std::env::var_os("SUDOKU_PUZZLES") {
        files.extend(PUBLISHED.iter().map(|file| Path::new(&folder).join(file)));
    } else {
        eprintln!("skipping the published puzzles: SUDOKU_PUZZLES is not set");
    }
    let sets = |file: &Path| {
        let name = file
            .file_stem()
            .expect("the file has a name")
            .display()
            .to_string();
        read(file)
            .into_iter()
            .map(move |(key, puzzles)| (name.clone(), key, puzzles))
    };
    files.iter().flat_map(|file| sets(file)).collect()
}

/// Generates a board with a solution: fills boxes that share no line at random, completes the board, and then empties
/// this many cells.
fn random_board(size: usize, emptied: usize, random: &mut Rng) -> Board {
    let layout = Layout::new(size, None).expect("a board of this size has boxes");
    let shape = BoxShape::most_square(size).expect("a board of this size has boxes");
    let mut digits = vec![0; size * size];
    for index in 0..shape.rows.min(shape.columns) {
        let mut order: Vec<_> = (1..).take(size).collect();
        random.shuffle(&mut order);
        let (top, left) = (index * shape.rows, index * shape.columns);
        for (offset, digit) in order.into_iter().enumerate() {
            let (row, column) = (offset / shape.columns, offset % shape.columns);
            digits[(top + row) * size + left + column] = digit;
        }
    }
    let filled = Board::new(layout.clone(), digits).expect("the digits are at most the size");
    let solutions = solve(&filled, NonZeroUsize::MIN, &|| false);
    let mut digits: Vec<_> = solutions.examples[0]
        .cells()
        .map(|(_, digit)| digit.map_or(0, Digit::get))
        .collect();
    for cell in random.choose_multiple(0..digits.len(), emptied) {
        digits[cell] = 0;
    }
    Board::new(layout, digits).expect("the digits are at most the size")
}

fn random_boards(_: &mut Criterion) {
    println!(
        "{:<36} {:>6} {:>12}",
        "random boards", "boards", "undecided"
    );
    for (size, percents) in RANDOM {
        let mut random = Rng::with_seed(9);
        let (mut boards, mut undecided) = (0, 0);
        for percent in percents.flat_map(|percent| [percent; 4]) {
            let board = random_board(size, size * size * percent / 100, &mut random);
            let start = Instant::now();
            let stop = || start.elapsed() > TIME_PER_RANDOM_BOARD;
            boards += 1;
            undecided += usize::from(solve(&board, TWO, &stop).verdict() == Verdict::Unknown);
        }
        println!(
            "{:<36} {boards:>6} {undecided:>12}",
            format!("{size}x{size}")
        );
    }
}

fn uniqueness(criterion: &mut Criterion) {
    let (classic, others): (Vec<_>, Vec<_>) = sets()
        .into_iter()
        .partition(|(_, (_, is_classic), _)| *is_classic);

    let mut group = criterion.benchmark_group("9x9");
    group.sampling_mode(SamplingMode::Flat).sample_size(20);
    for (name, _, puzzles) in classic {
        puzzles.iter().for_each(Puzzle::check);
        group.throughput(Throughput::Elements(puzzles.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            let count = |puzzle: &Puzzle| solve(black_box(&puzzle.board), TWO, &|| false).count;
            bencher.iter(|| puzzles.iter().map(count).sum::<usize>());
        });
    }
    group.finish();

    println!(
        "{:<36} {:>6} {:>12} {:>12} {:>12}",
        "other boards", "boards", "median", "p90", "max"
    );
    for (name, (size, _), puzzles) in others {
        let mut times: Vec<_> = puzzles.iter().map(Puzzle::time).collect();
        times.sort();
        let [median, p90, max] = [5, 9, 10].map(|tenths| {
            let time = times[((times.len() - 1) * tenths).div_ceil(10)];
            format!("{:.3} ms", time.as_secs_f64() * 1e3)
        });
        let set = format!("{name}, {size}x{size}");
        println!(
            "{set:<36} {:>6} {median:>12} {p90:>12} {max:>12}",
            times.len()
        );
    }
}

criterion_group!(benches, uniqueness, random_boards);
criterion_main!(benches);
