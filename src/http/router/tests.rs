use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use futures_util::FutureExt;

use super::*;
use crate::metrics::Metrics;

#[tokio::test]
async fn find_agrees_with_the_router() {
    let state = AppState::new(RequestLimits::default(), Arc::new(Metrics::new()));
    let mut routes = routes(Arc::new(state));
    for (path, expected) in [
        ("/validate", Some("/validate")),
        ("/problems/not-json", Some("/problems/{name}")),
        ("/problems/", None),
        ("/problems/a/b", None),
        ("/validate/", None),
        ("/Validate", None),
        ("/", None),
    ] {
        let found = find(&Method::GET, path).map(|endpoint| endpoint.path);
        assert_eq!(found, expected, "{path}");
        let request = Request::get(path).body(Body::empty()).unwrap();
        let status = routes.call(request).await.unwrap().status();
        assert_eq!(status != StatusCode::NOT_FOUND, found.is_some(), "{path}");
    }
}

#[tokio::test]
async fn the_shortcut_to_validate_responds_as_the_router_does() {
    let board = r#"[["1",0,0,0],[0,0,0,0],["1",0,0,0],[0,0,0,0]]"#;
    let post = || Request::post("/validate").header(CONTENT_TYPE, "application/json");
    type MakeRequest<'a> = Box<dyn Fn() -> Request + 'a>;
    let with_query = |query: &'static str| -> MakeRequest {
        Box::new(move || {
            let request = Request::post(format!("/validate?{query}"));
            let request = request.header(CONTENT_TYPE, "application/json");
            request.body(board.into()).unwrap()
        })
    };
    let with_body =
        |body: &'static str| -> MakeRequest { Box::new(move || post().body(body.into()).unwrap()) };
    let requests: [MakeRequest; 12] = [
        with_body(board),
        with_body("[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]"),
        with_body("[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]"),
        with_body("[]"),
        with_body("["),
        with_body(""),
        with_query("duplicates=all"),
        with_query("duplicates=some"),
        with_query("unknown=1"),
        Box::new(|| Request::post("/validate").body(board.into()).unwrap()),
        Box::new(|| {
            let request = post().header(CONTENT_ENCODING, "gzip");
            request.body(board.into()).unwrap()
        }),
        Box::new(|| post().body(" ".repeat(300_000).into()).unwrap()),
    ];
    let state = Arc::new(AppState::new(
        RequestLimits::default(),
        Arc::new(Metrics::new()),
    ));
    let routes = routes(Arc::clone(&state));
    for (number, request) in requests.iter().enumerate() {
        let direct = call(
            request(),
            find(&Method::POST, "/validate"),
            Router::new(),
            &state,
        )
        .await;
        let routed = call(request(), None, routes.clone(), &state).await;
        assert_eq!(parts(direct).await, parts(routed).await, "request {number}");
    }
}

/// What is sent of a response, and what the middleware reads of it.
async fn parts(response: Response) -> (StatusCode, HeaderMap, Option<ProblemKind>, Vec<u8>) {
    let (mut parts, body) = response.into_parts();
    let body = to_bytes(body, 10_000).now_or_never().unwrap().unwrap();
    // The server adds the length of a body if the router has not.
    let length = body.len().to_string().parse().unwrap();
    assert_eq!(
        *parts.headers.entry(CONTENT_LENGTH).or_insert(length),
        body.len().to_string()
    );
    let kind = parts.extensions.get().copied();
    (parts.status, parts.headers, kind, body.into())
}

#[tokio::test]
async fn a_path_with_two_methods_names_both_in_its_405_response() {
    async fn empty() {}
    static TABLE: &[Endpoint<()>] = &[
        get("/both", TimeLimit::Response, |m| on(m, empty)),
        post("/both", TimeLimit::Response, |m| on(m, empty)),
    ];
    let request = Request::delete("/both").body(Body::empty()).unwrap();
    let response = to_router(TABLE, ()).call(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(response.headers()["allow"], "GET,HEAD,POST");
    let body = to_bytes(response.into_body(), 10_000).await.unwrap();
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(
        body["detail"],
        "This path does not accept DELETE; use GET or POST."
    );
}
