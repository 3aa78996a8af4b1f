//! The pages for browsers: when they are sent, with which headers, and that they load only what the service serves.

use axum::body::Body;
use axum::http::{Method, Request};

use crate::support::{TestResponse, get, request, send};

/// Every page, by the path at which a browser finds it.
const PAGES: [&str; 2] = ["/", "/docs"];

/// What browsers send when a link is followed.
const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

async fn request_as(method: Method, path: &str, accept: &str) -> TestResponse {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("accept", accept);
    send(request.body(Body::empty()).unwrap()).await
}

async fn page(path: &str) -> TestResponse {
    request_as(Method::GET, path, BROWSER).await
}

/// Returns the addresses that a page loads or links to.
fn addresses(html: &str) -> Vec<&str> {
    let attributes = ["src=\"", "href=\""];
    let values = attributes.map(|attribute| {
        html.split(attribute)
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap())
    });
    values.into_iter().flatten().collect()
}

#[tokio::test]
async fn the_root_is_a_page_only_for_clients_that_name_html() {
    let html = page("/").await;
    assert_eq!(
        html.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert!(html.text().starts_with("<!doctype html>\n"));
    assert_eq!(html.header("vary"), Some("accept, accept-encoding"));
    for accept in [
        "*/*",
        "application/json",
        "text/html;q=0",
        "text/html, application/json",
    ] {
        let json = request_as(Method::GET, "/", accept).await;
        assert_eq!(json.header("content-type"), Some("application/json"));
        assert_eq!(json.header("vary"), Some("accept"), "{accept}");
        assert_eq!(json.json()["name"], "sudoku-validator", "{accept}");
    }
    assert_eq!(get("/").await.header("vary"), Some("accept"));
}

#[tokio::test]
async fn the_docs_are_a_page_for_every_client() {
    let expected = page("/docs").await;
    assert_eq!(
        expected.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert_eq!(get("/docs").await.body, expected.body);
}

#[tokio::test]
async fn head_has_the_headers_of_the_page() {
    for path in PAGES {
        let (mut full, mut head) = (
            page(path).await,
            request_as(Method::HEAD, path, BROWSER).await,
        );
        for response in [&mut full, &mut head] {
            response.headers.remove("x-request-id");
        }
        assert_eq!((head.status, head.headers), (full.status, full.headers));
        assert!(head.body.is_empty());
    }
}

#[tokio::test]
async fn a_page_may_load_only_from_the_service_and_run_no_inline_code() {
    for path in PAGES {
        let html = page(path).await;
        assert_eq!(
            html.header("content-security-policy"),
            Some(
                "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
                 base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            )
        );
        assert_eq!(html.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(html.header("cache-control"), Some("no-cache"));
        for forbidden in ["<style", "style=\"", " onclick=", "<script>"] {
            assert!(!html.text().contains(forbidden), "{path}: {forbidden}");
        }
    }
}

#[tokio::test]
async fn responses_of_the_api_have_no_headers_for_pages() {
    for path in [
        "/",
        "/health",
        "/openapi.json",
        "/assets/style.css",
        "/none",
    ] {
        let response = get(path).await;
        for name in ["content-security-policy", "referrer-policy"] {
            assert_eq!(response.header(name), None, "{path}");
        }
    }
}

#[tokio::test]
async fn every_address_in_a_page_is_relative_and_exists() {
    for path in PAGES {
        let html = page(path).await;
        let addresses = addresses(html.text());
        assert!(addresses.contains(&"assets/style.css"), "{path}");
        for address in addresses {
            if let Some(id) = address.strip_prefix('#') {
                let id = format!(" id=\"{id}\"");
                assert!(html.text().contains(&id), "{path}: {address}");
                continue;
            }
            assert!(
                !address.starts_with('/') && !address.contains(':'),
                "{path}: {address}"
            );
            let target = format!("/{}", address.trim_start_matches('.'));
            assert_eq!(get(&target).await.status, 200, "{path}: {address}");
        }
    }
}

/// Below `/docs/` the relative addresses of the page would be those of other resources.
#[tokio::test]
async fn the_docs_with_a_slash_are_redirected_relative_to_the_address_of_the_client() {
    for path in ["/docs/", "/%64ocs/", "/docs/?a=b"] {
        let response = page(path).await;
        assert_eq!(response.status, 308, "{path}");
        assert_eq!(response.header("location"), Some("../docs"), "{path}");
    }
    assert_eq!(get("/%64ocs").await.status, 200);
}

#[tokio::test]
async fn each_kind_of_asset_has_its_media_type() {
    for (path, media_type) in [
        ("/assets/style.css", "text/css; charset=utf-8"),
        ("/assets/favicon.svg", "image/svg+xml"),
        ("/favicon.ico", "image/vnd.microsoft.icon"),
    ] {
        let response = get(path).await;
        assert_eq!(response.header("content-type"), Some(media_type), "{path}");
    }
    assert_eq!(get("/favicon.ico").await.body[..4], [0, 0, 1, 0]);
}

#[tokio::test]
async fn an_unknown_asset_is_not_found() {
    for path in [
        "/assets/none.js",
        "/assets/index.html",
        "/assets/%2e%2e%2fCargo.toml",
    ] {
        let response = get(path).await;
        assert_eq!(response.status, 404, "{path}");
        assert_eq!(
            response.json()["detail"],
            "There is no asset with this name; the pages that load assets are at GET / and GET /docs."
        );
    }
    for path in ["/assets", "/assets/", "/assets/a/style.css"] {
        assert_eq!(get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn pages_and_assets_support_only_get_and_head() {
    for path in [
        "/",
        "/docs",
        "/assets/style.css",
        "/assets/none.js",
        "/favicon.ico",
    ] {
        for method in [Method::POST, Method::PUT, Method::DELETE] {
            let response = request(method, path).await;
            assert_eq!(response.status, 405, "{path}");
            assert_eq!(response.header("allow"), Some("GET, HEAD, OPTIONS"));
        }
    }
}
