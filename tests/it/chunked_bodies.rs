//! Bodies in chunks, on a real socket: what the app reads does not depend on how the client cuts them.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::routing::post;
use http_body_util::BodyExt;
use sudoku_validator::memory_pressure::MemoryPressure;
use sudoku_validator::server::listen;
use tokio::io::AsyncWriteExt;
use tokio::time::sleep;

use crate::support::running::{Running, generous, read_response, read_to_end};

/// Serves an app that reports the number of frames in which it reads a body, and their content.
fn start_frame_counter(pause_between_frames: Duration) -> Running {
    let count_frames = async move |mut body: Body| {
        let (mut frames, mut content) = (0, Vec::new());
        while let Some(frame) = body.frame().await {
            frames += 1;
            content.extend_from_slice(&frame.unwrap().into_data().unwrap());
            sleep(pause_between_frames).await;
        }
        format!("{frames} {}", String::from_utf8(content).unwrap())
    };
    let app = Router::new().route("/", post(count_frames));
    let listener = listen("127.0.0.1:0".parse().unwrap(), false).unwrap();
    Running::serve_app(
        listener,
        app,
        Arc::default(),
        MemoryPressure::default(),
        generous(),
    )
}

fn chunk(content: &str) -> String {
    format!("{:x}\r\n{content}\r\n", content.len())
}

fn request(path: &str, content_type: &str, chunks: &[&str]) -> String {
    let chunks: String = chunks.iter().copied().map(chunk).collect();
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {content_type}\r\n\
         transfer-encoding: chunked\r\nconnection: close\r\n\r\n{chunks}0\r\n\r\n"
    )
}

/// Returns the number of frames and the content that the frame counter reports.
async fn count_frames(server: &Running, chunks: &[&str]) -> (usize, String) {
    let mut stream = server.send(request("/", "text/plain", chunks)).await;
    let response = read_to_end(&mut stream).await;
    let (_, report) = response.split_once("\r\n\r\n").unwrap();
    let (frames, content) = report.split_once(' ').unwrap();
    (frames.parse().unwrap(), content.to_owned())
}

#[tokio::test]
async fn small_chunks_are_gathered() {
    let server = start_frame_counter(Duration::ZERO);
    let (frames, content) = count_frames(&server, &["x"; 1000]).await;
    assert_eq!(content, "x".repeat(1000));
    assert!(frames < 100, "{frames} frames");
}

#[tokio::test]
async fn a_body_is_complete_however_it_is_cut_and_however_slowly_it_is_read() {
    let text = "0123456789 ".repeat(20_000);
    for pause in [0, 1].map(Duration::from_millis) {
        let server = start_frame_counter(pause);
        for lengths in [
            [100_000, 100_000, 100_000],
            [1, 20_000, 3],
            [16_384, 1, 16_383],
            [50, 999, 7_000],
        ] {
            let (mut rest, mut chunks) = (text.as_str(), Vec::new());
            for length in lengths.into_iter().cycle() {
                let (chunk, after) = rest.split_at(length.min(rest.len()));
                if chunk.is_empty() {
                    break;
                }
                chunks.push(chunk);
                rest = after;
            }
            let (_, content) = count_frames(&server, &chunks).await;
            assert_eq!(content, text, "{lengths:?}");
        }
    }
}

#[tokio::test]
async fn what_arrives_before_a_malformed_chunk_is_processed() {
    let server = Running::start(generous());
    let mut chunks = String::new();
    for character in "1234341221434321\n".chars() {
        chunks += &chunk(&character.to_string());
    }
    let head = "POST /validate/batch HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n";
    let mut stream = server.send(format!("{head}{chunks}zz\r\n")).await;
    let response = read_to_end(&mut stream).await;
    assert!(
        response.contains("{\"valid\":true,\"complete\":true}\n"),
        "{response}"
    );
    assert!(
        response.contains("The body ended early, or its chunked encoding is malformed."),
        "{response}"
    );
}

#[tokio::test]
async fn a_client_is_not_asked_for_a_body_that_is_rejected() {
    let server = Running::start(generous());
    let request =
        request("/validate", "text/html", &[]).replace("connection: close", "expect: 100-continue");
    let (head, _) = request.split_once("\r\n\r\n").unwrap();
    let mut stream = server.send(format!("{head}\r\n\r\n")).await;
    let response = read_to_end(&mut stream).await;
    assert!(response.starts_with("HTTP/1.1 415 "), "{response}");
}

#[tokio::test]
async fn a_request_can_follow_a_body_in_chunks() {
    let server = Running::start(generous());
    let board = ["[[1,0,0,0],", "[0,0,0,0],[1,0,0,0],", "[0,0,0,0]]"];
    let request =
        request("/validate", "application/json", &board).replace("connection: close\r\n", "");
    let mut stream = server.connect().await;
    for _ in 0..3 {
        stream.write_all(request.as_bytes()).await.unwrap();
        let response = read_response(&mut stream).await;
        assert!(response.contains("\"valid\":false"), "{response}");
    }
}
