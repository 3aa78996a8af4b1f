//! What is refused before a board is looked for, whole bodies compared.

use axum::body::Body;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{Method, Request};
use serde_json::json;

use crate::support::{Silent, get, post, request, send};

#[tokio::test]
async fn what_is_not_json_is_told_where_reading_stopped() {
    let expected = "expected a board as JSON, such as [[5, 3, 0, …], …].";
    for (body, detail) in [
        (
            &b""[..],
            format!("The body is empty (line 1, column 1); {expected}"),
        ),
        (
            b"  \n ",
            format!("The body is empty (line 2, column 2); {expected}"),
        ),
        (
            b"[[1,2",
            "The body is cut off: it ends at line 1, column 6, before its JSON does.".to_owned(),
        ),
        (
            b"[[1,2],\n [3,x]]",
            format!("The body is not JSON: unexpected 'x' at line 2, column 5; {expected}"),
        ),
        (
            b"\xef\xbb\xbf[]",
            "The body begins with a byte order mark (line 1, column 1); send it without."
                .to_owned(),
        ),
        (
            b"[[1,\n\xff]]",
            "The body is not UTF-8 text: see line 2, column 1.".to_owned(),
        ),
    ] {
        let expected = json!({"type": "/problems/not-json", "title": "The body is not JSON", "status": 400, "detail": detail});
        assert_eq!(
            post("/validate", body).await.parts(),
            (400, expected),
            "{}",
            body.escape_ascii()
        );
    }
}

#[tokio::test]
async fn json_that_is_wrong_as_json_is_400_whatever_is_wrong_with_the_board_before() {
    for body in [
        "[[true,5.5,[]], 01]",
        "{\"colour\": 1, \"board\": [[\"x\"]]",
        "[[100]] x",
        "\"53\"]",
        "[\"\\x\", 1]",
    ] {
        assert_eq!(post("/validate", body).await.status, 400, "{body}");
    }
}

#[tokio::test]
async fn deep_and_long_bodies_are_refused_at_once() {
    let open = "[".repeat(200_000);
    assert_eq!(post("/validate", open.clone()).await.status, 400);
    assert_eq!(
        post(
            "/validate",
            open[..100_000].to_owned() + &"]".repeat(100_000)
        )
        .await
        .status,
        422
    );
    assert_eq!(
        post("/validate", "{\"board\":".repeat(20_000)).await.status,
        400
    );
    assert_eq!(
        post("/validate", format!("[{}0]", "0,".repeat(100_000)))
            .await
            .status,
        422
    );
    assert_eq!(post("/validate", "9".repeat(200_000)).await.status, 422);

    let too_large = json!({
        "type": "/problems/body-too-large",
        "title": "The body is too large",
        "status": 413,
        "detail": "The body may have at most 262144 bytes.",
    });
    assert_eq!(
        post("/validate", " ".repeat(3_000_000)).await.parts(),
        (413, too_large.clone())
    );
    let fits =
        "[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]".to_owned() + &" ".repeat(256 * 1024 - 41);
    assert_eq!(post("/validate", fits.clone()).await.status, 200);
    assert_eq!(
        post("/validate", fits + " ").await.parts(),
        (413, too_large.clone())
    );

    // The length is declared: it is refused before a byte of the body is there.
    let never = Body::from_stream(Silent);
    let declared = Request::post("/validate")
        .header(CONTENT_TYPE, "application/json")
        .header(CONTENT_LENGTH, "1073741824")
        .body(never)
        .unwrap();
    let reply = tokio::time::timeout(std::time::Duration::from_mins(1), send(declared))
        .await
        .unwrap();
    assert_eq!(reply.parts(), (413, too_large));
}

#[tokio::test]
async fn a_body_that_is_not_declared_as_json_is_told_which_header_to_send() {
    for media_type in [
        None,
        Some("text/plain"),
        Some("application/x-www-form-urlencoded"),
        Some("application/+json"),
        Some("json"),
    ] {
        let mut request = Request::post("/validate");
        if let Some(media_type) = media_type {
            request = request.header(CONTENT_TYPE, media_type);
        }
        let reply = send(request.body("[[1]]".into()).unwrap()).await;
        let expected = json!({
            "type": "/problems/wrong-media-type",
            "title": "The media type is none that is taken here",
            "status": 415,
            "detail": "Send the header 'Content-Type: application/json'; with curl, use --json in place of --data.",
        });
        assert_eq!(reply.parts(), (415, expected), "{media_type:?}");
        assert_eq!(reply.header("accept"), Some("application/json"));
    }
}

