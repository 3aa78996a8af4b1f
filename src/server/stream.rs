//! A TCP stream on which every wait for the client has a timeout.

use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::deadline::Deadline;
use super::exchange::{Exchange, ExchangeState};
use super::limits::ConnectionLimits;
use super::state::ServerState;

/// A TCP stream that times out when the client does not send or read in time.
///
/// Reads have no timeout while the service works on a request or the client has a response to read. Timeouts for
/// request bodies are the handler's job.
pub(super) struct LimitedStream {
    /// `None` once it has been handed over.
    stream: Option<TcpStream>,
    /// Receives the stream when its write side has been shut down.
    handover: Option<oneshot::Sender<TcpStream>>,
    limits: ConnectionLimits,
    state: ServerState,
    exchange: Arc<Exchange>,
    waiting: Waiting,
    read_deadline: Deadline,
    /// Set while a write waits for the client to read.
    write_deadline: Deadline,
    /// The memory pressure when that wait started.
    pressure_before: u64,
    /// Set while the client has closed its side but may still read.
    half_closed_deadline: Deadline,
}

/// How long a client that has closed its side may wait for the next part of its response.
const HALF_CLOSED_TIMEOUT: Duration = Duration::from_millis(500);

/// How often a connection whose client does not read checks whether memory has become short.
const PRESSURE_CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The input that is expected next from the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waiting {
    /// The first byte of the first request.
    FirstByte,
    /// The first byte of another request. Idle connections normally end here, so it does not count as a timeout.
    NextRequest,
    /// The rest of a request's header.
    Header,
}

impl LimitedStream {
    /// Wraps a stream. Once its write side has been shut down, the stream is sent to `handover` to be closed.
    pub(super) fn new(
        stream: TcpStream,
        limits: ConnectionLimits,
        state: ServerState,
        exchange: Arc<Exchange>,
        handover: oneshot::Sender<TcpStream>,
    ) -> LimitedStream {
        let mut read_deadline = Deadline::default();
        read_deadline.set_from(exchange.accepted(), limits.first_byte_timeout);
        LimitedStream {
            stream: Some(stream),
            handover: Some(handover),
            limits,
            state,
            exchange,
            waiting: Waiting::FirstByte,
            read_deadline,
            write_deadline: Deadline::default(),
            pressure_before: 0,
            half_closed_deadline: Deadline::default(),
        }
    }

    /// Returns the error that closes the connection at once, without waiting for the client to stop sending.
    fn time_out(&mut self) -> io::Error {
        if self.waiting != Waiting::NextRequest || self.write_deadline.is_set() {
            self.state.metrics.connection_timed_out();
        }
        self.handover = None;
        io::ErrorKind::TimedOut.into()
    }

    /// Returns the error that closes the connection at once, to make room for another one.
    fn make_room(&mut self) -> io::Error {
        self.state.metrics.connection_displaced();
        self.handover = None;
        io::ErrorKind::ConnectionAborted.into()
    }

    /// Starts the idle timeout if the client has read the last response to its end.
    fn start_idle_timeout_if_due(&mut self) {
        match self.exchange.state() {
            ExchangeState::Responding => {}
            // Part of a response is still unread.
            _ if self.write_deadline.is_set() => self.exchange.end_response(),
            ExchangeState::ResponseEnded => {
                self.start_awaiting(Waiting::NextRequest, self.limits.idle_timeout);
            }
            ExchangeState::AwaitingRequest => {}
        }
    }

    /// Restarts the time that the client has to read a part of the response.
    fn start_awaiting_read(&mut self) {
        let now = Instant::now();
        self.exchange.start_awaiting(now);
        self.pressure_before = self.state.memory_pressure.count();
        let limits = &self.limits;
        let first_check = limits
            .write_timeout
            .min(limits.write_timeout_under_pressure);
        self.write_deadline.set_from(now, first_check);
    }

    fn start_awaiting(&mut self, waiting: Waiting, limit: Duration) {
        let now = Instant::now();
        self.exchange.start_awaiting_request(now);
        self.waiting = waiting;
        self.read_deadline.set_from(now, limit);
    }

