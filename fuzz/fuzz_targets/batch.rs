//! Any bytes as the body of `/validate/batch`, in pieces of any length: each line must be answered as the oracle does.
//!
//! The first byte says how the lines are written, the second how long the pieces are.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|input: &[u8]| -> Corpus {
    let [form, piece, body @ ..] = input else {
        return Corpus::Reject;
    };
    sudoku_validator_fuzz::compare_batch(form % 2 == 1, usize::from(*piece) + 1, body);
    Corpus::Keep
});
