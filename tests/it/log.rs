//! The log of the binary: what is logged, at which rate, and that a log that is not read holds up nothing.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::service::{Service, TEST_TIMEOUT, client, get};

/// Sends requests for this path on one connection, all at once, and receives the responses.
fn request_repeatedly(address: &str, path: &str, count: usize) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    stream.write_all(request.repeat(count).as_bytes()).unwrap();
    let mut responses = BufReader::new(stream);
    for _ in 0..count {
        // Every body is a single line.
        let mut line = String::new();
        while !line.starts_with('{') {
            line.clear();
            assert!(responses.read_line(&mut line).unwrap() > 0, "no response");
        }
    }
}

/// Returns the value of a metric without labels.
fn metric(admin: &str, name: &str) -> u64 {
    let metrics = get(admin, "/metrics");
    let mut lines = metrics.lines();
    let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap().parse().unwrap()
}

/// The numbers of rejections that are logged, and that are reported as suppressed.
#[derive(Default)]
struct Rejections {
    logged: u64,
    suppressed: u64,
}

impl Rejections {
    fn count(&mut self, line: &str) {
        let line: Value = serde_json::from_str(line).unwrap();
        if line["rejection"] == "not-found" {
            self.logged += 1;
        }
        if let Some(count) = line["suppressed"].as_u64() {
            assert_eq!(line["message"], "log lines suppressed");
            assert_eq!(line["kinds"], format!("{count} not-found"));
            self.suppressed += count;
        }
    }
}

#[test]
fn rejections_beyond_the_rate_are_counted_and_reported_without_further_requests() {
    let (mut service, admin) = Service::start_with_admin(&["--max-log-rate", "1"]);
    request_repeatedly(&service.address, "/none", 50);
    let mut rejections = Rejections::default();
    while rejections.logged + rejections.suppressed < 50 {
        let mut line = String::new();
        service.log.read_line(&mut line).unwrap();
        rejections.count(&line);
    }
    assert!(rejections.suppressed > 0);
    assert_eq!(
        metric(&admin, "sudoku_log_lines_suppressed_total"),
        rejections.suppressed
    );
    assert_eq!(
        metric(&admin, "sudoku_rejections_total{type=\"not-found\"}"),
        50
    );
}

#[test]
fn suppressed_rejections_are_reported_at_shutdown() {
    let service = Service::start(&["--max-log-rate", "1"]);
    request_repeatedly(&service.address, "/none", 50);
    service.signal("TERM");
    let (code, log) = service.wait_with_log();
    assert_eq!(code, Some(0));
    let mut rejections = Rejections::default();
    log.lines().for_each(|line| rejections.count(line));
    assert_eq!(rejections.logged + rejections.suppressed, 50, "{log}");
}

#[test]
fn lines_requested_with_level_debug_are_not_suppressed() {
    let service = Service::start(&["--log", "sudoku_validator=debug", "--max-log-rate", "1"]);
    request_repeatedly(&service.address, "/health", 50);
    service.signal("TERM");
    let (_, log) = service.wait_with_log();
    assert_eq!(
        log.matches("\"message\":\"responded\"").count(),
        50,
        "{log}"
    );
}

/// Starts a service with these arguments, and sends requests until its log, which nobody reads, is full.
fn start_with_full_log(arguments: &[&str]) -> (Service, String) {
    let (service, admin) = Service::start_with_admin(&[&["--log", "debug"], arguments].concat());
    let start = Instant::now();
    while metric(&admin, "sudoku_log_lines_dropped_total") == 0 {
        assert!(start.elapsed() < TEST_TIMEOUT, "no line was dropped");
        request_repeatedly(&service.address, "/health", 1_000);
    }
    (service, admin)
}

#[test]
fn an_unread_log_blocks_neither_requests_nor_the_shutdown() {
    let (service, _) = start_with_full_log(&[]);
    request_repeatedly(&service.address, "/health", 1);
    service.signal("TERM");
    assert_eq!(service.wait(), Some(0));
}

#[test]
fn a_second_signal_stops_a_service_with_an_unread_log() {
    let (service, admin) = start_with_full_log(&["--drain-delay", "86400"]);
    service.signal("TERM");
    let start = Instant::now();
    while get(&admin, "/readyz").starts_with("HTTP/1.1 200 OK\r\n") {
        assert!(start.elapsed() < TEST_TIMEOUT, "the signal was not handled");
    }
    sleep(Duration::from_secs(1));
    service.signal("TERM");
    assert_eq!(service.wait(), Some(0));
}

#[tokio::test]
async fn a_rejection_is_logged_without_its_board() {
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
    let (code, log) = service.wait_with_log();
    assert_eq!(code, Some(0));
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let line = lines.iter().find(|line| line["status"] == 422).unwrap();
    assert_eq!(line["rejection"], "not-a-board");
    assert_eq!(line["method"], "POST");
    assert_eq!(line["route"], "/validate");
    assert_eq!(line["id"], "order-17");
    assert_eq!(line["trace_id"], "4bf92f3577b34da6a3ce929d0e0e4736");
    assert!(line["latency_us"].is_u64());
    assert!(!log.contains("hunter2"));
}

#[test]
fn the_text_log_starts_with_a_curl_command_to_try() {
    let service = Service::start(&["--log-format", "text"]);
    assert!(service.address.starts_with("127.0.0.1:"));
    assert!(
        !service.first_line.contains('\u{1b}'),
        "{}",
        service.first_line
    );
    service.signal("TERM");
    assert_eq!(service.wait_with_log().0, Some(0));
}

#[test]
fn the_startup_line_is_logged_at_every_level() {
    let service = Service::start(&["--log", "off"]);
    service.signal("TERM");
    assert_eq!(service.wait_with_log(), (Some(0), String::new()));
}
