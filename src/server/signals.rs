//! The signals that stop the process.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{CtrlC, ctrl_c};

/// A stream of stop signals: SIGTERM and SIGINT on Unix, Ctrl-C on Windows.
///
/// Once created, these signals do not terminate the process by themselves.
#[derive(Debug)]
pub struct StopSignals {
    #[cfg(unix)]
    terminate: Signal,
    #[cfg(unix)]
    interrupt: Signal,
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
        }
        #[cfg(windows)]
        self.interrupt.recv().await;
    }
}
