//! The fast parser against the strict one.

use proptest::prelude::*;

use super::{Source, fast, strict};

/// The spellings of a digit, or of an empty cell.
fn spellings(digit: u8) -> Vec<String> {
    match digit {
        0 => [
            "0",
            "\".\"",
            "\"0\"",
            "\"\"",
            "null",
            "0.0",
            "-0",
            "0e9",
            "\"\\u002e\"",
            "\"\\u0030\"",
        ]
        .map(str::to_owned)
        .to_vec(),
        digit => vec![
            format!("{digit}"),
            format!("\"{digit}\""),
            format!("{digit}.0"),
            format!("{digit}e0"),
            format!("{digit}0E-1"),
        ],
    }
}

/// A board of 4 or 6 rows, bare or in an object, with an occasional digit that is too high.
fn body() -> impl Strategy<Value = String> {
    let cell = (0u8..=8).prop_flat_map(|digit| prop::sample::select(spellings(digit)));
    let rows = prop::sample::select(vec![4usize, 6]).prop_flat_map(move |size| {
        prop::collection::vec(prop::collection::vec(cell.clone(), size), size)
    });
    let space = prop::sample::select(vec!["", " ", "\n", "\t\r\n "]);
    let box_shape = prop::sample::select(vec![
        "",
        r#","box":{"rows":2,"columns":3}"#,
        r#", "box": {"columns": 2, "rows": 2}"#,
        r#","box": null "#,
    ]);
    (rows, space, prop::option::of(box_shape)).prop_map(|(rows, space, object)| {
        let rows: Vec<String> = rows
            .into_iter()
            .map(|row| format!("[{}]", row.join(&format!("{space},{space}"))))
            .collect();
        let board = format!("{space}[{space}{}]{space}", rows.join(","));
        match object {
            None => board,
            Some(box_shape) => format!("{{\"board\":{board}{box_shape}}}"),
        }
    })
}

/// A body with some bytes removed, inserted or replaced, and some words inserted.
fn damaged_body() -> impl Strategy<Value = Vec<u8>> {
    let bytes = prop::sample::select(b"[]{},:\"'.-+0159eE\\ nullboardx\x00\x7f\xc3\xff".to_vec());
    let words = prop::sample::select(vec![
        "\"board\"",
        "\"box\"",
        "\"rows\"",
        "\"columns\"",
        "\"5\"",
        "null",
        "[0,0]",
    ]);
    let change = (any::<prop::sample::Index>(), 0..4, bytes, words);
    (body(), prop::collection::vec(change, 1..4)).prop_map(|(body, changes)| {
        let mut body = body.into_bytes();
        for (index, kind, byte, word) in changes {
            let index = index.index(body.len());
            match kind {
                0 => drop(body.remove(index)),
                1 => body.insert(index, byte),
                2 => body[index] = byte,
                _ => drop(body.splice(index..index, word.bytes())),
            }
        }
        body
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_parsers_agree_on_bodies_that_the_fast_one_accepts(body in body()) {
        if let Some(request) = fast::parse(body.as_bytes()) {
            prop_assert_eq!(strict::parse(body.as_bytes(), Source::Body).unwrap(), request);
        }
    }

    #[test]
    fn the_parsers_agree_on_damaged_bodies_that_the_fast_one_accepts(body in damaged_body()) {
        if let Some(request) = fast::parse(&body) {
            prop_assert_eq!(strict::parse(&body, Source::Body).unwrap(), request);
        }
    }
}

#[test]
fn the_fast_parser_does_not_accept_a_key_without_a_colon() {
    let rows = "[[1,2,3,4],[0,0,0,0],[0,0,0,0],[0,0,0,0]]";
    for body in [
        format!(r#"{{"board""box":{{"rows":2,"columns":2}},"board":{rows}}}"#),
        format!(r#"{{"box""board":{rows}}}"#),
        format!(r#"{{"board":{rows},"box":{{"rows""columns":2,"rows":2}}}}"#),
    ] {
        assert!(fast::parse(body.as_bytes()).is_none(), "{body}");
    }
}

#[test]
fn the_fast_parser_accepts_boards_in_common_notations() {
    for body in [
        r#"[[1,2,3,4],[0,null,".",""],[1,2,"0",4],[4,3,2,1]]"#,
        r#"[["1","2","3","4"],["",".","0",null],["1","2",0,"4"],["4","3","2","1"]]"#,
        " [ [ 1 , 2 , 3 , 4 ] , [ 0 , 0 , 0 , 0 ] , [ 0 , 0 , 0 , 0 ] , [ 0 , 0 , 0 , 0 ] ] \r\n\t",
        r#"{"board":[[1,2,3,4],[0,0,0,0],[0,0,0,0],[4,3,2,1]],"box":{"rows":2,"columns":2}}"#,
    ] {
        assert!(fast::parse(body.as_bytes()).is_some(), "{body}");
    }
}
