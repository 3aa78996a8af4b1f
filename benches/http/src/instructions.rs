//! Counts the user-space instructions per board with valgrind: the count does not depend on other load on the
//! machine.

use std::process::Command;

use anyhow::{Context, Result};

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

/// Measures the instructions per board, as the difference of two runs: startup and shutdown cancel out.
pub(crate) fn per_board(target: &Target, boards: u32, cores: Cores) -> Result<f64> {
    let requests = (boards / target.workload.boards()).max(1);
    let few = total(target, requests / 2, cores)?;
    let many = total(target, requests / 2 + requests, cores)?;
    Ok((many - few) / f64::from(requests * target.workload.boards()))
}

/// Counts all instructions of a server that responds to this many requests.
fn total(target: &Target, count: u32, cores: Cores) -> Result<f64> {
    let server = target.start(&VALGRIND, cores)?;
    let requests = target.workload.requests();
    let mut load = Load::connect(server.port, CONNECTIONS, &requests, target.validates)?;
    load.run(Until::Sent(count.try_into()?))?;
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
