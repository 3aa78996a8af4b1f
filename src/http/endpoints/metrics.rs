use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use crate::http::state::AdminState;

/// `GET /metrics` on the admin port: the metrics as text for Prometheus.
pub(crate) async fn metrics(State(state): State<AdminState>) -> impl IntoResponse {
    state.metrics.set_ready(!state.readiness.is_draining());
    let (media_type, text) = state.metrics.render();
    ([(CONTENT_TYPE, media_type)], text)
}
