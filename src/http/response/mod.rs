//! Every JSON type in the responses of the contract, and the files that are served as they are.

pub(crate) mod accept;
pub(crate) mod asset;
pub(crate) mod batch;
pub(crate) mod cells;
pub(crate) mod check;
pub(crate) mod duplicates;
pub(crate) mod health;
pub(crate) mod json;
pub(crate) mod problem;
pub(crate) mod solution;
pub(crate) mod validation;
pub(crate) mod web;
