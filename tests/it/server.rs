//! The server on a real socket: every wait for a client has a limit.
//!
//! Limits are short here, and no durations are asserted: a test waits for the expected event, however long that takes.

use std::time::Duration;

use sudoku_validator::server::{ConnectionLimits, listen};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::support::running::{
    PARTIAL_HEADER, Running, SHORT, TEST_TIMEOUT, generous, get_health, read_response, read_to_end,
    requests_with_large_responses,
};

#[tokio::test]
async fn a_silent_connection_is_closed() {
    let server = Running::start(ConnectionLimits {
        first_byte_timeout: SHORT,
        ..generous()
    });
    assert_eq!(read_to_end(&mut server.connect().await).await, "");
    server.wait_for_metric("sudoku_connections 0").await;
    server
        .wait_for_metric("sudoku_connection_timeouts_total 1")
        .await;
}

#[tokio::test]
async fn a_header_that_does_not_end_times_out() {
    let server = Running::start(ConnectionLimits {
        header_timeout: SHORT,
        ..generous()
    });
    assert_eq!(
        read_to_end(&mut server.send(PARTIAL_HEADER).await).await,
        ""
    );

    // Sending a byte now and then does not extend the limit.
    let mut dripping = server.send(PARTIAL_HEADER).await;
    let closed = async {
        while dripping.write_all(b"x").await.is_ok() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(TEST_TIMEOUT, closed)
        .await
        .expect("the connection was not closed");
}

#[tokio::test]
async fn a_connection_stays_open_between_requests_and_is_closed_when_idle() {
    let server = Running::start(ConnectionLimits {
        idle_timeout: SHORT,
        ..generous()
    });
    let mut stream = server.connect().await;
    for _ in 0..3 {
        assert!(
            get_health(&mut stream)
                .await
                .starts_with("HTTP/1.1 200 OK\r\n")
        );
    }
    assert_eq!(read_to_end(&mut stream).await, "");
}

#[tokio::test]
async fn a_connection_is_closed_when_idle_after_pipelined_requests() {
    let server = Running::start(ConnectionLimits {
        idle_timeout: SHORT,
        ..generous()
    });
    let request = "GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let mut stream = server.send(request.repeat(3)).await;
    let responses = read_to_end(&mut stream).await;
    assert_eq!(responses.matches("HTTP/1.1 200 OK\r\n").count(), 3);
    server
        .wait_for_metric("sudoku_connection_timeouts_total 0")
        .await;
}

#[tokio::test]
async fn idle_connections_and_slow_headers_have_separate_limits() {
    let server = Running::start(ConnectionLimits {
        first_byte_timeout: SHORT,
        header_timeout: SHORT,
        ..generous()
    });
    let mut stream = server.connect().await;
    assert!(
        get_health(&mut stream)
            .await
            .starts_with("HTTP/1.1 200 OK\r\n")
    );
    sleep(4 * SHORT).await;
    assert!(
        get_health(&mut stream)
            .await
            .starts_with("HTTP/1.1 200 OK\r\n")
    );
    stream.write_all(b"GET /health").await.unwrap();
    assert_eq!(read_to_end(&mut stream).await, "");

    let server = Running::start(ConnectionLimits {
        first_byte_timeout: SHORT,
        idle_timeout: SHORT,
        ..generous()
    });
    let mut stream = server.send(PARTIAL_HEADER).await;
    sleep(4 * SHORT).await;
    stream.write_all(b"host\r\n\r\n").await.unwrap();
    assert!(
        read_response(&mut stream)
            .await
            .starts_with("HTTP/1.1 200 OK\r\n")
    );
}

#[tokio::test]
async fn a_client_that_stops_reading_is_disconnected() {
    let server = Running::start(ConnectionLimits {
        write_timeout: SHORT,
        ..generous()
    });
    let mut stream = server.connect().await;
    let (_unread, mut requests) = stream.split();
    // The server stops reading requests when its responses are not read, and then closes the connection.
    let requested = async {
        while requests
            .write_all(requests_with_large_responses().as_bytes())
            .await
            .is_ok()
        {}
    };
    timeout(TEST_TIMEOUT, requested)
        .await
        .expect("the connection was not closed");
    server.wait_for_metric("sudoku_connections 0").await;
}

#[tokio::test]
async fn a_client_that_reads_slowly_receives_every_response() {
    let stall = Duration::from_secs(2);
    let server = Running::start(ConnectionLimits {
        write_timeout: stall,
        idle_timeout: SHORT,
        ..generous()
    });
    let requests = requests_with_large_responses();
    let responses = requests.matches("POST").count();
    let mut stream = server.connect().await;
    let (mut reader, mut writer) = stream.split();
    let write = async { writer.write_all(requests.as_bytes()).await.unwrap() };
    let read = async {
        // Reading the first responses takes longer than the limit, with shorter pauses.
        let mut bytes = Vec::new();
        let mut part = vec![0; 256 * 1024];
        while bytes
            .windows(12)
            .filter(|window| window == b"HTTP/1.1 200")
            .count()
            < responses
        {
            if bytes.len() < 4_000_000 {
                sleep(stall / 10).await;
            }
            let read = timeout(TEST_TIMEOUT, reader.read(&mut part))
                .await
                .unwrap()
                .unwrap();
            assert!(
                read > 0,
                "the connection was closed after {} bytes",
                bytes.len()
            );
            bytes.extend_from_slice(&part[..read]);
        }
    };
    tokio::join!(write, read);
}

#[tokio::test]
async fn requests_that_cannot_be_parsed_are_counted() {
    let server = Running::start(generous());
    let large = format!(
        "GET /health HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n",
        "a".repeat(17_000)
    );
    for (request, reason) in [
        ("GET /health HTTP/1.1\r\nho st: x\r\n\r\n", "malformed"),
        (&large, "header_too_large"),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "http2"),
    ] {
        read_to_end(&mut server.send(request).await).await;
        server
            .wait_for_metric(&format!(
                "sudoku_parse_errors_total{{reason=\"{reason}\"}} 1"
            ))
            .await;
    }
    // A connection that ends within a header is not a parse error.
    drop(server.send(PARTIAL_HEADER).await);
    server.wait_for_metric("sudoku_connections 0").await;
    let metrics = server.metrics.render().1;
    let errors = metrics
        .lines()
        .filter(|line| line.starts_with("sudoku_parse_errors_total{"));
    let errors: Vec<&str> = errors.collect();
    assert_eq!(errors.len(), 3, "{metrics}");
    assert!(errors.iter().all(|line| line.ends_with("\"} 1")));
}

