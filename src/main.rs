//! The binary: settings, log, listener, service, until told to stop.

use std::io;
use std::process::ExitCode;

use clap::Parser;
use sudoku_validator::config::Config;
use sudoku_validator::{http, server, telemetry};
use tokio::net::TcpListener;
use tracing::info;

/// The exit code after a setting that cannot be.
const BAD_SETTING: u8 = 2;

fn main() -> ExitCode {
    let config = match Config::try_parse() {
        Ok(config) => config,
        Err(error) if error.use_stderr() => {
            let message = error.to_string();
            eprintln!("{}", message.lines().next().unwrap_or_default());
            return ExitCode::from(BAD_SETTING);
        }
        Err(help) => {
            print!("{help}");
            return ExitCode::SUCCESS;
        }
    };
    telemetry::init(config.log_format(), config.log.clone());
    match run(&config) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn run(config: &Config) -> io::Result<()> {
    let address = config.address();
    let stop = server::stop_signal()?;
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| io::Error::new(error.kind(), format!("cannot listen on {address}: {error}")))?;
    let address = listener.local_addr()?;
    info!(
        "listening on http://{address}; try: curl --json '[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]' http://{address}/validate"
    );
    server::serve(listener, http::app(), stop).await
}
