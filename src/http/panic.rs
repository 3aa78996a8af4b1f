//! A panic in a handler is a fault of ours: it is counted and answered, and the connection lives on. The log has its
//! place by the panic hook.

use std::any::Any;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::{CatchPanicLayer, ResponseForPanic};

use super::problem::{Problem, ProblemKind};
use crate::metrics::Metrics;

/// The layer that catches panics.
pub(super) fn layer(metrics: Arc<Metrics>) -> CatchPanicLayer<Answer> {
    CatchPanicLayer::custom(Answer(metrics))
}

/// Answers a panic, and counts it here.
#[derive(Clone)]
pub(super) struct Answer(Arc<Metrics>);

impl ResponseForPanic for Answer {
    type ResponseBody = axum::body::Body;

    fn response_for_panic(&mut self, _: Box<dyn Any + Send>) -> Response {
        self.0.panicked();
        Problem::new(ProblemKind::Internal, "The service failed at this request; it has been logged.").into_response()
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::{Body, to_bytes};
    use axum::http::{Request, StatusCode};
    use axum::routing::get;
    use serde_json::{Value, json};
    use tower::ServiceExt;

    use super::*;
    use crate::http::{Limits, Shared, with_layers};

    #[tokio::test]
    async fn a_panic_is_counted_and_answered_as_a_problem_that_tells_nothing_of_itself() {
        async fn fail() {
            panic!("a secret");
        }
        let metrics = Arc::new(Metrics::new());
        let shared = Arc::new(Shared::new(Limits::default(), Arc::clone(&metrics)));
        let app = with_layers(Router::new().route("/fail", get(fail)), &shared).with_state(shared);
        let request = Request::get("/fail").header("host", "localhost").body(Body::empty()).unwrap();
        let response = app.oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(response.headers()["content-type"], "application/problem+json");
        assert!(response.headers().contains_key("x-request-id"));
        let body = to_bytes(response.into_body(), 1_000).await.unwrap();
        let expected = json!({
            "type": "/problems/internal",
            "title": "The service failed",
            "status": 500,
            "detail": "The service failed at this request; it has been logged.",
        });
        assert_eq!(serde_json::from_slice::<Value>(&body).unwrap(), expected);
        let (_, text) = metrics.render();
        assert!(text.contains("\nsudoku_panics_total 1\n"), "{text}");
        assert!(text.contains("\nsudoku_refusals_total{type=\"internal\"} 1\n"), "{text}");
    }
}
