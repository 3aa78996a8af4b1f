//! Random boards in random layouts, written in random notations: each gets the response of the oracle, and all notations
//! of a board get the same one.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use serde_json::{Value, json};

use crate::oracle::contract;
use crate::support::{TestResponse, post, post_as};

const VARIANTS: [&str; 9] = [
    "diagonal",
    "windoku",
    "disjoint_groups",
    "center_dot",
    "asterisk",
    "girandola",
    "argyle",
    "anti_knight",
    "anti_king",
];

const ALPHABETS: [&str; 3] = [
    "123456789ABCDEFG",
    "0.x-😀\\'äБ五abcdef",
    "ABCDEFGHIJKLMNOP",
];

/// The members that declare a layout for boards of this size. Some are rejected.
fn layout(size: usize) -> impl Strategy<Value = Value> {
    let regions = Just(
        (0..size * size)
            .map(|cell| cell % size)
            .collect::<Vec<usize>>(),
    )
    .prop_shuffle();
    let variants = subsequence(VARIANTS.to_vec(), 0..3).prop_shuffle();
    let extra_regions = vec(vec((0..size, 0..size), 2..5), 0..3);
    (any::<u8>(), regions, variants, extra_regions).prop_map(
        move |(chosen, regions, variants, extra_regions)| {
            let mut members = json!({});
            if chosen % 4 == 0 {
                let rows: Vec<&[usize]> = regions.chunks(size).collect();
                members["regions"] = json!(rows);
            } else if chosen % 4 == 1 {
                members["box"] = json!({"rows": 1, "columns": size});
            }
            if chosen % 8 < 4 {
                members["variants"] = json!(variants);
            }
            if chosen % 16 < 8 {
                let cell = |(row, column): &(usize, usize)| json!({"row": row, "column": column});
                let cells = |cells: &Vec<(usize, usize)>| cells.iter().map(cell).collect();
                members["extra_regions"] = extra_regions
                    .iter()
                    .map(cells)
                    .collect::<Vec<Value>>()
                    .into();
            }
            members
        },
    )
}

/// A board without many digits, and the members that declare its layout.
fn board() -> impl Strategy<Value = (Vec<usize>, Value)> {
    select(vec![4_usize, 6, 9, 16]).prop_flat_map(|size| {
        let digits = vec((any::<Index>(), 1..=size), 0..6);
        (digits, layout(size)).prop_map(move |(filled, members)| {
            let mut digits = vec![0; size * size];
            for (index, digit) in filled {
                digits[index.index(size * size)] = digit;
            }
            (digits, members)
        })
    })
}

/// The board in each form, for cells that are written in this way.
fn forms(cells: &[Value], size: usize, separator: &str) -> Vec<Value> {
    let text = |cells: &[Value]| -> String {
        let cells = cells.iter().map(|cell| match cell {
            Value::String(text) if !text.is_empty() => text.clone(),
            _ => "_".to_owned(),
        });
        cells.collect::<Vec<String>>().join(separator)
    };
    let rows: Vec<&[Value]> = cells.chunks(size).collect();
    let row_strings: Vec<String> = rows.iter().map(|row| text(row)).collect();
    vec![
        json!(rows),
        json!(cells),
        json!(row_strings),
        json!(row_strings.join("\n")),
        json!(text(cells)),
    ]
}

async fn validate(board: &Value, members: &Value) -> TestResponse {
    let mut body = members.clone();
    body["board"] = board.clone();
    let response = post("/validate?duplicates=all", body.to_string()).await;
    match contract::response(body.to_string().as_bytes()) {
        Ok(expected) => assert_eq!(response.parts(), (200, expected), "{body}"),
        Err(status) => assert_eq!(response.status, status, "{body}: {}", response.text()),
    }
    response
}

/// Replaces each digit by the symbol that stands for it.
fn in_symbols(value: &mut Value, alphabet: &[char]) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                if name == "digit" {
                    let digit: usize = member.as_str().unwrap().parse().unwrap();
                    *member = json!(alphabet[digit - 1]);
                } else {
                    in_symbols(member, alphabet);
                }
            }
        }
        Value::Array(elements) => {
            for element in elements {
                in_symbols(element, alphabet);
            }
        }
        _ => {}
    }
}

async fn check(digits: Vec<usize>, members: Value, alphabet: &str) {
    let size = digits.len().isqrt();
    let cell = |digit: &usize| match digit {
        0 => json!(""),
        digit => json!(digit.to_string()),
    };
    let strings: Vec<Value> = digits.iter().map(cell).collect();
    let mut all = forms(&strings, size, if size > 9 { " " } else { "" }).into_iter();
    let rows = validate(&all.next().unwrap(), &members).await;
    for form in all {
        let other = validate(&form, &members).await;
        assert_eq!(other.status, rows.status, "{form}");
        if rows.status == 200 {
            assert_eq!(other.json(), rows.json(), "{form}");
        }
    }

    let alphabet: Vec<char> = alphabet.chars().take(size).collect();
    let symbols: String = alphabet.iter().collect();
    let mut with_symbols = members.clone();
    with_symbols["symbols"] = json!(symbols);
    let cell = |digit: &usize| match digit {
        0 => json!(null),
        digit => json!(alphabet[digit - 1]),
    };
    let cells: Vec<Value> = digits.iter().map(cell).collect();
    for form in forms(&cells, size, "") {
        let other = validate(&form, &with_symbols).await;
        assert_eq!(other.status, rows.status, "{form}");
        if rows.status == 200 {
            let mut expected = rows.json();
            in_symbols(&mut expected, &alphabet);
            assert_eq!(other.json(), expected, "{form}");
        }
    }

    if members.get("regions").is_none() && members.get("extra_regions").is_none() {
        let text = forms(&strings, size, " ").pop().unwrap();
        let mut query = vec!["duplicates=all".to_owned()];
        if members.get("box").is_some() {
            query.push(format!("box=1x{size}"));
        }
        let names: Vec<&str> = members["variants"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|name| name.as_str().unwrap())
            .collect();
        if !names.is_empty() {
            query.push(format!("variants={}", names.join(",")));
        }
        let path = format!("/validate?{}", query.join("&"));
        let response = post_as("text/plain", &path, text.as_str().unwrap().to_owned()).await;
        if rows.status == 200 {
            assert_eq!(response.parts(), rows.parts(), "{path} {text}");
        } else {
            assert_ne!(response.status, 200, "{path} {text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn each_notation_of_a_board_gets_the_response_of_the_oracle(
        (digits, members) in board(),
        alphabet in select(ALPHABETS.to_vec()),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(check(digits, members, alphabet));
    }
}
