//! The body of a batch request.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use http_body_util::BodyExt;

use crate::http::request::body;
use crate::http::response::problem::{Problem, ProblemKind};
use crate::http::state::AppState;
use crate::timeout::timeout;

/// The body of a batch, received chunk by chunk.
#[derive(Debug)]
pub(super) struct BatchBody {
    body: Body,
    state: Arc<AppState>,
    received_bytes: u64,
}

impl BatchBody {
    pub(super) fn new(body: Body, state: Arc<AppState>) -> BatchBody {
        BatchBody {
            body,
            state,
            received_bytes: 0,
        }
    }

    /// Receives the next chunk; `None` at the end of the body.
    pub(super) async fn next_chunk(&mut self) -> Result<Option<Bytes>, Problem> {
        let limits = &self.state.limits;
        loop {
            let frame = timeout(limits.batch_idle_timeout, self.body.frame())
                .await
                .map_err(|_| idle())?;
            let Some(frame) = frame else { return Ok(None) };
            let Ok(chunk) = frame.map_err(|_| body::broken())?.into_data() else {
                // Trailers are ignored.
                continue;
            };
            self.received_bytes += chunk.len() as u64;
            body::check_length(self.received_bytes, limits.batch_bytes)?;
            return Ok(Some(chunk));
        }
    }
}

fn idle() -> Problem {
    Problem::new(
        ProblemKind::BodyTooSlow,
        "The batch was aborted: the client paused for too long.",
    )
}
