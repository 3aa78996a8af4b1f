//! A TCP listener with the socket options that the server relies on.

use std::io;
use std::net::SocketAddr;

use socket2::{Domain, Protocol, Socket, Type};
#[cfg(target_os = "linux")]
use socket2::{SockFilter, SockRef};
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

/// Prepares a listener to be closed without losing a connection, if other listeners may share its port. Returns whether
/// connections that are being established need time to complete.
///
/// Closing a listener resets the connections that it has not accepted and those still in their handshake. From here on,
/// the kernel therefore drops the first packet of new connections: their clients repeat it after about a second, and
/// reach another listener.
#[cfg(target_os = "linux")]
pub(super) fn defer_connections(listener: &TcpListener) -> bool {
    let socket = SockRef::from(listener);
    socket.reuse_port().unwrap_or(false)
        && !kernel_moves_connections()
        && socket.attach_filter(&DROP_SYN).is_ok()
}

#[cfg(not(target_os = "linux"))]
pub(super) fn defer_connections(_: &TcpListener) -> bool {
    false
}

/// A classic BPF program on TCP headers that drops packets with SYN and without ACK, and passes all others.
#[cfg(target_os = "linux")]
const DROP_SYN: [SockFilter; 5] = {
    const LOAD_BYTE: u16 = 0x30;
    const AND: u16 = 0x54;
    const JUMP_IF_EQUAL: u16 = 0x15;
    const RETURN: u16 = 0x06;
    const FLAGS_OFFSET: u32 = 13;
    const SYN: u32 = 0x02;
    const ACK: u32 = 0x10;
    [
        SockFilter::new(LOAD_BYTE, 0, 0, FLAGS_OFFSET),
        SockFilter::new(AND, 0, 0, SYN | ACK),
        SockFilter::new(JUMP_IF_EQUAL, 0, 1, SYN),
        SockFilter::new(RETURN, 0, 0, 0),
        SockFilter::new(RETURN, 0, 0, u32::MAX),
    ]
};

/// Returns whether the kernel moves the connections of a closed listener to another one on its port.
#[cfg(target_os = "linux")]
fn kernel_moves_connections() -> bool {
    std::fs::read_to_string("/proc/sys/net/ipv4/tcp_migrate_req")
        .is_ok_and(|setting| setting.trim() == "1")
}
