//! Accepts connections up to a limit, and serves each in its own task.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use std::{io, net};

use axum::extract::Request;
use axum::response::Response;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tower_service::Service;
use tracing::warn;

use super::connection::{self, Stage};
use super::exchange::Exchange;
use super::limits::ConnectionLimits;
use super::open_connections::OpenConnections;
use super::state::ServerState;
use crate::metrics::Budget;

/// The time without a new connection after which the backlog counts as empty.
const BACKLOG_QUIET: Duration = Duration::from_millis(1);

/// The time to wait for an empty backlog.
const BACKLOG_TIMEOUT: Duration = Duration::from_secs(1);

/// The pause after a failure to accept, so that a persistent cause does not keep a core busy.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// The open connections, and everything needed to serve new ones.
pub(super) struct Acceptor<App> {
    app: App,
    limits: ConnectionLimits,
    state: ServerState,
    /// One permit for each connection that can still be accepted.
    permits: Arc<Semaphore>,
    /// The number of permits, including those of open connections.
    total_permits: usize,
    open: OpenConnections,
    /// A connection that has been accepted but has no permit yet.
    newcomer: Option<TcpStream>,
    stage: watch::Sender<Stage>,
}

impl<App> Acceptor<App>
where
    App: Service<Request, Response = Response, Error = Infallible, Future: Send>
        + Clone
        + Send
        + 'static,
{
    pub(super) fn new(app: App, limits: ConnectionLimits, state: ServerState) -> Acceptor<App> {
        let permits = Arc::new(Semaphore::new(limits.connections));
        let (observed, limit) = (Arc::clone(&permits), limits.connections);
        state.metrics.observe_budgets(move || {
            vec![Budget {
                name: "connections",
                // There are more permits than the limit when the last connections are accepted.
                used: limit.saturating_sub(observed.available_permits()),
                limit,
            }]
        });
        Acceptor {
            app,
            state,
            permits,
            total_permits: limits.connections,
            open: OpenConnections::default(),
            newcomer: None,
            limits,
            stage: watch::Sender::new(Stage::Serving),
        }
    }

    /// Accepts connections and never completes.
    pub(super) async fn accept_all(&mut self, listener: &TcpListener) {
        loop {
            self.accept_one(listener).await;
        }
    }

    /// Accepts connections until the backlog is empty.
    pub(super) async fn accept_backlog(&mut self, listener: &TcpListener) {
        let drained = async {
            while timeout(BACKLOG_QUIET, self.accept_one(listener))
                .await
                .is_ok()
            {}
        };
        // A backlog that does not empty in time is handled by `accept_pending_and_close`.
        let _ = timeout(BACKLOG_TIMEOUT, drained).await;
    }

    /// Accepts every connection still in the backlog, even beyond the limit, then closes the listener.
    pub(super) fn accept_pending_and_close(&mut self, listener: TcpListener) {
        let mut pending: Vec<TcpStream> = self.newcomer.take().into_iter().collect();
        if let Ok(listener) = listener.into_std() {
            // Closing a listener resets the connections in its backlog, so it must directly follow the last `accept`.
            loop {
                match listener.accept() {
                    Ok((stream, _)) => pending.extend(to_tokio(stream)),
                    Err(error) if is_connection_error(&error) => {}
                    Err(_) => break,
                }
            }
        }
        self.permits.add_permits(pending.len());
        self.total_permits += pending.len();
        for stream in pending {
            if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
                self.serve(stream, permit);
            }
        }
    }

    /// Lets each connection complete its current request, and closes those still open at the deadline.
    pub(super) async fn finish(&self, deadline: Instant) {
        self.stage.send_replace(Stage::Finishing);
        let all = u32::try_from(self.total_permits).unwrap_or(u32::MAX);
        if timeout_at(deadline, self.permits.acquire_many(all))
            .await
            .is_err()
        {
            let connections = self.total_permits - self.permits.available_permits();
            warn!(connections, "closing connections that are still open");
        }
        self.stage.send_replace(Stage::Closed);
    }

    /// Waits for a connection and for its permit, and starts serving it.
    ///
    /// Cancel safe: an accepted connection without a permit is kept for the next call.
    async fn accept_one(&mut self, listener: &TcpListener) {
        if self.newcomer.is_none() {
            self.newcomer = Some(self.accept(listener).await);
        }
        let permit = self.acquire_permit().await;
        if let Some(stream) = self.newcomer.take() {
            self.serve(stream, permit);
        }
    }

    /// Waits for a permit. If there is none, the connection that has waited longest for its client has to close.
    async fn acquire_permit(&mut self) -> OwnedSemaphorePermit {
        loop {
            if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
                return permit;
            }
            let recheck = self
                .open
                .displace_longest_waiting(Instant::now(), self.limits.displace_after);
            let released = Arc::clone(&self.permits).acquire_owned();
            if let Ok(permit) = timeout(recheck, released).await {
                return permit.expect("the semaphore is never closed");
            }
        }
    }

    /// Waits for a connection.
    async fn accept(&self, listener: &TcpListener) -> TcpStream {
        let mut failures: u64 = 0;
        loop {
            match listener.accept().await {
                Ok((stream, _)) => return stream,
                Err(error) if is_connection_error(&error) => {}
                Err(error) => {
                    self.state.metrics.accept_failed();
                    failures += 1;
                    // A persistent cause produces twenty failures a second: log the 1st, 2nd, 4th, 8th, and so on.
                    if failures.is_power_of_two() {
                        warn!(%error, failures, "failed to accept a connection");
                    }
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    fn serve(&mut self, stream: TcpStream, permit: OwnedSemaphorePermit) {
        let exchange = Arc::new(Exchange::new());
        self.open.insert(&exchange);
        let connection = connection::serve(
            stream,
            self.app.clone(),
            self.limits.clone(),
            self.state.clone(),
            exchange,
            self.stage.subscribe(),
        );
        let open = self.state.metrics.connection_accepted();
        tokio::spawn(async move {
            connection.await;
            drop((open, permit));
        });
    }
}

/// Registers a stream with the runtime. An error means that the connection is lost.
fn to_tokio(stream: net::TcpStream) -> io::Result<TcpStream> {
    stream.set_nonblocking(true)?;
    TcpStream::from_std(stream)
}

/// Returns whether `accept` failed because of the connection itself, so that the next one can be accepted at once.
fn is_connection_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};

    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}
