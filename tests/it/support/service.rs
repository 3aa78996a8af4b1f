//! The binary as a process of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::Duration;

/// Longer than anything here takes, however busy the machine is.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// The binary with these arguments, and none of the settings of the environment.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-validator"));
    command.args(arguments).stdin(Stdio::null());
    for (variable, _) in std::env::vars().filter(|(name, _)| name.starts_with("SUDOKU_")) {
        command.env_remove(variable);
    }
    for variable in ["PORT", "LOG_FORMAT", "RUST_LOG"] {
        command.env_remove(variable);
    }
    command.env("SUDOKU_ADMIN", "off");
    command
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// The binary, serving on a port of its own. It is killed when this is dropped.
pub(crate) struct Service {
    pub(crate) process: Child,
    pub(crate) log: BufReader<ChildStdout>,
    pub(crate) address: String,
    pub(crate) first_line: String,
}

impl Service {
    /// Starts the binary and reads from the first line of its log where it listens.
    pub(crate) fn start(arguments: &[&str]) -> Service {
        Service::start_on("0", arguments)
    }

    /// Starts the binary with the operator's side, and gives the address of that, too.
    pub(crate) fn start_with_admin(arguments: &[&str]) -> (Service, String) {
        let mut command = command(arguments);
        command.args(["--port", "0", "--admin", "127.0.0.1:0"]);
        Service::of(command)
    }

    /// Starts a binary that tells where its two sides listen.
    pub(crate) fn of(mut command: Command) -> (Service, String) {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(process.stdout.take().unwrap());
        let (mut address, mut admin, mut line) = (None, None, String::new());
        while address.is_none() || admin.is_none() {
            line.clear();
            assert!(
                log.read_line(&mut line).unwrap() > 0,
                "the service did not start"
            );
            if let Some(found) = line.split("http://").nth(1) {
                let found = found.split([';', '"']).next().unwrap().to_owned();
                *(if line.contains("operator") {
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
            },
            admin.unwrap(),
        )
    }

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
            first_line: line,
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn signal(&self, name: &str) {
        let status = Command::new("kill")
            .args(["-s", name, &self.process.id().to_string()])
            .status()
            .unwrap();
        assert!(status.success());
    }

    /// Waits for the end of the process without reading its log; gives its exit code.
    pub(crate) fn wait(mut self) -> Option<i32> {
        self.process.wait().unwrap().code()
    }

    /// Waits for the end of the process; gives its exit code and the rest of its log.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let mut log = String::new();
        self.log.read_to_string(&mut log).unwrap();
        (self.process.wait().unwrap().code(), log)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It fails if the process has ended, which is as well.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What is answered to a request on a connection of its own.
pub(crate) fn ask(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}
