//! What the service does with slow bodies, with too much work, and with requests that are no sound HTTP; what it counts.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, HOST, TRANSFER_ENCODING};
use axum::http::{HeaderValue, Request, Version};
use futures_core::Stream;
use serde_json::json;
use sudoku_validator::http::{self, App, RequestLimits};
use sudoku_validator::metrics::Metrics;
use sudoku_validator::readiness::Readiness;
use tokio::time::{Interval, interval, timeout};
use tower::ServiceExt;

use crate::support::{Reply, Silent, reply_of, send, send_to};

const PATIENCE: Duration = Duration::from_mins(1);
const SHORT: Duration = Duration::from_millis(50);

fn app(limits: RequestLimits) -> App {
    http::app(limits, Arc::new(Metrics::new()))
}

fn post(body: Body) -> Request<Body> {
    Request::post("/validate")
        .header(CONTENT_TYPE, "application/json")
        .body(body)
        .unwrap()
}

async fn answer(app: &App, request: Request<Body>) -> Reply {
    timeout(PATIENCE, send_to(app.clone(), request))
        .await
        .expect("no answer")
}

/// A body of one blank after the other, without an end.
struct Dripping(Interval);

impl Stream for Dripping {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        cx: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        self.0
            .poll_tick(cx)
            .map(|_| Some(Ok(Bytes::from_static(b" "))))
    }
}

#[tokio::test]
async fn a_body_that_stalls_or_drips_is_given_up() {
    let expected = json!({
        "type": "/problems/body-too-slow",
        "title": "The body did not come in time",
        "status": 408,
        "detail": "The body did not come in time; send it at once and in one piece.",
    });
    let stall = app(RequestLimits {
        body_idle_timeout: SHORT,
        ..RequestLimits::default()
    });
    let reply = answer(&stall, post(Body::from_stream(Silent))).await;
    assert_eq!(reply.parts(), (408, expected.clone()));
    assert_eq!(reply.header("connection"), Some("close"));

    let total = app(RequestLimits {
        body_timeout: 4 * SHORT,
        ..RequestLimits::default()
    });
    let dripping = Body::from_stream(Dripping(interval(SHORT / 5)));
    assert_eq!(
        answer(&total, post(dripping)).await.parts(),
        (408, expected)
    );
}

#[tokio::test]
async fn work_that_takes_too_long_is_given_up() {
    let app = app(RequestLimits {
        response_timeout: SHORT,
        ..RequestLimits::default()
    });
    let reply = answer(&app, post(Body::from_stream(Silent))).await;
    let expected = json!({
        "type": "/problems/out-of-time",
        "title": "The answer took too long",
        "status": 503,
        "detail": "The answer took too long and was given up.",
    });
    assert_eq!(reply.parts(), (503, expected));
    assert_eq!(reply.header("retry-after"), Some("1"));
}

#[tokio::test]
async fn past_the_bound_work_is_refused_at_once_and_the_rest_is_answered() {
    let metrics = Arc::new(Metrics::new());
    let app = http::app(
        RequestLimits {
            in_flight: 1,
            ..RequestLimits::default()
        },
        Arc::clone(&metrics),
    );
    let first = tokio::spawn(send_to(app.clone(), post(Body::from_stream(Silent))));
    while !metrics
        .render()
        .1
        .contains("\nhttp_server_active_requests 1\n")
    {
        tokio::task::yield_now().await;
    }
    let reply = answer(&app, post("[]".into())).await;
    let expected = json!({
        "type": "/problems/overloaded",
        "title": "There is too much to do",
        "status": 503,
        "detail": "There is too much to do at the moment; ask again in a second.",
    });
    assert_eq!(reply.parts(), (503, expected));
    assert_eq!(reply.header("retry-after"), Some("1"));
    for path in ["/health", "/openapi.yaml", "/problems/overloaded"] {
        assert_eq!(
            answer(&app, Request::get(path).body(Body::empty()).unwrap())
                .await
                .status,
            200,
            "{path}"
        );
    }
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    assert_eq!(answer(&app, post("[]".into())).await.status, 422);
    assert!(
        metrics
            .render()
            .1
            .contains("\nhttp_server_active_requests 0\n")
    );
}

#[tokio::test]
async fn a_request_has_one_host() {
    let refusal = |detail: &str| json!({"type": "/problems/bad-request", "title": "The request is not sound HTTP", "status": 400, "detail": detail});
    let ask = |hosts: &[&[u8]], version| {
        let mut request = Request::get("/health")
            .version(version)
            .body(Body::empty())
            .unwrap();
        for host in hosts {
            request
                .headers_mut()
                .append(HOST, HeaderValue::from_bytes(host).unwrap());
        }
        let app = app(RequestLimits::default());
        async { reply_of(app.oneshot(request).await.unwrap()).await }
    };
    for host in [
        "localhost",
        "localhost:8080",
        "127.0.0.1",
        "[::1]:80",
        "h:",
        "",
        "puzzles.example",
    ] {
        assert_eq!(
            ask(&[host.as_bytes()], Version::HTTP_11).await.status,
            200,
            "{host}"
        );
    }
    for host in [
        &b"a b"[..],
        b"a/b",
        b"user@h",
        b"h:99999999",
        b"h:x",
        b"[::1",
        b"\xff",
        b"a,b@c",
    ] {
        let reply = ask(&[host], Version::HTTP_11).await;
        assert_eq!(
            reply.parts(),
            (400, refusal("The header 'Host' names no host.")),
            "{}",
            host.escape_ascii()
        );
        assert_eq!(reply.header("connection"), Some("close"));
    }
    let not_one = refusal("A request has exactly one header 'Host'.");
    assert_eq!(
        ask(&[b"a", b"a"], Version::HTTP_11).await.parts(),
        (400, not_one.clone())
    );
    assert_eq!(ask(&[], Version::HTTP_11).await.parts(), (400, not_one));
    assert_eq!(ask(&[], Version::HTTP_10).await.status, 200);
}