#[tokio::test]
async fn a_compressed_body_is_refused() {
    let request = Request::post("/validate")
        .header(CONTENT_TYPE, "application/json")
        .header(CONTENT_ENCODING, "gzip")
        .body("[[1]]".into())
        .unwrap();
    let reply = send(request).await;
    let expected = json!({
        "type": "/problems/wrong-encoding",
        "title": "The body is declared as compressed",
        "status": 415,
        "detail": "Send the body as it is, without the header 'Content-Encoding'.",
    });
    assert_eq!(reply.parts(), (415, expected));
    assert_eq!(reply.header("accept-encoding"), Some("identity"));
}

#[tokio::test]
async fn parameters_are_refused_by_name_if_they_are_unknown_or_stand_twice() {
    for (query, detail) in [
        (
            "duplicate=all",
            "The parameter \"duplicate\" is not known here; expected \"duplicates\".",
        ),
        (
            "%20=1",
            "A parameter is not known here; expected \"duplicates\".",
        ),
        (
            "duplicates=some",
            "The parameter \"duplicates\" has an unknown value; expected \"first\" or \"all\".",
        ),
        (
            "duplicates",
            "The parameter \"duplicates\" has an unknown value; expected \"first\" or \"all\".",
        ),
        (
            "duplicates=all&duplicates=all",
            "The parameter \"duplicates\" stands twice; expected it once.",
        ),
    ] {
        let reply = post(&format!("/validate?{query}"), "[[1]]").await;
        let expected = json!({
            "type": "/problems/bad-query",
            "title": "The query is not understood",
            "status": 400,
            "detail": detail,
        });
        assert_eq!(reply.parts(), (400, expected), "{query}");
    }
}

#[tokio::test]
async fn a_path_that_is_not_there_is_not_found() {
    let expected = json!({
        "type": "/problems/not-found",
        "title": "There is nothing at this path",
        "status": 404,
        "detail": "There is nothing at this path; boards go to POST /validate, /solve or /validate/batch, and GET /openapi.yaml tells all.",
    });
    for path in ["/", "/validate/", "/Validate", "/metrics"] {
        assert_eq!(get(path).await.parts(), (404, expected.clone()), "{path}");
    }
}

#[tokio::test]
async fn a_method_that_a_path_does_not_take_is_told_which_it_takes() {
    for (method, path, name, allow) in [
        (Method::GET, "/validate", "GET", "POST"),
        (Method::PUT, "/validate/batch", "PUT", "POST"),
        (Method::GET, "/solve", "GET", "POST"),
        (Method::OPTIONS, "/validate", "OPTIONS", "POST"),
        (Method::POST, "/health", "POST", "GET,HEAD"),
        (
            Method::from_bytes(b"BREW").unwrap(),
            "/openapi.yaml",
            "this method",
            "GET,HEAD",
        ),
        (Method::DELETE, "/problems/not-json", "DELETE", "GET,HEAD"),
    ] {
        let reply = request(method.clone(), path).await;
        let takes = if allow == "POST" {
            "POST; with curl, add '-X POST'"
        } else {
            "GET"
        };
        let detail = format!("This path does not take {name}, but {takes}.");
        let expected = json!({
            "type": "/problems/method-not-allowed",
            "title": "The path does not take this method",
            "status": 405,
            "detail": detail,
        });
        assert_eq!(reply.parts(), (405, expected), "{method} {path}");
        assert_eq!(reply.header("allow"), Some(allow), "{method} {path}");
    }
}

#[tokio::test]
async fn each_type_of_refusal_is_explained_at_its_path() {
    let reply = get("/problems/body-too-large").await;
    let expected = json!({
        "type": "/problems/body-too-large",
        "title": "The body is too large",
        "status": 413,
        "meaning": "The body has more bytes than any board needs. The detail gives the limit.",
    });
    assert_eq!(reply.parts(), (200, expected));
    for body in ["", "[[1]]", " "] {
        let refusal = post("/validate", body).await.json();
        let explained = get(refusal["type"].as_str().unwrap()).await.json();
        assert_eq!(explained["title"], refusal["title"]);
        assert_eq!(explained["status"], refusal["status"]);
    }
    for unknown in ["/problems/", "/problems/none", "/problems/%ff"] {
        assert_eq!(get(unknown).await.status, 404, "{unknown}");
    }
}
