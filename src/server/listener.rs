//! A TCP listener with the socket options that the server relies on.

use std::io;
use std::net::SocketAddr;

use socket2::{Domain, Protocol, Socket, Type};
use tokio::net::TcpListener;

/// The maximum number of connections waiting to be accepted.
const BACKLOG: i32 = 1024;

/// Binds a listener whose connections send small responses without delay and buffer little unsent data.
///
/// With `reuse_port`, other processes that also set it can listen on the same port.
///
/// # Errors
///
/// If the address cannot be bound. The message names the address.
///
/// # Panics
///
/// If called outside a Tokio runtime with I/O enabled.
pub fn listen(address: SocketAddr, reuse_port: bool) -> io::Result<TcpListener> {
    bind(address, reuse_port).map_err(|error| {
        io::Error::new(error.kind(), format!("cannot listen on {address}: {error}"))
    })
}

fn bind(address: SocketAddr, reuse_port: bool) -> io::Result<TcpListener> {
    let socket = Socket::new(
        Domain::for_address(address),
        Type::STREAM,
        Some(Protocol::TCP),
    )?;
    // Accepted connections inherit the options of the listener, which saves a system call for each.
    socket.set_nonblocking(true)?;
    socket.set_tcp_nodelay(true)?;
    // Otherwise connections in TIME_WAIT from an earlier process would make the port unavailable for a minute.
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    #[cfg(unix)]
    if reuse_port {
        socket.set_reuse_port(true)?;
    }
    #[cfg(not(unix))]
    if reuse_port {
        return Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "this system cannot share a port",
        ));
    }
    // With little unsent data, a writer is woken often enough to distinguish a slow reader from one that has stopped.
    // Unacknowledged data has no timeout: it would disconnect clients that send a whole batch before they read.
    #[cfg(target_os = "linux")]
    socket.set_tcp_notsent_lowat(64 * 1024)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    TcpListener::from_std(socket.into())
}
