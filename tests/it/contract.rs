//! `openapi.yaml` against the router: nothing in one that is not in the other.

use std::collections::BTreeSet;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::json;
use sudoku_validator::http;
use sudoku_validator::metrics::Metrics;

use crate::support::contract::{CONTRACT, allows, documented, operations, template_of};
use crate::support::{Silent, get, post, post_as, request, send, send_to};

/// Each route of the router, as the source of `http::app` lists them.
fn routes() -> BTreeSet<String> {
    let source = include_str!("../../src/http/mod.rs");
    let routes = source
        .split(".route(\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().to_owned());
    let routes: BTreeSet<String> = routes.collect();
    assert_eq!(routes.len(), source.matches(".route(").count());
    routes
}

#[test]
fn the_contract_has_the_routes_of_the_router() {
    let paths: BTreeSet<String> = operations().into_iter().map(|(path, _)| path).collect();
    assert_eq!(paths, routes());
    assert_eq!(paths, http::ROUTES.map(str::to_owned).into());
}

/// For each status that the contract documents, a request that is answered with it. Only 500 has none: nothing
/// that can be sent makes the service fail.
#[tokio::test]
async fn every_documented_status_is_answered() {
    let mut seen = BTreeSet::new();
    let board = json!(vec![vec![0; 4]; 4]).to_string();
    for path in ["/validate", "/solve"] {
        for body in [board.as_str(), "[", &" ".repeat(300_000), "[]"] {
            seen.insert((
                path.to_owned(),
                "post".to_owned(),
                post(path, body.to_owned()).await.status.as_u16(),
            ));
        }
        seen.insert((
            path.to_owned(),
            "post".to_owned(),
            request(Method::POST, path).await.status.as_u16(),
        ));
    }
    for path in [
        "/health",
        "/openapi.yaml",
        "/problems/not-json",
        "/problems/none",
    ] {
        let template = template_of(path).unwrap();
        let unsound = Request::get(path)
            .header("host", "one")
            .header("host", "two")
            .body(Body::empty())
            .unwrap();
        for reply in [get(path).await, send(unsound).await] {
            seen.insert((template.to_owned(), "get".to_owned(), reply.status.as_u16()));
        }
    }

    for path in ["/validate/batch", "/validate/batch?report=some"] {
        let reply = post_as("text/plain", path, "................").await;
        seen.insert((
            "/validate/batch".to_owned(),
            "post".to_owned(),
            reply.status.as_u16(),
        ));
    }
    let reply = request(Method::POST, "/validate/batch").await;
    seen.insert((
        "/validate/batch".to_owned(),
        "post".to_owned(),
        reply.status.as_u16(),
    ));

    let limits = http::RequestLimits::default();
    let slow = http::RequestLimits {
        body_idle_timeout: Duration::ZERO,
        batch_idle_timeout: Duration::ZERO,
        ..limits.clone()
    };
    let overloaded = http::RequestLimits {
        in_flight: 0,
        batches: 0,
        ..limits.clone()
    };
    let small = http::RequestLimits {
        batch_bytes: 3,
        ..limits
    };
    for (path, media_type) in [
        ("/validate", "application/json"),
        ("/validate/batch", "text/plain"),
        ("/solve", "application/json"),
    ] {
        for (limits, body) in [
            (&slow, Body::from_stream(Silent)),
            (&overloaded, Body::from_stream(Silent)),
            (&small, "[0,0]".into()),
        ] {
            let app = http::app(limits.clone(), Arc::new(Metrics::new()));
            let reply = send_to(
                app,
                Request::post(path)
                    .header("content-type", media_type)
                    .body(body)
                    .unwrap(),
            )
            .await;
            seen.insert((path.to_owned(), "post".to_owned(), reply.status.as_u16()));
        }
    }

    let mut documented = documented();
    documented.retain(|(_, _, status)| *status != 500);
    assert_eq!(seen, documented);
}

/// What the schema of a cell allows is what the service takes on the largest board, and nothing else.
#[tokio::test]
async fn a_cell_is_taken_just_when_its_schema_allows_it() {
    let numbers = (-2..=70).map(|number| json!(number));
    let strings = (-2..=70).map(|number| json!(number.to_string()));
    let others = [
        json!(null),
        json!(""),
        json!("."),
        json!("05"),
        json!(" 5"),
        json!(5.5),
        json!(5.0),
        json!(true),
        json!([]),
        json!({}),
    ];
    for cell in numbers.chain(strings).chain(others) {
        let mut board = json!(vec![vec![0; 64]; 64]);
        board[0][0] = cell.clone();
        let status = post("/validate", board.to_string()).await.status;
        let allowed = allows("/components/schemas/ValidateRequest", &board);
        assert_eq!(status, if allowed { 200 } else { 422 }, "{cell}");
    }
}

#[tokio::test]
async fn every_type_of_refusal_of_the_contract_is_explained() {
    let names = CONTRACT["components"]["schemas"]["ProblemName"]["enum"]
        .as_array()
        .unwrap();
    let types = CONTRACT["components"]["schemas"]["Problem"]["properties"]["type"]["enum"]
        .as_array()
        .unwrap();
    assert_eq!(names.len(), types.len());
    for (name, path) in names.iter().zip(types) {
        assert_eq!(*path, format!("/problems/{}", name.as_str().unwrap()));
        assert_eq!(get(path.as_str().unwrap()).await.json()["type"], *path);
    }
    let source = include_str!("../../src/http/problem.rs");
    assert_eq!(
        source.matches("                name: \"").count(),
        names.len()
    );
}

#[test]
fn the_contract_the_image_the_manifests_and_the_crate_have_one_version() {
    assert_eq!(CONTRACT["info"]["version"], env!("CARGO_PKG_VERSION"));
    let dockerfile = include_str!("../../Dockerfile");
    assert!(dockerfile.contains(concat!("\nARG VERSION=", env!("CARGO_PKG_VERSION"), "\n")));
    let production = include_str!("../../deploy/kubernetes/overlays/production/kustomization.yaml");
    assert!(production.contains(concat!("\n    newTag: ", env!("CARGO_PKG_VERSION"), "\n")));
}