    /// Returns whether the connection is to make room for another one, and nothing has arrived from its client.
    fn is_displaced(&self) -> bool {
        self.exchange.is_displaced()
            && self.stream.as_ref().is_some_and(|stream| {
                // The runtime may not have noticed yet that a request has arrived.
                let peeked = SockRef::from(stream).peek(&mut [MaybeUninit::uninit()]);
                peeked.is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock)
            })
    }

    /// Returns whether the client has to send something: no response is in progress, and none is waiting to be read.
    fn is_awaiting_client(&self) -> bool {
        self.exchange.state() == ExchangeState::AwaitingRequest
    }

    fn is_responding(&self) -> bool {
        self.exchange.state() == ExchangeState::Responding
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
        let read = Pin::new(stream).poll_read(cx, buffer);
        this.start_idle_timeout_if_due();
        match read {
            Poll::Ready(Ok(())) if buffer.filled().len() == before && this.is_responding() => {
                // EOF usually means that the client has disconnected, but it may be a half-close: give it some time
                // to receive a response that is nearly ready, and the usual time to read it.
                if this.write_deadline.is_set() {
                    // The pending write wakes the task.
                    return Poll::Pending;
                }
                if !this.half_closed_deadline.is_set() {
                    this.half_closed_deadline.set(HALF_CLOSED_TIMEOUT);
                }
                ready!(this.half_closed_deadline.poll(cx));
                Poll::Ready(Ok(()))
            }
            Poll::Ready(result) => {
                // A client that is still sending is alive: restart the write timeout.
                if this.write_deadline.is_set() {
                    this.start_awaiting_read();
                }
                if this.is_awaiting_client() && this.waiting != Waiting::Header {
                    this.start_awaiting(Waiting::Header, this.limits.header_timeout);
                }
                Poll::Ready(result)
            }
            Poll::Pending if this.is_awaiting_client() => {
                if this.is_displaced() {
                    return Poll::Ready(Err(this.make_room()));
                }
                ready!(this.read_deadline.poll(cx));
                Poll::Ready(Err(this.time_out()))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

impl LimitedStream {
    /// Fails a write that waits for the client for too long.
    fn limit_write<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_pending() {
            if !self.write_deadline.is_set() {
                self.start_awaiting_read();
            }
            if self.exchange.is_displaced() {
                return Poll::Ready(Err(self.make_room()));
            }
            ready!(self.poll_write_timeout(cx));
            return Poll::Ready(Err(self.time_out()));
        }
        if self.write_deadline.is_set() {
            self.write_deadline.clear();
            self.exchange.end_awaiting();
        }
        if self.half_closed_deadline.is_set() {
            self.half_closed_deadline.set(HALF_CLOSED_TIMEOUT);
        }
        written
    }

    /// Ready when the client has not read for too long, which is less if memory has become short meanwhile.
    fn poll_write_timeout(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            ready!(self.write_deadline.poll(cx));
            let now = Instant::now();
            let since = self.exchange.awaiting_since().unwrap_or(now);
            let remaining = self.limits.write_timeout.saturating_sub(now - since);
            if remaining.is_zero() || self.state.memory_pressure.count() != self.pressure_before {
                return Poll::Ready(());
            }
            self.write_deadline
                .set_from(now, remaining.min(PRESSURE_CHECK_INTERVAL));
        }
    }
}

fn handed_over_error() -> Poll<io::Result<usize>> {
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
            return handed_over_error();
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
            return handed_over_error();
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
        // hyper may already be blocked on a read that it polled during the response, so poll the idle deadline here,
        // too.
        this.start_idle_timeout_if_due();
        if this.is_awaiting_client()
            && this.waiting == Waiting::NextRequest
            && this.read_deadline.poll(cx).is_ready()
        {
            return Poll::Ready(Err(this.time_out()));
        }
        Poll::Ready(Ok(()))
    }

    /// Shuts down the write side, and hands the stream over to be closed.
    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if let Some(stream) = &mut this.stream {
            ready!(Pin::new(stream).poll_shutdown(cx))?;
        }
        if let (Some(stream), Some(handover)) = (this.stream.take(), this.handover.take()) {
            // The receiver is gone if the server closes its connections.
            let _ = handover.send(stream);
        }
        Poll::Ready(Ok(()))
    }
}
