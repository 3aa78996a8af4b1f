//! The binary as its users run it, over a real socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::service::{PATIENCE, Service, ask, run};

fn client() -> reqwest::Client {
    reqwest::Client::builder()
        .timeout(PATIENCE)
        .no_proxy()
        .build()
        .unwrap()
}

#[tokio::test]
async fn a_board_is_judged_over_a_socket() {
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
    let answer: Value = response.json().await.unwrap();
    assert_eq!(
        answer,
        json!({"valid": false, "complete": false, "duplicate": duplicate})
    );
}

#[test]
fn a_connection_is_kept_for_the_next_request() {
    let service = Service::start(&[]);
    let mut stream = TcpStream::connect(&service.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut answers = BufReader::new(stream.try_clone().unwrap());
    for _ in 0..3 {
        write!(
            stream,
            "GET /health HTTP/1.1\r\nhost: {}\r\n\r\n",
            service.address
        )
        .unwrap();
        let mut answer = Vec::new();
        answers.read_until(b'}', &mut answer).unwrap();
        answers.read_exact(&mut [0]).unwrap();
        assert!(
            answer.starts_with(b"HTTP/1.1 200 OK\r\n"),
            "{}",
            answer.escape_ascii()
        );
    }
}

#[test]
fn a_request_in_flight_is_answered_when_the_service_is_told_to_stop() {
    for signal in ["TERM", "INT"] {
        let service = Service::start(&[]);
        let mut stream = TcpStream::connect(&service.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let body = "[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]";
        let head = format!(
            "POST /validate HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: {}\r\n\r\n",
            service.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        // The service asks for the body: from here on the request is in flight.
        let mut invitation = [0; 25];
        stream.read_exact(&mut invitation).unwrap();
        assert_eq!(&invitation, b"HTTP/1.1 100 Continue\r\n\r\n");

        service.signal(signal);
        // Once no connection is taken any more, the signal has been heard.
        let start = Instant::now();
        while TcpStream::connect(&service.address).is_ok() {
            assert!(start.elapsed() < PATIENCE, "the signal was not heard");
            std::thread::sleep(Duration::from_millis(10));
        }
        stream.write_all(body.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(
            answer.ends_with("{\"valid\":true,\"complete\":true}\n"),
            "{answer}"
        );
        assert_eq!(service.end().0, Some(0), "{signal}");
    }
}

#[test]
fn a_second_signal_ends_the_service_at_once() {
    let service = Service::start(&[]);
    let mut stalled = TcpStream::connect(&service.address).unwrap();
    stalled.write_all(b"GET /health HTTP/1.1\r\nhost").unwrap();
    service.signal("TERM");
    std::thread::sleep(Duration::from_secs(1));
    service.signal("TERM");
    let (code, log) = service.end();
    assert_eq!(code, Some(0));
    assert!(log.contains("told to stop twice: stopped at once"), "{log}");
}

#[test]
fn while_it_drains_the_operator_is_told_and_boards_are_judged() {
    let (service, admin) = Service::start_with_admin(&["--drain-delay", "3"]);
    assert!(ask(&admin, "/readyz").starts_with("HTTP/1.1 200 OK\r\n"));
    service.signal("TERM");
    let start = Instant::now();
    while ask(&admin, "/readyz").starts_with("HTTP/1.1 200 OK\r\n") {
        assert!(start.elapsed() < PATIENCE, "the signal was not heard");
    }
    assert!(ask(&admin, "/readyz").starts_with("HTTP/1.1 503 Service Unavailable\r\n"));
    assert!(ask(&service.address, "/health").starts_with("HTTP/1.1 200 OK\r\n"));
    assert_eq!(service.end().0, Some(0));
}

#[test]
fn the_limits_are_those_of_the_settings() {
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
    while !ask(&admin, "/metrics").contains("\nhttp_server_active_requests 1\n") {
        assert!(start.elapsed() < PATIENCE, "the request did not come");
    }
    let mut refused = TcpStream::connect(&service.address).unwrap();
    write!(refused, "{head}[]").unwrap();
    let mut answer = String::new();
    refused.read_to_string(&mut answer).unwrap();
    assert!(
        answer.starts_with("HTTP/1.1 503 Service Unavailable\r\n"),
        "{answer}"
    );

    let mut idle = TcpStream::connect(&service.address).unwrap();
    idle.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    idle.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    // It was kept and not used: that is no failure of the client's.
    assert!(ask(&admin, "/metrics").contains("\nsudoku_connection_timeouts_total 0\n"));
}

#[test]
fn a_log_that_nobody_reads_keeps_the_service_neither_from_answering_nor_from_stopping() {
    let service = Service::start(&[]);
    let mut stream = TcpStream::connect(&service.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut answers = BufReader::new(stream.try_clone().unwrap());
    for _ in 0..1_000 {
        write!(stream, "GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
        answers.read_until(b'}', &mut Vec::new()).unwrap();
        answers.read_exact(&mut [0]).unwrap();
    }
    service.signal("TERM");
    assert_eq!(service.wait(), Some(0));
}

#[test]
fn processes_share_a_port_if_all_of_them_say_so() {
    let first = Service::start(&["--reuse-port"]);
    let port = first.address.rsplit(':').next().unwrap();
    let second = Service::start_on(port, &["--reuse-port"]);
    assert_eq!(first.address, second.address);
    assert_eq!(run(&["--port", port]).status.code(), Some(1));
    // Whichever of them takes a connection answers it, and once one is gone the other takes all.
    first.signal("TERM");
    assert_eq!(first.end().0, Some(0));
    for _ in 0..10 {
        let mut stream = TcpStream::connect(&second.address).unwrap();
        stream
            .write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn silent_clients_use_up_neither_the_files_nor_the_operators_side() {
    // The binary as it runs where 64 files may be open.
    let mut limited = Command::new("sh");
    limited.args([
        "-c",
        "ulimit -n 64 && exec \"$0\" --port 0 --admin 127.0.0.1:0",
        env!("CARGO_BIN_EXE_sudoku-validator"),
    ]);
    let (service, admin) = Service::of(limited);
    let silent: Vec<TcpStream> = (0..100)
        .map(|_| TcpStream::connect(&service.address).unwrap())
        .collect();
    for path in ["/livez", "/readyz", "/metrics"] {
        assert!(
            ask(&admin, path).starts_with("HTTP/1.1 200 OK\r\n"),
            "{path}"
        );
    }
    assert!(ask(&admin, "/metrics").contains("\nsudoku_accept_failures_total 0\n"));
    // They still hold their connections, but only for as long as each may be silent.
    assert!(ask(&service.address, "/health").starts_with("HTTP/1.1 200 OK\r\n"));
    drop(silent);
}

#[tokio::test]
async fn the_log_has_a_line_for_a_refusal_and_nothing_of_its_board() {
    let service = Service::start(&[]);
    let board = json!([
        ["4", "", "", ""],
        ["", "", "", ""],
        ["4", "", "", ""],
        ["hunter2", "", "", ""]
    ]);
    let response = client()
        .post(service.url("/validate"))
        .header("x-request-id", "order-17")
        .header(
            "traceparent",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        )
        .json(&board)
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 422);
    service.signal("TERM");
    let (code, log) = service.end();
    assert_eq!(code, Some(0));
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let line = lines.iter().find(|line| line["status"] == 422).unwrap();
    assert_eq!(line["refusal"], "not-a-board");
    assert_eq!(line["method"], "POST");
    assert_eq!(line["route"], "/validate");
    assert_eq!(line["id"], "order-17");
    assert_eq!(line["trace_id"], "4bf92f3577b34da6a3ce929d0e0e4736");
    assert!(line["latency_us"].is_u64());
    assert!(!log.contains("hunter2"));
}

#[test]
fn the_log_is_text_when_asked_for_and_starts_with_a_curl_to_try() {
    let service = Service::start(&["--log-format", "text"]);
    assert!(service.address.starts_with("127.0.0.1:"));
    assert!(
        !service.first_line.contains('\u{1b}'),
        "{}",
        service.first_line
    );
    service.signal("TERM");
    assert_eq!(service.end().0, Some(0));
}

#[test]
fn the_start_is_told_whatever_is_logged() {
    let service = Service::start(&["--log", "off"]);
    service.signal("TERM");
    assert_eq!(service.end(), (Some(0), String::new()));
}
