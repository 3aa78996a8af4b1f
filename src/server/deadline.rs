//! A deadline that can be moved often.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until};

use crate::timeout::GRACE;

/// A deadline that is cheap to move: the timer is reset only when it fires early or would fire late.
///
/// It passes after a [grace period](GRACE), so that its owner first reads what arrived in time.
#[derive(Debug, Default)]
pub(super) struct Deadline {
    at: Option<Instant>,
    /// Whether `at` is the end of the grace period.
    in_grace: bool,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Deadline {
    pub(super) fn set(&mut self, after: Duration) {
        self.set_from(Instant::now(), after);
    }

    pub(super) fn set_from(&mut self, start: Instant, after: Duration) {
        self.at = Some(start + after);
        self.in_grace = false;
    }

    pub(super) fn clear(&mut self) {
        self.at = None;
    }

    pub(super) fn is_set(&self) -> bool {
        self.at.is_some()
    }

    /// Ready once the deadline and its grace period have passed.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let Some(mut at) = self.at else {
            return Poll::Pending;
        };
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(at)));
        if at < timer.deadline() {
            timer.as_mut().reset(at);
        }
        loop {
            ready!(timer.as_mut().poll(cx));
            if timer.deadline() >= at {
                if self.in_grace {
                    return Poll::Ready(());
                }
                at = Instant::now() + GRACE;
                self.at = Some(at);
                self.in_grace = true;
            }
            // The deadline has been moved since the timer was set, or the grace period starts.
            timer.as_mut().reset(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::time::Duration;

    use tokio::task::yield_now;
    use tokio::time::Instant;

    use super::Deadline;

    #[tokio::test]
    async fn a_deadline_in_the_past_has_a_grace_period_each_time_it_is_set() {
        let mut deadline = Deadline::default();
        let long_ago = Instant::now()
            .checked_sub(Duration::from_secs(1))
            .expect("the system has run for a second");
        for _ in 0..2 {
            deadline.set_from(long_ago, Duration::ZERO);
            tokio::select! {
                biased;
                () = poll_fn(|cx| deadline.poll(cx)) => panic!("the deadline has no grace period"),
                () = yield_now() => {}
            }
        }
        poll_fn(|cx| deadline.poll(cx)).await;
    }
}
