//! The endpoints: each extracts its input, calls the rules and responds. `router.rs` lists them.

pub(crate) mod assets;
pub(crate) mod check;
pub(crate) mod docs;
pub(crate) mod health;
pub(crate) mod livez;
pub(crate) mod metrics;
pub(crate) mod openapi;
pub(crate) mod problems;
pub(crate) mod readyz;
pub(crate) mod root;
pub(crate) mod solve;
pub(crate) mod solve_batch;
pub(crate) mod validate;
pub(crate) mod validate_batch;
