//! Files that are part of the executable: compressed, revalidated, and never sent twice.

use axum::body::Body;
use axum::http::{Method, Request};

use crate::support::contract::CONTRACT;
use crate::support::running::{Running, generous, read_to_end};
use crate::support::{TestResponse, get, send};

/// Files that compress well, with their media types.
const FILES: [(&str, &str); 3] = [
    ("/openapi.json", "application/json"),
    ("/openapi.yaml", "application/yaml"),
    ("/assets/style.css", "text/css; charset=utf-8"),
];

async fn request(method: Method, path: &str, headers: &[(&str, &str)]) -> TestResponse {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn the_contract_is_served_unchanged_as_yaml_and_as_json() {
    assert_eq!(
        get("/openapi.yaml").await.text(),
        include_str!("../../openapi.yaml")
    );
    let json = get("/openapi.json").await;
    assert_eq!(json.json(), *CONTRACT);
    // The members are in the order of the YAML, in which people read them.
    let names = ["openapi", "info", "servers", "paths", "components"];
    let text = json.text();
    let positions = names.map(|name| text.find(&format!("\n  \"{name}\": ")).unwrap());
    assert!(positions.is_sorted(), "{positions:?}");
}

#[tokio::test]
async fn a_file_is_gzip_compressed_on_request() {
    for (path, media_type) in FILES {
        let plain = get(path).await;
        assert_eq!(plain.header("content-encoding"), None);
        let compressed = request(Method::GET, path, &[("accept-encoding", "gzip")]).await;
        assert_eq!(compressed.header("content-encoding"), Some("gzip"));
        assert_eq!(compressed.body[..2], [0x1f, 0x8b]);
        assert!(compressed.body.len() * 2 < plain.body.len());
        assert_ne!(plain.header("etag"), compressed.header("etag"));
        for response in [plain, compressed] {
            assert_eq!(response.header("content-type"), Some(media_type));
            assert_eq!(response.header("vary"), Some("accept-encoding"));
            assert_eq!(response.header("cache-control"), Some("no-cache"));
            let etag = response.header("etag").unwrap();
            assert!(etag.starts_with('"') && etag.ends_with('"'), "{etag}");
        }
    }
}

fn in_each_encoding() -> impl Iterator<Item = ((&'static str, &'static str), &'static str)> {
    let encodings = ["identity", "gzip"];
    FILES
        .into_iter()
        .flat_map(move |file| encodings.map(|encoding| (file, encoding)))
}

#[tokio::test]
async fn a_client_that_has_a_file_gets_304_without_a_body() {
    for ((path, _), encoding) in in_each_encoding() {
        let accept = ("accept-encoding", encoding);
        let full = request(Method::GET, path, &[accept]).await;
        assert_eq!(full.status, 200);
        let etag = full.header("etag").unwrap();
        for method in [Method::GET, Method::HEAD] {
            for known in [etag, &format!("\"other\", W/{etag}"), "*"] {
                let headers = [accept, ("if-none-match", known)];
                let response = request(method.clone(), path, &headers).await;
                assert_eq!(response.status, 304, "{method} {known}");
                assert!(response.body.is_empty());
                for name in ["etag", "vary", "cache-control"] {
                    assert_eq!(response.header(name), full.header(name), "{method} {known}");
                }
                for name in ["content-length", "content-type", "content-encoding"] {
                    assert_eq!(response.header(name), None, "{method} {known}");
                }
            }
        }
        for unknown in ["\"other\"", "", etag.trim_matches('"')] {
            let response = request(Method::GET, path, &[accept, ("if-none-match", unknown)]).await;
            assert_eq!(response.body, full.body, "{unknown}");
        }
    }
}

/// A cache that has a file in one encoding has to get it in the other.
#[tokio::test]
async fn the_tag_of_one_encoding_does_not_match_the_other() {
    for (path, _) in FILES {
        let plain = get(path).await;
        let headers = [
            ("accept-encoding", "gzip"),
            ("if-none-match", plain.header("etag").unwrap()),
        ];
        assert_eq!(request(Method::GET, path, &headers).await.status, 200);
    }
}

#[tokio::test]
async fn head_has_the_headers_of_get() {
    for ((path, _), encoding) in in_each_encoding() {
        let headers = [("accept-encoding", encoding), ("x-request-id", "a")];
        let get = request(Method::GET, path, &headers).await;
        let head = request(Method::HEAD, path, &headers).await;
        assert_eq!((head.status, head.headers), (get.status, get.headers));
        assert!(head.body.is_empty());
    }
}

/// The responses to these requests must not have a body or a `Content-Length`, or the next response is misread.
#[tokio::test]
async fn responses_without_a_body_leave_the_connection_in_order() {
    let server = Running::start(generous());
    let requests = [
        "GET /openapi.yaml HTTP/1.1\r\nhost: a\r\nif-none-match: *\r\n\r\n",
        "HEAD /openapi.yaml HTTP/1.1\r\nhost: a\r\nif-none-match: *\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n",
        "OPTIONS /validate HTTP/1.1\r\nhost: a\r\n\r\n",
        "GET /health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
    ];
    let mut stream = server.send(requests.concat()).await;
    let text = read_to_end(&mut stream).await;
    let heads: Vec<&str> = text.split("\r\n\r\n").collect();
    for (head, status) in heads.iter().zip(["304", "304", "204", "204", "200"]) {
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{text}");
        assert_eq!(head.contains("content-length"), status == "200", "{text}");
        assert!(!head.contains("transfer-encoding"), "{text}");
    }
    assert_eq!(heads.len(), requests.len() + 1, "{text}");
    server.stop().await;
}
