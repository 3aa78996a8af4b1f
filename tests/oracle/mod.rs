//! The oracle: a second implementation of the rules and the contract, as plain as possible, that shares no code with
//! the service, except for the question which characters beyond ASCII are visible.
//!
//! Tests, fuzz targets and benchmarks all compare the service with it.

pub mod contract;
pub mod exact_cover;
pub mod json;
pub mod layouts;
pub mod request;
pub mod rules;
pub mod text;
