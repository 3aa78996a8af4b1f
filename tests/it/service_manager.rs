//! What systemd is told by the binary.

use std::fs;
use std::os::unix::net::UnixDatagram;
use std::path::PathBuf;
use std::process;

use crate::support::service::{Service, TEST_TIMEOUT, command, get};

/// The socket of a service manager. Dropping it removes its file.
struct NotifySocket {
    path: PathBuf,
    socket: UnixDatagram,
}

impl NotifySocket {
    fn bind() -> NotifySocket {
        // Not in the target directory: the path of a socket is limited to about 100 bytes.
        let path = std::env::temp_dir().join(format!("sudoku-validator-notify-{}", process::id()));
        let socket = UnixDatagram::bind(&path).unwrap();
        socket.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
        NotifySocket { path, socket }
    }

    /// Waits for the next message.
    fn receive(&self) -> String {
        let mut message = [0; 100];
        let length = self.socket.recv(&mut message).unwrap();
        String::from_utf8(message[..length].to_vec()).unwrap()
    }
}

impl Drop for NotifySocket {
    fn drop(&mut self) {
        // Ignore the error: the system cleans up its temporary directory.
        let _ = fs::remove_file(&self.path);
    }
}

#[test]
fn systemd_learns_when_the_service_listens_and_when_it_stops() {
    let manager = NotifySocket::bind();
    let mut command = command(&[]);
    command.args(["--port", "0", "--admin", "127.0.0.1:0"]);
    command.env("NOTIFY_SOCKET", &manager.path);
    let (service, _) = Service::spawn_with_admin(command);

    assert_eq!(manager.receive().trim_end(), "READY=1");
    assert!(get(&service.address, "/health").starts_with("HTTP/1.1 200 "));

    service.signal("TERM");
    assert_eq!(manager.receive().trim_end(), "STOPPING=1");
    assert_eq!(service.wait(), Some(0));
}

#[test]
fn a_service_manager_that_is_gone_does_not_prevent_the_start() {
    let path = std::env::temp_dir().join("sudoku-validator-no-service-manager");
    let mut command = command(&[]);
    command.args(["--port", "0", "--admin", "127.0.0.1:0"]);
    command.env("NOTIFY_SOCKET", path);
    let (service, _) = Service::spawn_with_admin(command);
    assert!(get(&service.address, "/health").starts_with("HTTP/1.1 200 "));
    service.signal("TERM");
    let (code, log) = service.wait_with_log();
    assert_eq!(code, Some(0));
    assert!(
        log.contains("the service manager cannot be notified"),
        "{log}"
    );
}
