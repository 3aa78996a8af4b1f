//! How long a batch takes in this process: the same boards as lines of text and of JSON.

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

/// How many boards a batch has.
const BOARDS: usize = 10_000;

/// How many bytes come in one piece, as from a socket.
const PIECE: usize = 16 * 1024;

/// A board of which about a third of the cells is filled, and which is valid, as characters.
fn board(random: &mut Rng) -> String {
    let mut digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    random.shuffle(&mut digits);
    let digit = |place: usize| digits[(place / 9 % 3 * 3 + place / 27 + place % 9) % 9];
    (0..81)
        .map(|place| {
            if random.u8(..3) == 0 {
                digit(place)
            } else {
                '.'
            }
        })
        .collect()
}

/// The same board as JSON.
fn json(board: &str) -> String {
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

/// Sends a batch, and gives how many bytes its answer has.
async fn send(app: App, media_type: &str, query: &str, lines: Bytes) -> usize {
    let pieces = (0..lines.len()).step_by(PIECE).map(move |start| {
        let end = lines.len().min(start + PIECE);
        Ok::<_, Infallible>(lines.slice(start..end))
    });
    let request = Request::post(format!("/validate/batch{query}")).header(CONTENT_TYPE, media_type);
    let request = request
        .header(HOST, "localhost")
        .body(Body::from_stream(stream::iter(pieces)));
    let response = app
        .oneshot(request.expect("the request is sound"))
        .await
        .unwrap_or_else(|never| match never {});
    response
        .into_body()
        .collect()
        .await
        .expect("the answer is whole")
        .to_bytes()
        .len()
}

fn judge(criterion: &mut Criterion) {
    let mut random = Rng::with_seed(9);
    let boards: Vec<String> = (0..BOARDS).map(|_| board(&mut random)).collect();
    let jsons: Vec<String> = boards.iter().map(|board| json(board)).collect();
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime needs no permission");
    let app = http::app(http::RequestLimits::default(), Arc::default());

    let mut group = criterion.benchmark_group("batch");
    group
        .throughput(Throughput::Elements(BOARDS as u64))
        .sample_size(20);
    for (name, media_type, lines) in [
        ("text", "text/plain", boards),
        ("JSON", "application/x-ndjson", jsons),
    ] {
        let lines = Bytes::from(lines.join("\n"));
        for (report, query) in [("all", ""), ("invalid", "?report=invalid")] {
            group.bench_function(BenchmarkId::new(name, report), |bencher| {
                bencher
                    .iter(|| runtime.block_on(send(app.clone(), media_type, query, lines.clone())));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, judge);
criterion_main!(benches);
