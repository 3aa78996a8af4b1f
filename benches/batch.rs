//! Measures whole batches within this process: the same boards as lines of text and as lines of JSON, validated or solved.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::Request;
use axum::http::header::{CONTENT_TYPE, HOST};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use futures_util::stream;
use http_body_util::BodyExt;
use sudoku_validator::http::{self, App};
use tokio::runtime::Builder;
use tower::ServiceExt;

/// The number of boards in a batch.
const BOARDS: usize = 10_000;

/// The size of a body chunk in bytes, as read from a socket.
const CHUNK_BYTES: usize = 16 * 1024;

/// Generates a valid board as text, with about a third of the cells filled.
fn board(random: &mut Rng) -> String {
    let mut digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    random.shuffle(&mut digits);
    let digit = |cell: usize| digits[(cell / 9 % 3 * 3 + cell / 27 + cell % 9) % 9];
    (0..81)
        .map(|cell| {
            if random.u8(..3) == 0 {
                digit(cell)
            } else {
                '.'
            }
        })
        .collect()
}

/// Generates a puzzle with one solution as text: a known one with other digits.
fn puzzle(random: &mut Rng) -> String {
    const KNOWN: &str = include_str!("../tests/puzzles/qqwing.txt");
    let mut digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    random.shuffle(&mut digits);
    let puzzles: Vec<&str> = KNOWN.lines().filter(|line| line.len() == 81).collect();
    let puzzle = random.choice(&puzzles).expect("there are known puzzles");
    let other = |character: char| match character.to_digit(10) {
        Some(digit @ 1..) => digits[digit as usize - 1],
        _ => '.',
    };
    puzzle.chars().map(other).collect()
}

/// Converts a board from text to JSON.
fn to_json(board: &str) -> String {
    let row = |row: &[u8]| {
        row.iter()
            .map(|digit| format!("\"{}\"", char::from(*digit)))
            .collect::<Vec<_>>()
            .join(",")
    };
    let rows: Vec<String> = board
        .as_bytes()
        .chunks(9)
        .map(|cells| format!("[{}]", row(cells)))
        .collect();
    format!("[{}]", rows.join(","))
}

/// Sends a batch, and returns the length of the response body in bytes.
async fn send(app: App, media_type: &str, path: &str, lines: Bytes) -> usize {
    let chunks = (0..lines.len()).step_by(CHUNK_BYTES).map(move |start| {
        let end = lines.len().min(start + CHUNK_BYTES);
        Ok::<_, Infallible>(lines.slice(start..end))
    });
    let request = Request::post(path).header(CONTENT_TYPE, media_type);
    let request = request
        .header(HOST, "localhost")
        .body(Body::from_stream(stream::iter(chunks)));
    let response = app
        .oneshot(request.expect("the request is well-formed"))
        .await
        .unwrap_or_else(|never| match never {});
    response
        .into_body()
        .collect()
        .await
        .expect("the response body is complete")
        .to_bytes()
        .len()
}

fn batches(criterion: &mut Criterion) {
    let mut random = Rng::with_seed(9);
    let boards: Vec<String> = (0..BOARDS).map(|_| board(&mut random)).collect();
    let puzzles: Vec<String> = (0..BOARDS).map(|_| puzzle(&mut random)).collect();
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a single-threaded runtime can be built");
    let app = http::app(http::RequestLimits::default(), Arc::default());

    let mut group = criterion.benchmark_group("batch");
    group
        .throughput(Throughput::Elements(BOARDS as u64))
        .sample_size(20);
    for (report, path, boards) in [
        ("all", "/validate/batch", &boards),
        ("invalid", "/validate/batch?report=invalid", &boards),
        ("solve", "/solve/batch", &puzzles),
    ] {
        let jsons: Vec<String> = boards.iter().map(|board| to_json(board)).collect();
        for (name, media_type, lines) in [
            ("text", "text/plain", boards),
            ("JSON", "application/x-ndjson", &jsons),
        ] {
            let lines = Bytes::from(lines.join("\n"));
            group.bench_function(BenchmarkId::new(name, report), |bencher| {
                bencher
                    .iter(|| runtime.block_on(send(app.clone(), media_type, path, lines.clone())));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, batches);
criterion_main!(benches);
