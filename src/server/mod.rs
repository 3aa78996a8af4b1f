//! A listener, an app and a stop signal: served within limits until told to stop, and then to the last request.
//!
//! `axum::serve` keeps a client that sends nothing, or reads nothing, for ever. Here each wait for a client has an end,
//! and so has the number of clients.

mod connection;
mod limits;
mod listener;
mod signals;
mod stream;

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::response::Response;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tower_service::Service;
use tracing::{info, warn};

use crate::metrics::Metrics;
use crate::readiness::Readiness;
use connection::Stage;

pub use limits::{ConnectionLimits, ShutdownLimits, connections_within_file_limit};
pub use listener::listen;
pub use signals::StopSignals;

/// How long nobody may connect for the queue of the listener to count as empty.
const QUEUE_EMPTY: Duration = Duration::from_millis(1);

/// How long to wait for that.
const QUEUE_DEADLINE: Duration = Duration::from_secs(1);

/// How long to wait after a connection could not be taken: a lasting cause must not keep a core busy.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// An app on a listener.
pub struct Server<App> {
    listener: TcpListener,
    clients: Clients<App>,
}

impl<App> Server<App>
where
    App: Service<Request, Response = Response, Error = Infallible, Future: Send>
        + Clone
        + Send
        + 'static,
{
    /// A server of this app; it counts its connections in `metrics`, and says in `readiness` when it is to be left out.
    #[must_use]
    pub fn new(
        listener: TcpListener,
        app: App,
        limits: ConnectionLimits,
        readiness: Readiness,
        metrics: Arc<Metrics>,
    ) -> Server<App> {
        let places = Arc::new(Semaphore::new(limits.connections));
        let stage = watch::Sender::new(Stage::Serving);
        Server {
            listener,
            clients: Clients {
                app,
                limits,
                readiness,
                metrics,
                places,
                stage,
            },
        }
    }

    /// Answers requests until `stop` is ready, then stops in order: see [`ShutdownLimits`].
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { listener, clients } = self;
        tokio::select! {
            () = clients.take_all(&listener) => {}
            () = stop => {}
        }
        let ShutdownLimits {
            delay,
            settle,
            deadline,
        } = clients.limits.shutdown;
        info!("stopping");
        clients.readiness.drain();
        // Neither of these ends by itself: they are given up at the end of their time.
        let _ = timeout(delay, clients.take_all(&listener)).await;
        let deadline = Instant::now() + deadline;
        let _ = timeout(QUEUE_DEADLINE, clients.take_until_quiet(&listener)).await;
        let places = clients.limits.connections + clients.take_last(listener);
        sleep(settle).await;

        clients.stage.send_replace(Stage::Finishing);
        let all = u32::try_from(places).unwrap_or(u32::MAX);
        if timeout_at(deadline, clients.places.acquire_many(all))
            .await
            .is_err()
        {
            let left = places - clients.places.available_permits();
            warn!(left, "the connections that are left are ended");
        }
        clients.stage.send_replace(Stage::Ended);
        info!("stopped");
    }
}

/// Those who are connected, and what they are served with.
struct Clients<App> {
    app: App,
    limits: ConnectionLimits,
    readiness: Readiness,
    metrics: Arc<Metrics>,
    /// One for each connection that can still be taken.
    places: Arc<Semaphore>,
    stage: watch::Sender<Stage>,
}

impl<App> Clients<App>
where
    App: Service<Request, Response = Response, Error = Infallible, Future: Send>
        + Clone
        + Send
        + 'static,
{
    /// Takes connections, and does not end.
    async fn take_all(&self, listener: &TcpListener) {
        loop {
            self.take(listener).await;
        }
    }

    /// Takes connections until nobody waits to be connected.
    async fn take_until_quiet(&self, listener: &TcpListener) {
        while timeout(QUEUE_EMPTY, self.take(listener)).await.is_ok() {}
    }

    /// Takes who has connected up to now, and closes the listener. Gives the number of places that were added for them:
    /// there is nowhere else for them to go.
    fn take_last(&self, listener: TcpListener) -> usize {
        let mut last = Vec::new();
        if let Ok(listener) = listener.into_std() {
            // The kernel resets those who wait when a listener closes, so there is nothing between the last and that.
            loop {
                match listener.accept() {
                    Ok((stream, _)) => last.push(stream),
                    Err(error) if is_of_the_client(&error) => {}
                    Err(_) => break,
                }
            }
        }
        let added = last.len();
        self.places.add_permits(added);
        for stream in last {
            let stream = stream
                .set_nonblocking(true)
                .and_then(|()| TcpStream::from_std(stream));
            if let (Ok(stream), Ok(place)) = (stream, Arc::clone(&self.places).try_acquire_owned())
            {
                self.serve(stream, place);
            }
        }
        added
    }

    /// Takes a connection, once there is a place for it, and starts to serve it.
    async fn take(&self, listener: &TcpListener) {
        let mut failures: u64 = 0;
        let place = Arc::clone(&self.places)
            .acquire_owned()
            .await
            .expect("the places are never closed");
        loop {
            match listener.accept().await {
                Ok((stream, _)) => return self.serve(stream, place),
                Err(error) if is_of_the_client(&error) => {}
                Err(error) => {
                    self.metrics.accept_failed();
                    failures += 1;
                    // A lasting cause fails twenty times a second: the log gets ever fewer of them.
                    if failures.is_power_of_two() {
                        warn!(%error, failures, "a connection could not be taken");
                    }
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    fn serve(&self, stream: TcpStream, place: OwnedSemaphorePermit) {
        let connection = connection::serve(
            stream,
            self.app.clone(),
            self.limits.clone(),
            self.readiness.clone(),
            self.metrics.connection_timeouts(),
            self.stage.subscribe(),
        );
        let open = self.metrics.connection_accepted();
        tokio::spawn(async move {
            connection.await;
            drop((open, place));
        });
    }
}

/// Whether a connection could not be taken for a reason that is its own, so that the next may be taken at once.
fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};

    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}
