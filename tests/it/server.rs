//! The server on a real socket: no client keeps it, and a stop loses no request.
//!
//! Limits are short here, and no time is asserted: a test waits for what must happen, for as long as it takes.

use std::sync::Arc;
use std::time::Duration;

use sudoku_validator::http::{self, Readiness};
use sudoku_validator::metrics::Metrics;
use sudoku_validator::server::{Limits, Server, StopLimits, listen};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// Longer than anything here takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_mins(1);
const SHORT: Duration = Duration::from_millis(100);

/// Limits that no test reaches.
fn generous() -> Limits {
    let ages = 10 * PATIENCE;
    Limits {
        connections: 100,
        first_byte: ages,
        header: ages,
        idle: ages,
        write_stall: ages,
        stop: StopLimits { delay: Duration::ZERO, settle: Duration::ZERO, deadline: ages },
    }
}

struct Running {
    address: String,
    metrics: Arc<Metrics>,
    readiness: Readiness,
    stop: oneshot::Sender<()>,
    run: JoinHandle<()>,
}

impl Running {
    fn start(limits: Limits) -> Running {
        let listener = listen("127.0.0.1:0".parse().unwrap(), false).unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (metrics, readiness) = (Arc::new(Metrics::new()), Readiness::default());
        let app = http::app(
            http::Limits {
                body_stall: 10 * PATIENCE,
                body: 10 * PATIENCE,
                answer: 10 * PATIENCE,
                ..http::Limits::default()
            },
            Arc::clone(&metrics),
        );
        let server = Server::new(listener, app, limits, readiness.clone(), Arc::clone(&metrics));
        let (stop, stopped) = oneshot::channel();
        let run = tokio::spawn(async {
            server.run(async { stopped.await.unwrap() }).await;
        });
        Running { address, metrics, readiness, stop, run }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).await.unwrap()
    }

    /// Connects and sends these bytes.
    async fn send(&self, bytes: impl AsRef<[u8]>) -> TcpStream {
        let mut stream = self.connect().await;
        stream.write_all(bytes.as_ref()).await.unwrap();
        stream
    }

    /// Tells the server to stop, and waits until it has.
    async fn stop(self) {
        self.stop.send(()).unwrap();
        timeout(PATIENCE, self.run).await.expect("the server did not stop").unwrap();
    }

    /// Waits until the metrics have this line.
    async fn wait_for_metric(&self, line: &str) {
        let seen = async {
            while !self.metrics.render().1.lines().any(|other| other == line) {
                sleep(Duration::from_millis(5)).await;
            }
        };
        assert!(timeout(PATIENCE, seen).await.is_ok(), "no {line:?} in {}", self.metrics.render().1);
    }
}

/// All that the server sends until it closes the connection.
async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    match timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("the connection was not closed") {
        Ok(_) => {}
        // To close with bytes unread is to reset.
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset),
    }
    String::from_utf8(bytes).unwrap()
}

/// Asks for the health on a connection that is kept, and reads the answer.
async fn ask(stream: &mut TcpStream) -> String {
    stream.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    read_answer(stream).await
}

/// Reads an answer to the end of its JSON.
async fn read_answer(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"}\n") {
        let mut byte = [0];
        timeout(PATIENCE, stream.read_exact(&mut byte)).await.expect("no answer").expect("no whole answer");
        bytes.push(byte[0]);
    }
    String::from_utf8(bytes).unwrap()
}

const HALF_A_HEADER: &str = "GET /health HTTP/1.1\r\nhost: local";
const STALLED_BODY: &str =
    "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n[[1,";

/// Requests whose answers are more than the buffers between server and client hold.
fn unread_answers() -> String {
    let row = format!("[{}]", ["1"; 64].join(","));
    let body = format!("[{}]", [row.as_str(); 64].join(","));
    let head = "POST /validate?duplicates=all HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    format!("{head}content-length: {}\r\n\r\n{body}", body.len()).repeat(40)
}

#[tokio::test]
async fn a_silent_connection_is_closed() {
    let server = Running::start(Limits { first_byte: SHORT, ..generous() });
    assert_eq!(read_to_end(&mut server.connect().await).await, "");
    server.wait_for_metric("sudoku_connections 0").await;
    server.wait_for_metric("sudoku_connection_timeouts_total 1").await;
}

#[tokio::test]
async fn a_header_that_does_not_end_is_given_up() {
    let server = Running::start(Limits { header: SHORT, ..generous() });
    assert_eq!(read_to_end(&mut server.send(HALF_A_HEADER).await).await, "");

    // A drop now and then does not help.
    let mut dripping = server.send(HALF_A_HEADER).await;
    let closed = async {
        while dripping.write_all(b"x").await.is_ok() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, closed).await.expect("the connection was not closed");
}

#[tokio::test]
async fn a_connection_is_kept_between_requests_and_closed_when_none_comes() {
    let server = Running::start(Limits { idle: SHORT, ..generous() });
    let mut stream = server.connect().await;
    for _ in 0..3 {
        assert!(ask(&mut stream).await.starts_with("HTTP/1.1 200 OK\r\n"));
    }
    assert_eq!(read_to_end(&mut stream).await, "");
}

