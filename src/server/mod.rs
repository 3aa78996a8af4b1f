//! A listener, an app and a stop signal: served within limits until told to stop, and then to the last request.
//!
//! `axum::serve` keeps a client that sends nothing, or reads nothing, for ever. Here each wait for a client has an end,
//! and so has the number of clients.

mod connection;
mod limits;
mod listener;
mod signals;
mod stream;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};
use tracing::{info, warn};

use crate::http::Readiness;
use crate::metrics::Metrics;
use connection::Stage;

pub use limits::{Limits, StopLimits, connections_within_file_limit};
pub use listener::listen;
pub use signals::StopSignals;

/// How long nobody may connect for the queue of the listener to count as empty.
const QUEUE_EMPTY: Duration = Duration::from_millis(1);

/// How long to wait for that.
const QUEUE_DEADLINE: Duration = Duration::from_secs(1);

/// How long to wait after a connection could not be taken: a lasting cause must not keep a core busy.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// An app on a listener.
pub struct Server {
    listener: TcpListener,
    app: Router,
    limits: Limits,
    readiness: Readiness,
    metrics: Arc<Metrics>,
    /// One for each connection that can still be taken.
    places: Arc<Semaphore>,
    stage: watch::Sender<Stage>,
}

impl Server {
    /// A server of this app; it counts its connections in `metrics`, and says in `readiness` when it is to be left out.
    #[must_use]
    pub fn new(
        listener: TcpListener,
        app: Router,
        limits: Limits,
        readiness: Readiness,
        metrics: Arc<Metrics>,
    ) -> Server {
        let places = Arc::new(Semaphore::new(limits.connections));
        Server { listener, app, limits, readiness, metrics, places, stage: watch::Sender::new(Stage::Serving) }
    }

    /// Answers requests until `stop` is ready, then stops in order: see [`StopLimits`].
    pub async fn run(self, stop: impl Future<Output = ()>) {
        tokio::select! {
            () = self.take_connections() => {}
            () = stop => {}
        }
        let StopLimits { delay, settle, deadline } = self.limits.stop;
        info!("stopping");
        self.readiness.drain();
        // Neither of these ends by itself: they are given up at the end of their time.
        let _ = timeout(delay, self.take_connections()).await;
        let _ = timeout(QUEUE_DEADLINE, self.empty_queue()).await;

        let Server { listener, places, stage, limits, .. } = self;
        drop(listener);
        sleep(settle).await;
        stage.send_replace(Stage::Finishing);
        let all = u32::try_from(limits.connections).unwrap_or(u32::MAX);
        if timeout(deadline, places.acquire_many(all)).await.is_err() {
            let left = limits.connections - places.available_permits();
            warn!(left, "the connections that are left are ended");
        }
        stage.send_replace(Stage::Ended);
        info!("stopped");
    }

    /// Takes connections, and does not end.
    async fn take_connections(&self) {
        loop {
            self.take_connection().await;
        }
    }

    /// Takes the connections that wait in the queue.
    async fn empty_queue(&self) {
        while timeout(QUEUE_EMPTY, self.take_connection()).await.is_ok() {}
    }

    /// Takes a connection, once there is a place for it, and starts to serve it.
    async fn take_connection(&self) {
        let mut failures: u64 = 0;
        let place = Arc::clone(&self.places).acquire_owned().await.expect("the places are never closed");
        loop {
            match self.listener.accept().await {
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
            self.stage.subscribe(),
        );
        let open = self.metrics.connection_taken();
        tokio::spawn(async move {
            connection.await;
            drop((open, place));
        });
    }
}

/// Whether a connection could not be taken for a reason that is its own, so that the next may be taken at once.
fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};

    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
