//! A response body that buffers what its client has not read yet, within limits.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use futures_util::stream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum number of bytes buffered for one client.
const MAX_UNREAD_BYTES: usize = 32 * 1024 * 1024;

/// The sending side. Dropping it ends the response body.
#[derive(Debug)]
pub(super) struct ResponseQueue {
    chunks: UnboundedSender<Chunk>,
    /// One permit for each byte that may still be buffered for this client.
    permits: Arc<Semaphore>,
    /// One permit for each byte that may still be buffered for all clients.
    shared_permits: Arc<Semaphore>,
}

/// A part of the response. Its permits are released when the server dequeues it for sending.
#[derive(Debug)]
struct Chunk {
    bytes: Bytes,
    _permits: OwnedSemaphorePermit,
    _shared_permits: Option<OwnedSemaphorePermit>,
}

impl ResponseQueue {
    /// Returns a queue, and the response body that it feeds.
    pub(super) fn new(shared_permits: Arc<Semaphore>) -> (ResponseQueue, Body) {
        let (sender, receiver) = unbounded_channel();
        let next = async |mut receiver: UnboundedReceiver<Chunk>| {
            let bytes = receiver.recv().await?.bytes;
            Some((Ok::<_, Infallible>(bytes), receiver))
        };
        let queue = ResponseQueue {
            chunks: sender,
            permits: Arc::new(Semaphore::new(MAX_UNREAD_BYTES)),
            shared_permits,
        };
        (queue, Body::from_stream(stream::unfold(receiver, next)))
    }

    /// Adds a chunk as soon as it is within the limits. A client that has read everything gets a chunk regardless of
    /// the shared limit, so that slow clients cannot block the others.
    pub(super) async fn put(&self, bytes: Vec<u8>) {
        let acquire = async |permits: &Arc<Semaphore>| {
            let length = u32::try_from(bytes.len()).expect("a chunk is far below the limit");
            Arc::clone(permits)
                .acquire_many_owned(length)
                .await
                .expect("the semaphore is never closed")
        };
        let all_read = self.permits.available_permits() == MAX_UNREAD_BYTES;
        let permits = acquire(&self.permits).await;
        let shared_permits = if all_read {
            None
        } else {
            Some(acquire(&self.shared_permits).await)
        };
        // An error means that the client has disconnected, which `closed` reports.
        let _ = self.chunks.send(Chunk {
            bytes: bytes.into(),
            _permits: permits,
            _shared_permits: shared_permits,
        });
    }

    /// Waits until the client has read everything.
    pub(super) async fn all_read(&self) {
        let all = u32::try_from(MAX_UNREAD_BYTES).expect("the limit fits into 32 bits");
        // All permits are available only while nothing is buffered. They are released at once.
        drop(self.permits.acquire_many(all).await);
    }

    /// Waits until the response body is dropped.
    pub(super) async fn closed(&self) {
        self.chunks.closed().await;
    }
}
