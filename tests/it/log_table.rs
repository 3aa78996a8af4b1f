//! The table of log lines in the README, compared with the lines that the binary logs.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::support::collector::{Behavior, Collector};
use crate::support::service::{Service, command, get};

const README: &str = include_str!("../../README.md");

/// The lines that no scenario here produces: they need a bug, a lack of open files, much time or luck.
const NOT_PROVOKED: [&str; 6] = [
    "batch aborted: the client disconnected or stalled",
    "panicked",
    "failed",
    "failed to accept a connection",
    "closing connections that are still open",
    "traces are off",
];

/// A row of the table.
#[derive(Debug)]
struct Row {
    level: &'static str,
    /// `None` if the table refers to another place.
    fields: Option<BTreeSet<String>>,
}

/// The rows of the table by message, up to its variable part.
fn documented() -> BTreeMap<&'static str, Row> {
    let table = README
        .split("| message | level | fields | meaning |\n")
        .nth(1)
        .unwrap();
    let rows = table
        .lines()
        .skip(1)
        .take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let message = cells[1].trim_matches('`').split('…').next().unwrap();
        let is_list = cells[3].is_empty() || cells[3].starts_with('`');
        let fields = cells[3]
            .split_whitespace()
            .map(|field| field.trim_matches('`').to_owned());
        let row = Row {
            level: cells[2],
            fields: is_list.then(|| fields.collect()),
        };
        (message, row)
    })
    .collect()
}

/// Starts a service that logs everything, with an admin port and these variables.
fn start(endpoint: &str, variables: &[(&str, &str)]) -> Service {
    let mut command = command(&["--log", "sudoku_validator=debug", "--max-log-rate", "1"]);
    command.args(["--access-log", "--port", "0", "--admin", "127.0.0.1:0"]);
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint);
    command.env("OTEL_BSP_SCHEDULE_DELAY", "1");
    command.envs(variables.iter().copied());
    Service::spawn_with_admin(command).0
}

/// The lines of an ordinary life: requests, rejections, a collector and a service manager that are away.
fn usual_lines() -> String {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap();
    let away = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    let timeout = ("OTEL_EXPORTER_OTLP_TIMEOUT", "100");
    let manager = ("NOTIFY_SOCKET", "/nonexistent/socket");
    let sampler = ("OTEL_TRACES_SAMPLER", "sometimes");
    let service = start(&away, &[sampler, timeout, manager]);
    get(&service.address, "/health");
    for _ in 0..3 {
        get(&service.address, "/none");
    }
    let mut malformed = TcpStream::connect(&service.address).unwrap();
    malformed.write_all(b"not HTTP\r\n\r\n").unwrap();
    malformed.read_to_end(&mut Vec::new()).unwrap();
    sleep(Duration::from_secs(1));
    service.signal("TERM");
    finish(service)
}

/// The lines of a shutdown that is interrupted while a collector hangs.
fn last_lines() -> String {
    let collector = Collector::start(Behavior::Hang);
    let service = start(&collector.endpoint, &[]);
    get(&service.address, "/health");
    collector.next();
    let mut stalled = TcpStream::connect(&service.address).unwrap();
    stalled.write_all(b"GET /health HTTP/1.1\r\nhost").unwrap();
    service.signal("TERM");
    sleep(Duration::from_secs(1));
    service.signal("TERM");
    finish(service)
}

fn finish(service: Service) -> String {
    let first = service.first_lines.clone();
    let (code, log) = service.wait_with_log();
    assert_eq!(code, Some(0));
    first + &log
}

#[test]
fn the_readme_lists_exactly_the_lines_that_there_are() {
    let table = documented();
    let mut seen: BTreeSet<&str> = NOT_PROVOKED.into();
    for line in (usual_lines() + &last_lines()).lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let message = line["message"].as_str().unwrap();
        let row = match table.get_key_value(message) {
            Some(row) => Some(row),
            None => table.iter().find(|(start, _)| message.starts_with(**start)),
        };
        let (start, row) = row.unwrap_or_else(|| panic!("{message} is not in the table"));
        seen.insert(start);
        assert_eq!(line["level"], row.level, "{message}");
        let fields = line.as_object().unwrap().keys();
        let common = ["timestamp", "level", "target", "message", "span"];
        let fields: BTreeSet<String> = fields
            .filter(|field| !common.contains(&field.as_str()))
            .cloned()
            .collect();
        if let Some(documented) = &row.fields {
            assert!(fields.is_subset(documented), "{message}: {fields:?}");
        }
    }
    assert_eq!(table.into_keys().collect::<BTreeSet<_>>(), seen);
}
