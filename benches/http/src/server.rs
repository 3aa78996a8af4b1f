//! The servers that are measured, as processes.

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

/// How long a server may take until it listens.
const START: Duration = Duration::from_mins(1);

/// How a server is started.
pub(crate) struct Recipe {
    pub(crate) name: &'static str,
    /// The command, without the port that comes last.
    pub(crate) command: Vec<OsString>,
    /// Whether it says what is so of a board.
    pub(crate) judges: bool,
    /// Whether its instructions can be counted: a compiler at run time is in the way.
    pub(crate) countable: bool,
}

/// A server that runs, until it is dropped.
pub(crate) struct Server {
    process: Child,
    pub(crate) port: u16,
}

impl Recipe {
    /// Starts the server, behind the words of another command if there are any, and waits until it listens.
    pub(crate) fn start(&self, before: &[&str], cores: Cores) -> Result<Server> {
        let port = free_port()?;
        let mut words = before
            .iter()
            .map(OsString::from)
            .chain(self.command.iter().cloned());
        let program = words.next().context("a command has a first word")?;
        // What is written to standard error is read by `stop`, or else seen.
        let errors = if before.is_empty() {
            Stdio::inherit()
        } else {
            Stdio::piped()
        };
        cores.be_server()?;
        let process = Command::new(&program)
            .args(words)
            .arg(port.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(errors)
            .spawn();
        cores.be_load()?;
        let process = process.with_context(|| format!("{} cannot be run", program.display()))?;
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
                bail!("it ended before it listened: {status}");
            }
            ensure!(start.elapsed() < START, "it does not listen");
            sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// The processor time that its threads have taken.
    pub(crate) fn processor_time(&self) -> Result<Duration> {
        let tasks = format!("/proc/{}/task", self.process.id());
        let mut nanoseconds = 0;
        for task in fs::read_dir(&tasks).with_context(|| format!("{tasks} cannot be read"))? {
            let path = task?.path().join("schedstat");
            let text = fs::read_to_string(&path)
                .with_context(|| format!("{} cannot be read", path.display()))?;
            let taken = text
                .split(' ')
                .next()
                .and_then(|taken| taken.parse::<u64>().ok());
            nanoseconds += taken
                .with_context(|| format!("{} does not start with a number", path.display()))?;
        }
        Ok(Duration::from_nanos(nanoseconds))
    }

    /// Asks it to end, and gives what it has written to standard error.
    pub(crate) fn stop(mut self) -> Result<String> {
        kill_process(Pid::from_child(&self.process), Signal::TERM)
            .context("it cannot be told to stop")?;
        let mut written = String::new();
        if let Some(mut errors) = self.process.stderr.take() {
            errors.read_to_string(&mut written)?;
        }
        self.process.wait()?;
        Ok(written)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // One that has ended needs neither.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A port that nobody listens on.
fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("there is no free port")?;
    Ok(listener.local_addr()?.port())
}
