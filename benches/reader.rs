//! How long it takes to read a body: the reader here, and what the usual JSON libraries offer for it.
//!
//! The reader here ends with a board, whose cells are known to be digits. The others end with rows of strings or numbers
//! of which nothing is known yet.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use fastrand::Rng;
use serde_json::{Value, json};
use sudoku_validator::http::read_board;

/// The rows of a board: strings, strings that stay in the body, and numbers.
type Strings = Vec<Vec<String>>;
type Slices<'b> = Vec<Vec<&'b str>>;
type Numbers = Vec<Vec<u8>>;

/// Reads a body, which it may overwrite, and tells whether it could.
type Read = fn(&mut [u8]) -> bool;

/// Writes a digit, or 0 for an empty cell.
type WriteCell = fn(u8) -> Value;

/// Writes rows.
type WriteRows = fn(&Value) -> Vec<u8>;

/// How many bodies of each kind there are: so many that the processor does not learn a single one by heart.
const BODIES: u16 = 512;

const STRINGS: [(&str, Read); 7] = [
    ("ours", ours),
    ("serde_json String", |body| {
        black_box(serde_json::from_slice::<Strings>(body)).is_ok()
    }),
    ("serde_json &str", |body| {
        black_box(serde_json::from_slice::<Slices>(body)).is_ok()
    }),
    ("simd-json String", |body| {
        black_box(simd_json::from_slice::<Strings>(body)).is_ok()
    }),
    ("simd-json &str", |body| {
        black_box(simd_json::from_slice::<Slices>(body)).is_ok()
    }),
    ("sonic-rs String", |body| {
        black_box(sonic_rs::from_slice::<Strings>(body)).is_ok()
    }),
    ("sonic-rs &str", |body| {
        black_box(sonic_rs::from_slice::<Slices>(body)).is_ok()
    }),
];

const NUMBERS: [(&str, Read); 4] = [
    ("ours", ours),
    ("serde_json u8", |body| {
        black_box(serde_json::from_slice::<Numbers>(body)).is_ok()
    }),
    ("simd-json u8", |body| {
        black_box(simd_json::from_slice::<Numbers>(body)).is_ok()
    }),
    ("sonic-rs u8", |body| {
        black_box(sonic_rs::from_slice::<Numbers>(body)).is_ok()
    }),
];

fn ours(body: &mut [u8]) -> bool {
    black_box(read_board(body)).is_ok()
}

/// Rows of which about a third of the cells is filled. Reading does not ask whether a digit repeats.
fn rows(size: u8, random: &mut Rng, cell: WriteCell) -> Value {
    let mut digit = || {
        if random.u8(..3) == 0 {
            random.u8(1..=size)
        } else {
            0
        }
    };
    (0..size)
        .map(|_| (0..size).map(|_| cell(digit())).collect::<Value>())
        .collect()
}

fn number(digit: u8) -> Value {
    json!(digit)
}

fn string(digit: u8) -> Value {
    if digit == 0 {
        json!(".")
    } else {
        json!(digit.to_string())
    }
}

fn compact(rows: &Value) -> Vec<u8> {
    rows.to_string().into_bytes()
}

/// Each cell on a line of its own, indented.
fn pretty(rows: &Value) -> Vec<u8> {
    format!("{rows:#}").into_bytes()
}

fn read(criterion: &mut Criterion) {
    let kinds: [(_, _, WriteCell, WriteRows, &[_]); 5] = [
        ("9x9, strings", 9, string, compact, &STRINGS),
        ("9x9, numbers", 9, number, compact, &NUMBERS),
        ("9x9, strings, pretty", 9, string, pretty, &STRINGS),
        ("16x16, strings", 16, string, compact, &STRINGS),
        ("25x25, strings", 25, string, compact, &STRINGS),
    ];
    for (kind, size, cell, write, readers) in kinds {
        let mut random = Rng::with_seed(9);
        let bodies: Vec<Vec<u8>> = (0..BODIES)
            .map(|_| write(&rows(size, &mut random, cell)))
            .collect();

        let mut group = criterion.benchmark_group(kind);
        for (name, read) in readers {
            assert!(
                bodies.iter().all(|body| read(&mut body.clone())),
                "{name} does not read {kind}"
            );
            let mut turn = bodies.iter().cycle();
            let mut next = || turn.next().expect("a cycle has no end").clone();
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                bencher.iter_batched_ref(
                    &mut next,
                    |body| read(body),
                    BatchSize::NumIterations(BODIES.into()),
                );
            });
        }
        group.finish();
    }
}

criterion_group!(benches, read);
criterion_main!(benches);
