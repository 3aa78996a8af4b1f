//! Files that are part of the executable: compressed once, and not sent again to clients that have them.

mod accept_encoding;
mod etag;

use std::convert::Infallible;
use std::io::Write;

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream;

use super::json;

/// A file that is part of the executable, as is and compressed.
#[derive(Debug)]
pub(crate) struct Asset {
    media_type: &'static str,
    identity: Representation,
    gzip: Representation,
}

/// The bytes of an asset in one content coding.
#[derive(Debug)]
struct Representation {
    body: Bytes,
    etag: HeaderValue,
    content_encoding: Option<HeaderValue>,
}

impl Asset {
    /// Compresses the file.
    pub(crate) fn new(media_type: &'static str, file: &'static [u8]) -> Asset {
        let gzip = gzip(file).into();
        Asset {
            media_type,
            identity: Representation::new(Bytes::from_static(file), None),
            gzip: Representation::new(gzip, Some(HeaderValue::from_static("gzip"))),
        }
    }

    /// Responds to a GET or HEAD request with these headers: 200 with the file, or 304 if the client has it already.
    pub(crate) fn respond(&self, request_headers: &HeaderMap) -> Response {
        let representation = if accept_encoding::prefers_gzip(request_headers) {
            &self.gzip
        } else {
            &self.identity
        };
        let mut response = if etag::matches(request_headers, &representation.etag) {
            not_modified()
        } else {
            representation.ok(self.media_type)
        };
        let headers = response.headers_mut();
        headers.insert(ETAG, representation.etag.clone());
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        // Caches ask each time, since the next version of the service may have another file.
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        response
    }
}

impl Representation {
    fn new(body: Bytes, content_encoding: Option<HeaderValue>) -> Representation {
        Representation {
            etag: etag::of(&body),
            body,
            content_encoding,
        }
    }

    fn ok(&self, media_type: &'static str) -> Response {
        let mut response = json::ok_with_body(media_type, self.body.clone());
        let coding = self.content_encoding.clone();
        response
            .headers_mut()
            .extend(coding.map(|coding| (CONTENT_ENCODING, coding)));
        response
    }
}

fn gzip(file: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let compressed = encoder.write_all(file).and_then(|()| encoder.finish());
    compressed.expect("writing to a vector does not fail")
}

fn not_modified() -> Response {
    // To an empty body of known length, axum would add `Content-Length: 0`. In a 304 that is the length of the file.
    let body = Body::from_stream(stream::empty::<Result<Bytes, Infallible>>());
    (StatusCode::NOT_MODIFIED, body).into_response()
}
