//! A stand-in for an OpenTelemetry collector.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use flate2::read::GzDecoder;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;

use crate::support::service::TEST_TIMEOUT;

/// What the collector responds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Behavior {
    Accept,
    Refuse,
    /// It reads the request and never responds.
    Hang,
}

/// A request to the collector.
pub(crate) struct Export {
    /// The request line and the header fields, in lower case.
    pub(crate) head: Vec<String>,
    pub(crate) resource: BTreeMap<String, String>,
    pub(crate) spans: Vec<Span>,
}

/// A collector on a free port. It runs until the tests end.
pub(crate) struct Collector {
    pub(crate) endpoint: String,
    pub(crate) exports: Receiver<Export>,
}

impl Collector {
    pub(crate) fn start(behavior: Behavior) -> Collector {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let (sender, exports) = channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let sender = sender.clone();
                thread::spawn(move || serve(stream.unwrap(), behavior, &sender));
            }
        });
        Collector { endpoint, exports }
    }

    /// Waits for the next request.
    pub(crate) fn next(&self) -> Export {
        self.exports.recv_timeout(TEST_TIMEOUT).expect("no spans")
    }

    /// Returns all spans so far, by name. The names must differ.
    pub(crate) fn spans(&self) -> BTreeMap<String, Span> {
        let mut spans = BTreeMap::new();
        for span in self.exports.try_iter().flat_map(|export| export.spans) {
            let name = span.name.clone();
            assert!(spans.insert(name, span).is_none());
        }
        spans
    }
}

/// Serves the requests of one connection.
fn serve(stream: TcpStream, behavior: Behavior, exports: &Sender<Export>) {
    let mut requests = BufReader::new(stream);
    while let Some(export) = read(&mut requests) {
        // An error means that the test has ended.
        let _ = exports.send(export);
        let response = match behavior {
            Behavior::Accept => "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            Behavior::Refuse => "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n",
            Behavior::Hang => continue,
        };
        requests.get_mut().write_all(response.as_bytes()).unwrap();
    }
}

/// Reads a request; `None` at the end of the connection.
fn read(requests: &mut BufReader<TcpStream>) -> Option<Export> {
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        if requests.read_line(&mut line).unwrap_or(0) == 0 {
            return None;
        }
        if line.trim().is_empty() {
            break;
        }
        head.push(line.trim().to_ascii_lowercase());
    }
    let field = |name: &str| head.iter().find_map(|line| line.strip_prefix(name));
    let length = field("content-length: ").unwrap().parse().unwrap();
    let mut body = vec![0; length];
    requests.read_exact(&mut body).unwrap();
    if field("content-encoding: ") == Some("gzip") {
        let mut plain = Vec::new();
        GzDecoder::new(&body[..]).read_to_end(&mut plain).unwrap();
        body = plain;
    }
    let request = ExportTraceServiceRequest::decode(&body[..]).unwrap();
    let [resource_spans] = &request.resource_spans[..] else {
        panic!("spans of several resources");
    };
    let resource = attributes(&resource_spans.resource.as_ref().unwrap().attributes);
    let scopes = resource_spans.scope_spans.iter();
    let spans = scopes.flat_map(|scope| scope.spans.clone()).collect();
    Some(Export {
        head,
        resource,
        spans,
    })
}

/// Returns attributes as text, by name.
pub(crate) fn attributes(attributes: &[KeyValue]) -> BTreeMap<String, String> {
    let attributes = attributes.iter().map(|attribute| {
        let value = attribute.value.as_ref().unwrap().value.as_ref();
        let value = match value.unwrap() {
            Value::StringValue(text) => text.clone(),
            Value::IntValue(number) => number.to_string(),
            other => panic!("unexpected {other:?}"),
        };
        (attribute.key.clone(), value)
    });
    attributes.collect()
}
