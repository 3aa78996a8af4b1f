//! Runs the servers to be measured as processes.

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};

use crate::cores::Cores;
use crate::workload::Workload;

/// The time for a server to start listening.
const START_TIMEOUT: Duration = Duration::from_mins(1);

/// A server to measure.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// The command line, without the port, which is its last argument.
    pub(crate) command: Vec<OsString>,
    pub(crate) workload: Workload,
    /// Whether it reports if a board is valid.
    pub(crate) validates: bool,
    /// Whether its instructions can be counted, which just-in-time compilation prevents.
    pub(crate) countable: bool,
}

/// A running server. Dropping it kills the process.
pub(crate) struct Server {
    process: Child,
    pub(crate) port: u16,
}

impl Target {
    /// Starts the server, wrapped in another command if `wrapper` is not empty, and waits until it listens.
    pub(crate) fn start(&self, wrapper: &[&str], cores: Cores) -> Result<Server> {
        let port = free_port()?;
        let mut arguments = wrapper
            .iter()
            .map(OsString::from)
            .chain(self.command.iter().cloned());
        let program = arguments.next().context("the command is empty")?;
        // `stop` reads the standard error of the wrapper.
        let errors = if wrapper.is_empty() {
            Stdio::inherit()
        } else {
            Stdio::piped()
        };
        cores.pin_server()?;
        let process = Command::new(&program)
            .args(arguments)
            .arg(port.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(errors)
            .spawn();
        cores.pin_load()?;
        let process = process.with_context(|| format!("cannot run {}", program.display()))?;
        let mut server = Server { process, port };
        server.wait_until_it_listens()?;
        Ok(server)
    }
}

impl Server {
    fn wait_until_it_listens(&mut self) -> Result<()> {
        let start = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            if let Some(status) = self.process.try_wait()? {
                bail!("it exited before listening: {status}");
            }
            ensure!(
                start.elapsed() < START_TIMEOUT,
                "it did not start listening in time"
            );
            sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// The CPU time of the server's threads so far, in user space and kernel.
    pub(crate) fn cpu_time(&self) -> Result<Duration> {
        let tasks = format!("/proc/{}/task", self.process.id());
        let mut nanoseconds = 0;
        for task in fs::read_dir(&tasks).with_context(|| format!("cannot read {tasks}"))? {
            let path = task?.path().join("schedstat");
            let text = fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            let time = text
                .split(' ')
                .next()
                .and_then(|time| time.parse::<u64>().ok());
            nanoseconds +=
                time.with_context(|| format!("{} does not start with a number", path.display()))?;
        }
        Ok(Duration::from_nanos(nanoseconds))
    }

    /// Stops the server with SIGTERM, and returns its standard error.
    pub(crate) fn stop(mut self) -> Result<String> {
        kill_process(Pid::from_child(&self.process), Signal::TERM).context("cannot stop it")?;
        let mut output = String::new();
        if let Some(mut errors) = self.process.stderr.take() {
            errors.read_to_string(&mut output)?;
        }
        self.process.wait()?;
        Ok(output)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Ignore the errors: the process may already have exited.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Finds a free port.
fn free_port() -> Result<u16> {
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("cannot find a free port")?;
    Ok(listener.local_addr()?.port())
}