#[tokio::test]
async fn a_header_with_too_many_fields_or_bytes_is_rejected_with_431() {
    let server = Running::start(generous());
    let fields = "x-field: 1\r\n".repeat(64);
    let mut many = server
        .send(format!(
            "GET /health HTTP/1.1\r\nhost: localhost\r\n{fields}\r\n"
        ))
        .await;
    assert!(read_to_end(&mut many).await.starts_with("HTTP/1.1 431 "));
    let mut long = server
        .send(format!(
            "GET /health HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n",
            "a".repeat(17_000)
        ))
        .await;
    assert!(read_to_end(&mut long).await.starts_with("HTTP/1.1 431 "));
    let fits = "x-field: 1\r\n".repeat(63);
    let mut fitting = server
        .send(format!(
            "GET /health HTTP/1.1\r\nhost: localhost\r\n{fits}\r\n"
        ))
        .await;
    assert!(
        read_response(&mut fitting)
            .await
            .starts_with("HTTP/1.1 200 OK\r\n")
    );
}

#[tokio::test]
async fn a_client_that_closes_its_write_side_receives_the_response() {
    let server = Running::start(generous());
    for _ in 0..50 {
        let mut stream = server
            .send("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
            .await;
        stream.shutdown().await.unwrap();
        assert!(
            read_to_end(&mut stream)
                .await
                .starts_with("HTTP/1.1 200 OK\r\n")
        );
    }
}

#[tokio::test]
async fn an_http_2_connection_is_closed() {
    let server = Running::start(generous());
    let mut stream = server.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    read_to_end(&mut stream).await;
    server.wait_for_metric("sudoku_connections 0").await;
}

#[tokio::test]
async fn a_client_that_sends_a_large_body_before_reading_receives_the_rejection() {
    let server = Running::start(generous());
    for framing in [
        "content-length: 4000000\r\n\r\n",
        "transfer-encoding: chunked\r\n\r\n3d0900\r\n",
    ] {
        let head =
            "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
        let mut stream = server.send(format!("{head}{framing}")).await;
        stream.write_all(&vec![b' '; 4_000_000]).await.unwrap();
        stream.write_all(b"\r\n0\r\n\r\n").await.unwrap();
        let response = read_to_end(&mut stream).await;
        assert!(response.starts_with("HTTP/1.1 413 "), "{response}");
        assert!(response.contains("\r\nconnection: close\r\n"), "{response}");
    }
}

#[tokio::test]
async fn a_body_that_is_too_large_is_rejected_without_100_continue() {
    let server = Running::start(generous());
    let head = "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    let mut stream = server
        .send(format!(
            "{head}expect: 100-continue\r\ncontent-length: 1073741824\r\n\r\n"
        ))
        .await;
    assert!(
        read_response(&mut stream)
            .await
            .starts_with("HTTP/1.1 413 ")
    );
}

#[tokio::test]
async fn a_response_to_a_request_with_an_unread_body_closes_the_connection() {
    let server = Running::start(generous());
    for head in [
        "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/html\r\ncontent-length: 2\r\n\r\n",
        "POST /none HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n",
        "PUT /validate HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n",
    ] {
        let response = read_to_end(&mut server.send(head).await).await;
        assert!(response.starts_with("HTTP/1.1 4"), "{response}");
        assert!(response.contains("\r\nconnection: close\r\n"), "{response}");
    }
    // After a body that was read, or without one, the connection stays open.
    let body = "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]";
    let mut stream = server.send(body).await;
    assert!(
        !read_response(&mut stream)
            .await
            .contains("connection: close")
    );
    assert!(!get_health(&mut stream).await.contains("connection: close"));
}

#[tokio::test]
async fn connections_inherit_the_options_of_the_listener() {
    let listener = listen("127.0.0.1:0".parse().unwrap(), false).unwrap();
    let _client = TcpStream::connect(listener.local_addr().unwrap())
        .await
        .unwrap();
    let (stream, _) = listener.accept().await.unwrap();
    let stream = socket2::SockRef::from(&stream);
    assert!(stream.tcp_nodelay().unwrap());
    #[cfg(target_os = "linux")]
    assert_eq!(stream.tcp_notsent_lowat().unwrap(), 64 * 1024);
}
