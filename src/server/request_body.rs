//! The body of a request, as the app reads it.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;

use super::chunked_body::{ChunkedBodies, ChunkedBody};
use super::exchange::Exchange;

/// The body of a request. Reports if it is dropped before its end.
pub(super) struct RequestBody {
    source: Source,
    /// Whether the end of the body has been read.
    complete: bool,
    exchange: Arc<Exchange>,
}

enum Source {
    /// A body of known length.
    Sized(Incoming),
    Chunked(Arc<ChunkedBody>),
}

impl RequestBody {
    /// Wraps a body of a connection that has these chunked bodies.
    pub(super) fn new(
        body: Incoming,
        chunked: &ChunkedBodies,
        exchange: Arc<Exchange>,
    ) -> RequestBody {
        let complete = body.is_end_stream();
        let source = if body.size_hint().exact().is_some() {
            Source::Sized(body)
        } else {
            Source::Chunked(chunked.start(body))
        };
        RequestBody {
            source,
            complete,
            exchange,
        }
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        if !self.complete {
            self.exchange.mark_body_unread();
        }
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let this = self.get_mut();
        let frame = match &mut this.source {
            Source::Sized(body) => ready!(Pin::new(body).poll_frame(cx)),
            Source::Chunked(body) => ready!(body.poll_read(cx)).map(|data| data.map(Frame::data)),
        };
        this.complete |= frame.is_none() || this.is_end_stream();
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        match &self.source {
            Source::Sized(body) => body.is_end_stream(),
            Source::Chunked(_) => false,
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.source {
            Source::Sized(body) => body.size_hint(),
            Source::Chunked(_) => SizeHint::default(),
        }
    }
}
