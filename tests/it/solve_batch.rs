//! Responses of `/solve/batch`: for each line of the body that of `/solve`, in order, however the body is split.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use fastrand::Rng;
use futures_util::stream;
use serde_json::{Value, json};
use sudoku_validator::http::{self, App, RequestLimits};
use sudoku_validator::metrics::Metrics;

use crate::support::running::TEST_TIMEOUT;
use crate::support::{TestResponse, post_as, send_to};

const JSON_LINES: &str = "application/x-ndjson";
const TEXT: &str = "text/plain";
const PUZZLE: &str = "1.....3..4.....2";
const EMPTY: &str = "................";
const UNSOLVABLE: &str = ".12.3...4.......";

/// An app in which every search is finished.
fn patient() -> App {
    let limits = RequestLimits {
        search_budget: 10 * TEST_TIMEOUT,
        search_deadline: 20 * TEST_TIMEOUT,
        batch_search_budget: 10 * TEST_TIMEOUT,
        ..RequestLimits::default()
    };
    http::app(limits, Arc::new(Metrics::new()))
}

async fn send_lines(app: &App, path: &str, body: impl Into<Body>) -> TestResponse {
    let request = Request::post(path)
        .header(CONTENT_TYPE, JSON_LINES)
        .body(body.into())
        .unwrap();
    send_to(app.clone(), request).await
}

/// Returns the body of the response to a single board, without the line feed.
async fn solve(app: &App, query: &str, board: &str) -> String {
    let request = Request::post(format!("/solve{query}"))
        .header(CONTENT_TYPE, "application/json")
        .body(board.to_owned().into())
        .unwrap();
    let response = send_to(app.clone(), request).await;
    assert_eq!(response.status, 200, "{board}");
    response.text().trim_end().to_owned()
}

/// Returns the board of a line of `tests/puzzles/`: the shape of its boxes, and a character for each cell.
fn board_of(line: &str) -> Option<(usize, usize, Vec<u8>)> {
    let words: Vec<&str> = line.split([' ', ',']).collect();
    let cells = words.iter().max_by_key(|word| word.len())?;
    let size = cells.len().isqrt();
    if size < 4 || size * size != cells.len() {
        return None;
    }
    let (rows, columns) = words[0].split_once('x').unwrap_or(("3", "3"));
    let digits = cells
        .chars()
        .map(|c| u8::try_from(c.to_digit(36).unwrap_or(0)).unwrap());
    Some((rows.parse().ok()?, columns.parse().ok()?, digits.collect()))
}

fn to_json(rows: usize, columns: usize, digits: &[u8]) -> String {
    let board: Vec<&[u8]> = digits.chunks(rows * columns).collect();
    json!({"board": board, "box": {"rows": rows, "columns": columns}}).to_string()
}

/// A solved board of 64 rows without every fifth digit: easy, but too large for a short search.
fn easy_but_large() -> String {
    let digit = |cell: usize| {
        let (row, column) = (cell / 64, cell % 64);
        let digit = (row % 8 * 8 + row / 8 + column) % 64 + 1;
        u8::try_from(if cell.is_multiple_of(5) { 0 } else { digit }).unwrap()
    };
    to_json(8, 8, &(0..64 * 64).map(digit).collect::<Vec<_>>())
}

/// Returns lines with boards of many sizes: with one solution, with many, and with none, among them large ones.
fn mixed_boards() -> Vec<String> {
    let mut random = Rng::with_seed(14);
    let lines = concat!(
        include_str!("../puzzles/sgt_sizes.txt"),
        include_str!("../puzzles/many_solutions.txt"),
        include_str!("../puzzles/qqwing.txt"),
        include_str!("../puzzles/sudoku_exchange.txt"),
    );
    let mut boards = Vec::new();
    for (rows, columns, digits) in lines.lines().filter_map(board_of) {
        boards.push(to_json(rows, columns, &digits));
        let size = u8::try_from(rows * columns).unwrap();
        let mut other_given = digits.clone();
        let cell = random.usize(..digits.len());
        other_given[cell] = random.u8(1..=size);
        boards.push(to_json(rows, columns, &other_given));
        let givens: Vec<usize> = (0..digits.len()).filter(|cell| digits[*cell] > 0).collect();
        let mut fewer_givens = digits;
        fewer_givens[*random.choice(&givens).unwrap()] = 0;
        boards.push(to_json(rows, columns, &fewer_givens));
    }
    boards.extend([easy_but_large(), easy_but_large()]);
    random.shuffle(&mut boards);
    assert!(boards.len() > 300, "{}", boards.len());
    boards
}

