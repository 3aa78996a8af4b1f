//! Timeouts that do not fire on input that has already arrived.
//!
//! After a pause of the whole process (SIGSTOP, a frozen virtual machine) timers may fire before the runtime has looked
//! at its sockets. Every timeout for a client is therefore followed by a short grace period, in which whatever arrived
//! in time is read.

use std::pin::pin;
use std::time::Duration;

use tokio::time::error::Elapsed;

/// The time between a timeout and acting on it: enough for the runtime to read what thousands of clients have sent.
pub const GRACE: Duration = Duration::from_millis(100);

/// Waits for a future until a timeout and its [grace period](GRACE) have passed.
///
/// # Errors
///
/// If the future has not completed by then.
///
/// # Panics
///
/// If called outside a Tokio runtime with timers enabled.
pub async fn timeout<F: Future>(after: Duration, future: F) -> Result<F::Output, Elapsed> {
    let mut future = pin!(future);
    match tokio::time::timeout(after, &mut future).await {
        Ok(output) => Ok(output),
        Err(_) => tokio::time::timeout(GRACE, future).await,
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::time::Duration;

    use tokio::time::sleep;

    use super::{GRACE, timeout};

    #[tokio::test]
    async fn what_is_ready_right_after_the_timeout_is_in_time() {
        // Much later than the timeout, much earlier than the end of the grace period.
        let late = sleep(GRACE / 5);
        assert_eq!(timeout(Duration::ZERO, late).await, Ok(()));
    }

    #[tokio::test]
    async fn a_future_that_is_never_ready_times_out() {
        assert!(timeout(Duration::ZERO, pending::<()>()).await.is_err());
    }
}
