//! A TCP connection on which no wait for the client lasts for ever.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::{Instant, Sleep, sleep_until};

use super::ConnectionLimits;

/// A connection with limits on the time that the client takes.
///
/// While the service works on a request or the client is behind in reading, the client owes nothing: reading has no
/// limit then. A body that does not come is the affair of whoever reads it.
pub(super) struct LimitedStream {
    /// `None` once it has been handed over.
    stream: Option<TcpStream>,
    /// Takes the stream when nothing more is to be sent.
    handover: Option<oneshot::Sender<TcpStream>>,
    limits: ConnectionLimits,
    /// Counts the connections that are given up.
    timeouts: Counter,
    turns: Turns,
    /// The turn to which `awaited` belongs.
    turn: usize,
    awaited: Awaited,
    read_deadline: Deadline,
    write_deadline: Deadline,
    /// Until when a client that has closed its side may still be there.
    closed_deadline: Deadline,
}

/// How long a client that has closed its side is waited for, since the last of its answer was sent.
const CLOSED: Duration = Duration::from_millis(500);

/// What the client owes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Awaited {
    /// The first byte of the first request.
    First,
    /// The first byte of a further request. A connection that is not used any more ends so.
    Next,
    /// The rest of a request's header.
    Header,
}

/// What the stream and the service of a connection know of each other.
///
/// What is stored here needs no order with anything else.
#[derive(Clone, Default)]
pub(super) struct Turns(Arc<Turn>);

#[derive(Default)]
struct Turn {
    /// Whose turn it is: odd counts are the service's, even ones the client's.
    count: AtomicUsize,
    /// Whether the body of the last request was left before its end.
    body_left: AtomicBool,
}

impl Turns {
    /// A request has come: it is the service's turn.
    pub(super) fn to_service(&self) {
        self.0.count.fetch_add(1, Ordering::Relaxed);
        self.0.body_left.store(false, Ordering::Relaxed);
    }

    /// Nobody reads the body of the request any more, and it is not at its end.
    pub(super) fn body_is_left(&self) {
        self.0.body_left.store(true, Ordering::Relaxed);
    }

    /// Whether something is left of the request's body. What comes next on the connection is no request then.
    pub(super) fn is_body_left(&self) -> bool {
        self.0.body_left.load(Ordering::Relaxed)
    }

    /// The answer has been sent: it is the client's turn.
    pub(super) fn to_client(&self) {
        self.0.count.fetch_add(1, Ordering::Relaxed);
    }

    fn is_service(&self) -> bool {
        self.count() % 2 == 1
    }

    fn count(&self) -> usize {
        self.0.count.load(Ordering::Relaxed)
    }
}

impl LimitedStream {
    /// The stream within these limits. Once nothing more is to be sent on it, it comes out of `handover`.
    pub(super) fn new(
        stream: TcpStream,
        limits: ConnectionLimits,
        timeouts: Counter,
        turns: Turns,
        handover: oneshot::Sender<TcpStream>,
    ) -> LimitedStream {
        let mut read_deadline = Deadline::default();
        read_deadline.set(limits.first_byte_timeout);
        LimitedStream {
            stream: Some(stream),
            handover: Some(handover),
            limits,
            timeouts,
            turn: turns.count(),
            turns,
            awaited: Awaited::First,
            read_deadline,
            write_deadline: Deadline::default(),
            closed_deadline: Deadline::default(),
        }
    }

    /// Ends the connection at once, for the client has had its time.
    fn give_up(&mut self) -> io::Error {
        if self.awaited != Awaited::Next || self.write_deadline.is_set() {
            self.timeouts.inc();
        }
        self.handover = None;
        io::ErrorKind::TimedOut.into()
    }

    /// Whether the client owes something: it is its turn, and it is not behind in reading.
    fn client_owes(&mut self) -> bool {
        let turn = self.turns.count();
        if self.turns.is_service() || self.write_deadline.is_set() {
            // Once it owes again, its time starts anew.
            self.turn = usize::MAX;
            return false;
        }
        if self.turn != turn {
            self.turn = turn;
            self.awaited = Awaited::Next;
            self.read_deadline.set(self.limits.idle_timeout);
        }
        true
    }
}

