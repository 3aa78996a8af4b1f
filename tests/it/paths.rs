//! The paths at which people look for the service, and what they find there.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};
use sudoku_validator::http;
use sudoku_validator::metrics::Metrics;
use sudoku_validator::readiness::Readiness;
use tower::ServiceExt;

use crate::support::{get, post, post_as, receive, request, send_to};

const BOARD: &str = "[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]";

#[tokio::test]
async fn one_trailing_slash_and_percent_encoded_letters_name_the_same_resource() {
    for (path, other) in [
        ("/validate", "/validate/"),
        ("/validate", "/%76alidate"),
        ("/validate?duplicates=all", "/vali%64ate/?duplicates=all"),
        ("/solve", "/solve/"),
    ] {
        assert_eq!(
            post(path, BOARD).await.parts(),
            post(other, BOARD).await.parts(),
            "{other}"
        );
    }
    for (path, other) in [
        ("/health", "/health/"),
        ("/health", "/%68ealth/"),
        ("/problems/not-json", "/problems/not-json/"),
        ("/problems/not-json", "/problems/not%2Djson"),
    ] {
        assert_eq!(get(path).await.parts(), get(other).await.parts(), "{other}");
    }
    let batch = post_as("text/plain", "/validate/batch/", "................\n").await;
    assert_eq!(batch.lines()[0], json!({"valid": true, "complete": false}));
    assert_eq!(
        get("/openapi.yaml/").await.body,
        get("/openapi.yaml").await.body
    );
}

#[tokio::test]
async fn the_other_spellings_have_the_methods_of_the_path() {
    for path in ["/validate/", "/%76alidate"] {
        let response = get(path).await;
        assert_eq!(response.status, 405, "{path}");
        assert_eq!(response.header("allow"), Some("OPTIONS, POST"), "{path}");
        let options = request(Method::OPTIONS, path).await;
        assert_eq!(
            (options.status.as_u16(), options.header("allow")),
            (204, Some("OPTIONS, POST"))
        );
    }
    assert_eq!(request(Method::HEAD, "/health/").await.status, 200);
}

#[tokio::test]
async fn encoded_slashes_and_empty_segments_are_not_slashes() {
    for path in [
        "/validate%2F",
        "/validate%2Fbatch",
        "/validate//",
        "//validate",
        "//",
        "/%2576alidate",
        "/validate/batch//",
        "/problems//not-json",
    ] {
        assert_eq!(post(path, BOARD).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn metrics_show_the_route_and_not_the_path() {
    let metrics = Arc::new(Metrics::new());
    let app = http::app(http::RequestLimits::default(), Arc::clone(&metrics));
    for path in ["/validate", "/validate/", "/%76alidate"] {
        let request = Request::post(path)
            .header("content-type", "application/json")
            .body(BOARD.into())
            .unwrap();
        assert_eq!(send_to(app.clone(), request).await.status, 200);
    }
    let (_, text) = metrics.render();
    let count = "http_server_request_duration_seconds_count{http_request_method=\"POST\",http_route=\"/validate\",http_response_status_code=\"200\"} 3";
    assert!(text.contains(count), "{text}");
    assert!(!text.contains("%76"), "{text}");
}

#[tokio::test]
async fn the_root_says_what_this_is() {
    let expected = json!({
        "name": "sudoku-validator",
        "version": env!("CARGO_PKG_VERSION"),
        "links": {"contract": "openapi.yaml", "docs": "docs", "health": "health"},
    });
    assert_eq!(get("/").await.parts(), (200, expected.clone()));
    let head = request(Method::HEAD, "/").await;
    assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
    for link in expected["links"].as_object().unwrap().values() {
        let path = format!("/{}", link.as_str().unwrap());
        assert_eq!(get(&path).await.status, 200, "{path}");
    }
}

/// Returns the detail of the 404 for this path.
async fn not_found(path: &str) -> String {
    let response = get(path).await;
    assert_eq!(response.status, 404, "{path}");
    response.json()["detail"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_path_that_is_close_to_an_endpoint_is_rejected_with_the_one_to_use() {
    for path in ["/api/v1/validate", "/sudoku/validate/"] {
        assert_eq!(
            not_found(path).await,
            "There is nothing at this path; use POST /validate, without a prefix, which a proxy must remove."
        );
    }
    for path in ["/Validate", "//validate", "/VALIDATE/"] {
        assert_eq!(
            not_found(path).await,
            "There is nothing at this path; use POST /validate, spelled like this."
        );
    }
    assert_eq!(
        not_found("/v1/validate/batch").await,
        "There is nothing at this path; use POST /validate/batch, without a prefix, which a proxy must remove."
    );
}

#[tokio::test]
async fn the_main_port_names_the_admin_port_but_not_its_address() {
    for (path, method) in [("/metrics", "GET"), ("/livez", "GET"), ("/readyz/", "GET")] {
        assert_eq!(
            not_found(path).await,
            format!(
                "{method} {} is on the admin port; this is the main port.",
                path.trim_end_matches('/')
            )
        );
    }
    for path in ["/healthz", "/ping"] {
        assert_eq!(
            not_found(path).await,
            "There is nothing at this path; to check the health of the service, use GET /health on the main port, or \
             GET /livez and GET /readyz on the admin port."
        );
    }
}

#[tokio::test]
async fn the_admin_port_accepts_other_spellings_and_names_the_main_port() {
    let admin = http::admin(Readiness::default(), Arc::new(Metrics::new()));
    let call = |method: Method, path: &str| {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .body(Body::empty())
            .unwrap();
        let admin = admin.clone();
        async { receive(admin.oneshot(request).await.unwrap()).await }
    };
    for path in ["/livez/", "/%6Civez", "/readyz/", "/metrics/"] {
        assert_eq!(call(Method::GET, path).await.status, 200, "{path}");
    }
    let detail = |json: Value| json["detail"].as_str().unwrap().to_owned();
    for (method, path, name) in [
        (Method::POST, "/validate", "POST /validate"),
        (Method::POST, "/solve/", "POST /solve"),
        (Method::GET, "/health", "GET /health"),
    ] {
        let response = call(method, path).await;
        assert_eq!(response.status, 404, "{path}");
        assert_eq!(
            detail(response.json()),
            format!("{name} is on the main port; this is the admin port.")
        );
    }
    let unknown = call(Method::GET, "/").await;
    assert_eq!(
        detail(unknown.json()),
        "There is nothing at this path; the endpoints are GET /livez, GET /readyz, GET /metrics."
    );
    assert_eq!(call(Method::POST, "/livez/").await.status, 405);
}

#[tokio::test]
async fn a_wrong_method_is_rejected_with_a_command_for_the_address_of_the_client() {
    let with_headers = |headers: &'static [(&str, &str)]| async move {
        let mut request = Request::get("/validate");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let app = http::app(http::RequestLimits::default(), Arc::new(Metrics::new()));
        let response = send_to(app, request.body(Body::empty()).unwrap()).await;
        response.json()["detail"].as_str().unwrap().to_owned()
    };
    let command = "This path does not accept GET; use POST, for example: curl --json '[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]'";
    assert_eq!(
        with_headers(&[("host", "127.0.0.1:8080")]).await,
        format!("{command} http://127.0.0.1:8080/validate")
    );
    assert_eq!(
        with_headers(&[
            ("host", "puzzles.example"),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-prefix", "/sudoku"),
        ])
        .await,
        format!("{command} https://puzzles.example/sudoku/validate")
    );
    // Nothing that a shell would run.
    assert_eq!(
        with_headers(&[("host", "a;reboot")]).await,
        "This path does not accept GET; use POST."
    );
}
