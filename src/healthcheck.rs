//! Asks a running service whether it is up, for containers that have nothing else to ask with.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Asks the service that listens on this address.
///
/// # Errors
///
/// If it does not answer, or not that it is up; the error is a sentence.
pub async fn ask(listening_on: SocketAddr) -> Result<(), String> {
    let address = reachable(listening_on);
    let client = reqwest::Client::builder()
        .timeout(PATIENCE)
        .no_proxy()
        .build()
        .map_err(|error| error.to_string())?;
    match client.get(format!("http://{address}/health")).send().await {
        Ok(response) if response.status().is_success() => Ok(()),
        Ok(response) => Err(format!(
            "the service at {address} answered {}",
            response.status()
        )),
        Err(error) if error.is_timeout() => {
            Err(format!("the service at {address} did not answer in time"))
        }
        Err(_) => Err(format!("there is no service at {address}")),
    }
}

/// Who listens on all addresses of the machine is reached at its loopback.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}
