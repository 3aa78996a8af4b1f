use axum::body::{Body, to_bytes};
use axum::http::StatusCode;
use axum::routing::get;
use serde_json::{Value, json};

use super::*;
use crate::http::limits::RequestLimits;
use crate::metrics::Metrics;

#[tokio::test]
async fn a_panic_is_counted_and_becomes_a_problem_that_does_not_reveal_its_message() {
    async fn fail() {
        panic!("a secret");
    }
    let metrics = Arc::new(Metrics::new());
    let state = Arc::new(AppState::new(
        RequestLimits::default(),
        Arc::clone(&metrics),
    ));
    let request = Request::get("/fail")
        .header("host", "localhost")
        .body(Body::empty())
        .unwrap();
    let response = observe(request, Router::new().route("/fail", get(fail)), &state).await;
    assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(
        response.headers()["content-type"],
        "application/problem+json"
    );
    assert!(response.headers().contains_key("x-request-id"));
    let body = to_bytes(response.into_body(), 1_000).await.unwrap();
    let expected = json!({
        "type": "urn:problem-type:sudoku-validator:internal",
        "title": "Internal server error",
        "status": 500,
        "detail": "An unexpected error occurred; it has been logged.",
    });
    assert_eq!(serde_json::from_slice::<Value>(&body).unwrap(), expected);
    let (_, text) = metrics.render();
    assert!(text.contains("\nsudoku_panics_total 1\n"), "{text}");
    assert!(
        text.contains("\nsudoku_rejections_total{type=\"internal\"} 1\n"),
        "{text}"
    );
}