fn in_chunks(body: &str, length: usize) -> Body {
    let body = Bytes::copy_from_slice(body.as_bytes());
    let chunks = (0..body.len())
        .step_by(length)
        .map(move |start| Ok::<_, Infallible>(body.slice(start..body.len().min(start + length))));
    Body::from_stream(stream::iter(chunks))
}

#[tokio::test(flavor = "multi_thread")]
async fn each_line_gets_as_many_examples_and_the_redundant_givens_of_solve() {
    let app = patient();
    let boards: Vec<String> = mixed_boards().into_iter().step_by(2).collect();
    let path = "/solve/batch?solution=true&examples=7&redundant=true";
    let response = send_lines(&app, path, boards.join("\n")).await;
    let lines: Vec<&str> = response.text().lines().collect();
    let (mut listed, mut redundant) = (0, 0);
    for (board, line) in boards.iter().zip(lines) {
        let expected = solve(&app, "?examples=7&redundant=true", board).await;
        assert_eq!(line, expected, "{board}");
        listed += usize::from(line.contains("\"examples\":"));
        redundant += usize::from(line.contains("\"redundant\":[{"));
    }
    assert!(listed > 30 && redundant > 30, "{listed}, {redundant}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_line_gets_the_response_of_solve_in_order() {
    let app = patient();
    let (mut body, mut expected) = (String::new(), String::new());
    let mut counts = BTreeMap::<String, u64>::new();
    let boards = mixed_boards();
    let mut lines: u64 = 0;
    for board in &boards {
        let response = solve(&app, "?solution=false", board).await;
        let value: Value = serde_json::from_str(&response).unwrap();
        *counts
            .entry(value["solutions"].as_str().unwrap().to_owned())
            .or_default() += 1;
        writeln!(body, "{board}").unwrap();
        writeln!(expected, "{response}").unwrap();
        lines += 1;
        if lines.is_multiple_of(7) {
            // What is rejected is reported in its place, too.
            lines += 1;
            writeln!(body, "[[{lines}").unwrap();
            let rejected = post_as(JSON_LINES, "/validate/batch", format!("[[{lines}")).await;
            let rejected = rejected.text().lines().next().unwrap();
            let rejected = rejected.replacen("\"line\":1,", &format!("\"line\":{lines},"), 1);
            writeln!(expected, "{rejected}").unwrap();
            *counts.entry("rejected".to_owned()).or_default() += 1;
        }
        if lines.is_multiple_of(5) {
            lines += 1;
            body.push('\n');
            writeln!(expected, "{{\"line\":{lines},\"skipped\":true}}").unwrap();
            *counts.entry("skipped".to_owned()).or_default() += 1;
        }
    }
    for verdict in ["none", "one", "many"] {
        assert!(counts[verdict] > 30, "{counts:?}");
    }
    let summary = format!(
        "{{\"summary\":{{\"lines\":{lines},\"none\":{},\"one\":{},\"many\":{},\"unknown\":0,\"rejected\":{},\"skipped\":{}}}}}",
        counts["none"], counts["one"], counts["many"], counts["rejected"], counts["skipped"],
    );
    writeln!(expected, "{summary}").unwrap();
    for length in [97, 10_000, usize::MAX] {
        let response = send_lines(
            &app,
            "/solve/batch",
            in_chunks(&body, length.min(body.len())),
        )
        .await;
        let pairs = response.text().lines().zip(expected.lines());
        for (line, (found, expected)) in (1..).zip(pairs) {
            assert_eq!(found, expected, "line {line} of {length}");
        }
        assert_eq!(response.text().len(), expected.len(), "{length}");
    }
}

#[tokio::test]
async fn parameters_are_those_of_solve() {
    let app = patient();
    let boards = [
        "[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]",
        r#"[["1","2","3","4"],["3","4","1","2"],["2",".","4","."],["4",".","2","."]]"#,
        "[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]",
        "[[0,1,2,0],[3,0,0,0],[4,0,0,0],[0,0,0,0]]",
        "[[1,1,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]",
    ];
    for (query, single) in [
        ("", "?solution=false"),
        ("?solution=true", ""),
        ("?solution=True&report=all", ""),
        ("?solution=FALSE", "?solution=false"),
        ("?count_to=1", "?count_to=1&solution=false"),
        ("?count_to=300", "?count_to=300&solution=false"),
        ("?redundant=true", "?redundant=true&solution=false"),
        ("?solution=true&examples=1000", "?examples=1000"),
        ("?solution=true&examples=0", "?examples=0"),
        ("?examples=0", "?examples=0&solution=false"),
    ] {
        let response = send_lines(&app, &format!("/solve/batch{query}"), boards.join("\n")).await;
        let lines: Vec<&str> = response.text().lines().collect();
        assert_eq!(lines.len(), boards.len() + 1);
        for (board, line) in boards.iter().zip(lines) {
            assert_eq!(line, solve(&app, single, board).await, "{query}");
        }
    }
}

#[tokio::test]
async fn boards_and_solutions_are_in_the_declared_layout_and_notation() {
    let path = "/solve/batch?solution=true&box=1x4&symbols=abcd";
    let lines = post_as(TEXT, path, "abcd.cdacd.bda.c").await.lines();
    assert_eq!(lines[0]["solution"], "abcdbcdacdabdabc");
}

#[tokio::test]
async fn only_lines_that_are_no_puzzle_are_reported_on_request() {
    let body = [PUZZLE, EMPTY, "x", PUZZLE, UNSOLVABLE, "# easy", PUZZLE].join("\n");
    let all = post_as(TEXT, "/solve/batch", body.clone()).await.lines();
    let response = post_as(TEXT, "/solve/batch?report=not-one", body).await;
    let lines = response.lines();
    let numbers: Vec<_> = lines.iter().map(|line| line["line"].as_u64()).collect();
    assert_eq!(numbers, [Some(2), Some(3), Some(5), None]);
    for (line, number) in [(0, 2), (1, 3), (2, 5)] {
        let mut expected = all[number - 1].clone();
        expected["line"] = number.into();
        assert_eq!(lines[line], expected);
    }
    assert_eq!(all[5], json!({"line": 6, "skipped": true}));
    let summary = json!({"summary": {"lines": 7, "none": 1, "one": 3, "many": 1, "unknown": 0, "rejected": 1, "skipped": 1}});
    assert_eq!((&lines[3], &all[7]), (&summary, &summary));
}

#[tokio::test]
async fn an_empty_body_gets_only_the_summary() {
    let summary = json!({"summary": {"lines": 0, "none": 0, "one": 0, "many": 0, "unknown": 0, "rejected": 0, "skipped": 0}});
    assert_eq!(post_as(TEXT, "/solve/batch", "").await.lines(), [summary]);
}

#[tokio::test]
async fn an_invalid_parameter_is_rejected() {
    for (query, detail) in [
        (
            "report=invalid",
            "The parameter \"report\" has an invalid value; expected \"all\" or \"not-one\".",
        ),
        (
            "solution=yes",
            "The parameter \"solution\" has an invalid value; expected \"true\" or \"false\".",
        ),
        (
            "count_to=0",
            "The parameter \"count_to\" has an invalid value; expected a whole number from 1 to 100000.",
        ),
        (
            "duplicates=all",
            "The parameter \"duplicates\" is unknown; expected \"count_to\", \"solution\", \"examples\", \"redundant\", \"report\", \"box\", \"regions\", \"variants\" or \"symbols\".",
        ),
    ] {
        let response = post_as(TEXT, &format!("/solve/batch?{query}"), PUZZLE).await;
        assert_eq!(
            (response.status.as_u16(), &response.json()["detail"]),
            (400, &json!(detail))
        );
    }
}

#[tokio::test]
async fn searches_are_counted_by_size_and_verdict() {
    let metrics = Arc::new(Metrics::new());
    let app = http::app(RequestLimits::default(), Arc::clone(&metrics));
    let body = format!("{}\n", "[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]").repeat(3);
    send_lines(&app, "/solve/batch", body).await;
    let line = "\nsudoku_search_duration_seconds_count{size=\"4\",solutions=\"many\"} 3\n";
    assert!(metrics.render().1.contains(line), "{}", metrics.render().1);
}
