//! Faults in what a request declares about its board.

use serde_json::{Value, json};

use super::declarations::{EMPTY, nine, with};
use crate::support::{post, post_as};

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a table of all faults")]
async fn a_faulty_declaration_is_reported_with_its_position() {
    let nine = nine();
    let cell = |row: i32, column: i32| json!({"row": row, "column": column});
    for (board, members, pointer, detail) in [
        (
            EMPTY,
            json!({"regions": 1}),
            "#/regions",
            "The regions are 1; expected a label for each cell: an array of rows, such as [[1, 1, 2, …], …], or one string.",
        ),
        (
            EMPTY,
            json!({"regions": "aabb"}),
            "#/regions",
            "The regions are a string of 4 characters; expected one for each cell, such as 81 for 9 rows.",
        ),
        (
            EMPTY,
            json!({"regions": "aabbaabbccd ccdd"}),
            "#/regions",
            "Character 12 of the regions is a space; expected a label for each cell, and nothing in between.",
        ),
        (
            EMPTY,
            json!({"regions": "aabbaabbcccdccdd"}),
            "#/regions",
            "The region labeled \"c\" has 5 cells; expected 4, as many as the board has rows.",
        ),
        (
            EMPTY,
            json!({"regions": ["aabb", "aabb", "cccd", "ccdd"]}),
            "#/regions/2",
            "The region labeled \"c\" has 5 cells; expected 4, as many as the board has rows.",
        ),
        (
            EMPTY,
            json!({"regions": ["aabb", "aabb", "cccd", "ccd"]}),
            "#/regions/3",
            "Row 4 of the regions has 3 labels; expected 4, as many as there are rows.",
        ),
        (
            EMPTY,
            json!({"regions": [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, "3", 4, 4]]}),
            "#/regions/2/0",
            "The region labeled 3 has 3 cells; expected 4, as many as the board has rows.",
        ),
        (
            EMPTY,
            json!({"regions": [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, null, 4, 4]]}),
            "#/regions/3/1",
            "Row 4, column 2 of the regions is null; expected a label: a number or a string.",
        ),
        (
            EMPTY,
            json!({"regions": "aabbaabbccddccdd", "box": {"rows": 2, "columns": 2}}),
            "#/regions",
            "\"regions\" take the place of boxes; expected either \"box\" or \"regions\".",
        ),
        (
            EMPTY,
            json!({"variants": "diagonal"}),
            "#/variants",
            "The variants are \"diagonal\"; expected an array of names, such as [\"diagonal\", \"windoku\"].",
        ),
        (
            EMPTY,
            json!({"variants": ["diagonal", "x"]}),
            "#/variants/1",
            "Variant 2 is \"x\", which is unknown; expected \"diagonal\", \"windoku\", \"disjoint_groups\", \"center_dot\", \"asterisk\", \"girandola\", \"argyle\", \"anti_knight\" or \"anti_king\".",
        ),
        (
            EMPTY,
            json!({"variants": ["diagonal", "anti_king", "diagonal"]}),
            "#/variants/2",
            "The variant diagonal is named twice.",
        ),
        (
            EMPTY,
            json!({"variants": ["windoku"]}),
            "#/variants/0",
            "A board of 4 rows has no variant windoku.",
        ),
        (
            EMPTY,
            json!({"variants": ["disjoint_groups"], "regions": "aabbaabbccddccdd"}),
            "#/variants/0",
            "The variant disjoint_groups needs boxes, but this board has regions.",
        ),
        (
            EMPTY,
            json!({"extra_regions": {}}),
            "#/extra_regions",
            "The extra regions are an object; expected an array, in which each is an array of cells.",
        ),
        (
            EMPTY,
            json!({"extra_regions": [5]}),
            "#/extra_regions/0",
            "Extra region 1 is 5; expected an array of cells, such as [{\"row\": 0, \"column\": 1}, …].",
        ),
        (
            EMPTY,
            json!({"extra_regions": [[cell(0, 0)]]}),
            "#/extra_regions/0",
            "An extra region on a board of 4 rows must have 2 to 4 cells, but this one has 1.",
        ),
        (
            EMPTY,
            json!({"extra_regions": [[cell(0, 0), cell(1, 1), cell(0, 0)]]}),
            "#/extra_regions/0/2",
            "The extra region lists r1c1 twice.",
        ),
        (
            EMPTY,
            json!({"extra_regions": [[cell(0, 0), cell(4, 1)]]}),
            "#/extra_regions/0/1/row",
            "\"row\" of the cell is 4; expected a whole number from 0 to 3, since the board has 4 rows.",
        ),
        (
            EMPTY,
            json!({"extra_regions": [[cell(0, 0), cell(1, 63)]]}),
            "#/extra_regions/0/1/column",
            "\"column\" of the cell is 63; expected a whole number from 0 to 3, since the board has 4 rows.",
        ),
        (
            EMPTY,
            json!({"extra_regions": [[cell(0, -1), cell(1, 1)]]}),
            "#/extra_regions/0/0/column",
            "\"column\" of the cell is -1; expected a whole number, counted from 0.",
        ),
        (
            EMPTY,
            json!({"extra_regions": [[{"row": 0}, cell(1, 1)]]}),
            "#/extra_regions/0/0",
            "The cell has no \"column\"; expected {\"row\": …, \"column\": …}, both counted from 0.",
        ),
        (
            EMPTY,
            json!({"extra_regions": [[[0, 1], cell(1, 1)]]}),
            "#/extra_regions/0/0",
            "The cell is an array; expected {\"row\": …, \"column\": …}, both counted from 0.",
        ),
        (
            EMPTY,
            json!({"extra_regions": vec![json!([cell(0, 0), cell(0, 1)]); 1025]}),
            "#/extra_regions",
            "There are 1025 extra regions; expected at most 1024.",
        ),
        (
            EMPTY,
            json!({"symbols": 4}),
            "#/symbols",
            "The symbols are 4; expected a string with one character for each digit, such as \"123456789ABCDEFG\".",
        ),
        (
            EMPTY,
            json!({"symbols": "ABCA"}),
            "#/symbols",
            "Symbols 1 and 4 are both 'A'; expected a different character for each digit.",
        ),
        (
            EMPTY,
            json!({"symbols": "AB,C"}),
            "#/symbols",
            "Symbol 3 is ',', which has a meaning of its own in text; expected a letter, a digit or another visible character.",
        ),
        (
            EMPTY,
            json!({"symbols": "ABCDE", "box": {"rows": 2, "columns": 2}}),
            "#/symbols",
            "There are 5 symbols, but a box is declared for 4 rows; expected a symbol for each row.",
        ),
        (
            EMPTY,
            json!({"box": {"rows": 1, "columns": 3}}),
            "#/box",
            "The box has 3 cells; expected 4 to 64, as many as the board has rows.",
        ),
        (
            &nine,
            json!({"box": {"rows": 2, "columns": 2}}),
            "#/board",
            "The text holds 81 cells; expected 4 lines of 4 cells, or 16 cells on one line.",
        ),
    ] {
        let body = with(board, &members);
        let problem = post("/validate", body.to_string()).await.json();
        let expected = json!([{"pointer": pointer, "detail": detail}]);
        assert_eq!(problem["errors"], expected, "{body}");
    }
    let rows = json!({"board": vec![vec![0, 0, 0, 0]; 4], "regions": ".".repeat(0), "variants": ["x"], "symbols": 5});
    let problem = post("/validate", rows.to_string()).await.json();
    let pointers: Vec<&Value> = problem["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| &error["pointer"])
        .collect();
    assert_eq!(pointers, ["#/regions", "#/variants/0", "#/symbols"]);
}

