//! The binary: settings, log, listeners, service, until told to stop.

use std::future::pending;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use sudoku_validator::config::{Admin, Command, Config, NoConfig};
use sudoku_validator::http::{self, RequestLimits};
use sudoku_validator::metrics::Metrics;
use sudoku_validator::readiness::Readiness;
use sudoku_validator::server::{self, ConnectionLimits, Server, ShutdownLimits, StopSignals};
use sudoku_validator::{healthcheck, telemetry};
use tokio::net::TcpListener;
use tokio::runtime::{self, Runtime};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tracing::{info, warn};

/// Gives back the memory of clients that have left, which the system's allocator keeps. See `.cargo/config.toml`.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// The exit code after a setting that cannot be.
const BAD_SETTING: u8 = 2;

/// The most connections of the operator's side at once.
const ADMIN_CONNECTIONS: usize = 16;

/// How long a client of the operator's side may be silent: there are few places for the others.
const ADMIN_PATIENCE: Duration = Duration::from_secs(1);

/// How soon after a signal another one is the same.
const SAME_SIGNAL: Duration = Duration::from_millis(100);

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
    let done = match config.command {
        None => serve(&config),
        Some(Command::Healthcheck) => ask_for_health(&config),
        Some(Command::Openapi) => io::stdout().write_all(http::CONTRACT.as_bytes()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Serves boards, and the operator, until told to stop.
fn serve(config: &Config) -> io::Result<()> {
    let _log = telemetry::init(config.log_format(), config.log.clone());
    let runtime = Runtime::new()?;
    let listener = listen(
        &runtime,
        config.address(),
        config.reuse_port,
        "--host or --port",
    )?;
    let readiness = Readiness::default();
    let metrics = Arc::new(Metrics::new());
    if let Admin::On(address) = config.admin {
        start_admin(address, &readiness, &metrics)?;
    }
    runtime.block_on(serve_boards(config, listener, readiness, metrics))
}

/// Serves boards until told to stop; told twice, it stops at once.
async fn serve_boards(
    config: &Config,
    listener: TcpListener,
    readiness: Readiness,
    metrics: Arc<Metrics>,
) -> io::Result<()> {
    let mut signals = StopSignals::new()?;
    let address = listener.local_addr()?;
    let limits = ConnectionLimits {
        connections: server::connections_within_file_limit(config.max_connections),
        idle_timeout: config.idle_timeout,
        shutdown: ShutdownLimits {
            delay: config.drain_delay,
            ..ShutdownLimits::default()
        },
        ..ConnectionLimits::default()
    };
    if limits.connections < config.max_connections {
        info!(
            "the limit on open files allows {} connections, not {}",
            limits.connections, config.max_connections
        );
    }
    let defaults = RequestLimits::default();
    let work = RequestLimits {
        in_flight: config.max_in_flight,
        search_timeout: config.solve_timeout,
        batch_bytes: config.max_batch_bytes,
        ..defaults
    };
    let app = http::app(work, Arc::clone(&metrics));
    info!(
        target: telemetry::START,
        "listening on http://{address}; try: curl --json '[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]' http://{address}/validate"
    );

    let (tell, told) = oneshot::channel::<()>();
    let stop = async {
        // A sender that is gone tells as much as one that has sent.
        let _ = told.await;
    };
    let told_twice = async {
        signals.next().await;
        drop(tell);
        // Some senders, such as timeout(1), send each signal twice: that is told once.
        while timeout(SAME_SIGNAL, signals.next()).await.is_ok() {}
        signals.next().await;
    };
    tokio::select! {
        () = Server::new(listener, app, limits, readiness, metrics).run(stop) => {}
        () = told_twice => warn!("told to stop twice: stopped at once"),
    }
    Ok(())
}

/// A listener for this runtime; where it cannot be had, the error names the setting that helps.
fn listen(
    runtime: &Runtime,
    address: SocketAddr,
    reuse_port: bool,
    setting: &str,
) -> io::Result<TcpListener> {
    let _entered = runtime.enter();
    server::listen(address, reuse_port).map_err(|error| {
        io::Error::new(
            error.kind(),
            format!("{error}; choose another address with {setting}"),
        )
    })
}

fn ask_for_health(config: &Config) -> io::Result<()> {
    Runtime::new()?
        .block_on(healthcheck::ask(config.address()))
        .map_err(io::Error::other)
}

/// Starts the operator's side on a thread of its own: it answers however busy the others are.
fn start_admin(
    address: SocketAddr,
    readiness: &Readiness,
    metrics: &Arc<Metrics>,
) -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let listener = listen(&runtime, address, false, "--admin")?;
    info!(
        "the operator's side listens on http://{}",
        listener.local_addr()?
    );
    let app = http::admin(readiness.clone(), Arc::clone(metrics));
    let limits = ConnectionLimits {
        connections: ADMIN_CONNECTIONS,
        first_byte_timeout: ADMIN_PATIENCE,
        header_timeout: ADMIN_PATIENCE,
        idle_timeout: ADMIN_PATIENCE,
        ..ConnectionLimits::default()
    };
    // It serves to the end of the process, and its own connections are not counted.
    let server = Server::new(listener, app, limits, Readiness::default(), Arc::default());
    thread::Builder::new()
        .name("admin".into())
        .spawn(move || runtime.block_on(server.run(pending())))?;
    Ok(())
}
