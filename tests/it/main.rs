//! All integration tests: the rules by their public API, the HTTP side without a socket, the binary by a real one.

#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod support;

mod answers;
mod batch;
mod batch_clients;
mod contract;
mod corpus;
mod examples;
mod faults;
mod imports;
mod load;
mod process;
mod published;
mod readme;
mod refusals;
mod rules;
mod server;
mod settings;
mod solve;
mod solver;
mod stop;
