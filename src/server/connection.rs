//! Serves HTTP/1.1 on one connection, within limits, until either side closes it.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Request};
use axum::http::header::CONNECTION;
use axum::http::{self, HeaderValue};
use axum::response::Response;
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::sync::{oneshot, watch};
use tower_service::Service;
use tracing::debug;

use super::chunked_body::ChunkedBodies;
use super::exchange::Exchange;
use super::limits::{ConnectionLimits, MAX_HEADER_BYTES, MAX_HEADER_FIELDS};
use super::request_body::RequestBody;
use super::state::ServerState;
use super::stream::LimitedStream;
use crate::timeout::timeout;

/// The stages of the server's lifecycle, as seen by its connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Connections are kept for further requests.
    Serving,
    /// Connections close after the request in flight.
    Finishing,
    /// Connections close at once.
    Closed,
}

/// Serves the requests of one connection.
pub(super) async fn serve<App>(
    stream: TcpStream,
    app: App,
    limits: ConnectionLimits,
    shared: ServerState,
    exchange: Arc<Exchange>,
    mut stage: watch::Receiver<Stage>,
) where
    App: Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone,
{
    let task = poll_fn(|cx| Poll::Ready(cx.waker().clone())).await;
    exchange.set_task(task.clone());
    let chunked_bodies = ChunkedBodies::new(task, Arc::clone(&exchange));
    let (handover, to_close) = oneshot::channel();
    let client = if shared.client_addresses {
        // An error means that the connection is lost.
        stream.peer_addr().ok().map(ConnectInfo)
    } else {
        None
    };
    let (readiness, metrics) = (shared.readiness.clone(), Arc::clone(&shared.metrics));
    let stream = LimitedStream::new(stream, limits, shared, Arc::clone(&exchange), handover);
    let chunked_bodies = &chunked_bodies;
    let service = service_fn(move |request: http::Request<Incoming>| {
        exchange.begin_response();
        let body = |body| {
            Body::new(RequestBody::new(
                body,
                chunked_bodies,
                Arc::clone(&exchange),
            ))
        };
        let mut request = request.map(body);
        if let Some(client) = client {
            request.extensions_mut().insert(client);
        }
        let response = app.clone().call(request);
        let (exchange, readiness) = (Arc::clone(&exchange), readiness.clone());
        async move {
            let mut response = pin!(response);
            let mut response =
                poll_fn(|cx| poll_app(&exchange, || response.as_mut().poll(cx))).await?;
            if readiness.is_draining() || exchange.has_unread_body() {
                response
                    .headers_mut()
                    .insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response.map(|body| ResponseBody { body, exchange }))
        }
    });
    {
        let connection = http1::Builder::new()
            // Stop working for a client that has disconnected. `LimitedStream` detects a half-closed connection.
            .half_close(false)
            .max_headers(MAX_HEADER_FIELDS)
            .max_header_size(MAX_HEADER_BYTES)
            .max_buf_size(MAX_HEADER_BYTES)
            // `LimitedStream` has its own timeouts: one between requests, another for the header.
            .header_read_timeout(None)
            .serve_connection(TokioIo::new(stream), service);
        let mut connection = pin!(connection);
        loop {
            tokio::select! {
                biased;
                result = poll_fn(|cx| chunked_bodies.poll_connection(connection.as_mut(), cx)) => {
                    if let Err(error) = result {
                        debug!(%error, "connection closed early");
                        if let Some(reason) = parse_failure(&error) {
                            metrics.parse_failed(reason);
                        }
                    }
                    break;
                }
                changed = stage.changed() => match changed.map(|()| *stage.borrow_and_update()) {
                    Ok(Stage::Serving) => {}
                    Ok(Stage::Finishing) => connection.as_mut().graceful_shutdown(),
                    // The sender is dropped with the server.
                    Ok(Stage::Closed) | Err(_) => return,
                },
            }
        }
        // Drop hyper's buffers before the (possibly slow) close.
    }
    if let Ok(stream) = to_close.await {
        tokio::select! {
            () = close(stream) => {}
            _ = stage.wait_for(|stage| *stage == Stage::Closed) => {}
        }
    }
}

/// Polls the app, or a body of its response, unless chunks of the request are being gathered.
fn poll_app<T>(exchange: &Exchange, poll: impl FnOnce() -> Poll<T>) -> Poll<T> {
    if exchange.is_gathering() {
        return Poll::Pending;
    }
    poll()
}

/// Returns why a request could not be parsed, if that is why the connection ended.
///
/// hyper responds to such requests itself, and the app does not see them.
fn parse_failure(error: &hyper::Error) -> Option<&'static str> {
    if !error.is_parse() {
        None
    } else if error.is_parse_too_large() {
        Some("header_too_large")
    } else if error.is_parse_version_h2() {
        Some("http2")
    } else {
        Some("malformed")
    }
}

/// How long a client that is still sending can keep the connection open after its last response.
const LINGER: Duration = Duration::from_secs(2);

/// Closes a stream whose write side is shut down, once the client has stopped sending.
///
/// Closing it with unread bytes would reset the connection, and the client could lose the response.
async fn close(stream: TcpStream) {
    let discard = async {
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
    // The stream is dropped whether the client closed it, an error occurred or the time is up.
    let _: Result<io::Result<()>, _> = timeout(LINGER, discard).await;
}

/// The body of a response. Reports when it ends.
struct ResponseBody {
    body: Body,
    exchange: Arc<Exchange>,
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        self.exchange.end_response();
    }
}

impl http_body::Body for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = self.get_mut();
        poll_app(&this.exchange, || Pin::new(&mut this.body).poll_frame(cx))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
