//! The signals that stop the process.

#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::future::pending;
use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{CtrlC, ctrl_c};

/// A stream of stop signals: SIGTERM, SIGINT and SIGHUP on Unix, Ctrl-C on Windows.
///
/// Once created, these signals do not terminate the process by themselves. SIGHUP is left alone if the process was
/// started with it ignored, as by `nohup`.
#[derive(Debug)]
pub struct StopSignals {
    #[cfg(unix)]
    terminate: Signal,
    #[cfg(unix)]
    interrupt: Signal,
    /// `None` if SIGHUP is ignored.
    #[cfg(unix)]
    hangup: Option<Signal>,
    #[cfg(windows)]
    interrupt: CtrlC,
}

impl StopSignals {
    /// Installs the signal handlers.
    ///
    /// # Errors
    ///
    /// If a handler cannot be installed.
    ///
    /// # Panics
    ///
    /// If called outside a Tokio runtime with signals enabled.
    pub fn new() -> io::Result<StopSignals> {
        Ok(StopSignals {
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate())?,
            #[cfg(unix)]
            interrupt: signal(SignalKind::interrupt())?,
            #[cfg(unix)]
            hangup: if is_hangup_ignored() {
                None
            } else {
                Some(signal(SignalKind::hangup())?)
            },
            #[cfg(windows)]
            interrupt: ctrl_c()?,
        })
    }

    /// Waits for the next signal.
    pub async fn next(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.terminate.recv() => (),
            _ = self.interrupt.recv() => (),
            () = receive(self.hangup.as_mut()) => (),
        }
        #[cfg(windows)]
        self.interrupt.recv().await;
    }
}

/// Receives a signal, or never completes without one to wait for.
#[cfg(unix)]
async fn receive(signal: Option<&mut Signal>) {
    match signal {
        Some(signal) => {
            signal.recv().await;
        }
        None => pending().await,
    }
}

/// Returns whether the process was started with SIGHUP ignored; false if the system does not report it.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // Bit 0 is signal 1, SIGHUP.
    ignored.is_some_and(|mask| mask & 1 == 1)
}
