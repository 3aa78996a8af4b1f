//! When the response to a batch starts.
//!
//! It could start with the first line. But some clients and proxies stop sending a request when its response starts:
//! nginx does as soon as it has to wait for the service. A client that sends without a pause is therefore read to the end
//! first, as long as the response is small.

use std::future::pending;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

/// The number of bytes of the response that are held back at most.
const MAX_HELD_BYTES: usize = 1024 * 1024;

/// A client that sends nothing for this long may be waiting for the response.
const PAUSE: Duration = Duration::from_millis(100);

/// The maximum time until the start, which must be below the time limit of a response.
const MAX_DELAY: Duration = Duration::from_secs(10);

/// Decides when the response starts. Dropping it starts the response, too.
#[derive(Debug)]
pub(super) struct Start {
    /// `None` once the response has started.
    sender: Option<oneshot::Sender<()>>,
    held_bytes: usize,
}

/// The side that waits for the start.
#[derive(Debug)]
pub(super) struct Started(oneshot::Receiver<()>);

impl Start {
    pub(super) fn new() -> (Start, Started) {
        let (sender, receiver) = oneshot::channel();
        let start = Start {
            sender: Some(sender),
            held_bytes: 0,
        };
        (start, Started(receiver))
    }

    /// Counts bytes of the response that are ready.
    pub(super) fn wrote(&mut self, bytes: usize) {
        self.held_bytes += bytes;
        if self.held_bytes > MAX_HELD_BYTES {
            self.now();
        }
    }

    pub(super) fn now(&mut self) {
        if let Some(sender) = self.sender.take() {
            // An error means that the client has disconnected, or that the response has started.
            let _ = sender.send(());
        }
    }

    /// Waits for as long as a client may pause before the response starts; forever if it has started.
    pub(super) async fn pause(&self) {
        match self.sender {
            Some(_) => sleep(PAUSE).await,
            None => pending().await,
        }
    }
}

impl Started {
    pub(super) async fn wait(self) {
        // Either way the response starts: by decision, because the batch has ended, or because it is time.
        let _ = timeout(MAX_DELAY, self.0).await;
    }
}
