//! Sends arbitrary bytes to `/validate/batch`, in chunks of any size: each line must get the response of the oracle.
//!
//! The first byte of the input selects text or JSON, the second the chunk size.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|input: &[u8]| -> Corpus {
    let [format, chunk_size, body @ ..] = input else {
        return Corpus::Reject;
    };
    sudoku_validator_fuzz::compare_batch(format % 2 == 1, usize::from(*chunk_size) + 1, body);
    Corpus::Keep
});
