//! Published collections of puzzles, sent to `/solve/batch` as they are: with comments, identifiers and ratings.

use std::fs;
use std::sync::Arc;

use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use serde_json::json;
use sudoku_validator::http::{self, RequestLimits};
use sudoku_validator::metrics::Metrics;

use crate::puzzles::published;
use crate::support::running::TEST_TIMEOUT;
use crate::support::{TestResponse, send_to};

/// Sends lines to `/solve/batch`, where every search is finished.
async fn solve(query: &str, lines: String) -> TestResponse {
    let limits = RequestLimits {
        batch_search_budget: TEST_TIMEOUT,
        ..RequestLimits::default()
    };
    let request = Request::post(format!("/solve/batch?{query}"))
        .header(CONTENT_TYPE, "text/plain")
        .body(lines.into())
        .unwrap();
    send_to(http::app(limits, Arc::new(Metrics::new())), request).await
}

#[tokio::test]
#[ignore = "needs the puzzle collections that SUDOKU_PUZZLES names"]
async fn all_puzzles_of_published_files_have_one_solution() {
    for (file, count) in [
        ("classic_17clue_first1000.txt", 1000),
        ("classic_forum_hardest_1106_375.txt", 375),
        ("classic_forum_hardest_1905_first1000.txt", 1000),
        ("classic_magictour_top1465.txt", 1465),
        ("classic_norvig_10k_first2000.txt", 2000),
        ("classic_norvig_hardest11.txt", 11),
        ("classic_sudoku_exchange_diabolical_2000.txt", 2000),
        ("classic_super_sudoku_mit_5x200.txt", 1000),
    ] {
        let text = fs::read_to_string(published(file)).unwrap();
        let response = solve("report=not-one", text).await;
        assert_eq!(response.lines(), [summary(count, 0)], "{file}");
    }
}

#[tokio::test]
#[ignore = "needs the puzzle collections that SUDOKU_PUZZLES names"]
async fn all_puzzles_of_a_column_of_a_table_have_one_solution() {
    let table = fs::read_to_string(published("classic_qqwing_generated_600.csv")).unwrap();
    let column = table
        .lines()
        .skip(1)
        .map(|row| row.split(',').nth(1).unwrap().to_owned() + "\n");
    let response = solve("report=not-one", column.collect()).await;
    assert_eq!(response.lines(), [summary(600, 0)]);
}

#[tokio::test]
#[ignore = "needs the puzzle collections that SUDOKU_PUZZLES names"]
async fn boards_with_many_solutions_have_the_published_number() {
    let text = fs::read_to_string(published("multi_solution_serg_500.txt")).unwrap();
    let response = solve("count_to=1000", text.clone()).await;
    let response = response.lines();
    let (last, responses) = response.split_last().unwrap();
    assert_eq!(*last, summary(0, 500));
    for (line, response) in text.lines().zip(responses) {
        let (_, count) = line.split_once("solutions=").unwrap();
        assert_eq!(response["count"].to_string(), count, "{line}");
    }
}

fn summary(one: usize, many: usize) -> serde_json::Value {
    json!({"summary": {
        "lines": one + many,
        "none": 0,
        "one": one,
        "many": many,
        "unknown": 0,
        "rejected": 0,
        "skipped": 0,
    }})
}
