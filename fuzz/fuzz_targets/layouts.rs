//! Sends boards with regions, variants, extra regions and symbols, some of which do not exist: the response must be that of
//! the oracle, and the same if the layout is declared in the query and the board is text.
#![no_main]

use arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use sudoku_validator_fuzz::layout::AnyLayout;
use sudoku_validator_fuzz::{compare, post, validate};

#[derive(Debug)]
struct AnyBoard {
    layout: AnyLayout,
    digits: Vec<Vec<u8>>,
}

impl<'a> Arbitrary<'a> for AnyBoard {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<AnyBoard> {
        let layout = AnyLayout::arbitrary(u)?;
        let digits = layout.board(u)?;
        Ok(AnyBoard { layout, digits })
    }
}

fuzz_target!(|board: AnyBoard| {
    let AnyBoard { layout, digits } = board;
    let mut body = layout.members();
    body["board"] = layout.cells(&digits);
    let body = body.to_string();
    compare(body.as_bytes());

    let in_body = validate(body.as_bytes());
    let Some(query) = layout.query() else {
        return;
    };
    let path = format!("/validate?duplicates=all&{query}");
    let in_query = post(&path, "text/plain", layout.text(&digits));
    assert_eq!(in_query.status.is_success(), in_body.status.is_success());
    if in_body.status.is_success() {
        assert_eq!(in_query.json(), in_body.json());
    }
});
