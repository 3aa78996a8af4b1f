//! The command line of the binary: settings, subcommands, messages and exit codes.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Output, Stdio};

use clap::{CommandFactory, Parser};
use sudoku_validator::config::Config;
use sudoku_validator::http::RequestLimits;
use sudoku_validator::server::ConnectionLimits;

use crate::support::service::{Service, command, run, settings};

/// Each setting: its flag as messages name it, its variable, an invalid value, and what the message says is expected.
const SETTINGS: [(&str, &str, &str, &str); 18] = [
    (
        "--host <ADDRESS>",
        "SUDOKU_HOST",
        "localhost",
        "expected an IP address, such as 127.0.0.1 or ::1",
    ),
    (
        "--port <PORT>",
        "PORT",
        "abc",
        "expected a whole number from 0 to 65535",
    ),
    (
        "--admin <ADDRESS:PORT>",
        "SUDOKU_ADMIN",
        "8081",
        "expected an IP address with a port, such as 127.0.0.1:8081, or off",
    ),
    (
        "--reuse-port",
        "SUDOKU_REUSE_PORT",
        "maybe",
        "expected true or false",
    ),
    (
        "--max-connections <COUNT>",
        "SUDOKU_MAX_CONNECTIONS",
        "0",
        "expected a whole number from 1 to 1000000",
    ),
    (
        "--memory-budget <BYTES>",
        "SUDOKU_MEMORY_BUDGET",
        "128MB",
        "expected a number of bytes from 16MiB to 1024GiB, such as 134217728 or 128MiB",
    ),
    (
        "--max-in-flight <COUNT>",
        "SUDOKU_MAX_IN_FLIGHT",
        "-5",
        "expected a whole number from 1 to 1000000",
    ),
    (
        "--solve-timeout <SECONDS>",
        "SUDOKU_SOLVE_TIMEOUT",
        "-0.5",
        "expected a number of seconds from 0 to 86400",
    ),
    (
        "--solve-deadline <SECONDS>",
        "SUDOKU_SOLVE_DEADLINE",
        "soon",
        "expected a number of seconds from 0 to 86400",
    ),
    (
        "--batch-solve-timeout <SECONDS>",
        "SUDOKU_BATCH_SOLVE_TIMEOUT",
        "never",
        "expected a number of seconds from 0 to 86400",
    ),
    (
        "--solution-cache <BYTES>",
        "SUDOKU_SOLUTION_CACHE",
        "2GiB",
        "expected a number of bytes up to 1GiB, such as 1048576 or 1MiB",
    ),
    (
        "--max-batch-bytes <BYTES>",
        "SUDOKU_MAX_BATCH_BYTES",
        "0",
        "expected a whole number of bytes, at least 1",
    ),
    (
        "--idle-timeout <SECONDS>",
        "SUDOKU_IDLE_TIMEOUT",
        "0.5",
        "expected a number of seconds from 1 to 86400",
    ),
    (
        "--drain-delay <SECONDS>",
        "SUDOKU_DRAIN_DELAY",
        "5s",
        "expected a number of seconds from 0 to 86400",
    ),
    (
        "--log-format <FORMAT>",
        "LOG_FORMAT",
        "xml",
        "expected text or json",
    ),
    (
        "--log <LEVELS>",
        "RUST_LOG",
        "loud",
        "expected off, error, warn, info, debug or trace, or levels per target, as in warn,sudoku_validator=debug",
    ),
    (
        "--access-log",
        "SUDOKU_ACCESS_LOG",
        "maybe",
        "expected true or false",
    ),
    (
        "--max-log-rate <LINES>",
        "SUDOKU_MAX_LOG_RATE",
        "0",
        "expected a whole number from 1 to 1000000",
    ),
];

/// Asserts that the process ended with exit code 2 and this message alone.
fn assert_invalid(output: Output, message: &str) {
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, format!("error: {message}; see --help\n"));
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(output.stdout, b"");
}

#[test]
fn an_invalid_setting_is_rejected_with_its_names_and_what_it_expects() {
    let flags: BTreeSet<String> = settings().into_iter().map(|(flag, _)| flag).collect();
    let tested: BTreeSet<String> = SETTINGS.map(|(flag, ..)| name(flag).to_owned()).into();
    assert_eq!(tested, flags);

    for (flag, variable, invalid, expected) in SETTINGS {
        let message =
            |value| format!("invalid value '{value}' for '{flag}' [env: {variable}]: {expected}");
        let with_variable = |value| command(&[]).env(variable, value).output().unwrap();
        assert_invalid(with_variable(invalid), &message(invalid));
        // An empty RUST_LOG is an unset one.
        if variable != "RUST_LOG" {
            assert_invalid(with_variable(""), &message(""));
        }
        // A flag without a value cannot have an invalid one.
        if flag.contains(' ') {
            assert_invalid(run(&[name(flag), invalid]), &message(invalid));
        }
    }
}

/// A flag without the name of its value.
fn name(flag: &str) -> &str {
    flag.split(' ').next().unwrap()
}

