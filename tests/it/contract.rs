//! `openapi.yaml` and the service agree: everything documented is implemented, and everything implemented is
//! documented.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};
use sudoku_validator::http;
use sudoku_validator::metrics::Metrics;

use crate::support::contract::{
    CONTRACT, allows, documented, is_documented, operations, template_of,
};
use crate::support::{Silent, get, post, post_as, request, send, send_to};

#[test]
fn the_contract_documents_each_endpoint() {
    let documented: BTreeSet<(String, String)> = operations().into_iter().collect();
    let endpoints =
        http::endpoints().map(|(path, method)| (path.to_owned(), method.as_str().to_lowercase()));
    assert_eq!(documented, endpoints.collect());
}

/// Paths of every endpoint with GET, for each status that does not depend on headers.
const GET_PATHS: [&str; 11] = [
    "/health",
    "/openapi.json",
    "/openapi.yaml",
    "/",
    "/docs",
    "/docs/",
    "/assets/style.css",
    "/assets/none",
    "/favicon.ico",
    "/problems/not-json",
    "/problems/none",
];

/// Sends a request for each status that the contract documents, except for 500, which no request can cause.
#[tokio::test]
async fn the_service_responds_with_each_documented_status() {
    let mut seen = BTreeSet::new();
    let mut see = |path: &str, method: &str, status: axum::http::StatusCode| {
        seen.insert((path.to_owned(), method.to_owned(), status.as_u16()));
    };
    let board = json!(vec![vec![0; 4]; 4]).to_string();
    for path in ["/validate", "/solve"] {
        for body in [board.as_str(), "[", &" ".repeat(300_000), "[]"] {
            see(path, "post", post(path, body.to_owned()).await.status);
        }
        see(path, "post", request(Method::POST, path).await.status);
    }
    let object = json!({"board": vec![vec![0; 4]; 4]}).to_string();
    for body in [object.as_str(), "[", &" ".repeat(300_000), "[]"] {
        see(
            "/check",
            "post",
            post("/check", body.to_owned()).await.status,
        );
    }
    see(
        "/check",
        "post",
        request(Method::POST, "/check").await.status,
    );
    for path in GET_PATHS {
        let template = template_of(path).unwrap();
        let two_hosts = Request::get(path)
            .header("host", "one")
            .header("host", "two")
            .body(Body::empty())
            .unwrap();
        // Only a file has a version that the client may already have.
        let revalidation = Request::get(path)
            .header("accept", "text/html")
            .header("if-none-match", "*")
            .body(Body::empty())
            .unwrap();
        for response in [
            get(path).await,
            send(two_hosts).await,
            send(revalidation).await,
        ] {
            see(template, "get", response.status);
        }
    }

    let batches = ["/validate/batch", "/solve/batch"];
    for batch in batches {
        for query in ["", "?report=some"] {
            let path = format!("{batch}{query}");
            let response = post_as("text/plain", &path, "................").await;
            see(batch, "post", response.status);
        }
        see(batch, "post", request(Method::POST, batch).await.status);
    }

    let limits = http::RequestLimits::default();
    let impatient = http::RequestLimits {
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
        batch_bytes: Some(3),
        ..limits
    };
    for (path, media_type) in [
        ("/validate", "application/json"),
        ("/solve", "application/json"),
        (batches[0], "text/plain"),
        (batches[1], "text/plain"),
        ("/check", "application/json"),
    ] {
        for (limits, body) in [
            (&impatient, Body::from_stream(Silent)),
            (&overloaded, Body::from_stream(Silent)),
            (&small, "[0,0]".into()),
        ] {
            let app = http::app(limits.clone(), Arc::new(Metrics::new()));
            let request = Request::post(path)
                .header("content-type", media_type)
                .body(body)
                .unwrap();
            see(path, "post", send_to(app, request).await.status);
        }
    }

    let mut documented = documented();
    documented.retain(|(_, _, status)| *status != 500);
    assert_eq!(seen, documented);
}

