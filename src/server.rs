//! A listener, an app and a stop signal: served until told to stop.

use std::io;

use axum::Router;
use tokio::net::TcpListener;

/// Serves the app on the listener until `stop` is ready, then finishes the requests in flight.
///
/// # Errors
///
/// If the listener fails for good.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    axum::serve(listener, app).with_graceful_shutdown(stop).await
}

/// A future that is ready when the process is told to stop, by SIGTERM or SIGINT.
///
/// From this call on, and not only once the future is polled, the signals no longer end the process by themselves.
///
/// # Errors
///
/// If the process cannot listen for signals.
#[cfg(unix)]
pub fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => (),
            _ = interrupt.recv() => (),
        }
    })
}

/// A future that is ready when the process is told to stop, by Ctrl-C.
///
/// # Errors
///
/// If the process cannot listen for signals.
#[cfg(not(unix))]
pub fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}
