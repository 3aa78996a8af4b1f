//! The binary as a process, over a real socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::service::{Service, TEST_TIMEOUT, client, get, run};

#[tokio::test]
async fn a_board_is_validated_over_a_socket() {
    let service = Service::start(&[]);
    let board = json!([[1, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]);
    let response = client()
        .post(service.url("/validate"))
        .json(&board)
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    assert!(response.headers().contains_key("x-request-id"));
    let duplicate = json!({
        "digit": 1,
        "house": {"kind": "column", "index": 0},
        "cells": [{"row": 0, "column": 0}, {"row": 2, "column": 0}],
    });
    let response: Value = response.json().await.unwrap();
    assert_eq!(
        response,
        json!({"valid": false, "complete": false, "duplicate": duplicate})
    );
}

#[test]
fn a_connection_stays_open_for_the_next_request() {
    let service = Service::start(&[]);
    let mut stream = TcpStream::connect(&service.address).unwrap();
    stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
    let mut responses = BufReader::new(stream.try_clone().unwrap());
    for _ in 0..3 {
        write!(
            stream,
            "GET /health HTTP/1.1\r\nhost: {}\r\n\r\n",
            service.address
        )
        .unwrap();
        let mut response = Vec::new();
        responses.read_until(b'}', &mut response).unwrap();
        responses.read_exact(&mut [0]).unwrap();
        assert!(
            response.starts_with(b"HTTP/1.1 200 OK\r\n"),
            "{}",
            response.escape_ascii()
        );
    }
}

#[test]
fn a_request_in_flight_gets_its_response_after_a_stop_signal() {
    for signal in ["TERM", "INT", "HUP"] {
        let service = Service::start(&[]);
        let mut stream = TcpStream::connect(&service.address).unwrap();
        stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
        let body = "[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]";
        let head = format!(
            "POST /validate HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: {}\r\n\r\n",
            service.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        // The service is ready for the body: from here on the request is in flight.
        let mut interim = [0; 25];
        stream.read_exact(&mut interim).unwrap();
        assert_eq!(&interim, b"HTTP/1.1 100 Continue\r\n\r\n");

        service.signal(signal);
        // Once connections fail, the signal has been handled.
        let start = Instant::now();
        while TcpStream::connect(&service.address).is_ok() {
            assert!(start.elapsed() < TEST_TIMEOUT, "the signal was not handled");
            std::thread::sleep(Duration::from_millis(10));
        }
        stream.write_all(body.as_bytes()).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
        assert!(
            response.ends_with("{\"valid\":true,\"complete\":true}\n"),
            "{response}"
        );
        assert_eq!(service.wait_with_log().0, Some(0), "{signal}");
    }
}

#[test]
fn a_search_that_would_outlast_the_shutdown_responds_with_what_it_found() {
    for (flag, path, media_type) in [
        ("--solve-timeout", "/solve", "application/json"),
        (
            "--batch-solve-timeout",
            "/solve/batch",
            "application/x-ndjson",
        ),
    ] {
        let service = Service::start(&[flag, "3600"]);
        let mut stream = TcpStream::connect(&service.address).unwrap();
        stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
        let body = json!(vec![vec![0; 64]; 64]).to_string();
        let head = format!(
            "POST {path}?count_to=100000&solution=false HTTP/1.1\r\nhost: {}\r\ncontent-type: {media_type}\r\nexpect: 100-continue\r\ncontent-length: {}\r\n\r\n",
            service.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut interim = [0; 25];
        stream.read_exact(&mut interim).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        service.signal("TERM");
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
        assert!(response.contains("\"stopped\":\"shutdown\""), "{response}");
        assert_eq!(service.wait_with_log().0, Some(0));
    }
}

#[test]
fn a_second_signal_stops_the_service_immediately() {
    let service = Service::start(&[]);
    let mut stalled = TcpStream::connect(&service.address).unwrap();
    stalled.write_all(b"GET /health HTTP/1.1\r\nhost").unwrap();
    service.signal("TERM");
    std::thread::sleep(Duration::from_secs(1));
    service.signal("TERM");
    let (code, log) = service.wait_with_log();
    assert_eq!(code, Some(0));
    assert!(
        log.contains("second stop signal: stopping immediately"),
        "{log}"
    );
}

#[test]
fn a_draining_service_is_not_ready_and_still_serves_requests() {
    let (service, admin) = Service::start_with_admin(&["--drain-delay", "3"]);
    assert!(get(&admin, "/readyz").starts_with("HTTP/1.1 200 OK\r\n"));
    service.signal("TERM");
    let start = Instant::now();
    while get(&admin, "/readyz").starts_with("HTTP/1.1 200 OK\r\n") {
        assert!(start.elapsed() < TEST_TIMEOUT, "the signal was not handled");
    }
    assert!(get(&admin, "/readyz").starts_with("HTTP/1.1 503 Service Unavailable\r\n"));
    assert!(get(&service.address, "/health").starts_with("HTTP/1.1 200 OK\r\n"));
    assert_eq!(service.wait_with_log().0, Some(0));
}

#[test]
fn the_settings_set_the_limits() {
    let (service, admin) = Service::start_with_admin(&[
        "--max-connections",
        "2",
        "--max-in-flight",
        "1",
        "--idle-timeout",
        "1",
    ]);
    let head = "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n";
    let mut stalled = TcpStream::connect(&service.address).unwrap();
    stalled.write_all(head.as_bytes()).unwrap();
    let start = Instant::now();
    while !get(&admin, "/metrics").contains("\nhttp_server_active_requests 1\n") {
        assert!(start.elapsed() < TEST_TIMEOUT, "the request did not arrive");
    }
    // Whether the second one is rejected or displaces the first one, there is only one slot.
    let mut second = TcpStream::connect(&service.address).unwrap();
    second.write_all(head.as_bytes()).unwrap();
    let responses = [second, stalled].map(|mut stream| {
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    });
    let overloaded = responses
        .iter()
        .filter(|response| response.starts_with("HTTP/1.1 503 Service Unavailable\r\n"));
    assert_eq!(overloaded.count(), 1, "{responses:?}");

    let mut idle = TcpStream::connect(&service.address).unwrap();
    idle.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .unwrap();
    let mut response = String::new();
    idle.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
    // Closing an idle connection does not count as a timeout.
    assert!(get(&admin, "/metrics").contains("\nsudoku_connection_timeouts_total 0\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn nohup_keeps_the_service_running_after_a_hangup() {
    let mut nohup = Command::new("sh");
    nohup.args([
        "-c",
        "trap '' HUP; exec \"$0\" --port 0 --admin 127.0.0.1:0",
        env!("CARGO_BIN_EXE_sudoku-validator"),
    ]);
    let (service, admin) = Service::spawn_with_admin(nohup);
    service.signal("HUP");
    std::thread::sleep(Duration::from_secs(1));
    assert!(get(&admin, "/readyz").starts_with("HTTP/1.1 200 OK\r\n"));
    service.signal("TERM");
    assert_eq!(service.wait_with_log().0, Some(0));
}

#[test]
fn processes_share_a_port_if_all_of_them_allow_it() {
    let first = Service::start(&["--reuse-port"]);
    let port = first.address.rsplit(':').next().unwrap();
    let second = Service::start_on(port, &["--reuse-port"]);
    assert_eq!(first.address, second.address);
    assert_eq!(run(&["--port", port]).status.code(), Some(1));
    // After the first process has exited, the second one accepts every connection.
    first.signal("TERM");
    assert_eq!(first.wait_with_log().0, Some(0));
    for _ in 0..10 {
        let mut stream = TcpStream::connect(&second.address).unwrap();
        stream
            .write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            .unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn silent_clients_exhaust_neither_open_files_nor_the_admin_port() {
    // Run the binary with a limit of 64 open files.
    let mut limited = Command::new("sh");
    limited.args([
        "-c",
        "ulimit -n 64 && exec \"$0\" --port 0 --admin 127.0.0.1:0",
        env!("CARGO_BIN_EXE_sudoku-validator"),
    ]);
    let (service, admin) = Service::spawn_with_admin(limited);
    let silent: Vec<TcpStream> = (0..100)
        .map(|_| TcpStream::connect(&service.address).unwrap())
        .collect();
    for path in ["/livez", "/readyz", "/metrics"] {
        assert!(
            get(&admin, path).starts_with("HTTP/1.1 200 OK\r\n"),
            "{path}"
        );
    }
    assert!(get(&admin, "/metrics").contains("\nsudoku_accept_failures_total 0\n"));
    // The silent clients still hold their connections, but only until their first-byte timeout.
    assert!(get(&service.address, "/health").starts_with("HTTP/1.1 200 OK\r\n"));
    drop(silent);
}

#[cfg(target_os = "linux")]
#[test]
fn what_arrives_while_the_process_is_paused_is_read_before_a_timeout() {
    let service = Service::start(&["--idle-timeout", "1"]);
    let request = |body: &str| {
        format!(
            "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    let whole = request("[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]");
    let (first_part, rest) = whole.split_at(whole.len() - 10);
    // Several clients: whether a timer fires first is up to chance.
    let connect = || {
        let stream = TcpStream::connect(&service.address).unwrap();
        stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
        stream
    };
    let idle: Vec<TcpStream> = (0..10).map(|_| connect()).collect();
    for mut stream in &idle {
        stream.write_all(whole.as_bytes()).unwrap();
        read_verdict(stream);
    }
    let unfinished: Vec<TcpStream> = (0..10).map(|_| connect()).collect();
    for mut stream in &unfinished {
        stream.write_all(first_part.as_bytes()).unwrap();
    }
    std::thread::sleep(Duration::from_millis(100));

    service.signal("STOP");
    for mut stream in &idle {
        stream.write_all(whole.as_bytes()).unwrap();
    }
    for mut stream in &unfinished {
        stream.write_all(rest.as_bytes()).unwrap();
    }
    // Longer than any pause that the service allows between two parts of a body.
    std::thread::sleep(Duration::from_secs(4));
    service.signal("CONT");
    for stream in idle.iter().chain(&unfinished) {
        read_verdict(stream);
    }
}

/// Reads a response that reports a valid and complete board.
fn read_verdict(stream: &TcpStream) {
    let mut response = Vec::new();
    let mut stream = BufReader::new(stream);
    while !response.ends_with(b"}\n") {
        let read = stream.read_until(b'\n', &mut response).unwrap();
        let text = response.escape_ascii();
        assert!(read > 0, "the connection was closed after {text}");
    }
    let response = String::from_utf8(response).unwrap();
    assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
    assert!(response.ends_with("{\"valid\":true,\"complete\":true}\n"));
}

#[test]
fn the_memory_budget_is_shared_by_batches_and_other_requests() {
    // One for each batch, and one for the cache of solutions.
    let (service, admin) = Service::start_with_admin(&["--memory-budget", "17MiB"]);
    let start = Instant::now();
    let batches: Vec<TcpStream> = (1..=16)
        .map(|count| {
            let mut batch = TcpStream::connect(&service.address).unwrap();
            batch
                .write_all(
                    b"POST /validate/batch HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n\
                      transfer-encoding: chunked\r\n\r\n1\r\n.\r\n",
                )
                .unwrap();
            while !get(&admin, "/metrics").contains(&format!("\nsudoku_batches {count}\n")) {
                assert!(start.elapsed() < TEST_TIMEOUT, "batch {count} did not start");
            }
            batch
        })
        .collect();
    let rows = format!("[1{}]", ",1".repeat(63));
    let board = format!("[{rows}{}]", format!(",{rows}").repeat(63));
    let mut stream = TcpStream::connect(&service.address).unwrap();
    write!(
        stream,
        "POST /validate?duplicates=all HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{board}",
        board.len()
    )
    .unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    assert!(
        response.starts_with("HTTP/1.1 503 Service Unavailable\r\n"),
        "{response}"
    );
    drop(batches);
}