#[tokio::test]
async fn silence_between_requests_and_a_slow_header_have_limits_of_their_own() {
    let server = Running::start(Limits { first_byte: SHORT, header: SHORT, ..generous() });
    let mut stream = server.connect().await;
    assert!(ask(&mut stream).await.starts_with("HTTP/1.1 200 OK\r\n"));
    sleep(4 * SHORT).await;
    assert!(ask(&mut stream).await.starts_with("HTTP/1.1 200 OK\r\n"));
    stream.write_all(b"GET /health").await.unwrap();
    assert_eq!(read_to_end(&mut stream).await, "");

    let server = Running::start(Limits { first_byte: SHORT, idle: SHORT, ..generous() });
    let mut stream = server.send(HALF_A_HEADER).await;
    sleep(4 * SHORT).await;
    stream.write_all(b"host\r\n\r\n").await.unwrap();
    assert!(read_answer(&mut stream).await.starts_with("HTTP/1.1 200 OK\r\n"));
}

#[tokio::test]
async fn a_client_that_stops_reading_is_given_up() {
    let server = Running::start(Limits { write_stall: SHORT, ..generous() });
    let mut stream = server.connect().await;
    let (_unread, mut requests) = stream.split();
    // The server stops to take requests once nobody takes its answers, and then it ends the connection.
    let requested = async { while requests.write_all(unread_answers().as_bytes()).await.is_ok() {} };
    timeout(PATIENCE, requested).await.expect("the connection was not closed");
    server.wait_for_metric("sudoku_connections 0").await;
}

#[tokio::test]
async fn a_client_that_reads_slowly_gets_its_whole_answer() {
    let stall = Duration::from_secs(2);
    let server = Running::start(Limits { write_stall: stall, idle: SHORT, ..generous() });
    let requests = unread_answers();
    let answers = requests.matches("POST").count();
    let mut stream = server.connect().await;
    let (mut reader, mut writer) = stream.split();
    let write = async { writer.write_all(requests.as_bytes()).await.unwrap() };
    let read = async {
        // The first answers take longer than the limit in all, with pauses that are shorter.
        let mut bytes = Vec::new();
        let mut part = vec![0; 256 * 1024];
        while bytes.windows(12).filter(|window| window == b"HTTP/1.1 200").count() < answers {
            if bytes.len() < 4_000_000 {
                sleep(stall / 10).await;
            }
            let read = timeout(PATIENCE, reader.read(&mut part)).await.unwrap().unwrap();
            assert!(read > 0, "the connection was closed after {} bytes", bytes.len());
            bytes.extend_from_slice(&part[..read]);
        }
    };
    tokio::join!(write, read);
}

