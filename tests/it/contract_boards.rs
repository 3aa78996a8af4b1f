//! The schemas of requests: they allow what the service accepts, in every form of a board and of its layout.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use sudoku_validator::sudoku::{Layout, LayoutSpec, Variant};

use crate::support::contract::{CONTRACT, allows};
use crate::support::post;

/// Sends each body, which must be accepted if and only if the schema allows it.
async fn assert_agreed(bodies: impl IntoIterator<Item = (Value, bool)>) {
    for (body, is_accepted) in bodies {
        let response = post("/validate", body.to_string()).await;
        let expected = if is_accepted { 200 } else { 422 };
        assert_eq!(response.status, expected, "{body}: {}", response.text());
        let is_allowed = allows("/components/schemas/BoardObject", &body);
        assert_eq!(is_allowed, is_accepted, "{body}");
    }
}

#[tokio::test]
async fn a_board_is_accepted_in_the_forms_of_its_schema() {
    let boards = [
        (json!(vec![vec![0; 4]; 4]), true),
        (json!(vec!["...."; 4]), true),
        (json!(vec![",,,"; 4]), true),
        (json!(vec![0; 16]), true),
        (json!(vec!["."; 16]), true),
        (json!("................"), true),
        (json!("1...\n..3.\n.4..\n...2\n"), true),
        (json!(vec![0; 3]), false),
        (json!(vec![json!([0, 0, 0, 0]), json!("....")]), false),
        (json!([[0, 0, 0, 0], "....", "....", "...."]), false),
        (json!([0, [0, 0, 0, 0], "....", "...."]), false),
        (json!(vec![vec![true; 4]; 4]), false),
        (json!(vec![vec!["10000"; 4]; 4]), false),
        (json!(5), false),
        (json!(null), false),
    ];
    let objects = boards
        .clone()
        .map(|(board, is_accepted)| (json!({ "board": board }), is_accepted));
    assert_agreed(boards.into_iter().chain(objects)).await;
    assert_agreed([
        (json!({}), false),
        (json!({"bord": "1..............."}), false),
    ])
    .await;
}

#[tokio::test]
async fn a_layout_is_accepted_in_the_forms_of_its_schema() {
    let cell = |row: i32, column: i32| json!({"row": row, "column": column});
    let members = [
        (
            json!({"box": null, "regions": null, "variants": null}),
            true,
        ),
        (json!({"extra_regions": null, "symbols": null}), true),
        (json!({"regions": "aabbaabbccddccdd"}), true),
        (json!({"regions": ["aabb", "aabb", "ccdd", "ccdd"]}), true),
        (
            json!({"regions": [[1, 1, 2, 2], [1, 1, 2, 2], ["x", "x", 4.5, 4.5], ["x", "x", 4.5, 4.5]]}),
            true,
        ),
        (json!({"regions": 1}), false),
        (json!({"regions": "aabb"}), false),
        (json!({"regions": "aabb aabbccddccdd"}), false),
        (json!({"regions": [1, 1, 2, 2]}), false),
        (json!({"regions": vec![json!(["", "", "", ""]); 4]}), false),
        (json!({"regions": vec![json!([null, 1, 1, 1]); 4]}), false),
        (json!({"variants": []}), true),
        (json!({"variants": ["diagonal", "anti_king"]}), true),
        (json!({"variants": ["x"]}), false),
        (json!({"variants": "diagonal"}), false),
        (json!({"extra_regions": []}), true),
        (json!({"extra_regions": [[cell(0, 0), cell(3, 3)]]}), true),
        (json!({"extra_regions": [[cell(0, 0)]]}), false),
        (json!({"extra_regions": [[cell(0, -1), cell(0, 0)]]}), false),
        (json!({"extra_regions": [[{"row": 0}, cell(0, 0)]]}), false),
        (json!({"extra_regions": [[[0, 1], cell(0, 0)]]}), false),
        (
            json!({"extra_regions": vec![[cell(0, 0), cell(3, 3)]; 1025]}),
            false,
        ),
        (json!({"symbols": "ABCD"}), true),
        (json!({"symbols": "α0日."}), true),
        (json!({"symbols": "ABC"}), false),
        (json!({"symbols": "AB,C"}), false),
        (json!({"symbols": "AB C"}), false),
        (json!({"symbols": 4}), false),
        (json!({"variant": ["diagonal"]}), false),
    ];
    let objects = members.map(|(mut object, is_accepted)| {
        object["board"] = "????????????????".into();
        (object, is_accepted)
    });
    assert_agreed(objects).await;
}

#[test]
fn the_contract_names_each_variant() {
    let names: Vec<&str> = Variant::ALL.iter().map(|one| one.as_str()).collect();
    assert_eq!(
        CONTRACT["components"]["schemas"]["Variant"]["enum"],
        json!(names)
    );
}

/// The drawings of the contract: for each, the name above it and its rows.
fn drawings() -> Vec<(&'static str, Vec<&'static str>)> {
    let description = &CONTRACT["components"]["schemas"]["Variant"]["description"];
    let text = description.as_str().unwrap().split("```").nth(1).unwrap();
    let blocks = text.strip_prefix("text\n").unwrap().split("\n\n");
    let drawings = blocks.flat_map(|block| {
        let (names, rows) = block.split_once('\n').unwrap();
        let names: Vec<&str> = names.split_whitespace().collect();
        let columns = rows.lines().next().unwrap().split("    ").count();
        (0..columns).map(move |column| {
            let rows = rows
                .lines()
                .map(move |row| row.split("    ").nth(column).unwrap());
            (*names.get(column).unwrap_or(&names[0]), rows.collect())
        })
    });
    drawings.collect()
}

/// The cells of each house or group, by its index.
type CellsByIndex = BTreeMap<usize, BTreeSet<(usize, usize)>>;

#[test]
fn the_drawings_of_variants_have_the_houses_and_groups_of_the_layout() {
    let mut drawn: BTreeMap<&str, CellsByIndex> = BTreeMap::new();
    for (name, rows) in drawings() {
        for (row, line) in rows.iter().enumerate() {
            for (column, sign) in line.split(' ').enumerate().filter(|(_, sign)| *sign != ".") {
                let cells = drawn.entry(name).or_default().entry(sign.parse().unwrap());
                cells.or_default().insert((row, column));
            }
        }
    }
    assert_eq!(drawn.len(), 5);
    for (name, cells) in drawn {
        let spec = LayoutSpec::new(9, None).unwrap();
        let variant = Variant::from_name(name).unwrap();
        let layout = Layout::build(&spec.with_variant(variant).unwrap());
        let plain = Layout::new(9, None).unwrap().constraints().len();
        let added = layout.constraints()[plain..].iter().map(|constraint| {
            let cells = constraint.cells().iter();
            let cells = cells.map(|cell| (usize::from(cell.row), usize::from(cell.column)));
            (constraint.index().unwrap(), cells.collect())
        });
        assert_eq!(cells, added.collect(), "{name}");
    }
}