#[test]
fn numbers_beyond_their_range_and_invalid_levels_of_a_target_are_rejected() {
    for (flag, value) in [
        ("--port <PORT>", "65536"),
        ("--port <PORT>", "-1"),
        ("--max-connections <COUNT>", "1000001"),
        ("--max-batch-bytes <BYTES>", "18446744073709551616"),
        ("--idle-timeout <SECONDS>", "NaN"),
        ("--drain-delay <SECONDS>", "86401"),
        ("--log <LEVELS>", "sudoku=loud"),
    ] {
        let (.., variable, _, expected) = SETTINGS
            .into_iter()
            .find(|setting| setting.0 == flag)
            .unwrap();
        let message = format!("invalid value '{value}' for '{flag}' [env: {variable}]: {expected}");
        assert_invalid(run(&[name(flag), value]), &message);
    }
}

#[test]
fn an_unknown_flag_is_rejected_with_a_similar_one() {
    assert_invalid(
        run(&["--prot", "80"]),
        "unexpected argument '--prot' found tip: a similar argument exists: '--port'",
    );
}

#[test]
fn an_empty_list_of_levels_means_the_default_level() {
    let mut service = command(&["--port", "0"])
        .env("RUST_LOG", "")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(service.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    service.kill().unwrap();
    service.wait().unwrap();
    assert!(line.contains("\"level\":\"INFO\""), "{line}");
}

#[test]
fn the_openapi_command_prints_the_contract() {
    let output = run(&["openapi"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        include_str!("../../openapi.yaml")
    );
}

#[test]
fn the_exit_code_of_a_health_check_says_whether_the_service_is_up() {
    let service = Service::start(&["--host", "0.0.0.0"]);
    let port = service.address.rsplit(':').next().unwrap().to_owned();
    let up = command(&["healthcheck"])
        .env("SUDOKU_HOST", "0.0.0.0")
        .env("PORT", &port)
        .output()
        .unwrap();
    assert_eq!((up.status.code(), up.stderr), (Some(0), Vec::new()));
    assert_eq!(
        run(&["healthcheck", "--port", &port]).status.code(),
        Some(0)
    );
    service.signal("TERM");
    assert_eq!(service.wait_with_log().0, Some(0));
    let down = run(&["healthcheck", "--port", &port]);
    assert_eq!(down.status.code(), Some(1));
    let message = format!("error: cannot reach a service at 127.0.0.1:{port}\n");
    assert_eq!(String::from_utf8(down.stderr).unwrap(), message);
}

#[test]
fn a_port_in_use_is_reported_on_one_line_with_exit_code_1() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let output = command(&[]).env("PORT", port.to_string()).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        message.starts_with(&format!("error: cannot listen on 127.0.0.1:{port}: ")),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn help_lists_every_setting_and_version_prints_the_version() {
    let help = run(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    let help = String::from_utf8(help.stdout).unwrap();
    for (flag, variable) in settings() {
        assert!(
            help.contains(&flag) && help.contains(&format!("[env: {variable}=")),
            "{flag} in {help}"
        );
    }
    let version = run(&["--version"]);
    assert_eq!(version.status.code(), Some(0));
    assert_eq!(
        version.stdout,
        format!("sudoku-validator {}\n", env!("CARGO_PKG_VERSION")).into_bytes()
    );
}

#[test]
fn the_limits_of_the_library_default_to_those_of_the_settings() {
    let default = |flag: &str| {
        let command = Config::command();
        let argument = command
            .get_arguments()
            .find(|argument| argument.get_long() == Some(flag));
        let values = argument.unwrap().get_default_values();
        values
            .first()
            .map(|value| value.to_str().unwrap().parse::<f64>().unwrap())
    };
    let (requests, connections) = (RequestLimits::default(), ConnectionLimits::default());
    for (flag, expected) in [
        ("max-connections", None),
        ("max-in-flight", Some(count(requests.in_flight))),
        ("solve-timeout", Some(requests.search_budget.as_secs_f64())),
        (
            "batch-solve-timeout",
            Some(requests.batch_search_budget.as_secs_f64()),
        ),
        ("solve-deadline", None),
        ("memory-budget", None),
        ("max-batch-bytes", None),
        ("idle-timeout", Some(connections.idle_timeout.as_secs_f64())),
        (
            "drain-delay",
            Some(connections.shutdown.delay.as_secs_f64()),
        ),
    ] {
        assert_eq!(default(flag), expected, "{flag}");
    }
    assert_eq!(requests.search_deadline, 5 * requests.search_budget);
    assert_eq!(requests.batch_bytes, None);
}

#[test]
fn a_search_has_five_times_its_budget_by_the_clock_unless_a_deadline_is_set() {
    for (arguments, seconds) in [
        (&[][..], 10.0),
        (&["--solve-timeout", "0.5"], 2.5),
        (&["--solve-timeout", "30", "--solve-deadline", "40"], 40.0),
    ] {
        let command_line = ["sudoku-validator"].iter().chain(arguments);
        let config = Config::try_parse_from(command_line).unwrap();
        let deadline = config.solve_deadline().as_secs_f64();
        assert!(
            (deadline - seconds).abs() < 0.001,
            "{arguments:?}: {deadline}"
        );
    }
}

fn count(count: usize) -> f64 {
    u32::try_from(count).unwrap().into()
}
