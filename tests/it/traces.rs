//! The spans that the binary sends to a collector, and what happens without one.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;

use crate::support::collector::{Behavior, Collector, attributes};
use crate::support::service::{Service, TEST_TIMEOUT, command, get};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CLIENT_SPAN: &str = "00f067aa0ba902b7";

/// A puzzle with one solution.
const PUZZLE: &str = "[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]";

/// Starts a service that sends its spans to this collector, with further variables. Returns the address of its admin
/// port, too.
fn start(endpoint: &str, variables: &[(&str, &str)]) -> (Service, String) {
    let mut command: Command = command(&["--port", "0", "--admin", "127.0.0.1:0"]);
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint);
    command.envs(variables.iter().copied());
    Service::spawn_with_admin(command)
}

/// Posts a body, with further header lines, and returns the response.
fn post(service: &Service, path: &str, media_type: &str, headers: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(&service.address).unwrap();
    stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nhost: sudoku.example:8000\r\nconnection: close\r\ncontent-type: {media_type}\r\n\
         content-length: {}\r\n{headers}\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}

/// Posts a board without a traceparent.
fn validate(service: &Service) {
    let response = post(service, "/validate", "application/json", "", PUZZLE);
    assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
}

fn traceparent(flags: &str) -> String {
    format!("traceparent: 00-{TRACE}-{CLIENT_SPAN}-{flags}\r\n")
}

fn stop(service: Service) {
    service.signal("TERM");
    assert_eq!(service.wait_with_log().0, Some(0));
}

fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    digits
        .map(|digit| char::from_digit(digit.into(), 16).unwrap())
        .collect()
}

/// Asserts that a span has these attributes and no others.
fn assert_attributes(span: &Span, expected: &[(&str, &str)]) {
    let expected: BTreeMap<String, String> = expected
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    assert_eq!(attributes(&span.attributes), expected, "{}", span.name);
}

#[test]
fn a_sampled_request_is_a_span_of_the_trace_of_its_client() {
    let collector = Collector::start(Behavior::Accept);
    let (service, admin) = start(
        &collector.endpoint,
        &[
            ("OTEL_SERVICE_NAME", "judge"),
            (
                "OTEL_RESOURCE_ATTRIBUTES",
                "deployment.environment.name=test",
            ),
            ("OTEL_EXPORTER_OTLP_HEADERS", "x-tenant=seven"),
            ("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip"),
            ("OTEL_BSP_SCHEDULE_DELAY", "1"),
        ],
    );
    let headers = traceparent("01") + "tracestate: shop=1\r\n";
    post(
        &service,
        "/validate?duplicates=all",
        "application/json",
        &headers,
        PUZZLE,
    );
    let export = collector.next();
    assert_eq!(export.head[0], "post /v1/traces http/1.1");
    for line in ["content-type: application/x-protobuf", "x-tenant: seven"] {
        assert!(export.head.iter().any(|other| other == line), "{line}");
    }
    for (name, value) in [
        ("service.name", "judge"),
        ("service.version", env!("CARGO_PKG_VERSION")),
        ("deployment.environment.name", "test"),
        ("telemetry.sdk.language", "rust"),
    ] {
        assert_eq!(export.resource[name], value);
    }
    let [span] = &export.spans[..] else {
        panic!("{} spans", export.spans.len());
    };
    assert_eq!(span.name, "POST /validate");
    assert_eq!(span.kind(), SpanKind::Server);
    assert_eq!(hex(&span.trace_id), TRACE);
    assert_eq!(hex(&span.parent_span_id), CLIENT_SPAN);
    assert_ne!(hex(&span.span_id), CLIENT_SPAN);
    assert_eq!(span.trace_state, "shop=1");
    assert!(span.start_time_unix_nano < span.end_time_unix_nano);
    assert_eq!(span.status.clone().unwrap_or_default().code, 0);
    assert_attributes(
        span,
        &[
            ("http.request.method", "POST"),
            ("http.route", "/validate"),
            ("url.path", "/validate"),
            ("url.scheme", "http"),
            ("http.response.status_code", "200"),
            ("network.protocol.version", "1.1"),
            ("server.address", "sudoku.example"),
            ("server.port", "8000"),
        ],
    );
    wait_for(&admin, "sudoku_spans_exported_total 1");
    stop(service);
}

#[test]
fn rejections_searches_and_batches_are_spans_with_their_counts_and_without_boards() {
    let collector = Collector::start(Behavior::Accept);
    let (service, _) = start(&collector.endpoint, &[]);
    let headers = traceparent("01");
    let json = "application/json";
    post(&service, "/validate", json, &headers, "[[\"hunter2\"]]");
    post(&service, "/solve", json, &headers, PUZZLE);
    get(&service.address, "/1.......1.......?board=1.......1.......");
    stop(service);
    let spans = collector.spans();
    let names: Vec<&String> = spans.keys().collect();
    assert_eq!(names, ["GET", "POST /solve", "POST /validate", "search"]);

    let rejected = &spans["POST /validate"];
    let rejected_attributes = attributes(&rejected.attributes);
    assert_eq!(rejected_attributes["http.response.status_code"], "422");
    assert_eq!(rejected_attributes["sudoku.rejection"], "not-a-board");
    // It is the client's error, and not the service's.
    assert_eq!(rejected.status.clone().unwrap_or_default().code, 0);

    let search = &spans["search"];
    assert_eq!(hex(&search.trace_id), TRACE);
    assert_eq!(search.parent_span_id, spans["POST /solve"].span_id);
    assert_eq!(search.kind(), SpanKind::Internal);
    let mut search_attributes = attributes(&search.attributes);
    assert!(search_attributes.remove("sudoku.search.checks").is_some());
    let expected = [("count", "1"), ("size", "4"), ("solutions", "one")]
        .map(|(name, value)| (format!("sudoku.{name}"), value.to_owned()));
    assert_eq!(search_attributes, BTreeMap::from(expected));

    assert_attributes(
        &spans["GET"],
        &[
            ("http.request.method", "GET"),
            ("url.scheme", "http"),
            ("http.response.status_code", "404"),
            ("network.protocol.version", "1.1"),
            ("server.address", "localhost"),
            ("sudoku.rejection", "not-found"),
        ],
    );
    assert!(spans["GET"].parent_span_id.is_empty());
}

