//! `examples/`: the files are what `openapi.yaml` shows, and what the service takes and answers.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, HOST};
use axum::http::{Method, Request};
use serde_json::Value;
use sudoku_validator::http;
use sudoku_validator::metrics::Metrics;

use crate::support::contract::{CONTRACT, check_schema};
use crate::support::{Reply, Silent, get, post, post_as, request, send, send_to};

/// The files of `examples/` by their names, without the `.json`.
fn files() -> BTreeMap<String, Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let paths = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = paths.map(|path| {
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

/// Each place of the contract that has a body of a request or of an answer, as a JSON Pointer.
fn bodies() -> Vec<String> {
    let mut bodies = Vec::new();
    let mut places = vec![String::new()];
    while let Some(place) = places.pop() {
        let children: Vec<String> = match CONTRACT.pointer(&place).unwrap() {
            Value::Object(members) => members.keys().cloned().collect(),
            Value::Array(elements) => (0..elements.len()).map(|index| index.to_string()).collect(),
            _ => continue,
        };
        let children = children
            .iter()
            .map(|child| format!("{place}/{}", child.replace('~', "~0").replace('/', "~1")));
        if place.ends_with("/content") {
            bodies.extend(children);
        } else {
            places.extend(children);
        }
    }
    bodies
}

/// A body that breaks off.
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

/// The answer to a body of which nothing comes, by a service with these limits.
async fn wait_for(limits: http::RequestLimits) -> Reply {
    let request = Request::post("/validate").header(CONTENT_TYPE, "application/json");
    let app = http::app(limits, Arc::new(Metrics::new()));
    send_to(app, request.body(Body::from_stream(Silent)).unwrap()).await
}

/// A request for each answer. Only `internal` has none: nothing that can be sent makes the service fail.
async fn replies(board: &Value, batch: &str, solve: &Value) -> Vec<(&'static str, Reply)> {
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
            "validate-answer",
            post("/validate", board.to_string()).await,
        ),
        (
            "batch-answer",
            post_as("application/x-ndjson", "/validate/batch", batch.to_owned()).await,
        ),
        ("solve-answer", post("/solve", solve.to_string()).await),
        ("health-answer", get("/health").await),
        ("problem-type-answer", get("/problems/body-too-large").await),
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
            wait_for(http::RequestLimits {
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
            wait_for(http::RequestLimits {
                in_flight: 0,
                ..limits()
            })
            .await,
        ),
        (
            "out-of-time",
            wait_for(http::RequestLimits {
                response_timeout: Duration::ZERO,
                ..limits()
            })
            .await,
        ),
    ]
}

#[test]
fn every_body_of_the_contract_has_one_example_which_its_schema_allows_and_which_is_a_file() {
    let files = files();
    let bodies = bodies();
    assert!(bodies.len() >= 12, "{bodies:?}");
    for place in bodies {
        let body = CONTRACT.pointer(&place).unwrap();
        let examples = body["examples"]
            .as_object()
            .unwrap_or_else(|| panic!("{place} has no examples"));
        assert_eq!(examples.len(), 1, "{place}");
        let (name, example) = examples.iter().next().unwrap();
        assert_eq!(
            files.get(name),
            Some(&example["value"]),
            "examples/{name}.json is not the one of {place}"
        );
        check_schema(&place, &format!("{place}/schema"), &example["value"]);
    }
}

#[tokio::test]
async fn every_example_is_what_the_service_answers() {
    let files = files();
    let mut seen = BTreeSet::from([
        "validate-request",
        "batch-request",
        "solve-request",
        "batch-text-request",
        "line-too-long",
        "contract-answer",
        "internal",
    ]);
    let batch = files["batch-request"].as_str().unwrap();
    for (name, reply) in replies(&files["validate-request"], batch, &files["solve-request"]).await {
        // What is no JSON is a string in its file.
        let found = if name == "batch-answer" {
            reply.text().into()
        } else {
            reply.json()
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
async fn the_other_examples_of_batches_are_what_they_say() {
    let files = files();
    let text = files["batch-text-request"].as_str().unwrap().to_owned();
    let reply = post_as("text/plain", "/validate/batch?report=invalid", text).await;
    let lines = reply.lines();
    assert_eq!((lines[0]["line"].as_u64(), lines.len()), (Some(1), 2));
    let reply = post_as("text/plain", "/validate/batch", ".".repeat(70_000)).await;
    assert_eq!(reply.lines()[0]["error"], files["line-too-long"]);
}

/// The contract would have to hold all of itself, so its example shows only some of it.
#[test]
fn the_example_of_the_contract_is_a_part_of_it() {
    fn assert_part(part: &Value, whole: &Value) {
        match part.as_object() {
            Some(members) => members
                .iter()
                .for_each(|(name, member)| assert_part(member, &whole[name])),
            None => assert_eq!(part, whole),
        }
    }
    assert_part(&files()["contract-answer"], &CONTRACT);
}

/// A refusal has one example, under the name of its type.
#[test]
fn every_type_of_refusal_has_an_example() {
    let files = files();
    for name in CONTRACT["components"]["schemas"]["ProblemName"]["enum"]
        .as_array()
        .unwrap()
    {
        let name = name.as_str().unwrap();
        let problem = files
            .get(name)
            .unwrap_or_else(|| panic!("examples/{name}.json is not there"));
        assert_eq!(problem["type"], format!("/problems/{name}"));
        check_schema(name, "/components/schemas/Problem", problem);
    }
}
