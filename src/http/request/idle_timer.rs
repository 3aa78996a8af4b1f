//! The limit on pauses within a body.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until};

use crate::timeout::GRACE;

/// A limit on each pause of a client, with the [grace period](GRACE) of every timeout.
///
/// It has one timer for all pauses. Starting one for each would dominate the cost of a body of many small chunks, so the
/// timer runs on while chunks arrive, and is moved to the end of the current pause only when it fires.
#[derive(Debug)]
pub(crate) struct IdleTimer {
    limit: Duration,
    /// Created at the first pause: most bodies arrive without any.
    timer: Option<Pin<Box<Sleep>>>,
}

/// The error of a pause that exceeds the limit.
#[derive(Debug)]
pub(crate) struct IdleTooLong;

impl IdleTimer {
    pub(crate) fn new(limit: Duration) -> IdleTimer {
        IdleTimer { limit, timer: None }
    }

    /// Waits for what the client sends next.
    pub(crate) async fn limit<F: Future>(&mut self, next: F) -> Result<F::Output, IdleTooLong> {
        let mut next = pin!(next);
        let (mut deadline, mut in_grace) = (None, false);
        poll_fn(|context| {
            if let Poll::Ready(output) = next.as_mut().poll(context) {
                return Poll::Ready(Ok(output));
            }
            let deadline = deadline.get_or_insert_with(|| Instant::now() + self.limit);
            let timer = self
                .timer
                .get_or_insert_with(|| Box::pin(sleep_until(*deadline)));
            while timer.as_mut().poll(context).is_ready() {
                if timer.deadline() >= *deadline {
                    if in_grace {
                        return Poll::Ready(Err(IdleTooLong));
                    }
                    in_grace = true;
                    *deadline = Instant::now() + GRACE;
                }
                timer.as_mut().reset(*deadline);
            }
            Poll::Pending
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use tokio::time::sleep;

    use super::*;

    const LIMIT: Duration = Duration::from_secs(10);

    #[tokio::test(start_paused = true)]
    async fn each_pause_may_be_as_long_as_the_limit() {
        let mut idle = IdleTimer::new(LIMIT);
        let start = Instant::now();
        for _ in 0..5 {
            idle.limit(sleep(Duration::from_secs(9))).await.unwrap();
        }
        idle.limit(pending::<()>()).await.unwrap_err();
        assert_eq!(start.elapsed().as_secs(), 5 * 9 + 10);
        // The limit applies again to the next pause.
        idle.limit(sleep(Duration::from_secs(1))).await.unwrap();
        idle.limit(pending::<()>()).await.unwrap_err();
        assert_eq!(start.elapsed().as_secs(), 5 * 9 + 10 + 1 + 10);
    }

    #[tokio::test(start_paused = true)]
    async fn pauses_share_one_timer_that_is_moved_only_when_it_fires() {
        let mut idle = IdleTimer::new(LIMIT);
        idle.limit(async {}).await.unwrap();
        assert!(idle.timer.is_none());
        let start = Instant::now();
        for _ in 0..9 {
            idle.limit(sleep(Duration::from_secs(1))).await.unwrap();
            assert_eq!(idle.timer.as_ref().unwrap().deadline(), start + LIMIT);
        }
    }
}
