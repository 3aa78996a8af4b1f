//! The binary: wires settings, log, listeners, app and stop signals together.

use std::cell::Cell;
use std::future::pending;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use sudoku_validator::config::{Admin, Command, Config, ConfigExit};
use sudoku_validator::effective_limits::EffectiveLimits;
use sudoku_validator::http::{self, Observation};
use sudoku_validator::metrics::Metrics;
use sudoku_validator::readiness::Readiness;
use sudoku_validator::server::{self, ConnectionLimits, Server, ServerState, StopSignals};
use sudoku_validator::telemetry::{self, LogGuard};
use sudoku_validator::traces::Tracer;
use sudoku_validator::{healthcheck, log_target, service_manager};
use tokio::net::TcpListener;
use tokio::runtime::{self, Runtime};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};
use tracing::{info, warn};

/// Returns freed memory to the system after a burst of connections, as set in `.cargo/config.toml`; glibc's malloc
/// and mimalloc keep it.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// The exit code for an invalid setting.
const INVALID_SETTING: u8 = 2;

/// The maximum number of connections to the admin port.
const ADMIN_CONNECTIONS: usize = 16;

/// The read timeouts of the admin port, short because it has few connections.
const ADMIN_TIMEOUT: Duration = Duration::from_secs(1);

/// The time after a stop signal within which further ones count as the same signal.
const SIGNAL_DEBOUNCE: Duration = Duration::from_millis(100);

/// How long the end of the process waits for output that is not drained, after a second stop signal.
const IMMEDIATE_FLUSH_TIMEOUT: Duration = Duration::from_millis(100);

/// How long the end of the process waits for a collector to receive the last spans, within the shutdown deadline.
const SPAN_FLUSH_TIMEOUT: Duration = Duration::from_secs(3);

/// The time from the end of the drain delay after which searches end: a fraction of the shutdown deadline, so that they
/// can respond.
const SEARCH_GRACE: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    let config = match Config::from_process() {
        Ok(config) => config,
        Err(ConfigExit::Help(text)) => {
            // Ignore a closed pipe, as in `sudoku-validator --help | head -1`.
            let _ = io::stdout().write_all(text.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(ConfigExit::Invalid(message)) => {
            eprintln!("{message}");
            return ExitCode::from(INVALID_SETTING);
        }
    };
    let result = match config.command {
        None => serve(&config),
        Some(Command::Healthcheck) => check_health(&config),
        Some(Command::Openapi) => io::stdout().write_all(http::CONTRACT.as_bytes()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Serves the API and the admin endpoints until a stop signal.
fn serve(config: &Config) -> io::Result<()> {
    let metrics = Arc::new(Metrics::new());
    let mut log = telemetry::init(
        config.log_format(),
        config.log.clone(),
        config.max_log_rate,
        &metrics,
    )?;
    let tracer = Tracer::from_env(&metrics)?;
    let runtime = Runtime::new()?;
    let listener = listen(
        &runtime,
        config.address(),
        config.reuse_port,
        "--host or --port",
    )?;
    let readiness = Readiness::default();
    if let Admin::On(address) = config.admin {
        start_admin(address, &readiness, &metrics)?;
    }
    let observation = Observation {
        access_log: config.access_log,
        tracer: tracer.clone(),
    };
    let api = serve_api(config, listener, readiness, metrics, observation, &mut log);
    let flush_timeout = runtime.block_on(api)?;
    if let Some(tracer) = tracer {
        tracer.flush(flush_timeout);
    }
    Ok(())
}

/// Serves the API until a stop signal; a second signal stops it immediately. Returns the time that is left for sending
/// spans.
async fn serve_api(
    config: &Config,
    listener: TcpListener,
    readiness: Readiness,
    metrics: Arc<Metrics>,
    observation: Observation,
    log: &mut LogGuard,
) -> io::Result<Duration> {
    let mut signals = StopSignals::new()?;
    let address = listener.local_addr()?;
    let limits = EffectiveLimits::new(config);
    let app = http::observed_app(limits.requests.clone(), Arc::clone(&metrics), observation);
    info!(
        target: log_target::START,
        "listening on http://{address}; try: curl --json '[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]' http://{address}/validate"
    );
    limits.log(config);
    service_manager::notify_ready();

    let (stop_tx, stop_rx) = oneshot::channel();
    let (drain_delay, searches) = (config.drain_delay, app.clone());
    let shutdown_deadline = limits.connections.shutdown.deadline;
    let deadline = Cell::new(Instant::now());
    let stop = async {
        // An error would mean that the sender was dropped, which happens only after it has sent.
        let _ = stop_rx.await;
        service_manager::notify_stopping();
        deadline.set(Instant::now() + drain_delay + shutdown_deadline);
        tokio::spawn(async move {
            sleep(drain_delay + SEARCH_GRACE).await;
            searches.end_searches();
        });
    };
    let state = ServerState {
        readiness,
        metrics,
        client_addresses: config.access_log,
        memory_pressure: app.memory_pressure(),
    };
    let second_signal = async {
        signals.next().await;
        // If the receiver is gone, the server has already stopped.
        let _ = stop_tx.send(());
        // Some programs, such as timeout(1), send each signal to the process and again to its group.
        while timeout(SIGNAL_DEBOUNCE, signals.next()).await.is_ok() {}
        signals.next().await;
    };
    Ok(tokio::select! {
        () = Server::new(listener, app, limits.connections, state).run(stop) => {
            let left = deadline.get().saturating_duration_since(Instant::now());
            left.min(SPAN_FLUSH_TIMEOUT)
        }
        () = second_signal => {
            warn!("second stop signal: stopping immediately");
            log.set_flush_timeout(IMMEDIATE_FLUSH_TIMEOUT);
            IMMEDIATE_FLUSH_TIMEOUT
        }
    })
}

/// Binds a listener for this runtime. The error names the setting that chooses another address.
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

fn check_health(config: &Config) -> io::Result<()> {
    Runtime::new()?
        .block_on(healthcheck::check(config.address()))
        .map_err(io::Error::other)
}

/// Starts the admin endpoints on a separate thread, so that they respond however busy the API is.
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
        "admin endpoints listening on http://{}",
        listener.local_addr()?
    );
    let app = http::admin(readiness.clone(), Arc::clone(metrics));
    let limits = ConnectionLimits {
        connections: ADMIN_CONNECTIONS,
        first_byte_timeout: ADMIN_TIMEOUT,
        header_timeout: ADMIN_TIMEOUT,
        idle_timeout: ADMIN_TIMEOUT,
        ..ConnectionLimits::default()
    };
    // The server runs until the process exits, and its connections are not counted.
    let server = Server::new(listener, app, limits, ServerState::default());
    thread::Builder::new()
        .name("admin".into())
        .spawn(move || runtime.block_on(server.run(pending())))?;
    Ok(())
}
