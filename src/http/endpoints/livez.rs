use axum::response::Response;

use crate::http::response::health::StatusResponse;
use crate::http::response::json;

/// `GET /livez` on the admin port: the process is alive.
pub(crate) async fn livez() -> Response {
    json::ok(&StatusResponse { status: "ok" })
}
