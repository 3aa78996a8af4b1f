//! An HTTP microservice that validates and solves Sudoku boards.
//!
//! - [`sudoku`]: the rules. Independent of HTTP, JSON and async code; usable as a library.
//! - [`http`]: the contract of `openapi.yaml`, in axum. [`http::app`] returns the whole service as a value.
//! - [`server`]: a listener, connection limits and graceful shutdown, for any app.
//! - [`readiness`]: whether load balancers may send requests; set by `server`, reported by `http`.
//! - [`memory_pressure`]: whether memory is short; reported by `http`, heeded by `server`.
//! - [`timeout`]: timeouts that do not fire on input that has already arrived.
//! - [`log_target`]: the targets of log lines that have rules of their own.
//! - [`effective_limits`]: the limits that follow from the settings and from the container.
//! - [`traces`]: sampled requests as spans, for an OpenTelemetry collector.
//! - [`service_manager`]: tells systemd when the service is ready and when it stops.
//! - [`config`], [`telemetry`], [`metrics`], [`healthcheck`]: settings, log, metrics, and the health check of the
//!   binary.
//!
//! Imports run one way: `main → server`, and `main → http → sudoku`. `server` and `http` do not know each other.

pub mod config;
pub mod container;
pub mod effective_limits;
pub mod healthcheck;
pub mod http;
pub mod log_target;
pub mod memory_pressure;
pub mod metrics;
pub mod readiness;
pub mod server;
pub mod service_manager;
pub mod sudoku;
pub mod telemetry;
pub mod timeout;
pub mod traces;

// Runs the Rust examples of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
