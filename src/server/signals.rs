use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{CtrlC, ctrl_c};

/// The signals that tell the process to stop: SIGTERM and SIGINT, or Ctrl-C where there are no such signals.
///
/// While this exists they do not end the process by themselves.
pub struct StopSignals {
    #[cfg(unix)]
    terminate: Signal,
    #[cfg(unix)]
    interrupt: Signal,
    #[cfg(windows)]
    interrupt: CtrlC,
}

impl StopSignals {
    /// Listens for the signals from now on.
    ///
    /// # Errors
    ///
    /// If the process cannot listen for signals.
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
