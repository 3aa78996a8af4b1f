//! Measures parsing a request body: this crate and the common JSON libraries.
//!
//! The parser of this crate produces a board whose cells are known to be valid digits. The others produce rows of
//! strings or numbers that still have to be validated.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use fastrand::Rng;
use serde_json::{Value, json};
use sudoku_validator::http::read_board;

/// Rows of owned strings.
type Strings = Vec<Vec<String>>;
/// Rows of strings borrowed from the body.
type Slices<'b> = Vec<Vec<&'b str>>;
/// Rows of numbers.
type Numbers = Vec<Vec<u8>>;

/// Parses a body, which it may overwrite, and returns whether it succeeded.
type Parse = fn(&mut [u8]) -> bool;

/// Converts a digit, or 0 for an empty cell, to JSON.
type CellToJson = fn(u8) -> Value;

/// Serializes rows.
type Serialize = fn(&Value) -> Vec<u8>;

/// The number of bodies of each kind, which is high so that the branch predictor cannot learn a single one.
const BODIES: u16 = 512;

const STRINGS: [(&str, Parse); 7] = [
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

const NUMBERS: [(&str, Parse); 4] = [
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

/// Generates rows with about a third of the cells filled, possibly with duplicates, which parsing ignores.
fn rows(size: u8, random: &mut Rng, cell_to_json: CellToJson) -> Value {
    let mut digit = || {
        if random.u8(..3) == 0 {
            random.u8(1..=size)
        } else {
            0
        }
    };
    (0..size)
        .map(|_| (0..size).map(|_| cell_to_json(digit())).collect::<Value>())
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

/// Puts each cell on its own line, indented.
fn pretty(rows: &Value) -> Vec<u8> {
    format!("{rows:#}").into_bytes()
}

/// Puts a space after each comma, as Python does by default.
fn spaced(rows: &Value) -> Vec<u8> {
    rows.to_string().replace(',', ", ").into_bytes()
}

fn parsing(criterion: &mut Criterion) {
    let kinds: [(_, _, CellToJson, Serialize, &[_]); 9] = [
        ("6x6, strings", 6, string, compact, &STRINGS),
        ("9x9, strings", 9, string, compact, &STRINGS),
        ("9x9, numbers", 9, number, compact, &NUMBERS),
        ("9x9, strings, spaced", 9, string, spaced, &STRINGS),
        ("9x9, strings, pretty", 9, string, pretty, &STRINGS),
        ("16x16, strings", 16, string, compact, &STRINGS),
        ("16x16, numbers", 16, number, compact, &NUMBERS),
        ("25x25, strings", 25, string, compact, &STRINGS),
        ("36x36, numbers", 36, number, compact, &NUMBERS),
    ];
    for (kind, size, cell_to_json, serialize, parsers) in kinds {
        let mut random = Rng::with_seed(9);
        let bodies: Vec<Vec<u8>> = (0..BODIES)
            .map(|_| serialize(&rows(size, &mut random, cell_to_json)))
            .collect();

        let mut group = criterion.benchmark_group(kind);
        for (name, parse) in parsers {
            assert!(
                bodies.iter().all(|body| parse(&mut body.clone())),
                "{name} fails to parse {kind}"
            );
            let mut bodies = bodies.iter().cycle();
            let mut next = || bodies.next().expect("the cycle is endless").clone();
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                bencher.iter_batched_ref(
                    &mut next,
                    |body| parse(body),
                    BatchSize::NumIterations(BODIES.into()),
                );
            });
        }
        group.finish();
    }
}

criterion_group!(benches, parsing);
criterion_main!(benches);
