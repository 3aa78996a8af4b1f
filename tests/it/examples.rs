//! `examples/`: the files are the examples of `openapi.yaml`, and real requests and responses.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, HOST};
use axum::http::{Method, Request};
use serde_json::{Value, json};
use sudoku_validator::http;
use sudoku_validator::metrics::Metrics;

use crate::support::contract::{CONTRACT, check_schema};
use crate::support::{Silent, TestResponse, get, post, post_as, request, send, send_to};

const JSON_LINES: &str = "application/x-ndjson";

/// Returns the files of `examples/` by their names, without `.json`.
fn files() -> BTreeMap<String, Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let paths = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.is_file()).map(|path| {
        let name = path
            .file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .strip_suffix(".json");
        let name = name
            .unwrap_or_else(|| panic!("{} is not JSON", path.display()))
            .to_owned();
        (
            name,
            serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap(),
        )
    });
    files.collect()
}

/// Returns the JSON Pointer of each request or response body in the contract.
fn bodies() -> Vec<String> {
    let mut bodies = Vec::new();
    let mut pointers = vec![String::new()];
    while let Some(pointer) = pointers.pop() {
        let children: Vec<String> = match CONTRACT.pointer(&pointer).unwrap() {
            Value::Object(members) => members.keys().cloned().collect(),
            Value::Array(elements) => (0..elements.len()).map(|index| index.to_string()).collect(),
            _ => continue,
        };
        let children = children
            .iter()
            .map(|child| format!("{pointer}/{}", child.replace('~', "~0").replace('/', "~1")));
        if pointer.ends_with("/content") {
            bodies.extend(children);
        } else {
            pointers.extend(children);
        }
    }
    bodies
}

/// A body that ends in an error.
struct Broken;

impl futures_core::Stream for Broken {
    type Item = io::Result<Bytes>;

    fn poll_next(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        std::task::Poll::Ready(Some(Err(io::ErrorKind::UnexpectedEof.into())))
    }
}

/// Returns the response to a body that never arrives, from a service with these limits.
async fn respond_to_silence(limits: http::RequestLimits) -> TestResponse {
    let request = Request::post("/validate").header(CONTENT_TYPE, "application/json");
    let app = http::app(limits, Arc::new(Metrics::new()));
    send_to(app, request.body(Body::from_stream(Silent)).unwrap()).await
}

/// Returns the response for each example of `/check`.
async fn responses_of_check(files: &BTreeMap<String, Value>) -> Vec<(&'static str, TestResponse)> {
    let mut responses = Vec::new();
    for (response, query, request) in [
        ("check-response", "", "check-request"),
        ("check-count-response", "?wrong=count", "check-request"),
        ("check-board-response", "", "check-board-request"),
        ("check-many-response", "", "check-many-request"),
        ("check-none-response", "", "check-none-request"),
    ] {
        let body = files[request].to_string();
        responses.push((response, post(&format!("/check{query}"), body).await));
    }
    let empty = json!(vec![vec![0; 64]; 64]);
    let limits = http::RequestLimits {
        search_budget: Duration::ZERO,
        ..http::RequestLimits::default()
    };
    let request = Request::post("/check")
        .header(CONTENT_TYPE, "application/json")
        .body(json!({"board": empty, "givens": empty}).to_string().into())
        .unwrap();
    let app = http::app(limits, Arc::new(Metrics::new()));
    responses.push(("check-unknown-response", send_to(app, request).await));
    responses
}

/// Returns a response for each example, except for `internal`, which no request can cause.
async fn responses(
    board: &Value,
    batches: [&str; 2],
    [solve, redundant]: [&Value; 2],
) -> Vec<(&'static str, TestResponse)> {
    let json = || Request::post("/validate").header(CONTENT_TYPE, "application/json");
    let two_hosts = Request::get("/health")
        .header(HOST, "one")
        .header(HOST, "two")
        .body(Body::empty())
        .unwrap();
    let undeclared = Request::post("/validate")
        .body(board.to_string().into())
        .unwrap();
    let compressed = json()
        .header(CONTENT_ENCODING, "gzip")
        .body(Body::empty())
        .unwrap();
    let broken = json().body(Body::from_stream(Broken)).unwrap();
    let limits = http::RequestLimits::default;
    vec![
        (
            "validate-response",
            post("/validate", board.to_string()).await,
        ),
        (
            "batch-response",
            post_as(JSON_LINES, "/validate/batch", batches[0].to_owned()).await,
        ),
        (
            "solve-batch-response",
            post_as(JSON_LINES, "/solve/batch", batches[1].to_owned()).await,
        ),
        ("solve-response", post("/solve", solve.to_string()).await),
        (
            "redundant-response",
            post("/solve?redundant=true", redundant.to_string()).await,
        ),
        ("health-response", get("/health").await),
        ("root-response", get("/").await),
        (
            "problem-type-response",
            get("/problems/body-too-large").await,
        ),
        ("bad-request", send(two_hosts).await),
        (
            "bad-query",
            post("/validate?duplicate=all", board.to_string()).await,
        ),
        ("not-json", post("/validate", "[1,]").await),
        ("broken-body", send(broken).await),
        ("not-found", get("/problems/none").await),
        (
            "method-not-allowed",
            request(Method::GET, "/validate").await,
        ),
        (
            "body-too-slow",
            respond_to_silence(http::RequestLimits {
                body_idle_timeout: Duration::ZERO,
                ..limits()
            })
            .await,
        ),
        (
            "body-too-large",
            post("/validate", " ".repeat(300_000)).await,
        ),
        ("wrong-media-type", send(undeclared).await),
        ("wrong-encoding", send(compressed).await),
        (
            "not-a-board",
            post("/validate", "[[0,0,0],[0,0,0],[0,0,0]]").await,
        ),
        (
            "overloaded",
            respond_to_silence(http::RequestLimits {
                in_flight: 0,
                ..limits()
            })
            .await,
        ),
        (
            "out-of-time",
            respond_to_silence(http::RequestLimits {
                response_timeout: Duration::ZERO,
                ..limits()
            })
            .await,
        ),
    ]
}