/// Uses the largest board, on which all digits of the schema are valid.
#[tokio::test]
async fn a_cell_is_accepted_if_and_only_if_its_schema_allows_it() {
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
        let is_allowed = allows("/components/schemas/BoardObject", &board);
        assert_eq!(status, if is_allowed { 200 } else { 422 }, "{cell}");
    }
}

#[tokio::test]
async fn the_contract_lists_each_problem_type_and_the_service_explains_it() {
    let schemas = &CONTRACT["components"]["schemas"];
    let names: Vec<&str> = http::problem_names().collect();
    assert_eq!(schemas["ProblemName"]["enum"], json!(names));
    let uris: Vec<String> = names
        .iter()
        .map(|name| format!("urn:problem-type:sudoku-validator:{name}"))
        .collect();
    assert_eq!(schemas["ProblemType"]["enum"], json!(uris));
    // The names of the constants in generated clients.
    let constants: Vec<String> = names.iter().map(|name| pascal_case(name)).collect();
    assert_eq!(schemas["ProblemType"]["x-enum-varnames"], json!(constants));
    for (name, uri) in names.iter().zip(uris) {
        let explanation = get(&format!("/problems/{name}")).await.json();
        assert_eq!(explanation["type"], uri);
    }
}

/// A board means the same on its own and beside its puzzle.
#[test]
fn the_boards_of_check_are_described_like_all_boards() {
    let schemas = &CONTRACT["components"]["schemas"];
    let mut of_check = schemas["CheckObject"]["properties"].clone();
    for member in ["givens", "move"] {
        assert!(of_check.as_object_mut().unwrap().remove(member).is_some());
    }
    assert_eq!(of_check, schemas["BoardObject"]["properties"]);
    let parameters = |path: &str, own: &str| {
        let mut parameters = CONTRACT["paths"][path]["post"]["parameters"].clone();
        let all = parameters.as_array_mut().unwrap();
        let count = all.len();
        let of_path = |parameter: &Value| {
            parameter["name"] == own
                || parameter["$ref"]
                    .as_str()
                    .is_some_and(|name| name.ends_with(own))
        };
        all.retain(|parameter| !of_path(parameter));
        assert_eq!(all.len(), count - 1, "{path}");
        parameters
    };
    assert_eq!(
        parameters("/check", "wrong"),
        parameters("/validate", "Duplicates")
    );
}

fn pascal_case(name: &str) -> String {
    name.split('-')
        .map(|word| word[..1].to_uppercase() + &word[1..])
        .collect()
}

/// Each schema of an object that is reached from this node, with its pointer.
fn object_schemas(node: &Value, pointer: &str, found: &mut Vec<(String, Value)>) {
    if found.iter().any(|(other, _)| other == pointer) {
        return;
    }
    if let Some(reference) = node["$ref"].as_str() {
        let pointer = reference.strip_prefix('#').unwrap();
        return object_schemas(CONTRACT.pointer(pointer).unwrap(), pointer, found);
    }
    if node.get("properties").is_some() {
        found.push((pointer.to_owned(), node.clone()));
    }
    let children: Vec<(String, &Value)> = match node {
        Value::Object(members) => members
            .iter()
            .map(|(name, child)| (name.replace('~', "~0").replace('/', "~1"), child))
            .collect(),
        Value::Array(elements) => (0..)
            .zip(elements)
            .map(|(index, child)| (index.to_string(), child))
            .collect(),
        _ => Vec::new(),
    };
    for (name, child) in children {
        object_schemas(child, &format!("{pointer}/{name}"), found);
    }
}

