//! The lower bound for an axum service: reads the body and always returns the same response. Usage: `constant PORT`.

use std::error::Error;

use axum::Router;
use axum::body::Bytes;
use axum::http::HeaderName;
use axum::http::header::CONTENT_TYPE;
use axum::routing::post;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let port: u16 = std::env::args().nth(1).ok_or("expected a port")?.parse()?;
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    axum::serve(listener, Router::new().route("/validate", post(constant))).await?;
    Ok(())
}

async fn constant(_body: Bytes) -> ([(HeaderName, &'static str); 1], &'static str) {
    (
        [(CONTENT_TYPE, "application/json")],
        r#"{"valid":true,"complete":false}"#,
    )
}