#[test]
fn each_body_of_the_contract_has_examples_that_fit_its_schema_and_are_files() {
    let files = files();
    let mut bodies = bodies();
    // Pages and what they load are files already.
    let is_web = |pointer: &str| {
        let web = ["text~1html", "text~1css", "text~1javascript"];
        pointer.contains("/content/image~1") || web.iter().any(|end| pointer.ends_with(end))
    };
    bodies.retain(|pointer| !is_web(pointer));
    assert!(bodies.len() >= 12, "{bodies:?}");
    for pointer in bodies {
        let body = CONTRACT.pointer(&pointer).unwrap();
        let examples = body["examples"]
            .as_object()
            .unwrap_or_else(|| panic!("{pointer} has no examples"));
        assert!(!examples.is_empty(), "{pointer}");
        for (name, example) in examples {
            assert_eq!(
                files.get(name),
                Some(&example["value"]),
                "examples/{name}.json differs from the example of {pointer}"
            );
            check_schema(&pointer, &format!("{pointer}/schema"), &example["value"]);
        }
    }
}

#[tokio::test]
async fn each_example_is_a_real_response() {
    let files = files();
    let mut seen = BTreeSet::from([
        "validate-request",
        "jigsaw-request",
        "variant-request",
        "text-request",
        "csv-request",
        "batch-request",
        "solve-request",
        "redundant-request",
        "check-request",
        "check-board-request",
        "check-many-request",
        "check-none-request",
        "batch-text-request",
        "solve-batch-request",
        "solve-batch-text-request",
        "line-too-long",
        "contract-response",
        "internal",
    ]);
    let batches =
        ["batch-request", "solve-batch-request"].map(|name| files[name].as_str().unwrap());
    let solve = ["solve-request", "redundant-request"].map(|name| &files[name]);
    let mut responses = responses(&files["validate-request"], batches, solve).await;
    responses.extend(responses_of_check(&files).await);
    for (name, response) in responses {
        // A body that is not JSON is a string in its file.
        let found = if name.ends_with("batch-response") {
            response.text().into()
        } else {
            response.json()
        };
        assert_eq!(found, files[name], "examples/{name}.json");
        seen.insert(name);
    }
    assert_eq!(
        files.keys().map(String::as_str).collect::<BTreeSet<_>>(),
        seen
    );
}

#[tokio::test]
async fn the_other_boards_are_what_their_summaries_say() {
    let files = files();
    let jigsaw = files["jigsaw-request"].to_string();
    assert_eq!(
        post("/validate", jigsaw).await.json(),
        json!({"valid": true, "complete": false})
    );
    let variant = post("/validate", files["variant-request"].to_string()).await;
    assert_eq!(
        variant.json()["duplicate"]["house"],
        json!({"kind": "diagonal", "index": 0})
    );
    for (media_type, name) in [("text/plain", "text-request"), ("text/csv", "csv-request")] {
        let text = files[name].as_str().unwrap().to_owned();
        let response = post_as(media_type, "/solve", text).await.json();
        assert_eq!(response["solution"], "1324423124133142", "{name}");
    }
}

#[tokio::test]
async fn the_other_batch_examples_are_real() {
    let files = files();
    let text = files["batch-text-request"].as_str().unwrap().to_owned();
    let response = post_as("text/plain", "/validate/batch?report=invalid", text).await;
    let lines = response.lines();
    assert_eq!((lines[0]["line"].as_u64(), lines.len()), (Some(2), 2));
    let text = files["solve-batch-text-request"]
        .as_str()
        .unwrap()
        .to_owned();
    let response = post_as("text/plain", "/solve/batch?report=not-one", text).await;
    let lines = response.lines();
    assert_eq!((lines[0]["line"].as_u64(), lines.len()), (Some(2), 2));
    let response = post_as("text/plain", "/validate/batch", ".".repeat(70_000)).await;
    assert_eq!(response.lines()[0]["error"], files["line-too-long"]);
}

/// The example of the contract is an excerpt, since a complete one would have to contain itself.
#[test]
fn the_example_of_the_contract_is_an_excerpt_of_it() {
    fn assert_excerpt(part: &Value, whole: &Value) {
        match part.as_object() {
            Some(members) => members
                .iter()
                .for_each(|(name, member)| assert_excerpt(member, &whole[name])),
            None => assert_eq!(part, whole),
        }
    }
    assert_excerpt(&files()["contract-response"], &CONTRACT);
}

/// The example is named after the problem type.
#[test]
fn each_problem_type_has_an_example() {
    let files = files();
    for name in http::problem_names() {
        let problem = files
            .get(name)
            .unwrap_or_else(|| panic!("examples/{name}.json is missing"));
        assert_eq!(
            problem["type"],
            format!("urn:problem-type:sudoku-validator:{name}")
        );
        check_schema(name, "/components/schemas/Problem", problem);
    }
}
