//! The binary: settings, log, listener, service, until told to stop.

use std::io::{self, Write};
use std::process::ExitCode;

use sudoku_validator::config::{Config, NoConfig};
use sudoku_validator::{http, server, telemetry};
use tokio::net::TcpListener;
use tracing::info;

/// The exit code after a setting that cannot be.
const BAD_SETTING: u8 = 2;

fn main() -> ExitCode {
    let config = match Config::from_process() {
        Ok(config) => config,
        Err(NoConfig::Told(text)) => {
            // A reader that has gone away is no failure.
            let _ = io::stdout().write_all(text.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(NoConfig::Wrong(sentence)) => {
            eprintln!("{sentence}");
            return ExitCode::from(BAD_SETTING);
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
    let listener = TcpListener::bind(address).await.map_err(|error| {
        io::Error::new(error.kind(), format!("cannot listen on {address}: {error}; choose another port with --port"))
    })?;
    let address = listener.local_addr()?;
    info!(
        target: telemetry::START,
        "listening on http://{address}; try: curl --json '[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]' http://{address}/validate"
    );
    server::serve(listener, http::app(), stop).await
}
