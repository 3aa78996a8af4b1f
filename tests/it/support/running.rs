//! Runs a server in the test process, on a real socket.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::response::Response;
use sudoku_validator::http;
use sudoku_validator::memory_pressure::MemoryPressure;
use sudoku_validator::metrics::Metrics;
use sudoku_validator::readiness::Readiness;
use sudoku_validator::server::{ConnectionLimits, Server, ServerState, ShutdownLimits, listen};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tower_service::Service;

/// Longer than anything in a test takes, even on a busy machine.
pub(crate) const TEST_TIMEOUT: Duration = Duration::from_mins(1);

/// A limit that a test waits for.
pub(crate) const SHORT: Duration = Duration::from_millis(100);

/// Limits that no test reaches.
pub(crate) fn generous() -> ConnectionLimits {
    let long = 10 * TEST_TIMEOUT;
    ConnectionLimits {
        connections: 100,
        first_byte_timeout: long,
        header_timeout: long,
        idle_timeout: long,
        write_timeout: long,
        write_timeout_under_pressure: long,
        displace_after: long,
        shutdown: ShutdownLimits {
            delay: Duration::ZERO,
            settle: Duration::ZERO,
            deadline: long,
        },
    }
}

/// Limits on requests whose times no test reaches.
fn patient() -> http::RequestLimits {
    http::RequestLimits {
        body_idle_timeout: 10 * TEST_TIMEOUT,
        body_timeout: 10 * TEST_TIMEOUT,
        response_timeout: 10 * TEST_TIMEOUT,
        search_budget: 10 * TEST_TIMEOUT,
        search_deadline: 20 * TEST_TIMEOUT,
        ..http::RequestLimits::default()
    }
}

/// A running server, and the state that it shares with the tests.
pub(crate) struct Running {
    pub(crate) address: String,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) readiness: Readiness,
    pub(crate) stop: oneshot::Sender<()>,
    pub(crate) run: JoinHandle<()>,
}

impl Running {
    pub(crate) fn start(limits: ConnectionLimits) -> Running {
        Running::start_with(patient(), limits)
    }

    pub(crate) fn start_with(requests: http::RequestLimits, limits: ConnectionLimits) -> Running {
        let listener = listen("127.0.0.1:0".parse().unwrap(), false).unwrap();
        Running::serve(listener, requests, limits)
    }

    pub(crate) fn start_on(listener: TcpListener, limits: ConnectionLimits) -> Running {
        Running::serve(listener, patient(), limits)
    }

    fn serve(
        listener: TcpListener,
        requests: http::RequestLimits,
        limits: ConnectionLimits,
    ) -> Running {
        let metrics = Arc::new(Metrics::new());
        let app = http::app(requests, Arc::clone(&metrics));
        let memory_pressure = app.memory_pressure();
        Running::serve_app(listener, app, metrics, memory_pressure, limits)
    }

    pub(crate) fn serve_app<App>(
        listener: TcpListener,
        app: App,
        metrics: Arc<Metrics>,
        memory_pressure: MemoryPressure,
        limits: ConnectionLimits,
    ) -> Running
    where
        App: Service<Request, Response = Response, Error = Infallible, Future: Send>
            + Clone
            + Send
            + Sync
            + 'static,
    {
        let address = listener.local_addr().unwrap().to_string();
        let readiness = Readiness::default();
        let state = ServerState {
            readiness: readiness.clone(),
            metrics: Arc::clone(&metrics),
            memory_pressure,
            ..ServerState::default()
        };
        let server = Server::new(listener, app, limits, state);
        let (stop, stopped) = oneshot::channel();
        let run = tokio::spawn(async {
            server.run(async { stopped.await.unwrap() }).await;
        });
        Running {
            address,
            metrics,
            readiness,
            stop,
            run,
        }
    }

    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).await.unwrap()
    }

    /// Connects and sends these bytes.
    pub(crate) async fn send(&self, bytes: impl AsRef<[u8]>) -> TcpStream {
        let mut stream = self.connect().await;
        stream.write_all(bytes.as_ref()).await.unwrap();
        stream
    }

    /// Stops the server gracefully, and waits until it has stopped.
    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        timeout(TEST_TIMEOUT, self.run)
            .await
            .expect("the server did not stop")
            .unwrap();
    }

    /// Waits until the metrics contain this line.
    pub(crate) async fn wait_for_metric(&self, line: &str) {
        let seen = async {
            while !self.metrics.render().1.lines().any(|other| other == line) {
                sleep(Duration::from_millis(5)).await;
            }
        };
        assert!(
            timeout(TEST_TIMEOUT, seen).await.is_ok(),
            "no {line:?} in {}",
            self.metrics.render().1
        );
    }
}

/// Reads everything that the server sends until it closes the connection.
pub(crate) async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    match timeout(TEST_TIMEOUT, stream.read_to_end(&mut bytes))
        .await
        .expect("the connection was not closed")
    {
        Ok(_) => {}
        // Closing a connection with unread bytes resets it.
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset),
    }
    String::from_utf8(bytes).unwrap()
}

/// Requests `/health` on a connection that stays open, and reads the response.
pub(crate) async fn get_health(stream: &mut TcpStream) -> String {
    stream
        .write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await
        .unwrap();
    read_response(stream).await
}

/// Reads a response up to the end of its JSON body.
pub(crate) async fn read_response(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"}\n") {
        let mut byte = [0];
        timeout(TEST_TIMEOUT, stream.read_exact(&mut byte))
            .await
            .expect("no response")
            .expect("incomplete response");
        bytes.push(byte[0]);
    }
    String::from_utf8(bytes).unwrap()
}

pub(crate) const PARTIAL_HEADER: &str = "GET /health HTTP/1.1\r\nhost: local";
pub(crate) const STALLED_BODY: &str = "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n[[1,";

/// Requests whose responses do not fit into the buffers between server and client.
pub(crate) fn requests_with_large_responses() -> String {
    let row = format!("[{}]", ["1"; 64].join(","));
    let body = format!("[{}]", [row.as_str(); 64].join(","));
    let head = "POST /validate?duplicates=all HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    format!("{head}content-length: {}\r\n\r\n{body}", body.len()).repeat(40)
}

/// Waits until the listener at this address is closed.
pub(crate) async fn wait_until_closed(address: &str) {
    let closed = async {
        while TcpStream::connect(address).await.is_ok() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(TEST_TIMEOUT, closed)
        .await
        .expect("the listener was not closed");
}
