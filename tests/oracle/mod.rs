//! The oracle: the rules and the contract once more, as plainly as possible, and without the code of the service.
//!
//! Tests, fuzz targets and benchmarks all compare the service with this one.

pub mod contract;
pub mod exact_cover;
pub mod rules;