#[test]
fn schemas_of_requests_are_closed_and_those_of_responses_are_open() {
    let (mut requests, mut responses) = (Vec::new(), Vec::new());
    for (path, method) in operations() {
        let operation = &CONTRACT["paths"][&path][&method];
        for (part, schemas) in [
            ("requestBody", &mut requests),
            ("responses", &mut responses),
        ] {
            let pointer = format!("/paths/{}/{method}/{part}", path.replace('/', "~1"));
            object_schemas(&operation[part], &pointer, schemas);
        }
    }
    assert!(requests.len() >= 2 && responses.len() >= 13);
    for (pointer, schema) in requests {
        assert_eq!(schema["additionalProperties"], false, "{pointer}");
    }
    for (pointer, schema) in responses {
        assert_eq!(schema.get("additionalProperties"), None, "{pointer}");
    }
}

/// Returns each copy of a value in which one object has another member.
fn with_another_member(value: &Value) -> Vec<Value> {
    let mut copies = Vec::new();
    match value {
        Value::Object(members) => {
            let mut copy = members.clone();
            copy.insert("undocumented".to_owned(), json!(1));
            copies.push(copy.into());
            for (name, member) in members {
                for member in with_another_member(member) {
                    let mut copy = members.clone();
                    copy.insert(name.clone(), member);
                    copies.push(copy.into());
                }
            }
        }
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                for element in with_another_member(element) {
                    let mut copy = elements.clone();
                    copy[index] = element;
                    copies.push(copy.into());
                }
            }
        }
        _ => {}
    }
    copies
}

#[tokio::test]
async fn an_undocumented_member_of_a_response_fails_the_tests_and_not_the_clients() {
    let invalid = "[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]";
    let unsolvable = "[[0,1,2,0],[3,0,0,0],[4,0,0,0],[0,0,0,0]]";
    let lines = format!("{invalid}\n[]\n");
    let batch = |query| {
        let path = format!("/validate/batch{query}");
        let lines = lines.clone();
        async move { post_as("application/x-ndjson", &path, lines).await.lines() }
    };
    let check = |query| {
        let path = format!("/check{query}");
        async move {
            let body = include_str!("../../examples/check-request.json");
            let body = body.replacen("\"digit\": 4", "\"digit\": 3", 1);
            post(&path, body).await.json()
        }
    };
    let mut responses = vec![
        (
            "ValidateResponse",
            post("/validate?duplicates=all", invalid).await.json(),
        ),
        ("SolveResponse", post("/solve", invalid).await.json()),
        ("SolveResponse", post("/solve", unsolvable).await.json()),
        ("CheckResponse", check("").await),
        ("CheckResponse", check("?wrong=count").await),
        ("HealthResponse", get("/health").await.json()),
        ("RootResponse", get("/").await.json()),
        ("ProblemExplanation", get("/problems/not-json").await.json()),
        ("Problem", post("/validate", "[]").await.json()),
    ];
    for lines in [
        batch("?duplicates=all").await,
        batch("?report=invalid").await,
    ] {
        responses.extend(lines.into_iter().map(|line| ("BatchLine", line)));
    }
    let path = "/solve/batch?report=not-one";
    let solved = post_as("application/x-ndjson", path, lines.clone()).await;
    responses.extend(
        solved
            .lines()
            .into_iter()
            .map(|line| ("SolveBatchLine", line)),
    );
    for (schema, response) in responses {
        let pointer = format!("/components/schemas/{schema}");
        assert!(is_documented(&pointer, &response), "{response:#}");
        for response in with_another_member(&response) {
            assert!(
                !is_documented(&pointer, &response),
                "{schema}: {response:#}"
            );
            assert!(allows(&pointer, &response), "{schema}: {response:#}");
        }
    }
}

#[test]
fn the_contract_the_image_the_manifests_and_the_crate_have_one_version() {
    assert_eq!(CONTRACT["info"]["version"], env!("CARGO_PKG_VERSION"));
    let dockerfile = include_str!("../../Dockerfile");
    assert!(dockerfile.contains(concat!("\nARG VERSION=", env!("CARGO_PKG_VERSION"), "\n")));
    let production = include_str!("../../deploy/kubernetes/overlays/production/kustomization.yaml");
    assert!(production.contains(concat!("\n    newTag: ", env!("CARGO_PKG_VERSION"), "\n")));
}
