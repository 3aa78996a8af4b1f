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
