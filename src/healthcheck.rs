//! A health check of a running service, for containers that have no other HTTP client.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

/// The time for the whole check.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Requests `/health` from the service that listens on this address.
///
/// # Errors
///
/// If the service cannot be reached, does not respond in time, or responds with a status other than 2xx. The error is a
/// message for people.
pub async fn check(listening_on: SocketAddr) -> Result<(), String> {
    let address = reachable(listening_on);
    let client = reqwest::Client::builder()
        .timeout(TIMEOUT)
        .no_proxy()
        .build()
        .map_err(|error| error.to_string())?;
    match client.get(format!("http://{address}/health")).send().await {
        Ok(response) if response.status().is_success() => Ok(()),
        Ok(response) => Err(format!(
            "the service at {address} responded with {}",
            response.status()
        )),
        Err(error) if error.is_timeout() => Err(format!(
            "the service at {address} did not respond within {} seconds",
            TIMEOUT.as_secs()
        )),
        Err(_) => Err(format!("cannot reach a service at {address}")),
    }
}

/// Returns the address to connect to: loopback if the service is bound to a wildcard address.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}
