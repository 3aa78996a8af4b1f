//! A response body that buffers what its client has not read yet, within limits.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use futures_util::stream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::http::memory::{MemoryBudget, Reservation};
use crate::http::slots::{Displaced, Progress, Slot};
use crate::http::state::AppState;

/// The maximum number of bytes buffered for one client.
const MAX_UNREAD_BYTES: usize = 32 * 1024 * 1024;

/// The sending side. Dropping it ends the response body.
#[derive(Debug)]
pub(super) struct ResponseQueue {
    chunks: UnboundedSender<Chunk>,
    /// One permit for each byte that may still be buffered for this client.
    permits: Arc<Semaphore>,
    /// The bytes that may still be buffered for all clients.
    shared: MemoryBudget,
    /// The bytes that all requests and responses may still hold.
    memory: MemoryBudget,
    slot: Arc<Slot>,
}

/// The receiving side, which the response body reads.
#[derive(Debug)]
struct Unsent {
    chunks: UnboundedReceiver<Chunk>,
    progress: Progress,
    /// The memory that the batch holds in any case.
    _memory: Reservation,
}

/// A part of the response. Its bytes are released when the server dequeues it for sending.
#[derive(Debug)]
struct Chunk {
    bytes: Bytes,
    _reserved: Option<Reserved>,
}

/// The bytes of a chunk in each limit that it counts in.
#[derive(Debug)]
struct Reserved {
    _permits: OwnedSemaphorePermit,
    _shared: Option<[Reservation; 2]>,
}

impl ResponseQueue {
    /// Returns a queue, and the response body that it feeds. The body keeps the memory of the batch until it is dropped.
    pub(super) fn new(
        state: &AppState,
        slot: Arc<Slot>,
        memory: Reservation,
    ) -> (ResponseQueue, Body) {
        let (sender, receiver) = unbounded_channel();
        let unsent = Unsent {
            chunks: receiver,
            progress: slot.progress(),
            _memory: memory,
        };
        let next = async |mut unsent: Unsent| {
            let bytes = unsent.chunks.recv().await?.bytes;
            unsent.progress.add(bytes.len());
            Some((Ok::<_, Infallible>(bytes), unsent))
        };
        let queue = ResponseQueue {
            chunks: sender,
            permits: Arc::new(Semaphore::new(MAX_UNREAD_BYTES)),
            shared: state.unread_bytes.clone(),
            memory: state.memory.clone(),
            slot,
        };
        (queue, Body::from_stream(stream::unfold(unsent, next)))
    }

    /// Adds a chunk as soon as it is within the limits, or as soon as the client is displaced: it is sent in any case.
    pub(super) async fn put(&self, mut bytes: Vec<u8>) -> Result<(), Displaced> {
        // The capacity is up to twice the length.
        bytes.shrink_to_fit();
        let reserved = self.slot.wait_for(self.reserve(bytes.len())).await;
        let displaced = reserved.as_ref().err().copied();
        self.send(bytes, reserved.ok());
        displaced.map_or(Ok(()), Err)
    }

    /// Adds the last chunk, which is not limited, since the memory of the batch is enough for it.
    pub(super) fn put_last(&self, bytes: Vec<u8>) {
        self.send(bytes, None);
    }

    /// Waits until a chunk of this length is within the limits. A client that has read everything gets a chunk
    /// regardless of the shared limits, so that slow clients cannot block the others.
    async fn reserve(&self, length: usize) -> Reserved {
        let all_read = self.permits.available_permits() == MAX_UNREAD_BYTES;
        let permits = u32::try_from(length).expect("a chunk is far below the limit");
        let permits = Arc::clone(&self.permits).acquire_many_owned(permits).await;
        let shared = if all_read {
            None
        } else {
            let shared = self.shared.reserve(length).await;
            Some([shared, self.memory.reserve(length).await])
        };
        Reserved {
            _permits: permits.expect("the semaphore is never closed"),
            _shared: shared,
        }
    }

    fn send(&self, bytes: Vec<u8>, reserved: Option<Reserved>) {
        // An error means that the client has disconnected, which `closed` reports.
        let _ = self.chunks.send(Chunk {
            bytes: bytes.into(),
            _reserved: reserved,
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
