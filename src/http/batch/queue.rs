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
    _room: OwnedSemaphorePermit,
    _room_of_all: Option<OwnedSemaphorePermit>,
}

impl Queue {
    /// A queue, and the body of a response that gives out what is put into it.
    pub(super) fn new(room_of_all: Arc<Semaphore>) -> (Queue, Body) {
        let (answers, pieces) = unbounded_channel();
        let next = async |mut pieces: UnboundedReceiver<Piece>| {
            let bytes = pieces.recv().await?.bytes;
            Some((Ok::<_, Infallible>(bytes), pieces))
        };
        let queue = Queue {
            answers,
            room: Arc::new(Semaphore::new(LONGEST)),
            room_of_all,
        };
        (queue, Body::from_stream(stream::unfold(pieces, next)))
    }

    /// Puts these bytes in as soon as there is room for them. A client that has taken all that was put in gets some more
    /// however much the others hold.
    pub(super) async fn put(&self, bytes: Vec<u8>) {
        let take = async |room: &Arc<Semaphore>| {
            let length = u32::try_from(bytes.len()).expect("a piece is far smaller than the room");
            Arc::clone(room)
                .acquire_many_owned(length)
                .await
                .expect("the room is never closed")
        };
        let is_first = self.room.available_permits() == LONGEST;
        let room = take(&self.room).await;
        let room_of_all = if is_first {
            None
        } else {
            Some(take(&self.room_of_all).await)
        };
        // If nobody reads any more, there is nobody to be told.
        let _ = self.answers.send(Piece {
            bytes: bytes.into(),
            _room: room,
            _room_of_all: room_of_all,
        });
    }

    /// Waits until all that was put in was taken.
    pub(super) async fn is_drained(&self) {
        let all = u32::try_from(LONGEST).expect("the room is counted in 32 bits");
        // To get all of the room is to know; it is given back at once.
        drop(self.room.acquire_many(all).await);
    }

    /// Waits until nobody reads any more.
    pub(super) async fn closed(&self) {
        self.answers.closed().await;
    }
}