#[tokio::test]
async fn a_faulty_parameter_is_rejected_by_name() {
    for (query, detail) in [
        (
            "box=2",
            "The parameter \"box\" has an invalid value; expected the rows and columns of a box, such as \"2x3\".",
        ),
        (
            "box=0x4",
            "The parameter \"box\" has an invalid value; expected the rows and columns of a box, such as \"2x3\".",
        ),
        (
            "box=%2B2x2",
            "The parameter \"box\" has an invalid value; expected the rows and columns of a box, such as \"2x3\".",
        ),
        (
            "box=9x9",
            "The parameter \"box\" has an invalid value. The box has 81 cells; expected 4 to 64, as many as the board has rows.",
        ),
        (
            "box=2x2&regions=aabbaabbccddccdd",
            "The parameters \"box\" and \"regions\" exclude each other; expected one of them.",
        ),
        (
            "regions=aabb",
            "The parameter \"regions\" has an invalid value. The regions are a string of 4 characters; expected one for each cell, such as 81 for 9 rows.",
        ),
        (
            "variants=",
            "The parameter \"variants\" names an unknown variant; expected \"diagonal\", \"windoku\", \"disjoint_groups\", \"center_dot\", \"asterisk\", \"girandola\", \"argyle\", \"anti_knight\" or \"anti_king\", separated by commas.",
        ),
        (
            "variants=diagonal,diagonal",
            "The parameter \"variants\" has an invalid value. The variant diagonal is named twice.",
        ),
        (
            "variants=windoku&box=2x2",
            "The parameter \"variants\" has an invalid value. A board of 4 rows has no variant windoku.",
        ),
        (
            "symbols=ABC",
            "The parameter \"symbols\" has an invalid value. A board has 4 to 64 symbols, one for each digit, but 3 were given.",
        ),
        (
            "symbols=ABCDE&box=2x2",
            "The parameter \"symbols\" has an invalid value. There are 5 symbols, but a box is declared for 4 rows; expected a symbol for each row.",
        ),
        (
            "extra_regions=1",
            "The parameter \"extra_regions\" is unknown; send it in the body, as JSON.",
        ),
    ] {
        for path in ["/validate", "/solve", "/validate/batch"] {
            let response = post_as("text/plain", &format!("{path}?{query}"), EMPTY).await;
            assert_eq!(
                (response.status.as_u16(), &response.json()["detail"]),
                (400, &json!(detail)),
                "{path} {query}"
            );
        }
    }
}

