//! A typical axum service: the textbook early-return validator behind `Json`, with tower-http's layers and a line of
//! JSON logged per request. Usage: `usual PORT`.

use std::collections::HashSet;
use std::error::Error;
use std::time::Duration;

use axum::http::{HeaderName, StatusCode};
use axum::routing::post;
use axum::{Json, Router};
use serde::Serialize;
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::CorsLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::{DefaultMakeSpan, DefaultOnResponse, TraceLayer};
use tracing::Level;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

#[derive(Serialize)]
struct Verdict {
    valid: bool,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let port: u16 = std::env::args().nth(1).ok_or("expected a port")?.parse()?;
    tracing_subscriber::fmt().json().init();
    // Each layer wraps those above it.
    let app = Router::new()
        .route("/validate", post(validate))
        .layer(CatchPanicLayer::new())
        .layer(RequestBodyLimitLayer::new(64 * 1024))
        .layer(CorsLayer::permissive())
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            Duration::from_secs(10),
        ))
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(DefaultMakeSpan::new().level(Level::INFO))
                .on_response(DefaultOnResponse::new().level(Level::INFO)),
        )
        .layer(SetRequestIdLayer::new(REQUEST_ID, MakeRequestUuid));
    axum::serve(TcpListener::bind(("127.0.0.1", port)).await?, app).await?;
    Ok(())
}

async fn validate(Json(board): Json<Vec<Vec<String>>>) -> Json<Verdict> {
    Json(Verdict {
        valid: is_valid(&board),
    })
}

/// As in the textbook exercise, a board has nine rows of nine cells, and `.` is an empty cell.
fn is_valid(board: &[Vec<String>]) -> bool {
    for row in board {
        let mut seen = HashSet::new();
        for cell in row {
            if cell != "." && !seen.insert(cell) {
                return false;
            }
        }
    }
    for column in 0..9 {
        let mut seen = HashSet::new();
        for row in board {
            let cell = &row[column];
            if cell != "." && !seen.insert(cell) {
                return false;
            }
        }
    }
    for index in 0..9 {
        let mut seen = HashSet::new();
        for cell_index in 0..9 {
            let cell = &board[index / 3 * 3 + cell_index / 3][index % 3 * 3 + cell_index % 3];
            if cell != "." && !seen.insert(cell) {
                return false;
            }
        }
    }
    true
}
