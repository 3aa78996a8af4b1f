//! Runs the binary as a process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::Duration;

use clap::CommandFactory;
use sudoku_validator::config::Config;

/// Longer than anything in a test takes, even on a busy machine.
pub(crate) const TEST_TIMEOUT: Duration = Duration::from_mins(1);

/// A command for the binary with these arguments, without the settings in the environment of the tests.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-validator"));
    command.args(arguments).stdin(Stdio::null());
    for (variable, _) in std::env::vars().filter(|(name, _)| name.starts_with("SUDOKU_")) {
        command.env_remove(variable);
    }
    for (variable, _) in std::env::vars().filter(|(name, _)| name.starts_with("OTEL_")) {
        command.env_remove(variable);
    }
    for variable in ["PORT", "LOG_FORMAT", "RUST_LOG", "NOTIFY_SOCKET"] {
        command.env_remove(variable);
    }
    command.env("SUDOKU_ADMIN", "off");
    command
}

/// The name of each setting's flag and of its environment variable.
pub(crate) fn settings() -> Vec<(String, String)> {
    Config::command()
        .get_arguments()
        .filter_map(|argument| {
            let variable = argument.get_env()?.to_str().unwrap().to_owned();
            Some((format!("--{}", argument.get_long().unwrap()), variable))
        })
        .collect()
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// A service running on a free port. Dropping it kills the process.
pub(crate) struct Service {
    pub(crate) process: Child,
    pub(crate) log: BufReader<ChildStdout>,
    pub(crate) address: String,
    pub(crate) first_line: String,
    /// The lines of the log up to those with the addresses.
    pub(crate) first_lines: String,
}

impl Service {
    /// Starts the binary on a free port and reads its address from the first line of the log.
    pub(crate) fn start(arguments: &[&str]) -> Service {
        Service::start_on("0", arguments)
    }

    /// Starts the binary with admin endpoints, and returns their address, too.
    pub(crate) fn start_with_admin(arguments: &[&str]) -> (Service, String) {
        let mut command = command(arguments);
        command.args(["--port", "0", "--admin", "127.0.0.1:0"]);
        Service::spawn_with_admin(command)
    }

    /// Runs a command that starts the binary with admin endpoints, and reads both addresses from the log.
    pub(crate) fn spawn_with_admin(mut command: Command) -> (Service, String) {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(process.stdout.take().unwrap());
        let (mut address, mut admin, mut line) = (None, None, String::new());
        let mut first_lines = String::new();
        while address.is_none() || admin.is_none() {
            line.clear();
            assert!(
                log.read_line(&mut line).unwrap() > 0,
                "the service did not start"
            );
            first_lines += &line;
            if let Some(found) = line.split("listening on http://").nth(1) {
                let found = found.split([';', '"']).next().unwrap().to_owned();
                *(if line.contains("admin") {
                    &mut admin
                } else {
                    &mut address
                }) = Some(found);
            }
        }
        (
            Service {
                process,
                log,
                address: address.unwrap(),
                first_line: line,
                first_lines,
            },
            admin.unwrap(),
        )
    }

    /// Starts the binary on this port.
    pub(crate) fn start_on(port: &str, arguments: &[&str]) -> Service {
        let mut process = command(arguments)
            .args(["--port", port])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        log.read_line(&mut line).unwrap();
        assert!(line.contains("; try: curl --json '[["), "{line}");
        let address = line
            .split("http://")
            .nth(1)
            .unwrap_or_else(|| panic!("{line}"));
        let address = address.split(';').next().unwrap().to_owned();
        Service {
            process,
            log,
            address,
            first_lines: line.clone(),
            first_line: line,
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Sends the process a signal, such as `TERM`.
    pub(crate) fn signal(&self, name: &str) {
        let status = Command::new("kill")
            .args(["-s", name, &self.process.id().to_string()])
            .status()
            .unwrap();
        assert!(status.success());
    }

    /// Waits for the process to exit without reading its log. Returns the exit code.
    pub(crate) fn wait(mut self) -> Option<i32> {
        self.process.wait().unwrap().code()
    }

    /// Waits for the process to exit. Returns the exit code and the rest of the log.
    pub(crate) fn wait_with_log(mut self) -> (Option<i32>, String) {
        let mut log = String::new();
        self.log.read_to_string(&mut log).unwrap();
        (self.process.wait().unwrap().code(), log)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Ignore the errors: the process may already have exited.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Sends a GET request on a new connection and returns the whole response.
pub(crate) fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
    )
    .unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}

/// An HTTP client that fails rather than wait for longer than a test may take.
pub(crate) fn client() -> reqwest::Client {
    reqwest::Client::builder()
        .timeout(TEST_TIMEOUT)
        .no_proxy()
        .build()
        .unwrap()
}
