//! The settings and the other uses of the binary: what is refused, what is printed, and with which exit code.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::Stdio;

use clap::CommandFactory;
use sudoku_validator::config::Config;

use crate::support::service::{Service, command, run};

#[test]
fn a_bad_setting_stops_the_start_with_one_sentence_and_code_2() {
    let format = "[possible values: text, json] (or LOG_FORMAT); see --help";
    let levels = "expected off, error, warn, info, debug or trace, or such by target, as in warn,sudoku_validator=debug (or RUST_LOG); see --help";
    let address = "expected an IP address, such as 127.0.0.1 or ::1 (or SUDOKU_HOST); see --help";
    for (setting, message) in [
        (
            ["--port", "none"],
            "invalid value 'none' for '--port <PORT>': invalid digit found in string (or PORT); see --help".to_owned(),
        ),
        (
            ["--port", "65536"],
            "invalid value '65536' for '--port <PORT>': 65536 is not in 0..=65535 (or PORT); see --help".to_owned(),
        ),
        (["--host", "localhost"], format!("invalid value 'localhost' for '--host <ADDRESS>': {address}")),
        (["SUDOKU_HOST", ""], format!("invalid value '' for '--host <ADDRESS>': {address}")),
        (["--log-format", "xml"], format!("invalid value 'xml' for '--log-format <FORMAT>' {format}")),
        (["LOG_FORMAT", "xml"], format!("invalid value 'xml' for '--log-format <FORMAT>' {format}")),
        (["--log", "loud"], format!("invalid value 'loud' for '--log <LEVELS>': {levels}")),
        (["RUST_LOG", "sudoku=loud"], format!("invalid value 'sudoku=loud' for '--log <LEVELS>': {levels}")),
        (
            ["--prot", "80"],
            "unexpected argument '--prot' found tip: a similar argument exists: '--port'; see --help".to_owned(),
        ),
    ] {
        let output = match setting {
            [flag, value] if flag.starts_with("--") => run(&[flag, value]),
            [variable, value] => command(&[]).env(variable, value).output().unwrap(),
        };
        assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("error: {message}\n"));
        assert_eq!(output.status.code(), Some(2), "{setting:?}");
        assert_eq!(output.stdout, b"");
    }
}

#[test]
fn an_empty_list_of_levels_is_none() {
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
fn the_contract_is_printed_as_it_stands_in_the_project() {
    let output = run(&["openapi"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        include_str!("../../openapi.yaml")
    );
}

#[test]
fn a_health_check_tells_by_its_exit_code_whether_a_service_is_up() {
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
    assert_eq!(service.end().0, Some(0));
    let down = run(&["healthcheck", "--port", &port]);
    assert_eq!(down.status.code(), Some(1));
    let message = format!("error: there is no service at 127.0.0.1:{port}\n");
    assert_eq!(String::from_utf8(down.stderr).unwrap(), message);
}

#[test]
fn a_taken_port_stops_the_start_with_one_sentence_and_code_1() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
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
fn help_names_every_setting_and_version_the_version() {
    let help = run(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    let help = String::from_utf8(help.stdout).unwrap();
    for argument in Config::command()
        .get_arguments()
        .filter(|argument| argument.get_env().is_some())
    {
        let (flag, variable) = (
            argument.get_long().unwrap(),
            argument.get_env().unwrap().to_str().unwrap(),
        );
        assert!(
            help.contains(&format!("--{flag}")) && help.contains(&format!("[env: {variable}=")),
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
