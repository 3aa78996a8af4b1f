//! The server on a real socket: no client keeps it.
//!
//! ConnectionLimits are short here, and no time is asserted: a test waits for what must happen, for as long as it takes.

use std::time::Duration;

use sudoku_validator::server::{ConnectionLimits, listen};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::support::running::{
    HALF_A_HEADER, PATIENCE, Running, SHORT, ask, generous, read_answer, read_to_end,
    unread_answers,
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
async fn a_header_that_does_not_end_is_given_up() {
    let server = Running::start(ConnectionLimits {
        header_timeout: SHORT,
        ..generous()
    });
    assert_eq!(read_to_end(&mut server.send(HALF_A_HEADER).await).await, "");

    // A drop now and then does not help.
    let mut dripping = server.send(HALF_A_HEADER).await;
    let closed = async {
        while dripping.write_all(b"x").await.is_ok() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, closed)
        .await
        .expect("the connection was not closed");
}

#[tokio::test]
async fn a_connection_is_kept_between_requests_and_closed_when_none_comes() {
    let server = Running::start(ConnectionLimits {
        idle_timeout: SHORT,
        ..generous()
    });
    let mut stream = server.connect().await;
    for _ in 0..3 {
        assert!(ask(&mut stream).await.starts_with("HTTP/1.1 200 OK\r\n"));
    }
    assert_eq!(read_to_end(&mut stream).await, "");
}

#[tokio::test]
async fn silence_between_requests_and_a_slow_header_have_limits_of_their_own() {
    let server = Running::start(ConnectionLimits {
        first_byte_timeout: SHORT,
        header_timeout: SHORT,
        ..generous()
    });
    let mut stream = server.connect().await;
    assert!(ask(&mut stream).await.starts_with("HTTP/1.1 200 OK\r\n"));
    sleep(4 * SHORT).await;
    assert!(ask(&mut stream).await.starts_with("HTTP/1.1 200 OK\r\n"));
    stream.write_all(b"GET /health").await.unwrap();
    assert_eq!(read_to_end(&mut stream).await, "");

    let server = Running::start(ConnectionLimits {
        first_byte_timeout: SHORT,
        idle_timeout: SHORT,
        ..generous()
    });
    let mut stream = server.send(HALF_A_HEADER).await;
    sleep(4 * SHORT).await;
    stream.write_all(b"host\r\n\r\n").await.unwrap();
    assert!(
        read_answer(&mut stream)
            .await
            .starts_with("HTTP/1.1 200 OK\r\n")
    );
}

#[tokio::test]
async fn a_client_that_stops_reading_is_given_up() {
    let server = Running::start(ConnectionLimits {
        write_timeout: SHORT,
        ..generous()
    });
    let mut stream = server.connect().await;
    let (_unread, mut requests) = stream.split();
    // The server stops to take requests once nobody takes its answers, and then it ends the connection.
    let requested = async {
        while requests
            .write_all(unread_answers().as_bytes())
            .await
            .is_ok()
        {}
    };
    timeout(PATIENCE, requested)
        .await
        .expect("the connection was not closed");
    server.wait_for_metric("sudoku_connections 0").await;
}

#[tokio::test]
async fn a_client_that_reads_slowly_gets_its_whole_answer() {
    let stall = Duration::from_secs(2);
    let server = Running::start(ConnectionLimits {
        write_timeout: stall,
        idle_timeout: SHORT,
        ..generous()
    });
    let requests = unread_answers();
    let answers = requests.matches("POST").count();
    let mut stream = server.connect().await;
    let (mut reader, mut writer) = stream.split();
    let write = async { writer.write_all(requests.as_bytes()).await.unwrap() };
    let read = async {
        // The first answers take longer than the limit in all, with pauses that are shorter.
        let mut bytes = Vec::new();
        let mut part = vec![0; 256 * 1024];
        while bytes
            .windows(12)
            .filter(|window| window == b"HTTP/1.1 200")
            .count()
            < answers
        {
            if bytes.len() < 4_000_000 {
                sleep(stall / 10).await;
            }
            let read = timeout(PATIENCE, reader.read(&mut part))
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
async fn there_are_no_more_connections_than_the_limit() {
    let server = Running::start(ConnectionLimits {
        connections: 2,
        ..generous()
    });
    let mut first = server.connect().await;
    ask(&mut first).await;
    let mut second = server.connect().await;
    ask(&mut second).await;
    let mut third = server
        .send("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await;
    assert!(
        timeout(2 * SHORT, third.readable()).await.is_err(),
        "the third was answered beside two others"
    );
    drop(first);
    assert!(
        read_answer(&mut third)
            .await
            .starts_with("HTTP/1.1 200 OK\r\n")
    );
}

#[tokio::test]
async fn a_header_of_too_many_fields_or_bytes_is_refused() {
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
        read_answer(&mut fitting)
            .await
            .starts_with("HTTP/1.1 200 OK\r\n")
    );
}

#[tokio::test]
async fn a_client_that_has_sent_all_and_said_so_is_answered() {
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
async fn http_2_is_refused_by_closing_the_connection() {
    let server = Running::start(generous());
    let mut stream = server.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    read_to_end(&mut stream).await;
    server.wait_for_metric("sudoku_connections 0").await;
}

#[tokio::test]
async fn a_client_that_sends_a_large_body_before_it_reads_gets_to_read_the_refusal() {
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
        let answer = read_to_end(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
        assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    }
}

#[tokio::test]
async fn a_client_is_not_invited_to_send_what_is_too_large() {
    let server = Running::start(generous());
    let head = "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    let mut stream = server
        .send(format!(
            "{head}expect: 100-continue\r\ncontent-length: 1073741824\r\n\r\n"
        ))
        .await;
    assert!(read_answer(&mut stream).await.starts_with("HTTP/1.1 413 "));
}

#[tokio::test]
async fn an_answer_to_a_request_whose_body_is_left_unread_ends_the_connection_and_says_so() {
    let server = Running::start(generous());
    for head in [
        "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\n",
        "POST /none HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n",
        "PUT /validate HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n",
    ] {
        let answer = read_to_end(&mut server.send(head).await).await;
        assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
        assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    }
    // One that is read, or that is not there, does not.
    let body = "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]";
    let mut stream = server.send(body).await;
    assert!(!read_answer(&mut stream).await.contains("connection: close"));
    assert!(!ask(&mut stream).await.contains("connection: close"));
}

#[tokio::test]
async fn connections_start_with_the_options_of_the_listener() {
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
