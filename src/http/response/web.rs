//! The files of `web/`: the pages, and the assets that they load. A file added to `web/` is a line here.

use std::sync::{LazyLock, OnceLock};

use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use super::asset::Asset;

/// The playground, the page at `/`.
pub(crate) static PLAYGROUND: WebFile =
    WebFile::new("index.html", include_bytes!("../../../web/index.html"));

/// The API description for people, the page at `/docs`.
pub(crate) static DOCS: WebFile =
    WebFile::new("docs.html", include_bytes!("../../../web/docs.html"));

/// The icon that browsers request if no page names another one.
pub(crate) static FAVICON: WebFile =
    WebFile::new("favicon.ico", include_bytes!("../../../web/favicon.ico"));

/// What the pages load from `/assets/{name}`.
static ASSETS: LazyLock<Vec<WebFile>> = LazyLock::new(|| {
    vec![
        WebFile::new("board.css", include_bytes!("../../../web/board.css")),
        WebFile::new("board.js", include_bytes!("../../../web/board.js")),
        WebFile::new(
            "collection-panel.js",
            include_bytes!("../../../web/collection-panel.js"),
        ),
        WebFile::new(
            "collection.js",
            include_bytes!("../../../web/collection.js"),
        ),
        WebFile::new("docs-json.js", include_bytes!("../../../web/docs-json.js")),
        WebFile::new(
            "docs-markdown.js",
            include_bytes!("../../../web/docs-markdown.js"),
        ),
        WebFile::new(
            "docs-operation.js",
            include_bytes!("../../../web/docs-operation.js"),
        ),
        WebFile::new("docs-run.css", include_bytes!("../../../web/docs-run.css")),
        WebFile::new("docs-run.js", include_bytes!("../../../web/docs-run.js")),
        WebFile::new(
            "docs-schema.js",
            include_bytes!("../../../web/docs-schema.js"),
        ),
        WebFile::new("docs.css", include_bytes!("../../../web/docs.css")),
        WebFile::new("docs.js", include_bytes!("../../../web/docs.js")),
        WebFile::new("dom.js", include_bytes!("../../../web/dom.js")),
        WebFile::new("drawing.js", include_bytes!("../../../web/drawing.js")),
        WebFile::new("entry.js", include_bytes!("../../../web/entry.js")),
        WebFile::new("examples.js", include_bytes!("../../../web/examples.js")),
        WebFile::new(
            "exchange-panel.js",
            include_bytes!("../../../web/exchange-panel.js"),
        ),
        WebFile::new("favicon.svg", include_bytes!("../../../web/favicon.svg")),
        WebFile::new("grid.js", include_bytes!("../../../web/grid.js")),
        WebFile::new("judge.js", include_bytes!("../../../web/judge.js")),
        WebFile::new(
            "layout-panel.js",
            include_bytes!("../../../web/layout-panel.js"),
        ),
        WebFile::new("layout.js", include_bytes!("../../../web/layout.js")),
        WebFile::new("notation.js", include_bytes!("../../../web/notation.js")),
        WebFile::new("page.js", include_bytes!("../../../web/page.js")),
        WebFile::new("panels.css", include_bytes!("../../../web/panels.css")),
        WebFile::new(
            "paste-panel.js",
            include_bytes!("../../../web/paste-panel.js"),
        ),
        WebFile::new(
            "playground.css",
            include_bytes!("../../../web/playground.css"),
        ),
        WebFile::new(
            "playground.js",
            include_bytes!("../../../web/playground.js"),
        ),
        WebFile::new("request.js", include_bytes!("../../../web/request.js")),
        WebFile::new("sentences.js", include_bytes!("../../../web/sentences.js")),
        WebFile::new("service.js", include_bytes!("../../../web/service.js")),
        WebFile::new("share.js", include_bytes!("../../../web/share.js")),
        WebFile::new("style.css", include_bytes!("../../../web/style.css")),
        WebFile::new(
            "verdict-panel.js",
            include_bytes!("../../../web/verdict-panel.js"),
        ),
    ]
});

/// A page may load files and data from the service that sent it, and nothing else. Nothing may frame it.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
    img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of `web/`.
#[derive(Debug)]
pub(crate) struct WebFile {
    name: &'static str,
    content: &'static [u8],
    /// Compressed at the first request, so that the service starts as fast as without pages.
    asset: OnceLock<Asset>,
}

/// Returns the asset with this name.
pub(crate) fn find_asset(name: &str) -> Option<&'static WebFile> {
    ASSETS.iter().find(|file| file.name == name)
}

impl WebFile {
    const fn new(name: &'static str, content: &'static [u8]) -> WebFile {
        WebFile {
            name,
            content,
            asset: OnceLock::new(),
        }
    }

    /// Responds to a GET or HEAD request with these headers.
    pub(crate) fn respond(&self, request_headers: &HeaderMap) -> Response {
        self.asset
            .get_or_init(|| Asset::new(media_type(self.name), self.content))
            .respond(request_headers)
    }

    /// Responds with the file as a page, with the headers that restrict what it may do.
    pub(crate) fn respond_as_page(&self, request_headers: &HeaderMap) -> Response {
        let mut response = self.respond(request_headers);
        let headers = response.headers_mut();
        headers.insert(
            CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(PAGE_POLICY),
        );
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        response
    }
}

/// Returns the media type of a file with this name.
///
/// # Panics
///
/// Panics if its extension is not listed.
fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.') {
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "ico")) => "image/vnd.microsoft.icon",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => panic!("{name} has no known media type"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_the_folder_is_served_with_a_media_type() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let entries = folder.read_dir().unwrap();
        let mut files: BTreeSet<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.remove("README.md");
        let served = [&PLAYGROUND, &DOCS, &FAVICON]
            .into_iter()
            .chain(ASSETS.iter());
        let names: Vec<&str> = served.map(|file| file.name).collect();
        assert_eq!(
            names.iter().copied().collect::<BTreeSet<_>>(),
            files.iter().map(String::as_str).collect()
        );
        assert!(names.iter().all(|name| media_type(name).contains('/')));
    }
}
