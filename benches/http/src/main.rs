//! What a request costs: the service here beside other servers, in turn, on this machine.

mod boards;
mod cargo;
mod cores;
mod instructions;
mod load;
mod server;
mod table;

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Parser;

use crate::boards::Board;
use crate::cores::Cores;
use crate::load::{Load, Until};
use crate::server::{Recipe, Server};
use crate::table::{Round, Row};

/// Measures what a request costs: this service, a constant answer, and what one would usually write
#[derive(Parser)]
struct Options {
    /// The binary of the service; without it, it is built
    #[arg(long, value_name = "PATH")]
    ours: Option<PathBuf>,

    /// How often each server is measured
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,

    /// How long a measurement takes, behind a quarter of it to warm up
    #[arg(long, default_value = "2", value_parser = seconds)]
    seconds: Duration,

    /// How many connections there are, each with one request at a time
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..=1000))]
    connections: u16,

    /// Over how many requests instructions are counted, where there is valgrind; 0 to do without
    #[arg(long, default_value_t = 2000, value_name = "REQUESTS", value_parser = clap::value_parser!(u32).range(..=10_000))]
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
    let recipes = recipes(options.ours.as_deref())?;
    let boards = boards::boards();
    let cores = Cores::choose()?;
    let mut rows = measure(&recipes, &boards, options, cores)?;
    if options.counted > 0 && instructions::can_be_counted() {
        for (recipe, row) in recipes
            .iter()
            .zip(&mut rows)
            .filter(|(recipe, _)| recipe.countable)
        {
            eprintln!("counting the instructions of {}", recipe.name);
            let count = instructions::per_request(recipe, options.counted, &boards, cores);
            row.instructions = Some(count.context(recipe.name)?);
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
            "\nNothing here is built to be fast: the figures say nothing. Run with --release."
        );
    }
    Ok(())
}

/// The servers; the first is what the others are compared with.
fn recipes(ours: Option<&Path>) -> Result<Vec<Recipe>> {
    let others = cargo::build("benches/http")?;
    let ours = match ours {
        Some(path) => path.to_owned(),
        None => named("sudoku-validator", &cargo::build("")?)?,
    };
    let ours = [ours.into(), "--admin".into(), "off".into(), "--port".into()];
    let native = |name, judges, command| Recipe {
        name,
        command,
        judges,
        countable: true,
    };
    let mut recipes = vec![
        native(
            "axum, constant answer",
            false,
            vec![named("constant", &others)?.into()],
        ),
        native("sudoku-validator", true, ours.into()),
        native(
            "axum, as usual",
            true,
            vec![named("usual", &others)?.into()],
        ),
    ];
    if Command::new("node")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("node.mjs");
        let command = vec![OsString::from("node"), script.into()];
        recipes.push(Recipe {
            name: "Node's own server",
            command,
            judges: true,
            countable: false,
        });
    }
    Ok(recipes)
}

fn named(name: &str, binaries: &HashMap<String, PathBuf>) -> Result<PathBuf> {
    binaries
        .get(name)
        .cloned()
        .with_context(|| format!("cargo built no {name}"))
}

/// Measures the servers in turn, so that what else the machine does meets all of them.
fn measure(
    recipes: &[Recipe],
    boards: &[Board],
    options: &Options,
    cores: Cores,
) -> Result<Vec<Row>> {
    let start = |recipe: &Recipe| recipe.start(&[], cores).context(recipe.name);
    let servers: Vec<Server> = recipes.iter().map(start).collect::<Result<_>>()?;
    let row = |recipe: &Recipe| Row {
        name: recipe.name,
        rounds: Vec::new(),
        instructions: None,
    };
    let mut rows: Vec<Row> = recipes.iter().map(row).collect();
    for number in 1..=options.rounds {
        eprintln!("round {number} of {}", options.rounds);
        for ((recipe, server), row) in recipes.iter().zip(&servers).zip(&mut rows) {
            row.rounds
                .push(round(recipe, server, boards, options).context(recipe.name)?);
        }
    }
    Ok(rows)
}

fn round(recipe: &Recipe, server: &Server, boards: &[Board], options: &Options) -> Result<Round> {
    let mut load = Load::connect(
        server.port,
        options.connections.into(),
        boards,
        recipe.judges,
    )?;
    load.run(Until::Elapsed(options.seconds / 4))?;
    // Nothing is under way at either end: all of this time is that of the requests between.
    let before = server.processor_time()?;
    let seen = load.run(Until::Elapsed(options.seconds))?;
    let processor = server.processor_time()?.saturating_sub(before);
    let requests = u32::try_from(seen.latencies.len())?.max(1);
    Ok(Round {
        processor: processor / requests,
        requests_per_second: f64::from(requests) / seen.elapsed.as_secs_f64(),
        p50: seen.percentile(50),
        p99: seen.percentile(99),
    })
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text
        .parse()
        .ok()
        .filter(|seconds| (0.01..=600.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or("expected seconds from 0.01 to 600")
}
