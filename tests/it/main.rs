//! All integration tests: the rules through their public API, HTTP without a socket, the server and the binary on a
//! real one.

#![expect(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

#[expect(unreachable_pub, reason = "the fuzz targets use it from outside")]
#[path = "../oracle/mod.rs"]
mod oracle;
mod support;

mod access_log;
mod assets;
mod batch;
mod batch_clients;
mod batch_limits;
mod board_forms;
mod board_forms_published;
mod board_properties;
mod byte_order_mark;
mod check;
mod check_faults;
mod check_properties;
mod chunked_bodies;
mod connection_limit;
mod contract;
mod contract_boards;
mod declaration_faults;
mod declarations;
mod examples;
mod fuzz_seeds;
mod imports;
mod invalid_boards;
mod layouts;
mod limits;
mod load;
mod log;
mod log_table;
mod memory;
mod metrics;
mod moves;
mod notation;
mod notation_errors;
mod notation_properties;
mod notation_published;
mod pages;
mod pasted_mistakes;
mod paths;
mod process;
mod progress;
mod published;
mod published_cases;
mod puzzles;
mod readme;
mod redundant;
mod rejections;
mod rules;
mod search_limits;
mod server;
mod service_manager;
mod settings;
mod solve;
mod solve_batch;
mod solve_batch_limits;
mod solve_batch_published;
mod solve_examples;
mod solve_redundant;
mod solver;
mod stop;
mod traces;
mod validate;
mod variants;
