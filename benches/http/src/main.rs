//! Measures the cost of a board: this service and other servers, in turn, on this machine.

mod cargo;
mod cores;
mod instructions;
mod load;
mod server;
mod table;
mod workload;

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Parser;

use crate::cores::Cores;
use crate::load::{Load, Until};
use crate::server::{Server, Target};
use crate::table::{Round, Row};
use crate::workload::Workload;

/// Measures the cost of a board: this service, a constant response, and typical implementations
#[derive(Parser)]
struct Options {
    /// Binary of the service [default: build it]
    #[arg(long, value_name = "PATH")]
    ours: Option<PathBuf>,

    /// Number of measurements of each server
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,

    /// Duration of a measurement, after a warm-up of a quarter of it
    #[arg(long, default_value = "2", value_parser = seconds)]
    seconds: Duration,

    /// Number of connections, each with one request at a time
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..=1000))]
    connections: u16,

    /// Number of boards over which instructions are counted if valgrind is installed; 0 to skip
    #[arg(long, default_value_t = 2000, value_name = "BOARDS", value_parser = clap::value_parser!(u32).range(..=10_000))]
    counted: u32,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<()> {
    let targets = targets(options.ours.as_deref())?;
    let cores = Cores::choose()?;
    let mut rows = measure(&targets, options, cores)?;
    if options.counted > 0 && instructions::is_available() {
        for (target, row) in targets
            .iter()
            .zip(&mut rows)
            .filter(|(target, _)| target.countable)
        {
            eprintln!("counting the instructions of {}", target.name);
            let count = instructions::per_board(target, options.counted, cores);
            row.instructions = Some(count.context(target.name)?);
        }
    }

    let Options {
        rounds,
        seconds,
        connections,
        ..
    } = options;
    println!(
        "{cores}; rounds: {rounds}, seconds: {}, connections: {connections}\n",
        seconds.as_secs_f64()
    );
    table::print(&rows);
    if !cargo::OPTIMIZED {
        println!(
            "\nThis is not an optimized build, so the figures are meaningless. Run with --release."
        );
    }
    Ok(())
}

/// The servers to measure. The first one is the baseline of all ratios.
fn targets(ours: Option<&Path>) -> Result<Vec<Target>> {
    let others = cargo::build("benches/http")?;
    let ours = match ours {
        Some(path) => path.to_owned(),
        None => named("sudoku-validator", &cargo::build("")?)?,
    };
    let native = |name, validates, command| Target {
        name,
        command,
        workload: Workload::Validate,
        validates,
        countable: true,
    };
    let ours = |name, workload, settings: &[&str]| {
        let mut command = vec![OsString::from(&ours)];
        command.extend(["--admin", "off"].map(OsString::from));
        command.extend(settings.iter().map(OsString::from));
        command.push("--port".into());
        Target {
            workload,
            ..native(name, true, command)
        }
    };
    let mut targets = vec![
        native(
            "axum, constant response",
            false,
            vec![named("constant", &others)?.into()],
        ),
        ours("sudoku-validator", Workload::Validate, &[]),
        native("axum, typical", true, vec![named("usual", &others)?.into()]),
    ];
    if Command::new("node")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("node.mjs");
        let command = vec![OsString::from("node"), script.into()];
        targets.push(Target {
            name: "Node's built-in server",
            command,
            workload: Workload::Validate,
            validates: true,
            countable: false,
        });
    }
    targets.extend([
        ours("/solve", Workload::Solve, &[]),
        ours("/solve/batch", Workload::SolveBatch, &[]),
        ours("/check", Workload::Check, &[]),
        ours(
            "/check, no solution cache",
            Workload::Check,
            &["--solution-cache", "0"],
        ),
    ]);
    Ok(targets)
}

fn named(name: &str, binaries: &HashMap<String, PathBuf>) -> Result<PathBuf> {
    binaries
        .get(name)
        .cloned()
        .with_context(|| format!("cargo did not build {name}"))
}

/// Measures the servers in turn, so that other load on the machine affects all of them.
fn measure(targets: &[Target], options: &Options, cores: Cores) -> Result<Vec<Row>> {
    let start = |target: &Target| target.start(&[], cores).context(target.name);
    let servers: Vec<Server> = targets.iter().map(start).collect::<Result<_>>()?;
    let row = |target: &Target| Row {
        name: target.name,
        rounds: Vec::new(),
        instructions: None,
    };
    let mut rows: Vec<Row> = targets.iter().map(row).collect();
    for number in 1..=options.rounds {
        eprintln!("round {number} of {}", options.rounds);
        for ((target, server), row) in targets.iter().zip(&servers).zip(&mut rows) {
            row.rounds
                .push(round(target, server, options).context(target.name)?);
        }
    }
    Ok(rows)
}

fn round(target: &Target, server: &Server, options: &Options) -> Result<Round> {
    let requests = target.workload.requests();
    let connections = options.connections.min(target.workload.max_connections());
    let mut load = Load::connect(server.port, connections.into(), &requests, target.validates)?;
    load.run(Until::Elapsed(options.seconds / 4))?;
    // No request is in flight before or after the run, so the difference is the CPU time of its requests.
    let before = server.cpu_time()?;
    let measurement = load.run(Until::Elapsed(options.seconds))?;
    let cpu = server.cpu_time()?.saturating_sub(before);
    let requests = u32::try_from(measurement.latencies.len())?.max(1);
    let boards = requests * target.workload.boards();
    Ok(Round {
        cpu: cpu / boards,
        boards_per_second: f64::from(boards) / measurement.elapsed.as_secs_f64(),
        p50: measurement.percentile(50),
        p99: measurement.percentile(99),
    })
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text
        .parse()
        .ok()
        .filter(|seconds| (0.01..=600.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or("expected a number of seconds from 0.01 to 600")
}
