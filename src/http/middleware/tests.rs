use axum::body::{Body, to_bytes};
use axum::http::StatusCode;
use axum::routing::get;
use opentelemetry::trace::Status;
use serde_json::{Value, json};

use super::*;
use crate::http::limits::RequestLimits;
use crate::http::observation::Observation;
use crate::metrics::Metrics;
use crate::traces::recording;

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

#[tokio::test]
async fn the_span_of_a_request_that_panics_is_an_error() {
    async fn fail() {
        panic!("a secret");
    }
    let (tracer, ended) = recording();
    let state = Arc::new(AppState {
        observation: Observation {
            tracer: Some(tracer),
            ..Observation::default()
        },
        ..AppState::new(RequestLimits::default(), Arc::new(Metrics::new()))
    });
    let request = Request::get("/fail")
        .header("host", "localhost")
        .body(Body::empty())
        .unwrap();
    let _ = observe(request, Router::new().route("/fail", get(fail)), &state).await;
    let [span] = &ended()[..] else {
        panic!("not one span");
    };
    assert_eq!(span.status, Status::error(""));
    let attribute = |name: &str| {
        let attribute = span
            .attributes
            .iter()
            .find(|other| other.key.as_str() == name);
        attribute.map(|attribute| attribute.value.to_string())
    };
    assert_eq!(
        attribute("http.response.status_code").as_deref(),
        Some("500")
    );
    assert_eq!(attribute("error.type").as_deref(), Some("500"));
    assert_eq!(attribute("sudoku.rejection").as_deref(), Some("internal"));
}
