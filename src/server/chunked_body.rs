//! The body of a request that is sent in chunks.
//!
//! hyper hands over one chunk at a time and waits until it is received. A body of tiny chunks would cost two switches
//! between tasks for each of them, so the task of the connection gathers those that have arrived.

use std::mem;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};

use axum::body::Bytes;
use http_body::Body;
use hyper::body::Incoming;

use super::exchange::Exchange;

/// Chunks are gathered up to about this number of bytes, so also up to this number of chunks, before other tasks run.
const MAX_GATHERED_BYTES: usize = 4 * 1024;

/// The chunked bodies of a connection, one after another.
#[derive(Debug)]
pub(super) struct ChunkedBodies {
    /// Wakes the task of the connection.
    task: Waker,
    exchange: Arc<Exchange>,
    is_current: AtomicBool,
    current: Mutex<Weak<ChunkedBody>>,
}

/// A body in chunks, which the task of the connection gathers and the app reads.
#[derive(Debug)]
pub(super) struct ChunkedBody {
    task: Waker,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// `None` after the end of the body.
    incoming: Option<Incoming>,
    /// Whether the app has started to read. A client that sent `Expect: 100-continue` is not asked to send before.
    is_wanted: bool,
    /// The first chunk that the app has not read. It is passed on as it is.
    first: Bytes,
    /// The chunks that have arrived since.
    gathered: Vec<u8>,
    error: Option<hyper::Error>,
    /// Wakes the task that waits for more.
    reader: Option<Waker>,
}

impl ChunkedBodies {
    /// Creates the place for the bodies of a connection, which is served by the task with this waker.
    pub(super) fn new(task: Waker, exchange: Arc<Exchange>) -> ChunkedBodies {
        ChunkedBodies {
            task,
            exchange,
            is_current: AtomicBool::new(false),
            current: Mutex::default(),
        }
    }

    /// Starts to gather the chunks of a request's body, until the returned body is dropped.
    pub(super) fn start(&self, incoming: Incoming) -> Arc<ChunkedBody> {
        let body = Arc::new(ChunkedBody {
            task: self.task.clone(),
            state: Mutex::new(State {
                incoming: Some(incoming),
                is_wanted: false,
                first: Bytes::new(),
                gathered: Vec::new(),
                error: None,
                reader: None,
            }),
        });
        *lock(&self.current) = Arc::downgrade(&body);
        self.is_current.store(true, Ordering::Relaxed);
        body
    }

    /// Polls the connection, and gathers the chunks that it hands over.
    pub(super) fn poll_connection<C: Future>(
        &self,
        mut connection: Pin<&mut C>,
        cx: &mut Context<'_>,
    ) -> Poll<C::Output> {
        let mut polled = connection.as_mut().poll(cx);
        let Some(body) = self.current() else {
            return polled;
        };
        // To register the task, to wake it and to poll the app for each chunk would be much of the work. Only the last
        // poll has to.
        let mut unregistered = Context::from_waker(Waker::noop());
        while polled.is_pending() && body.gather(cx) {
            self.exchange.set_gathering(true);
            loop {
                polled = connection.as_mut().poll(&mut unregistered);
                if polled.is_ready() || !body.gather(&mut unregistered) {
                    break;
                }
            }
            self.exchange.set_gathering(false);
            if polled.is_pending() {
                polled = connection.as_mut().poll(cx);
            }
        }
        body.wake_reader();
        polled
    }

    /// Returns the body of the current request if it is in chunks and still being read.
    fn current(&self) -> Option<Arc<ChunkedBody>> {
        // Most connections never have one.
        if !self.is_current.load(Ordering::Relaxed) {
            return None;
        }
        let body = lock(&self.current).upgrade();
        self.is_current.store(body.is_some(), Ordering::Relaxed);
        body
    }
}

impl ChunkedBody {
    /// Reads what has been gathered; `None` at the end of the body.
    pub(super) fn poll_read(&self, cx: &mut Context<'_>) -> Poll<Option<hyper::Result<Bytes>>> {
        let mut state = lock(&self.state);
        if !state.has_news() {
            state.reader = Some(cx.waker().clone());
        }
        let (was_wanted, was_full) = (mem::replace(&mut state.is_wanted, true), state.is_full());
        let read = state.read();
        drop(state);
        if !was_wanted || was_full {
            self.task.wake_by_ref();
        }
        read
    }

    fn gather(&self, cx: &mut Context<'_>) -> bool {
        lock(&self.state).gather(cx)
    }

    /// Wakes the task that waits for data if there is some.
    fn wake_reader(&self) {
        let mut state = lock(&self.state);
        let reader = if state.has_news() {
            state.reader.take()
        } else {
            None
        };
        drop(state);
        if let Some(reader) = reader {
            reader.wake();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No code panics while it holds a lock.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// Receives a chunk, or the end of the body, if there is one and room for it. Returns whether it has.
    fn gather(&mut self, cx: &mut Context<'_>) -> bool {
        if !self.is_wanted || self.is_full() {
            return false;
        }
        let Some(incoming) = &mut self.incoming else {
            return false;
        };
        match Pin::new(incoming).poll_frame(cx) {
            Poll::Pending => return false,
            Poll::Ready(Some(Ok(frame))) => match frame.into_data() {
                Ok(chunk) if self.first.is_empty() && self.gathered.is_empty() => {
                    self.first = chunk;
                }
                Ok(chunk) => self.gathered.extend_from_slice(&chunk),
                // Trailers are ignored.
                Err(_) => {}
            },
            Poll::Ready(end) => {
                self.error = end.and_then(Result::err);
                self.incoming = None;
            }
        }
        true
    }

    fn is_full(&self) -> bool {
        self.first.len() + self.gathered.len() >= MAX_GATHERED_BYTES
    }

    /// Whether the app can read something: data, an error or the end.
    fn has_news(&self) -> bool {
        self.incoming.is_none() || !self.first.is_empty() || !self.gathered.is_empty()
    }

    fn read(&mut self) -> Poll<Option<hyper::Result<Bytes>>> {
        let data = if self.first.is_empty() {
            mem::take(&mut self.gathered).into()
        } else {
            mem::take(&mut self.first)
        };
        if !data.is_empty() {
            Poll::Ready(Some(Ok(data)))
        } else if self.incoming.is_none() {
            Poll::Ready(self.error.take().map(Err))
        } else {
            Poll::Pending
        }
    }
}
