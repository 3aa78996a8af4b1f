//! The body of a batch request.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use futures_util::FutureExt;
use http_body_util::BodyExt;

use crate::http::request::body;
use crate::http::request::idle_timer::IdleTimer;
use crate::http::response::problem::{Problem, ProblemKind};
use crate::http::slots::Slot;
use crate::http::state::AppState;

/// The body of a batch, received chunk by chunk.
#[derive(Debug)]
pub(super) struct BatchBody {
    body: Body,
    state: Arc<AppState>,
    idle_timer: IdleTimer,
    slot: Arc<Slot>,
    received_bytes: u64,
}

impl BatchBody {
    pub(super) fn new(body: Body, state: Arc<AppState>, slot: Arc<Slot>) -> BatchBody {
        BatchBody {
            body,
            idle_timer: IdleTimer::new(state.limits.batch_idle_timeout),
            state,
            slot,
            received_bytes: 0,
        }
    }

    /// Receives the next chunk; `None` at the end of the body. A client that is `owed` responses may wait for them first,
    /// for as long as it takes.
    pub(super) async fn next_chunk(&mut self, owed: bool) -> Result<Option<Bytes>, Problem> {
        loop {
            let frame = if owed {
                self.body.frame().await
            } else if let Some(frame) = self.body.frame().now_or_never() {
                frame
            } else {
                let frame = self.idle_timer.limit(self.body.frame());
                let frame = self.slot.wait_for(frame).await;
                frame.map_err(|_| body::displaced())?.map_err(|_| idle())?
            };
            let Some(frame) = frame else { return Ok(None) };
            let Ok(chunk) = frame.map_err(|_| body::broken())?.into_data() else {
                // Trailers are ignored.
                continue;
            };
            self.slot.add_progress(chunk.len());
            self.received_bytes += chunk.len() as u64;
            body::check_length(self.received_bytes, self.state.limits.batch_bytes)?;
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
