//! A server in this process, on a real socket.

use std::sync::Arc;
use std::time::Duration;

use sudoku_validator::http;
use sudoku_validator::metrics::Metrics;
use sudoku_validator::readiness::Readiness;
use sudoku_validator::server::{ConnectionLimits, Server, ShutdownLimits, listen};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// Longer than anything here takes, however busy the machine is.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);
pub(crate) const SHORT: Duration = Duration::from_millis(100);

/// ConnectionLimits that no test reaches.
pub(crate) fn generous() -> ConnectionLimits {
    let ages = 10 * PATIENCE;
    ConnectionLimits {
        connections: 100,
        first_byte_timeout: ages,
        header_timeout: ages,
        idle_timeout: ages,
        write_timeout: ages,
        shutdown: ShutdownLimits {
            delay: Duration::ZERO,
            settle: Duration::ZERO,
            deadline: ages,
        },
    }
}

pub(crate) struct Running {
    pub(crate) address: String,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) readiness: Readiness,
    pub(crate) stop: oneshot::Sender<()>,
    pub(crate) run: JoinHandle<()>,
}

impl Running {
    pub(crate) fn start(limits: ConnectionLimits) -> Running {
        let listener = listen("127.0.0.1:0".parse().unwrap(), false).unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (metrics, readiness) = (Arc::new(Metrics::new()), Readiness::default());
        let app = http::app(
            http::RequestLimits {
                body_idle_timeout: 10 * PATIENCE,
                body_timeout: 10 * PATIENCE,
                response_timeout: 10 * PATIENCE,
                search_timeout: 10 * PATIENCE,
                ..http::RequestLimits::default()
            },
            Arc::clone(&metrics),
        );
        let server = Server::new(
            listener,
            app,
            limits,
            readiness.clone(),
            Arc::clone(&metrics),
        );
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

    /// Tells the server to stop, and waits until it has.
    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        timeout(PATIENCE, self.run)
            .await
            .expect("the server did not stop")
            .unwrap();
    }

    /// Waits until the metrics have this line.
    pub(crate) async fn wait_for_metric(&self, line: &str) {
        let seen = async {
            while !self.metrics.render().1.lines().any(|other| other == line) {
                sleep(Duration::from_millis(5)).await;
            }
        };
        assert!(
            timeout(PATIENCE, seen).await.is_ok(),
            "no {line:?} in {}",
            self.metrics.render().1
        );
    }
}

/// All that the server sends until it closes the connection.
pub(crate) async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    match timeout(PATIENCE, stream.read_to_end(&mut bytes))
        .await
        .expect("the connection was not closed")
    {
        Ok(_) => {}
        // To close with bytes unread is to reset.
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset),
    }
    String::from_utf8(bytes).unwrap()
}

/// Asks for the health on a connection that is kept, and reads the answer.
pub(crate) async fn ask(stream: &mut TcpStream) -> String {
    stream
        .write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await
        .unwrap();
    read_answer(stream).await
}

/// Reads an answer to the end of its JSON.
pub(crate) async fn read_answer(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"}\n") {
        let mut byte = [0];
        timeout(PATIENCE, stream.read_exact(&mut byte))
            .await
            .expect("no answer")
            .expect("no whole answer");
        bytes.push(byte[0]);
    }
    String::from_utf8(bytes).unwrap()
}

pub(crate) const HALF_A_HEADER: &str = "GET /health HTTP/1.1\r\nhost: local";
pub(crate) const STALLED_BODY: &str = "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n[[1,";

/// Requests whose answers are more than the buffers between server and client hold.
pub(crate) fn unread_answers() -> String {
    let row = format!("[{}]", ["1"; 64].join(","));
    let body = format!("[{}]", [row.as_str(); 64].join(","));
    let head = "POST /validate?duplicates=all HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    format!("{head}content-length: {}\r\n\r\n{body}", body.len()).repeat(40)
}

/// Waits until nobody listens at the address any more.
pub(crate) async fn wait_until_closed(address: &str) {
    let closed = async {
        while TcpStream::connect(address).await.is_ok() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(PATIENCE, closed)
        .await
        .expect("the listener was not closed");
}
