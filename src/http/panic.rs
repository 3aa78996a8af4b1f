//! A panic in a handler is a fault of ours: it is logged and answered, and the connection lives on.

use std::any::Any;

use axum::response::{IntoResponse, Response};

use super::problem::{Problem, ProblemKind};

#[expect(clippy::needless_pass_by_value, reason = "the layer hands the payload over")]
pub(super) fn answer(payload: Box<dyn Any + Send>) -> Response {
    let message = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a payload that is no text");
    tracing::error!(message, "a handler panicked");
    Problem::new(ProblemKind::Internal, "The service failed at this request; it has been logged.").into_response()
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::{Body, to_bytes};
    use axum::http::{Request, StatusCode};
    use axum::routing::get;
    use tower::ServiceExt;

    use crate::http::with_layers;

    #[tokio::test]
    async fn a_panic_is_answered_as_a_problem_and_tells_nothing_of_itself() {
        async fn fail() {
            panic!("a secret");
        }
        let app = with_layers(Router::new().route("/fail", get(fail)));
        let response = app.oneshot(Request::get("/fail").body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(response.headers()["content-type"], "application/problem+json");
        assert!(response.headers().contains_key("x-request-id"));
        let body = to_bytes(response.into_body(), 1_000).await.unwrap();
        let problem: serde_json::Value = serde_json::from_slice(&body).unwrap();
        let expected = serde_json::json!({
            "type": "/problems/internal",
            "title": "The service failed",
            "status": 500,
            "detail": "The service failed at this request; it has been logged.",
        });
        assert_eq!(problem, expected);
    }
}