impl AsyncRead for LimitedStream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let Some(stream) = &mut this.stream else {
            return Poll::Ready(Ok(()));
        };
        let before = buffer.filled().len();
        match Pin::new(stream).poll_read(cx, buffer) {
            Poll::Ready(Ok(())) if buffer.filled().len() == before && this.turns.is_service() => {
                // Most have gone, but some have only said that they send nothing more: they get what is soon ready, and
                // have the time that anybody has to read it.
                if this.write_deadline.is_set() {
                    return Poll::Pending;
                }
                if !this.closed_deadline.is_set() {
                    this.closed_deadline.set(CLOSED);
                }
                ready!(this.closed_deadline.poll(cx));
                Poll::Ready(Ok(()))
            }
            Poll::Ready(result) => {
                // Who sends a long request before reading the answer is not gone.
                if this.write_deadline.is_set() {
                    this.write_deadline.set(this.limits.write_timeout);
                }
                if this.client_owes() && this.awaited != Awaited::Header {
                    this.awaited = Awaited::Header;
                    this.read_deadline.set(this.limits.header_timeout);
                }
                Poll::Ready(result)
            }
            Poll::Pending if this.client_owes() => {
                ready!(this.read_deadline.poll(cx));
                Poll::Ready(Err(this.give_up()))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

impl LimitedStream {
    /// Gives up a write that has made no way for too long.
    fn limit_write<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.write_deadline.clear();
            if self.closed_deadline.is_set() {
                self.closed_deadline.set(CLOSED);
            }
            return written;
        }
        if !self.write_deadline.is_set() {
            self.write_deadline.set(self.limits.write_timeout);
        }
        ready!(self.write_deadline.poll(cx));
        Poll::Ready(Err(self.give_up()))
    }
}

fn handed_over() -> Poll<io::Result<usize>> {
    Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()))
}

impl AsyncWrite for LimitedStream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let Some(stream) = &mut this.stream else {
            return handed_over();
        };
        let written = Pin::new(stream).poll_write(cx, bytes);
        this.limit_write(cx, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let Some(stream) = &mut this.stream else {
            return handed_over();
        };
        let written = Pin::new(stream).poll_write_vectored(cx, slices);
        this.limit_write(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream
            .as_ref()
            .is_some_and(TcpStream::is_write_vectored)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let Some(stream) = &mut this.stream else {
            return Poll::Ready(Ok(()));
        };
        ready!(Pin::new(stream).poll_flush(cx))?;
        // Whoever has read ahead while the answer was made does not read again before the client sends.
        if this.client_owes()
            && this.awaited == Awaited::Next
            && this.read_deadline.poll(cx).is_ready()
        {
            return Poll::Ready(Err(this.give_up()));
        }
        Poll::Ready(Ok(()))
    }

    /// Says that nothing more is sent, and hands the stream over to be closed.
    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if let Some(stream) = &mut this.stream {
            ready!(Pin::new(stream).poll_shutdown(cx))?;
        }
        if let (Some(stream), Some(handover)) = (this.stream.take(), this.handover.take()) {
            // Nobody waits for it if the connection ends at once.
            let _ = handover.send(stream);
        }
        Poll::Ready(Ok(()))
    }
}

/// A point in time that can be moved at little cost: the timer behind it is touched only when it must be.
#[derive(Default)]
struct Deadline {
    at: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Deadline {
    fn set(&mut self, after: Duration) {
        self.at = Some(Instant::now() + after);
    }

    fn clear(&mut self) {
        self.at = None;
    }

    fn is_set(&self) -> bool {
        self.at.is_some()
    }

    /// Ready once the deadline has passed.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
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
            // It went off for a deadline that has been moved since.
            timer.as_mut().reset(at);
        }
    }
}