#[tokio::test]
async fn chunked_is_the_only_transfer_coding() {
    for (codings, status) in [
        (&["chunked"][..], 422),
        (&["Chunked"], 422),
        (&["gzip, chunked"], 400),
        (&["chunked, chunked"], 400),
        (&["chunked", "chunked"], 400),
        (&["identity"], 400),
        (&[""], 400),
    ] {
        let mut request = post("[]".into());
        for coding in codings {
            request
                .headers_mut()
                .append(TRANSFER_ENCODING, HeaderValue::from_static(coding));
        }
        assert_eq!(send(request).await.status, status, "{codings:?}");
    }
}

#[tokio::test]
async fn the_counts_add_up() {
    let metrics = Arc::new(Metrics::new());
    let app = http::app(RequestLimits::default(), Arc::clone(&metrics));
    let empty = json!(vec![vec![0; 4]; 4]).to_string();
    let ones = json!(vec![vec![1; 4]; 4]).to_string();
    for round in 0..1000 {
        let request = match round % 10 {
            0..=3 => post(empty.clone().into()),
            4 | 5 => post(ones.clone().into()),
            6 => post("[".into()),
            7 => post("[]".into()),
            8 => Request::builder()
                .method("BREW")
                .uri(format!("/none/{round}"))
                .body(Body::empty())
                .unwrap(),
            _ => Request::get("/health").body(Body::empty()).unwrap(),
        };
        answer(&app, request).await;
    }
    let (media_type, text) = metrics.render();
    assert_eq!(media_type, "text/plain; version=0.0.4; charset=utf-8");
    let count = |method: &str, route: &str, status: u16| {
        format!(
            "http_server_request_duration_seconds_count{{http_request_method=\"{method}\",http_route=\"{route}\",\
             http_response_status_code=\"{status}\"}}"
        )
    };
    for (series, value) in [
        (count("POST", "/validate", 200), 600),
        (count("POST", "/validate", 400), 100),
        (count("POST", "/validate", 422), 100),
        (count("_OTHER", "none", 404), 100),
        (count("GET", "/health", 200), 100),
        ("http_server_active_requests".into(), 0),
        (
            "sudoku_boards_total{valid=\"true\",complete=\"false\"}".into(),
            400,
        ),
        (
            "sudoku_boards_total{valid=\"false\",complete=\"true\"}".into(),
            200,
        ),
        ("sudoku_refusals_total{type=\"not-json\"}".into(), 100),
        ("sudoku_refusals_total{type=\"not-a-board\"}".into(), 100),
        ("sudoku_refusals_total{type=\"not-found\"}".into(), 100),
        ("sudoku_panics_total".into(), 0),
    ] {
        assert!(
            text.contains(&format!("\n{series} {value}\n")),
            "{series} {value} is not in\n{text}"
        );
    }
    assert_eq!(
        text.matches("http_server_request_duration_seconds_count{")
            .count(),
        5,
        "{text}"
    );
}

#[tokio::test]
async fn the_operator_is_told_what_is_alive_and_ready() {
    let (readiness, metrics) = (Readiness::default(), Arc::new(Metrics::new()));
    let admin = http::admin(readiness.clone(), Arc::clone(&metrics));
    let get = |path: &str| {
        let request = Request::get(path).body(Body::empty()).unwrap();
        let admin = admin.clone();
        async { reply_of(admin.oneshot(request).await.unwrap()).await }
    };
    assert_eq!(get("/livez").await.parts(), (200, json!({"status": "ok"})));
    assert_eq!(get("/readyz").await.parts(), (200, json!({"status": "ok"})));
    readiness.drain();
    assert_eq!(get("/livez").await.parts(), (200, json!({"status": "ok"})));
    assert_eq!(
        get("/readyz").await.parts(),
        (503, json!({"status": "draining"}))
    );
    let text = String::from_utf8(get("/metrics").await.body).unwrap();
    assert!(
        text.contains(&format!(
            "\nsudoku_build_info{{version=\"{}\"}} 1\n",
            env!("CARGO_PKG_VERSION")
        )),
        "{text}"
    );
    assert_eq!(get("/").await.status, 404);
    // What the operator sees is nobody else's affair.
    for path in ["/livez", "/readyz", "/metrics"] {
        assert_eq!(crate::support::get(path).await.status, 404, "{path}");
    }
}
