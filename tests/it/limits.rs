//! The README's table of limits has the values of the code.

use std::time::Duration;

use sudoku_validator::http::RequestLimits;
use sudoku_validator::server::ConnectionLimits;
use sudoku_validator::sudoku::MAX_EXTRA_REGIONS;

const README: &str = include_str!("../../README.md");

/// The value of the limit whose description starts like this.
fn documented(limit: &str) -> &'static str {
    let table = README.split("| limit | value | setting |").nth(1).unwrap();
    let mut rows = table.lines().take_while(|line| !line.starts_with('#'));
    let row = rows
        .find(|row| row.starts_with(&format!("| {limit}")))
        .unwrap_or_else(|| panic!("there is no row '{limit}'"));
    row.split(" | ").nth(1).unwrap()
}

fn seconds(duration: Duration) -> String {
    format!("{} s", duration.as_secs_f64())
}

fn binary(bytes: usize) -> String {
    if bytes.is_multiple_of(1 << 20) {
        format!("{} MiB", bytes >> 20)
    } else {
        format!("{} KiB", bytes >> 10)
    }
}

#[test]
fn the_table_of_limits_has_the_values_of_the_code() {
    let (requests, connections) = (RequestLimits::default(), ConnectionLimits::default());
    for (limit, value) in [
        ("open connections", connections.connections.to_string()),
        ("memory held", binary(requests.memory_bytes)),
        (
            "concurrent `/validate`, `/solve` and `/check` requests",
            requests.in_flight.to_string(),
        ),
        (
            "rate of a client",
            format!("{} bytes/s", requests.min_bytes_per_second),
        ),
        (
            "first byte on a new",
            seconds(connections.first_byte_timeout),
        ),
        (
            "from the first byte of",
            seconds(connections.header_timeout),
        ),
        ("idle time between", seconds(connections.idle_timeout)),
        ("body size", binary(requests.body_bytes)),
        ("pause within a body", seconds(requests.body_idle_timeout)),
        ("receiving a whole body", seconds(requests.body_timeout)),
        ("producing a response", seconds(requests.response_timeout)),
        (
            "CPU time of a longer search",
            seconds(requests.search_budget),
        ),
        (
            "longer search by the clock",
            seconds(requests.search_deadline),
        ),
        (
            "memory of the solutions",
            binary(requests.solution_cache_bytes),
        ),
        ("waiting for a client", seconds(connections.displace_after)),
        ("extra regions", MAX_EXTRA_REGIONS.to_string()),
        ("concurrent batches", requests.batches.to_string()),
        ("pause within a batch", seconds(requests.batch_idle_timeout)),
        (
            "client that neither reads",
            seconds(connections.write_timeout),
        ),
        (
            "the same if the [memory]",
            seconds(connections.write_timeout_under_pressure),
        ),
    ] {
        let documented = documented(limit);
        let is_value = documented
            .strip_prefix(&value)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()));
        assert!(is_value, "{limit}: {documented}, not {value}");
    }
    let unread = documented("unread batch response");
    let shared = format!("{} for all batches", binary(requests.unread_bytes));
    assert!(unread.contains(&shared), "{unread}");
    assert_eq!(requests.batch_bytes, None);
    assert_eq!(documented("batch size"), "unlimited");
}
