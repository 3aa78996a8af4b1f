//! One connection: HTTP/1.1 within limits, until the client leaves or the server stops.

use std::convert::Infallible;
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::header::CONNECTION;
use axum::http::{self, HeaderValue};
use axum::response::Response;
use http_body::{Frame, SizeHint};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use prometheus_client::metrics::counter::Counter;
use tokio::net::TcpStream;
use tokio::sync::{oneshot, watch};
use tokio::time::timeout;
use tower_service::Service;
use tracing::debug;

use super::limits::{ConnectionLimits, HEADER_BYTES, HEADER_FIELDS};
use super::stream::{LimitedStream, Turns};
use crate::readiness::Readiness;

/// How far the server is on its way to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Requests are answered.
    Serving,
    /// Requests in flight are answered, then connections end.
    Finishing,
    /// Connections end.
    Ended,
}

/// Answers the requests of one connection.
pub(super) async fn serve<App>(
    stream: TcpStream,
    app: App,
    limits: ConnectionLimits,
    readiness: Readiness,
    timeouts: Counter,
    mut stage: watch::Receiver<Stage>,
) where
    App: Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone,
{
    let turns = Turns::default();
    let (handover, to_close) = oneshot::channel();
    let stream = LimitedStream::new(stream, limits, timeouts, turns.clone(), handover);
    let service = service_fn(move |request: http::Request<Incoming>| {
        let is_read = request.body().is_end_stream();
        turns.to_service();
        let body = |body| {
            Body::new(RequestBody {
                body,
                is_read,
                turns: turns.clone(),
            })
        };
        let answer = app.clone().call(request.map(body));
        let (turns, readiness) = (turns.clone(), readiness.clone());
        async move {
            let mut response = answer.await?;
            if readiness.is_draining() || turns.is_body_left() {
                response
                    .headers_mut()
                    .insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response.map(|body| AnswerBody { body, turns }))
        }
    });
    {
        let connection = http1::Builder::new()
            // A client that has gone ends the work on its answer; the stream tells it from one that sends nothing more.
            .half_close(false)
            .max_headers(HEADER_FIELDS)
            .max_header_size(HEADER_BYTES)
            .max_buf_size(HEADER_BYTES)
            // The stream has its own clocks, and tells silence between requests from a header that does not end.
            .header_read_timeout(None)
            .serve_connection(TokioIo::new(stream), service);
        let mut connection = pin!(connection);
        loop {
            tokio::select! {
                biased;
                result = &mut connection => {
                    if let Err(error) = result {
                        debug!(%error, "a connection ended early");
                    }
                    break;
                }
                changed = stage.changed() => match changed.map(|()| *stage.borrow_and_update()) {
                    Ok(Stage::Serving) => {}
                    Ok(Stage::Finishing) => connection.as_mut().graceful_shutdown(),
                    // A server that is gone has ended, too.
                    Ok(Stage::Ended) | Err(_) => return,
                },
            }
        }
        // Here its buffers go: to close the stream may take a while.
    }
    if let Ok(stream) = to_close.await {
        tokio::select! {
            () = close(stream) => {}
            _ = stage.wait_for(|stage| *stage == Stage::Ended) => {}
        }
    }
}

/// How long a client that still sends may keep a connection open after its last answer.
const LINGER: Duration = Duration::from_secs(2);

/// Closes a stream on which nothing more is sent, but not while the client still sends: to close it with bytes unread
/// is to reset it, and with it the answer that the client has not read yet.
async fn close(stream: TcpStream) {
    let read_away = async {
        loop {
            stream.readable().await?;
            match stream.try_read(&mut [0; 8 * 1024]) {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
    };
    // Whether the client went, failed or has to be left: the stream is closed.
    let _: Result<io::Result<()>, _> = timeout(LINGER, read_away).await;
}

/// The body of a request.
struct RequestBody {
    body: Incoming,
    is_read: bool,
    turns: Turns,
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        if !self.is_read {
            self.turns.body_is_left();
        }
    }
}

impl http_body::Body for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let this = self.get_mut();
        let frame = ready!(Pin::new(&mut this.body).poll_frame(cx));
        this.is_read |= frame.is_none() || this.body.is_end_stream();
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of an answer. Once it is sent it is the client's turn again.
struct AnswerBody {
    body: Body,
    turns: Turns,
}

impl Drop for AnswerBody {
    fn drop(&mut self) {
        self.turns.to_client();
    }
}

impl http_body::Body for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.get_mut().body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
