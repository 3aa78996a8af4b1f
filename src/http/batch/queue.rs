//! Answers on their way to a client that may read them late.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use futures_util::stream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most bytes of a batch's answer that are held for a client that does not read.
const LONGEST: usize = 32 * 1024 * 1024;

/// The end at which answers are put in. Once it is gone, so is the answer's rest.
pub(super) struct Queue {
    answers: UnboundedSender<Piece>,
    /// A permit for each byte that can still be held for this client.
    room: Arc<Semaphore>,
    /// A permit for each byte that can still be held for all clients.
    room_of_all: Arc<Semaphore>,
}

/// A part of an answer, and the room that it takes.
struct Piece {
    bytes: Bytes,
    _rooms: [OwnedSemaphorePermit; 2],
}

impl Queue {
    /// A queue, and the body of a response that gives out what is put into it.
    pub(super) fn new(room_of_all: Arc<Semaphore>) -> (Queue, Body) {
        let (answers, pieces) = unbounded_channel();
        let next = async |mut pieces: UnboundedReceiver<Piece>| {
            let bytes = pieces.recv().await?.bytes;
            Some((Ok::<_, Infallible>(bytes), pieces))
        };
        let queue = Queue { answers, room: Arc::new(Semaphore::new(LONGEST)), room_of_all };
        (queue, Body::from_stream(stream::unfold(pieces, next)))
    }

    /// Puts these bytes in as soon as there is room for them.
    pub(super) async fn put(&self, bytes: Vec<u8>) {
        let room = async |room: &Arc<Semaphore>| {
            let length = u32::try_from(bytes.len()).expect("a piece is far smaller than the room");
            Arc::clone(room).acquire_many_owned(length).await.expect("the room is never closed")
        };
        let rooms = [room(&self.room).await, room(&self.room_of_all).await];
        // If nobody reads any more, there is nobody to be told.
        let _ = self.answers.send(Piece { bytes: bytes.into(), _rooms: rooms });
    }

    /// Waits until nobody reads any more.
    pub(super) async fn closed(&self) {
        self.answers.closed().await;
    }
}