#[test]
fn a_batch_is_a_span_with_the_counts_of_its_lines() {
    let lines = "1.......1.......\n1.....3..4.....2\n\n15..............\n";
    for (path, counts) in [
        (
            "/validate/batch",
            &[("valid", "1"), ("invalid", "1"), ("complete", "0")][..],
        ),
        (
            "/solve/batch",
            &[("none", "1"), ("one", "1"), ("many", "0"), ("unknown", "0")],
        ),
    ] {
        let collector = Collector::start(Behavior::Accept);
        let (service, _) = start(&collector.endpoint, &[]);
        post(&service, path, "text/plain", &traceparent("01"), lines);
        stop(service);
        let spans = collector.spans();
        let (request, batch) = (&spans[&format!("POST {path}")], &spans["batch"]);
        assert_eq!(batch.parent_span_id, request.span_id);
        assert_eq!(hex(&batch.trace_id), TRACE);
        let mut expected = counts.to_vec();
        expected.extend([("lines", "4"), ("rejected", "1"), ("skipped", "1")]);
        let expected = expected
            .into_iter()
            .map(|(name, count)| (format!("sudoku.batch.{name}"), count.to_owned()));
        assert_eq!(attributes(&batch.attributes), expected.collect());
    }
}

#[test]
fn the_parent_decides_whether_a_request_is_sampled_and_otherwise_the_sampler() {
    let sampler = |name| ("OTEL_TRACES_SAMPLER", name);
    for (variables, headers, is_sampled) in [
        (&[][..], "", true),
        (&[], &*traceparent("00"), false),
        (&[sampler("parentbased_always_off")], "", false),
        (
            &[sampler("parentbased_always_off")],
            &traceparent("01"),
            true,
        ),
        (&[sampler("always_off")], &traceparent("01"), false),
        (&[("OTEL_SDK_DISABLED", "true")], &traceparent("01"), false),
    ] {
        let collector = Collector::start(Behavior::Accept);
        let (service, _) = start(&collector.endpoint, variables);
        post(&service, "/validate", "application/json", headers, PUZZLE);
        stop(service);
        let count = collector.spans().len();
        assert_eq!(count, usize::from(is_sampled), "{variables:?} {headers}");
    }
}

/// Waits until the metrics contain this line.
fn wait_for(admin: &str, line: &str) {
    let start = Instant::now();
    while !get(admin, "/metrics").lines().any(|other| other == line) {
        assert!(start.elapsed() < TEST_TIMEOUT, "no {line:?}");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_collector_that_is_away_or_refuses_changes_nothing_but_a_count() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap();
    let away = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    let refusing = Collector::start(Behavior::Refuse);
    for endpoint in [&away, &refusing.endpoint] {
        let (service, admin) = start(
            endpoint,
            &[
                ("OTEL_BSP_SCHEDULE_DELAY", "1"),
                ("OTEL_EXPORTER_OTLP_TIMEOUT", "100"),
            ],
        );
        validate(&service);
        wait_for(
            &admin,
            "sudoku_spans_dropped_total{reason=\"export_failed\"} 1",
        );
        validate(&service);
        service.signal("TERM");
        let (code, log) = service.wait_with_log();
        assert_eq!(code, Some(0));
        assert!(
            log.contains("\"message\":\"failed to send spans\""),
            "{log}"
        );
    }
}

#[test]
fn a_collector_that_hangs_delays_neither_requests_nor_the_shutdown() {
    let collector = Collector::start(Behavior::Hang);
    let (service, admin) = start(
        &collector.endpoint,
        &[
            ("OTEL_BSP_SCHEDULE_DELAY", "1"),
            ("OTEL_BSP_MAX_QUEUE_SIZE", "2"),
            // Much longer than the test.
            ("OTEL_EXPORTER_OTLP_TIMEOUT", "3600000"),
        ],
    );
    validate(&service);
    collector.next();
    validate(&service);
    validate(&service);
    wait_for(
        &admin,
        "sudoku_spans_dropped_total{reason=\"queue_full\"} 1",
    );
    wait_for(&admin, "sudoku_budget_used{budget=\"span_queue\"} 2");
    service.signal("TERM");
    let (code, log) = service.wait_with_log();
    assert_eq!(code, Some(0));
    assert!(
        log.contains("\"message\":\"spans were not sent before the end\",\"spans\":2"),
        "{log}"
    );
}

#[test]
fn an_unusable_endpoint_is_reported_and_the_service_runs_without_traces() {
    let (service, _) = start("https://localhost:4318", &[]);
    validate(&service);
    stop(service);
}
