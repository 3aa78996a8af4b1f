//! Serves an app on a listener, within limits, until a stop signal; then shuts down gracefully.
//!
//! `axum::serve` never disconnects a client that stops sending or reading. Here every wait for a client has a timeout,
//! and the number of connections is limited.

mod acceptor;
mod chunked_body;
mod connection;
mod deadline;
mod exchange;
mod limits;
mod listener;
mod open_connections;
mod request_body;
mod signals;
mod state;
mod stream;

use std::convert::Infallible;
use std::fmt;
use std::future::pending;

use axum::extract::Request;
use axum::response::Response;
use tokio::net::TcpListener;
use tokio::time::Instant;
use tower_service::Service;
use tracing::info;

use crate::readiness::Readiness;
use crate::timeout::timeout;
use acceptor::Acceptor;

pub use limits::{ConnectionLimits, ShutdownLimits, connections_within_file_limit};
pub use listener::listen;
pub use signals::StopSignals;
pub use state::ServerState;

/// An app, with the listener that it is served on.
pub struct Server<App> {
    listener: TcpListener,
    shutdown: ShutdownLimits,
    readiness: Readiness,
    acceptor: Acceptor<App>,
}

impl<App> Server<App>
where
    App: Service<Request, Response = Response, Error = Infallible, Future: Send>
        + Clone
        + Send
        + 'static,
{
    /// Creates a server.
    #[must_use]
    pub fn new(
        listener: TcpListener,
        app: App,
        limits: ConnectionLimits,
        state: ServerState,
    ) -> Server<App> {
        Server {
            listener,
            shutdown: limits.shutdown.clone(),
            readiness: state.readiness.clone(),
            acceptor: Acceptor::new(app, limits, state),
        }
    }

    /// Serves requests until `stop` completes, then shuts down gracefully within [`ShutdownLimits`].
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server {
            listener,
            shutdown,
            readiness,
            mut acceptor,
        } = self;
        tokio::select! {
            () = acceptor.accept_all(&listener) => {}
            () = stop => {}
        }
        info!("stopping");
        readiness.drain();
        // Accepting never completes, so the timeout is how long it continues.
        let _ = timeout(shutdown.delay, acceptor.accept_all(&listener)).await;
        let deadline = Instant::now() + shutdown.deadline;
        if listener::defer_connections(&listener) {
            // Handshakes in progress complete.
            let _ = timeout(shutdown.settle, acceptor.accept_all(&listener)).await;
        }
        acceptor.accept_backlog(&listener).await;
        acceptor.accept_pending_and_close(listener);
        // Also reads what arrived during a pause of the process, as all timeouts do.
        let _ = timeout(shutdown.settle, pending::<()>()).await;
        acceptor.finish(deadline).await;
        info!("stopped");
    }
}

impl<App> fmt::Debug for Server<App> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("listener", &self.listener)
            .field("shutdown", &self.shutdown)
            .finish_non_exhaustive()
    }
}
