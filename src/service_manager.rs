//! Tells systemd, or another service manager that sets `NOTIFY_SOCKET`, when the process is ready and when it stops.

#[cfg(target_os = "linux")]
use sd_notify::NotifyState;
#[cfg(target_os = "linux")]
use tracing::warn;

/// Tells the service manager that the service accepts connections.
pub fn notify_ready() {
    #[cfg(target_os = "linux")]
    notify(&NotifyState::Ready);
}

/// Tells the service manager that the service has begun to shut down.
pub fn notify_stopping() {
    #[cfg(target_os = "linux")]
    notify(&NotifyState::Stopping);
}

/// Does nothing if there is no service manager. A failure is only logged, since clients can be served all the same.
#[cfg(target_os = "linux")]
fn notify(state: &NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(std::slice::from_ref(state)) {
        warn!(%error, "the service manager cannot be notified");
    }
}
