//! Counts the user-space instructions per request with valgrind: the count does not depend on other load on the
//! machine.

use std::process::Command;

use anyhow::{Context, Result};

use crate::boards::Board;
use crate::cores::Cores;
use crate::load::{Load, Until};
use crate::server::Target;

const VALGRIND: [&str; 3] = [
    "valgrind",
    "--tool=callgrind",
    "--callgrind-out-file=/dev/null",
];

/// Few connections, since valgrind emulates each instruction.
const CONNECTIONS: usize = 4;

/// Whether valgrind is installed.
pub(crate) fn is_available() -> bool {
    Command::new(VALGRIND[0])
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

/// Measures the instructions per request, as the difference of two runs: startup and shutdown cancel out.
pub(crate) fn per_request(
    target: &Target,
    requests: u32,
    boards: &[Board],
    cores: Cores,
) -> Result<f64> {
    let few = total(target, requests / 2, boards, cores)?;
    let many = total(target, requests / 2 + requests, boards, cores)?;
    Ok((many - few) / f64::from(requests))
}

/// Counts all instructions of a server that responds to this many requests.
fn total(target: &Target, requests: u32, boards: &[Board], cores: Cores) -> Result<f64> {
    let server = target.start(&VALGRIND, cores)?;
    let mut load = Load::connect(server.port, CONNECTIONS, boards, target.validates)?;
    load.run(Until::Sent(requests.try_into()?))?;
    drop(load);
    let report = server.stop()?;
    let (_, total) = report
        .split_once("Collected : ")
        .context("valgrind printed no instruction count")?;
    total
        .split_whitespace()
        .next()
        .and_then(|total| total.parse().ok())
        .context("valgrind printed a malformed instruction count")
}
