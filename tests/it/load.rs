//! Slow bodies, overload and malformed requests; metrics and the admin port.

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

use crate::support::running::{Running, generous, read_response};
use crate::support::{Late, Silent, TestResponse, receive, send, send_to};

const TEST_TIMEOUT: Duration = Duration::from_mins(1);
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

async fn send_within_timeout(app: &App, request: Request<Body>) -> TestResponse {
    timeout(TEST_TIMEOUT, send_to(app.clone(), request))
        .await
        .expect("no response")
}

/// An endless body that sends one space at a time.
struct Trickle(Interval);

impl Stream for Trickle {
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
async fn a_body_that_stalls_or_trickles_is_rejected_with_408() {
    let expected = json!({
        "type": "urn:problem-type:sudoku-validator:body-too-slow",
        "title": "Timed out reading the body",
        "status": 408,
        "detail": "The body did not arrive in time; send it without pauses.",
    });
    let stall = app(RequestLimits {
        body_idle_timeout: SHORT,
        ..RequestLimits::default()
    });
    let response = send_within_timeout(&stall, post(Body::from_stream(Silent))).await;
    assert_eq!(response.parts(), (408, expected.clone()));
    assert_eq!(response.header("connection"), Some("close"));

    let total = app(RequestLimits {
        body_timeout: 4 * SHORT,
        ..RequestLimits::default()
    });
    let trickle = Body::from_stream(Trickle(interval(SHORT / 5)));
    assert_eq!(
        send_within_timeout(&total, post(trickle)).await.parts(),
        (408, expected)
    );
}

#[tokio::test]
async fn a_request_that_takes_too_long_is_rejected_with_503() {
    let app = app(RequestLimits {
        response_timeout: SHORT,
        ..RequestLimits::default()
    });
    let response = send_within_timeout(&app, post(Body::from_stream(Silent))).await;
    let expected = json!({
        "type": "urn:problem-type:sudoku-validator:out-of-time",
        "title": "The request timed out",
        "status": 503,
        "detail": "Processing the request took too long and was aborted.",
    });
    assert_eq!(response.parts(), (503, expected));
    assert_eq!(response.header("retry-after"), Some("1"));
}

#[tokio::test]
async fn without_a_slot_only_bodies_that_arrive_at_once_are_accepted() {
    let app = app(RequestLimits {
        in_flight: 0,
        ..RequestLimits::default()
    });
    let response = send_within_timeout(&app, post(Body::from_stream(Silent))).await;
    let expected = json!({
        "type": "urn:problem-type:sudoku-validator:overloaded",
        "title": "The service is overloaded",
        "status": 503,
        "detail": "Too many requests at once; retry in a second.",
    });
    assert_eq!(response.parts(), (503, expected));
    assert_eq!(response.header("retry-after"), Some("1"));
    assert_eq!(
        send_within_timeout(&app, post("[]".into())).await.status,
        422
    );
    for path in ["/health", "/openapi.yaml", "/problems/overloaded"] {
        assert_eq!(
            send_within_timeout(&app, Request::get(path).body(Body::empty()).unwrap())
                .await
                .status,
            200,
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_body_that_arrives_with_its_head_needs_no_slot() {
    let limits = RequestLimits {
        in_flight: 0,
        ..RequestLimits::default()
    };
    let running = Running::start_with(limits, generous());
    let head = "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    for framing in [
        "content-length: 2\r\n\r\n[]",
        "transfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n",
    ] {
        let mut stream = running.send(format!("{head}{framing}")).await;
        let response = read_response(&mut stream).await;
        assert!(response.starts_with("HTTP/1.1 422 "), "{response}");
    }
    running.stop().await;
}

#[tokio::test]
async fn a_body_releases_its_slot_when_the_client_disconnects() {
    let metrics = Arc::new(Metrics::new());
    let limits = RequestLimits {
        in_flight: 1,
        min_bytes_per_second: 0,
        ..RequestLimits::default()
    };
    let app = http::app(limits, Arc::clone(&metrics));
    let wait_for_active = async |count: u32| {
        let line = format!("\nhttp_server_active_requests {count}\n");
        while !metrics.render().1.contains(&line) {
            tokio::task::yield_now().await;
        }
    };
    let first = tokio::spawn(send_to(app.clone(), post(Body::from_stream(Silent))));
    wait_for_active(1).await;
    let late = || post(Body::from_stream(Late::new(b"[]")));
    assert_eq!(send_within_timeout(&app, late()).await.status, 503);
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    wait_for_active(0).await;
    assert_eq!(send_within_timeout(&app, late()).await.status, 422);
}

#[tokio::test]
async fn the_slowest_body_makes_room_for_another_one() {
    let app = app(RequestLimits {
        in_flight: 1,
        body_idle_timeout: TEST_TIMEOUT,
        body_timeout: TEST_TIMEOUT,
        response_timeout: TEST_TIMEOUT,
        ..RequestLimits::default()
    });
    let trickle = Body::from_stream(Trickle(interval(SHORT)));
    let slow = tokio::spawn(send_to(app.clone(), post(trickle)));
    // On the only thread of this test, the slow request waits for its body meanwhile.
    tokio::time::sleep(SHORT).await;
    while !slow.is_finished() {
        let response = send_within_timeout(&app, post(Body::from_stream(Late::new(b"[]")))).await;
        assert!([422, 503].contains(&response.status.as_u16()));
        tokio::time::sleep(SHORT / 5).await;
    }
    let expected = json!({
        "type": "urn:problem-type:sudoku-validator:overloaded",
        "title": "The service is overloaded",
        "status": 503,
        "detail": "Another client needed the slot of this one, which was too slow; retry in a second, and send without pauses.",
    });
    assert_eq!(slow.await.unwrap().parts(), (503, expected));
}

#[tokio::test]
async fn a_request_has_exactly_one_host() {
    let problem = |detail: &str| json!({"type": "urn:problem-type:sudoku-validator:bad-request", "title": "Malformed HTTP request", "status": 400, "detail": detail});
    let send_with = |hosts: &[&[u8]], version| {
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
        async { receive(app.oneshot(request).await.unwrap()).await }
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
            send_with(&[host.as_bytes()], Version::HTTP_11).await.status,
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
        let response = send_with(&[host], Version::HTTP_11).await;
        assert_eq!(
            response.parts(),
            (400, problem("The 'Host' header is not a valid host.")),
            "{}",
            host.escape_ascii()
        );
        assert_eq!(response.header("connection"), Some("close"));
    }
    let not_one = problem("Send exactly one 'Host' header.");
    assert_eq!(
        send_with(&[b"a", b"a"], Version::HTTP_11).await.parts(),
        (400, not_one.clone())
    );
    assert_eq!(
        send_with(&[], Version::HTTP_11).await.parts(),
        (400, not_one)
    );
    assert_eq!(send_with(&[], Version::HTTP_10).await.status, 200);
}

#[tokio::test]
async fn chunked_is_the_only_accepted_transfer_coding() {
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
async fn requests_boards_and_rejections_are_counted() {
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
        send_within_timeout(&app, request).await;
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
        ("sudoku_rejections_total{type=\"not-json\"}".into(), 100),
        ("sudoku_rejections_total{type=\"not-a-board\"}".into(), 100),
        ("sudoku_rejections_total{type=\"not-found\"}".into(), 100),
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
async fn the_admin_port_reports_liveness_readiness_and_metrics() {
    let (readiness, metrics) = (Readiness::default(), Arc::new(Metrics::new()));
    let admin = http::admin(readiness.clone(), Arc::clone(&metrics));
    let get = |path: &str| {
        let request = Request::get(path).body(Body::empty()).unwrap();
        let admin = admin.clone();
        async { receive(admin.oneshot(request).await.unwrap()).await }
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
    // The admin endpoints are not exposed on the public port.
    for path in ["/livez", "/readyz", "/metrics"] {
        assert_eq!(crate::support::get(path).await.status, 404, "{path}");
    }
}