#[tokio::test]
async fn there_are_no_more_connections_than_the_limit() {
    let server = Running::start(Limits { connections: 2, ..generous() });
    let mut first = server.connect().await;
    ask(&mut first).await;
    let mut second = server.connect().await;
    ask(&mut second).await;
    let mut third = server.send("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    assert!(timeout(2 * SHORT, third.readable()).await.is_err(), "the third was answered beside two others");
    drop(first);
    assert!(read_answer(&mut third).await.starts_with("HTTP/1.1 200 OK\r\n"));
}

#[tokio::test]
async fn a_header_of_too_many_fields_or_bytes_is_refused() {
    let server = Running::start(generous());
    let fields = "x-field: 1\r\n".repeat(64);
    let mut many = server.send(format!("GET /health HTTP/1.1\r\nhost: localhost\r\n{fields}\r\n")).await;
    assert!(read_to_end(&mut many).await.starts_with("HTTP/1.1 431 "));
    let mut long =
        server.send(format!("GET /health HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n", "a".repeat(17_000))).await;
    assert!(read_to_end(&mut long).await.starts_with("HTTP/1.1 431 "));
    let fits = "x-field: 1\r\n".repeat(63);
    let mut fitting = server.send(format!("GET /health HTTP/1.1\r\nhost: localhost\r\n{fits}\r\n")).await;
    assert!(read_answer(&mut fitting).await.starts_with("HTTP/1.1 200 OK\r\n"));
}

#[tokio::test]
async fn a_client_that_has_sent_all_and_said_so_is_answered() {
    let server = Running::start(generous());
    for _ in 0..50 {
        let mut stream = server.send("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
        stream.shutdown().await.unwrap();
        assert!(read_to_end(&mut stream).await.starts_with("HTTP/1.1 200 OK\r\n"));
    }
}

#[tokio::test]
async fn http_2_is_refused_by_closing_the_connection() {
    let server = Running::start(generous());
    let mut stream = server.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    read_to_end(&mut stream).await;
    server.wait_for_metric("sudoku_connections 0").await;
}

#[tokio::test]
async fn a_client_that_sends_a_large_body_before_it_reads_gets_to_read_the_refusal() {
    let server = Running::start(generous());
    for framing in ["content-length: 4000000\r\n\r\n", "transfer-encoding: chunked\r\n\r\n3d0900\r\n"] {
        let head = "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
        let mut stream = server.send(format!("{head}{framing}")).await;
        stream.write_all(&vec![b' '; 4_000_000]).await.unwrap();
        stream.write_all(b"\r\n0\r\n\r\n").await.unwrap();
        let answer = read_to_end(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
        assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    }
}

#[tokio::test]
async fn a_client_is_not_invited_to_send_what_is_too_large() {
    let server = Running::start(generous());
    let head = "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    let mut stream = server.send(format!("{head}expect: 100-continue\r\ncontent-length: 1073741824\r\n\r\n")).await;
    assert!(read_answer(&mut stream).await.starts_with("HTTP/1.1 413 "));
}

#[tokio::test]
async fn no_client_keeps_a_server_from_stopping() {
    for sent in ["", HALF_A_HEADER, STALLED_BODY, &unread_answers()] {
        let mut limits = generous();
        limits.stop.deadline = SHORT;
        let server = Running::start(limits);
        let (reader, mut writer) = server.connect().await.into_split();
        let sent = sent.to_owned();
        // The writer is kept: to drop it is to tell the server that all is sent.
        let writing = tokio::spawn(async move {
            let written = writer.write_all(sent.as_bytes()).await;
            (written, writer)
        });
        server.wait_for_metric("sudoku_connections 1").await;
        server.stop().await;
        drop((reader, writing));
    }
}

#[tokio::test]
async fn an_idle_connection_does_not_delay_a_stop() {
    let server = Running::start(generous());
    let mut idle = server.connect().await;
    ask(&mut idle).await;
    server.stop().await;
    assert_eq!(read_to_end(&mut idle).await, "");
}

#[tokio::test]
async fn while_it_drains_a_server_answers_new_clients_and_asks_them_to_leave() {
    let mut limits = generous();
    limits.stop.delay = Duration::from_secs(2);
    let server = Running::start(limits);
    let mut kept = server.connect().await;
    assert!(!ask(&mut kept).await.contains("connection: close"));
    server.stop.send(()).unwrap();
    let draining = async {
        while !server.readiness.is_draining() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(PATIENCE, draining).await.unwrap();
    assert!(ask(&mut kept).await.contains("\r\nconnection: close\r\n"));
    let mut new = TcpStream::connect(&server.address).await.unwrap();
    assert!(ask(&mut new).await.contains("\r\nconnection: close\r\n"));
    timeout(PATIENCE, server.run).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_request_that_is_on_its_way_when_the_listener_closes_is_answered() {
    let mut limits = generous();
    limits.stop.settle = Duration::from_secs(2);
    let server = Running::start(limits);
    let mut kept = server.connect().await;
    ask(&mut kept).await;
    let address = server.address.clone();
    server.stop.send(()).unwrap();
    let closed = async {
        while TcpStream::connect(&address).await.is_ok() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(PATIENCE, closed).await.unwrap();
    assert!(ask(&mut kept).await.starts_with("HTTP/1.1 200 OK\r\n"));
    timeout(PATIENCE, server.run).await.unwrap().unwrap();
}

#[tokio::test]
async fn who_waits_for_a_place_at_the_stop_is_answered() {
    let server = Running::start(Limits { connections: 1, ..generous() });
    let mut first = server.connect().await;
    ask(&mut first).await;
    let mut waiting = server.send("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    let stop = tokio::spawn(server.stop());
    assert!(read_answer(&mut waiting).await.contains("\r\nconnection: close\r\n"));
    drop((first, waiting));
    timeout(PATIENCE, stop).await.unwrap().unwrap();
}

#[tokio::test]
async fn connections_start_with_the_options_of_the_listener() {
    let listener = listen("127.0.0.1:0".parse().unwrap(), false).unwrap();
    let _client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let (stream, _) = listener.accept().await.unwrap();
    let stream = socket2::SockRef::from(&stream);
    assert!(stream.tcp_nodelay().unwrap());
    #[cfg(target_os = "linux")]
    {
        assert_eq!(stream.tcp_user_timeout().unwrap(), Some(Duration::from_secs(30)));
        assert_eq!(stream.tcp_notsent_lowat().unwrap(), 64 * 1024);
    }
}

#[tokio::test]
async fn a_request_in_flight_is_answered_before_the_stop() {
    let server = Running::start(generous());
    let body = "[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]";
    let head = "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    let mut stream = server.send(format!("{head}content-length: {}\r\n\r\n", body.len())).await;
    server.wait_for_metric("http_server_active_requests 1").await;
    let address = server.address.clone();
    let stop = tokio::spawn(server.stop());
    let closed = async {
        while TcpStream::connect(&address).await.is_ok() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(PATIENCE, closed).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
    let answer = read_to_end(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    timeout(PATIENCE, stop).await.unwrap().unwrap();
}