#[tokio::test]
async fn the_same_thing_is_not_declared_in_the_query_and_the_body() {
    for (query, members, pointer, detail) in [
        (
            "box=2x2",
            json!({"box": {"rows": 2, "columns": 2}}),
            "#/box",
            "\"box\" is declared both here and in the query; declare it once.",
        ),
        (
            "box=2x2",
            json!({"regions": "aabbaabbccddccdd"}),
            "#/regions",
            "\"regions\" is declared here, and \"box\" in the query; declare only one of them.",
        ),
        (
            "variants=diagonal",
            json!({"variants": []}),
            "#/variants",
            "\"variants\" is declared both here and in the query; declare it once.",
        ),
        (
            "symbols=ABCD",
            json!({"symbols": "ABCD"}),
            "#/symbols",
            "\"symbols\" is declared both here and in the query; declare it once.",
        ),
    ] {
        let body = with(EMPTY, &members).to_string();
        let problem = post(&format!("/solve?{query}"), body).await.json();
        assert_eq!(
            problem["errors"],
            json!([{"pointer": pointer, "detail": detail}]),
            "{query}"
        );
    }
    // Different things complement each other, and null declares nothing.
    for members in [json!({"variants": ["diagonal"]}), json!({"box": null})] {
        let body = with(EMPTY, &members).to_string();
        assert_eq!(post("/validate?box=2x2", body).await.status, 200);
    }
}
