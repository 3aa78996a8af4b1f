//! Any bytes as the body of `/validate`: the service must answer as the oracle does.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| sudoku_validator_fuzz::compare(body));
