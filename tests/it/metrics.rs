//! The metrics of the binary: each is documented, and budgets follow what their clients do.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Instant;

use crate::support::service::{Service, TEST_TIMEOUT, get};

const README: &str = include_str!("../../README.md");

/// The first cells of the table of the README that starts with this header.
fn first_cells(header: &str) -> BTreeSet<String> {
    let table = README
        .split(header)
        .nth(1)
        .expect("the table has this header");
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    rows.map(|row| row.split('`').nth(1).unwrap().to_owned())
        .collect()
}

/// Waits until the metrics contain this line.
fn wait_for(admin: &str, line: &str) {
    let start = Instant::now();
    loop {
        let metrics = get(admin, "/metrics");
        if metrics.lines().any(|other| other == line) {
            return;
        }
        assert!(start.elapsed() < TEST_TIMEOUT, "no {line:?} in {metrics}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_readme_lists_exactly_the_metrics_that_there_are() {
    let (service, admin) = Service::start_with_admin(&[]);
    // Some have no series before their first event.
    get(&service.address, "/none");
    let board = "[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]";
    for request in [
        "not HTTP\r\n\r\n".to_owned(),
        format!(
            "POST /solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\n\
             content-length: {}\r\n\r\n{board}",
            board.len()
        ),
    ] {
        let mut stream = TcpStream::connect(&service.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream.read_to_end(&mut Vec::new()).unwrap();
    }
    let text = get(&admin, "/metrics");
    let names = text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    let names: BTreeSet<String> = names
        .map(|line| line.split(' ').next().unwrap().to_owned())
        .collect();
    assert_eq!(first_cells("| metric | meaning |"), names);
}

#[test]
fn the_readme_lists_exactly_the_budgets_that_there_are() {
    let (service, admin) = Service::start_with_admin(&[]);
    get(&service.address, "/health");
    let text = get(&admin, "/metrics");
    for metric in ["sudoku_budget_used", "sudoku_budget_limit"] {
        let prefix = format!("{metric}{{budget=\"");
        let names = text.lines().filter_map(|line| line.strip_prefix(&prefix));
        let names: BTreeSet<String> = names
            .map(|line| line.split('"').next().unwrap().to_owned())
            .collect();
        let mut documented = first_cells("| budget | what is counted |");
        // Only if there is a collector.
        assert!(documented.remove("span_queue"));
        assert_eq!(documented, names);
    }
}

#[test]
fn budgets_have_the_limits_of_the_settings_and_follow_their_use() {
    let (service, admin) = Service::start_with_admin(&[
        "--max-connections",
        "20",
        "--max-in-flight",
        "7",
        "--memory-budget",
        "64MiB",
        "--solution-cache",
        "2MiB",
    ]);
    for (budget, used, limit) in [
        ("connections", 0, 20),
        ("bodies", 0, 7),
        ("memory_bytes", 2 << 20, 64 << 20),
        ("solution_cache_bytes", 0, 2 << 20),
        ("unread_response_bytes", 0, 32 << 20),
        ("batches", 0, 16),
        ("short_searches", 0, 1024),
        ("log_queue_bytes", 0, 1 << 20),
    ] {
        for (metric, value) in [("used", used), ("limit", limit)] {
            wait_for(
                &admin,
                &format!("sudoku_budget_{metric}{{budget=\"{budget}\"}} {value}"),
            );
        }
    }

    let mut body = TcpStream::connect(&service.address).unwrap();
    body.write_all(
        b"POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n",
    )
    .unwrap();
    wait_for(&admin, "sudoku_budget_used{budget=\"bodies\"} 1");
    let mut batch = TcpStream::connect(&service.address).unwrap();
    batch
        .write_all(
            b"POST /validate/batch HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n\
              transfer-encoding: chunked\r\n\r\n1\r\n.\r\n",
        )
        .unwrap();
    wait_for(&admin, "sudoku_budget_used{budget=\"batches\"} 1");
    wait_for(&admin, "sudoku_budget_used{budget=\"connections\"} 2");
    wait_for(
        &admin,
        "sudoku_budget_used{budget=\"memory_bytes\"} 3145728",
    );
    drop((body, batch));
    wait_for(&admin, "sudoku_budget_used{budget=\"connections\"} 0");
    wait_for(
        &admin,
        "sudoku_budget_used{budget=\"memory_bytes\"} 2097152",
    );
}

#[test]
fn a_long_search_counts_in_its_budgets_while_it_runs() {
    let (service, admin) = Service::start_with_admin(&["--solve-timeout", "3600"]);
    let row = format!("[{}]", vec!["0"; 64].join(","));
    let board = format!("[{}]", vec![row; 64].join(","));
    let mut stream = TcpStream::connect(&service.address).unwrap();
    write!(
        stream,
        "POST /solve?count_to=100000 HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{board}",
        board.len()
    )
    .unwrap();
    wait_for(
        &admin,
        "sudoku_budget_used{budget=\"long_search_threads\"} 1",
    );
    wait_for(&admin, "sudoku_budget_used{budget=\"long_searches\"} 1");
    // The search ends with its client.
    drop(stream);
    wait_for(
        &admin,
        "sudoku_budget_used{budget=\"long_search_threads\"} 0",
    );
    wait_for(&admin, "sudoku_budget_used{budget=\"long_searches\"} 0");
}

#[test]
fn a_draining_service_is_not_ready() {
    let (service, admin) = Service::start_with_admin(&["--drain-delay", "86400"]);
    wait_for(&admin, "sudoku_ready 1");
    service.signal("TERM");
    wait_for(&admin, "sudoku_ready 0");
}
