//! The access log of the binary, and the startup line with its limits.

use std::io::{BufRead, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

use serde_json::{Map, Value, json};

use crate::support::service::{Service, command};

/// Sends a request on a new connection, and receives the whole response.
fn send(service: &Service, request: &str) {
    let mut stream = TcpStream::connect(&service.address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    stream.read_to_string(&mut String::new()).unwrap();
}

/// Stops a service. Returns the lines of its log with this message.
fn lines_of(service: Service, message: &str) -> Vec<Map<String, Value>> {
    service.signal("TERM");
    let (code, log) = service.wait_with_log();
    assert_eq!(code, Some(0));
    let lines = log
        .lines()
        .map(|line| serde_json::from_str::<Map<String, Value>>(line).unwrap());
    lines.filter(|line| line["message"] == message).collect()
}

#[test]
fn every_request_has_a_line_with_the_names_of_opentelemetry() {
    // The access log is independent of the level and of the rate of other lines.
    let service = Service::start(&["--access-log", "--log", "error", "--max-log-rate", "1"]);
    let board = "[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]";
    send(
        &service,
        &format!(
            "POST /validate?duplicates=all HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\nuser-agent: {}\r\nx-request-id: order-17\r\n\
             traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\n\r\n{board}",
            board.len(),
            "a".repeat(1000)
        ),
    );
    for _ in 0..3 {
        send(
            &service,
            "GET /problems/1.......1.......?board=1.......1....... HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        );
    }
    send(
        &service,
        "GET /1.......1....... HTTP/1.0\r\nuser-agent: caf\u{e9}\r\n\r\n",
    );
    let mut lines = lines_of(service, "request");
    for line in &mut lines {
        assert!(line.remove("timestamp").unwrap().is_string());
        let duration = line.remove("http.server.request.duration").unwrap();
        assert!(duration.as_f64().unwrap() > 0.0);
        assert_eq!(line.remove("level").unwrap(), "INFO");
        assert_eq!(line.remove("target").unwrap(), "sudoku_validator::access");
        assert_eq!(line.remove("message").unwrap(), "request");
        assert_eq!(line["client.address"], "127.0.0.1");
        assert!(line["id"].is_string());
    }
    assert_eq!(lines.len(), 5);
    assert_eq!(
        Value::from(lines[0].clone()),
        json!({
            "http.request.method": "POST",
            "http.route": "/validate",
            "http.response.status_code": 200,
            "http.request.body.size": board.len(),
            "network.protocol.version": "1.1",
            "client.address": "127.0.0.1",
            "user_agent.original": "a".repeat(128),
            "id": "order-17",
            "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
        })
    );
    for line in &mut lines[1..] {
        line.remove("id");
    }
    assert_eq!(
        Value::from(lines[2].clone()),
        json!({
            "http.request.method": "GET",
            "http.route": "/problems/{name}",
            "http.response.status_code": 404,
            "network.protocol.version": "1.1",
            "client.address": "127.0.0.1",
            "rejection": "not-found",
        })
    );
    // Without a route there is none, and a user agent that is not plain text is left out.
    assert_eq!(
        Value::from(lines[4].clone()),
        json!({
            "http.request.method": "GET",
            "http.response.status_code": 404,
            "network.protocol.version": "1.0",
            "client.address": "127.0.0.1",
            "rejection": "not-found",
        })
    );
}

#[test]
fn without_the_setting_there_is_no_access_log() {
    let service = Service::start(&[]);
    send(
        &service,
        "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    );
    assert!(lines_of(service, "request").is_empty());
}

#[test]
fn the_limits_are_logged_at_startup_with_their_sources() {
    let mut command = command(&["--max-connections", "100", "--solve-timeout", "0.5"]);
    command
        .args(["--port", "0", "--memory-budget", "64MiB"])
        .env("SUDOKU_MAX_IN_FLIGHT", "5")
        .env("SUDOKU_SOLUTION_CACHE", "16MiB")
        // The flag overrides it.
        .env("SUDOKU_MEMORY_BUDGET", "32MiB");
    let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut log = std::io::BufReader::new(process.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("\"message\":\"limits\"") {
        line.clear();
        assert!(
            log.read_line(&mut line).unwrap() > 0,
            "no line with the limits"
        );
    }
    process.kill().unwrap();
    process.wait().unwrap();
    let line: Value = serde_json::from_str(&line).unwrap();
    for (limit, expected) in [
        ("max_connections", "100 (flag)"),
        ("memory_budget", "67108864 (flag)"),
        ("max_in_flight", "5 (environment)"),
        ("solve_timeout", "0.5 (flag)"),
        ("solve_deadline", "2.5 (default)"),
        ("batch_solve_timeout", "1 (default)"),
        ("solution_cache", "8388608 (memory budget)"),
        ("max_batch_bytes", "none (default)"),
        ("idle_timeout", "10 (default)"),
        ("drain_delay", "0 (default)"),
        ("max_log_rate", "100 (default)"),
    ] {
        assert_eq!(line[limit], expected, "{limit} in {line}");
    }
}
