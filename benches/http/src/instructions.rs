//! How many instructions a request takes in user space, counted by valgrind: the same on a busy machine.

use std::process::Command;

use anyhow::{Context, Result};

use crate::boards::Board;
use crate::cores::Cores;
use crate::load::{Load, Until};
use crate::server::Recipe;

const VALGRIND: [&str; 3] = [
    "valgrind",
    "--tool=callgrind",
    "--callgrind-out-file=/dev/null",
];

/// Few, since each instruction is emulated.
const CONNECTIONS: usize = 4;

/// Whether there is valgrind on this machine.
pub(crate) fn can_be_counted() -> bool {
    Command::new(VALGRIND[0])
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

/// Instructions for each request. The difference of two runs leaves out what it takes to start and to stop.
pub(crate) fn per_request(
    recipe: &Recipe,
    requests: u32,
    boards: &[Board],
    cores: Cores,
) -> Result<f64> {
    let few = total(recipe, requests / 2, boards, cores)?;
    let many = total(recipe, requests / 2 + requests, boards, cores)?;
    Ok((many - few) / f64::from(requests))
}

/// All instructions of a server that answers so many requests.
fn total(recipe: &Recipe, requests: u32, boards: &[Board], cores: Cores) -> Result<f64> {
    let server = recipe.start(&VALGRIND, cores)?;
    let mut load = Load::connect(server.port, CONNECTIONS, boards, recipe.judges)?;
    load.run(Until::Asked(requests.try_into()?))?;
    drop(load);
    let report = server.stop()?;
    let (_, total) = report
        .split_once("Collected : ")
        .context("valgrind does not tell what it counted")?;
    total
        .split_whitespace()
        .next()
        .and_then(|total| total.parse().ok())
        .context("valgrind did not count")
}
