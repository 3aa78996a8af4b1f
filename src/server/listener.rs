use std::io;
use std::net::SocketAddr;

use socket2::{Domain, Protocol, Socket, Type};
use tokio::net::TcpListener;

/// How many clients may wait to be taken.
const QUEUE: i32 = 1024;

/// A listener whose connections send small answers at once, give up a peer that is gone, and keep little unsent.
///
/// With `reuse_port`, another process can listen on the same port if it does so, too.
///
/// # Errors
///
/// If the address cannot be listened on. The error says which it is.
pub fn listen(address: SocketAddr, reuse_port: bool) -> io::Result<TcpListener> {
    bind(address, reuse_port).map_err(|error| {
        io::Error::new(error.kind(), format!("cannot listen on {address}: {error}"))
    })
}

/// The options are set on the listener: each connection that it takes starts with them.
fn bind(address: SocketAddr, reuse_port: bool) -> io::Result<TcpListener> {
    let socket = Socket::new(
        Domain::for_address(address),
        Type::STREAM,
        Some(Protocol::TCP),
    )?;
    socket.set_nonblocking(true)?;
    socket.set_tcp_nodelay(true)?;
    // What is left of an earlier process on this port must not keep it from being taken.
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
    // With little unsent, a writer is woken often enough to tell a slow reader from one that has stopped. There is no limit
    // on unacknowledged bytes: it would end those who send all of a batch before they read.
    #[cfg(target_os = "linux")]
    socket.set_tcp_notsent_lowat(64 * 1024)?;
    socket.bind(&address.into())?;
    socket.listen(QUEUE)?;
    TcpListener::from_std(socket.into())
}
