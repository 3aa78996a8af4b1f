use axum::body::{Body, to_bytes};
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderMap, HeaderValue, StatusCode};

use super::*;
use crate::http::limits::RequestLimits;
use crate::http::response::problem::ProblemKind;
use crate::metrics::Metrics;

#[tokio::test]
async fn find_agrees_with_the_router() {
    let state = AppState::new(RequestLimits::default(), Arc::new(Metrics::new()));
    let mut routes = routes(Arc::new(state));
    for (path, expected) in [
        ("/validate", Some("/validate")),
        ("/validate/", Some("/validate")),
        ("/%76alidate/?a", Some("/validate")),
        ("/validate/batch/", Some("/validate/batch")),
        ("/problems/not-json", Some("/problems/{name}")),
        ("/problems/%6eot-json/", Some("/problems/{name}")),
        ("/problems/not%2Fjson", Some("/problems/{name}")),
        ("/", Some("/")),
        ("/problems/", None),
        ("/problems/a/b", None),
        ("/validate//", None),
        ("/validate%2Fbatch", None),
        ("/validate%2F", None),
        ("/Validate", None),
        ("//", None),
    ] {
        let mut request = Request::get(path).body(Body::empty()).unwrap();
        let found = find(&mut request).map(|endpoint| endpoint.path);
        assert_eq!(found, expected, "{path}");
        let response = routes.call(request).await.unwrap();
        let (status, ..) = parts(response).await;
        let is_unknown_problem = path.contains("not%2Fjson");
        assert_eq!(
            status != StatusCode::NOT_FOUND,
            found.is_some() && !is_unknown_problem,
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_shortcut_to_validate_responds_as_the_router_does() {
    const JSON: &[(&str, &str)] = &[("content-type", "application/json")];
    const GZIP: &[(&str, &str)] = &[
        ("content-type", "application/json"),
        ("content-encoding", "gzip"),
    ];
    let invalid = r#"[["1",0,0,0],[0,0,0,0],["1",0,0,0],[0,0,0,0]]"#;
    let state = Arc::new(AppState::new(
        RequestLimits::default(),
        Arc::new(Metrics::new()),
    ));
    let router = routes(Arc::clone(&state));
    for (query, headers, body) in [
        ("", JSON, invalid),
        ("", JSON, "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]"),
        ("", JSON, "[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]"),
        ("", JSON, "[]"),
        ("", JSON, "["),
        ("", JSON, ""),
        ("", JSON, &" ".repeat(300_000)),
        ("", &[], invalid),
        ("", GZIP, invalid),
        ("?duplicates=all", JSON, invalid),
        ("?duplicates=some", JSON, invalid),
        ("?unknown=1", JSON, invalid),
    ] {
        let request = || {
            let mut request = Request::post(format!("/validate{query}"));
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            request.body(body.to_owned().into()).unwrap()
        };
        let endpoint = find(&mut request());
        let by_shortcut = call(request(), endpoint, Router::new(), &state).await;
        let by_router = call(request(), None, router.clone(), &state).await;
        assert_eq!(
            parts(by_shortcut).await,
            parts(by_router).await,
            "{query} {headers:?} {body}"
        );
    }
}

/// Returns what the server sends of a response, and what the middleware reads from it.
async fn parts(response: Response) -> (StatusCode, HeaderMap, Option<ProblemKind>, Vec<u8>) {
    let (mut parts, body) = response.into_parts();
    let body = to_bytes(body, 10_000).await.unwrap();
    // The server adds the length of the body if the router has not.
    let length = HeaderValue::from(body.len());
    let declared = parts.headers.entry(CONTENT_LENGTH);
    assert_eq!(*declared.or_insert(length.clone()), length);
    let kind = parts.extensions.get().copied();
    (parts.status, parts.headers, kind, body.into())
}

#[tokio::test]
async fn a_path_with_two_methods_names_both_in_its_405_response() {
    async fn empty() {}
    static TABLE: &[Endpoint<()>] = &[
        get("/both", |m| on(m, empty)),
        post("/both", "curl --json 1", |m| on(m, empty)),
    ];
    let request = Request::delete("/both")
        .header("host", "localhost")
        .body(Body::empty())
        .unwrap();
    let [main, admin] = ports();
    let mut routes = to_router(TABLE, main, admin, ());
    let response = routes.call(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(response.headers()["allow"], "GET, HEAD, OPTIONS, POST");
    let body = to_bytes(response.into_body(), 10_000).await.unwrap();
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(
        body["detail"],
        "This path does not accept DELETE; use GET or POST, for example: curl --json 1 http://localhost/both"
    );
}
