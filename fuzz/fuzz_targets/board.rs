//! Sends arbitrary bytes to `/validate`: the response must be that of the oracle.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| sudoku_validator_fuzz::compare(body));
