//! A deadline that can be moved often.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until};

/// A deadline that is cheap to move: the timer is reset only when it fires early or would fire late.
#[derive(Debug, Default)]
pub(super) struct Deadline {
    at: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Deadline {
    pub(super) fn set(&mut self, after: Duration) {
        self.at = Some(Instant::now() + after);
    }

    pub(super) fn clear(&mut self) {
        self.at = None;
    }

    pub(super) fn is_set(&self) -> bool {
        self.at.is_some()
    }

    /// Ready once the deadline has passed.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let Some(at) = self.at else {
            return Poll::Pending;
        };
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(at)));
        if at < timer.deadline() {
            timer.as_mut().reset(at);
        }
        loop {
            ready!(timer.as_mut().poll(cx));
            if timer.deadline() >= at {
                return Poll::Ready(());
            }
            // The deadline has been moved since the timer was set.
            timer.as_mut().reset(at);
        }
    }
}
