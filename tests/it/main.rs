//! All integration tests: the rules through their public API, HTTP without a socket, the server and the binary on a
//! real one.

#![expect(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

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
