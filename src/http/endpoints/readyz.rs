use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::http::response::health::StatusResponse;
use crate::http::response::json;
use crate::http::state::AdminState;

/// `GET /readyz` on the admin port: whether load balancers may send requests.
pub(crate) async fn readyz(State(state): State<AdminState>) -> Response {
    if state.readiness.is_draining() {
        json::with_status(
            StatusCode::SERVICE_UNAVAILABLE,
            "application/json",
            &StatusResponse { status: "draining" },
        )
    } else {
        json::ok(&StatusResponse { status: "ok" })
    }
}
