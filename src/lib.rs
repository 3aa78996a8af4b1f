//! An HTTP microservice that judges Sudoku boards.
//!
//! - [`sudoku`]: the rules. Knows no HTTP, no JSON, no async code.
//! - [`http`]: the contract of `openapi.yaml` in axum; [`http::app`] is the whole service as a value.
//! - [`server`]: a listener, an app and a stop signal, served until told to stop.
//! - [`healthcheck`]: asks a running service whether it is up.
//! - [`config`], [`telemetry`] and [`metrics`]: the settings, the log, and what is counted.
//!
//! Imports run one way: `main → server → http → sudoku`.

pub mod config;
pub mod healthcheck;
pub mod http;
pub mod metrics;
pub mod readiness;
pub mod server;
pub mod sudoku;
pub mod telemetry;

// The Rust in the README is run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
