//! Prints the results as a table.

use std::time::Duration;

/// The results of one round for a server.
pub(crate) struct Round {
    /// The CPU time of the server per board.
    pub(crate) cpu: Duration,
    pub(crate) boards_per_second: f64,
    pub(crate) p50: Duration,
    pub(crate) p99: Duration,
}

/// The results of all rounds for a server.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) rounds: Vec<Round>,
    /// Instructions per board, if they were counted.
    pub(crate) instructions: Option<f64>,
}

/// Prints the rows, with ratios to the first one.
pub(crate) fn print(rows: &[Row]) {
    println!(
        "{:32}{:>10}{:>8}{:>16}{:>14}{:>8}{:>12}{:>9}{:>9}",
        "per board",
        "CPU us",
        "ratio",
        "range",
        "instructions",
        "ratio",
        "boards/s",
        "p50 us",
        "p99 us"
    );
    for row in rows {
        let ratios = ratios(row, &rows[0]);
        let (lowest, highest) = (
            ratios.first().copied().unwrap_or_default(),
            ratios.last().copied().unwrap_or_default(),
        );
        println!(
            "{:32}{:>10.2}{:>8.2}{:>16}{}{:>12.0}{:>9.0}{:>9.0}",
            row.name,
            micros(row, |round| round.cpu),
            middle(&ratios),
            format!("{lowest:.2} to {highest:.2}"),
            instructions(row, &rows[0]),
            median(row, |round| round.boards_per_second),
            micros(row, |round| round.p50),
            micros(row, |round| round.p99),
        );
    }
}

/// The ratios of CPU time between two rows, round by round, in ascending order.
fn ratios(row: &Row, other: &Row) -> Vec<f64> {
    let both = row.rounds.iter().zip(&other.rounds);
    sorted(
        both.map(|(round, other)| round.cpu.as_secs_f64() / other.cpu.as_secs_f64())
            .collect(),
    )
}

fn instructions(row: &Row, other: &Row) -> String {
    match row.instructions.zip(other.instructions) {
        Some((count, base)) => format!("{count:>14.0}{:>8.2}", count / base),
        None => format!("{:>14}{:>8}", "-", "-"),
    }
}

fn micros(row: &Row, figure: fn(&Round) -> Duration) -> f64 {
    median(row, |round| figure(round).as_secs_f64() * 1e6)
}

fn median(row: &Row, figure: impl Fn(&Round) -> f64) -> f64 {
    middle(&sorted(row.rounds.iter().map(figure).collect()))
}

fn sorted(mut figures: Vec<f64>) -> Vec<f64> {
    figures.sort_unstable_by(f64::total_cmp);
    figures
}

fn middle(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}
