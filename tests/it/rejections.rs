//! Requests that are rejected before a board is parsed. Whole bodies are compared.

use axum::body::Body;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderName, Method, Request};
use serde_json::json;
use sudoku_validator::http;

use crate::support::{Silent, TestResponse, get, post, request, send};

#[tokio::test]
async fn a_syntax_error_is_reported_with_its_position() {
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
            "The body is truncated: it ends at line 1, column 6, inside the JSON text.".to_owned(),
        ),
        (
            b"[[1,2],\n [3,~]]",
            format!("The body is not JSON: found '~' at line 2, column 5; {expected}"),
        ),
        (
            b"[[1,\n\xff]]",
            "The body is not valid UTF-8 at line 2, column 1; send the text as UTF-8.".to_owned(),
        ),
    ] {
        let expected = json!({"type": "urn:problem-type:sudoku-validator:not-json", "title": "The body is not JSON", "status": 400, "detail": detail});
        assert_eq!(
            post("/validate", body).await.parts(),
            (400, expected),
            "{}",
            body.escape_ascii()
        );
    }
}

#[tokio::test]
async fn a_syntax_error_takes_precedence_over_faults_of_the_board() {
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
async fn deep_and_long_bodies_are_rejected() {
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
        "type": "urn:problem-type:sudoku-validator:body-too-large",
        "title": "The body is too large",
        "status": 413,
        "detail": "The body exceeds the limit of 262144 bytes.",
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

    // The declared length is enough to reject the body before it arrives.
    let never = Body::from_stream(Silent);
    let declared = Request::post("/validate")
        .header(CONTENT_TYPE, "application/json")
        .header(CONTENT_LENGTH, "1073741824")
        .body(never)
        .unwrap();
    let response = tokio::time::timeout(std::time::Duration::from_mins(1), send(declared))
        .await
        .unwrap();
    assert_eq!(response.parts(), (413, too_large));
}

#[tokio::test]
async fn a_wrong_media_type_is_rejected_with_the_one_to_send() {
    for media_type in [
        None,
        Some("application/xml"),
        Some("application/+json"),
        Some("json"),
    ] {
        let mut request = Request::post("/validate");
        if let Some(media_type) = media_type {
            request = request.header(CONTENT_TYPE, media_type);
        }
        let response = send(request.body("[[1]]".into()).unwrap()).await;
        let expected = json!({
            "type": "urn:problem-type:sudoku-validator:wrong-media-type",
            "title": "Unsupported media type",
            "status": 415,
            "detail": "Send the header 'Content-Type: application/json' for a board as JSON (with curl, use --json instead of --data), or 'Content-Type: text/plain' for a board as text.",
        });
        assert_eq!(response.parts(), (415, expected), "{media_type:?}");
        assert_eq!(
            response.header("accept"),
            Some("application/json, text/plain")
        );
    }
}

/// Posts an empty board with these values of a header.
async fn post_with(
    path: &str,
    media_type: &str,
    name: HeaderName,
    values: &[&str],
) -> TestResponse {
    let mut request = Request::post(path).header(CONTENT_TYPE, media_type);
    for value in values {
        request = request.header(&name, *value);
    }
    let body = if media_type == "text/plain" {
        "................"
    } else {
        "[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]"
    };
    send(request.body(body.into()).unwrap()).await
}

#[tokio::test]
async fn a_body_with_a_content_encoding_is_rejected_with_what_to_change() {
    let uncompressed = "Send the body uncompressed and without the header 'Content-Encoding'.";
    let remove = "Send the request without the header 'Content-Encoding', or set it to 'identity'; a character \
                  encoding belongs in 'Content-Type'.";
    for (values, detail) in [
        (&["gzip"][..], uncompressed),
        (&["X-GZIP"], uncompressed),
        (&["identity, br"], uncompressed),
        (&["identity", "zstd"], uncompressed),
        (&["", "deflate"], uncompressed),
        (&["utf-8"], remove),
        (&["UTF-8, gzip"], remove),
        (&["chunked"], remove),
        (&["identity;q=1"], remove),
        (&["identity gzip"], remove),
    ] {
        let expected = json!({
            "type": "urn:problem-type:sudoku-validator:wrong-encoding",
            "title": "Unsupported content encoding",
            "status": 415,
            "detail": detail,
        });
        for (path, media_type) in [
            ("/validate", "application/json"),
            ("/solve", "application/json"),
            ("/validate/batch", "text/plain"),
        ] {
            let response = post_with(path, media_type, CONTENT_ENCODING, values).await;
            assert_eq!(
                response.parts(),
                (415, expected.clone()),
                "{path} {values:?}"
            );
            assert_eq!(response.header("accept-encoding"), Some("identity"));
        }
    }
}

#[tokio::test]
async fn identity_and_empty_content_encodings_are_accepted() {
    for values in [
        &["identity"][..],
        &["Identity"],
        &[""],
        &["identity, identity"],
        &[" , identity ,"],
        &["identity", ""],
    ] {
        for (path, media_type) in [
            ("/validate", "application/json"),
            ("/validate/batch", "text/plain"),
        ] {
            let response = post_with(path, media_type, CONTENT_ENCODING, values).await;
            assert_eq!(response.status, 200, "{path} {values:?}");
        }
    }
}

#[tokio::test]
async fn two_media_types_are_rejected() {
    for second in ["application/json", "text/plain", ""] {
        for (path, media_type) in [
            ("/validate", "application/json"),
            ("/solve", "text/plain"),
            ("/validate/batch", "text/plain"),
        ] {
            let response = post_with(path, media_type, CONTENT_TYPE, &[second]).await;
            let expected = json!({
                "type": "urn:problem-type:sudoku-validator:bad-request",
                "title": "Malformed HTTP request",
                "status": 400,
                "detail": "Send exactly one 'Content-Type' header.",
            });
            assert_eq!(response.parts(), (400, expected), "{path} {second}");
            assert_eq!(response.header("connection"), Some("close"));
        }
    }
    let list = "application/json, application/merge-patch+json";
    let response = post_with("/validate", list, CONTENT_ENCODING, &[]).await;
    assert_eq!(response.status, 415);
}

#[tokio::test]
async fn unknown_invalid_and_repeated_parameters_are_rejected_by_name() {
    for (query, detail) in [
        (
            "duplicate=all",
            "The parameter \"duplicate\" is unknown; expected \"duplicates\", \"box\", \"regions\", \"variants\" or \"symbols\".",
        ),
        (
            "%20=1",
            "A parameter is unknown; expected \"duplicates\", \"box\", \"regions\", \"variants\" or \"symbols\".",
        ),
        (
            "duplicates=some",
            "The parameter \"duplicates\" has an invalid value; expected \"first\" or \"all\".",
        ),
        (
            "duplicates",
            "The parameter \"duplicates\" has an invalid value; expected \"first\" or \"all\".",
        ),
        (
            "duplicates=all&duplicates=all",
            "The parameter \"duplicates\" is given more than once.",
        ),
    ] {
        let response = post(&format!("/validate?{query}"), "[[1]]").await;
        let expected = json!({
            "type": "urn:problem-type:sudoku-validator:bad-query",
            "title": "Invalid query parameter",
            "status": 400,
            "detail": detail,
        });
        assert_eq!(response.parts(), (400, expected), "{query}");
    }
}

#[tokio::test]
async fn an_unknown_path_is_rejected_with_a_list_of_the_endpoints() {
    let endpoints: Vec<String> = http::endpoints()
        .map(|(path, method)| format!("{method} {path}"))
        .collect();
    assert_eq!(endpoints[0], "POST /validate");
    let expected = json!({
        "type": "urn:problem-type:sudoku-validator:not-found",
        "title": "Not found",
        "status": 404,
        "detail": format!("There is nothing at this path; the endpoints are {}.", endpoints.join(", ")),
    });
    for path in ["/none", "/validates", "/validate/none", "/index.html"] {
        assert_eq!(get(path).await.parts(), (404, expected.clone()), "{path}");
    }
}

#[tokio::test]
async fn a_wrong_method_is_rejected_with_the_one_to_use() {
    for (method, path, name, use_instead) in [
        (
            Method::GET,
            "/validate",
            "GET",
            "POST, for example: curl --json '[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]' http://localhost/validate",
        ),
        (
            Method::PUT,
            "/validate/batch",
            "PUT",
            "POST, for example: printf '%s\\n' 1.......1....... | curl -H 'Content-Type: text/plain' --data-binary @- \
             http://localhost/validate/batch",
        ),
        (
            Method::GET,
            "/solve",
            "GET",
            "POST, for example: curl --json '[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]' http://localhost/solve",
        ),
        (Method::POST, "/health", "POST", "GET."),
        (
            Method::from_bytes(b"BREW").unwrap(),
            "/openapi.yaml",
            "this method",
            "GET.",
        ),
        (Method::DELETE, "/problems/not-json", "DELETE", "GET."),
    ] {
        let response = request(method.clone(), path).await;
        let detail = format!("This path does not accept {name}; use {use_instead}");
        let expected = json!({
            "type": "urn:problem-type:sudoku-validator:method-not-allowed",
            "title": "Method not allowed",
            "status": 405,
            "detail": detail,
        });
        assert_eq!(response.parts(), (405, expected), "{method} {path}");
        let allow = if use_instead == "GET." {
            "GET, HEAD, OPTIONS"
        } else {
            "OPTIONS, POST"
        };
        assert_eq!(response.header("allow"), Some(allow), "{method} {path}");
    }
}

#[tokio::test]
async fn options_lists_the_methods_of_a_path_or_of_all_paths() {
    for (path, allow) in [
        ("/validate", "OPTIONS, POST"),
        ("/solve", "OPTIONS, POST"),
        ("/health", "GET, HEAD, OPTIONS"),
        ("/problems/not-json", "GET, HEAD, OPTIONS"),
        ("*", "GET, HEAD, OPTIONS, POST"),
    ] {
        let response = request(Method::OPTIONS, path).await;
        assert_eq!(response.status, 204, "{path}");
        assert_eq!(response.header("allow"), Some(allow), "{path}");
        assert!(response.body.is_empty());
    }
    assert_eq!(request(Method::OPTIONS, "/none").await.status, 404);
    assert_eq!(request(Method::GET, "*").await.status, 404);
}

#[tokio::test]
async fn a_problem_type_is_explained_at_its_path() {
    let response = get("/problems/body-too-large").await;
    let expected = json!({
        "type": "urn:problem-type:sudoku-validator:body-too-large",
        "title": "The body is too large",
        "status": 413,
        "meaning": "The body exceeds the limit stated in the detail. The largest boards fit within that limit.",
    });
    assert_eq!(response.parts(), (200, expected));
    for body in ["", "[[1]]", " "] {
        let problem = post("/validate", body).await.json();
        let (_, name) = problem["type"].as_str().unwrap().rsplit_once(':').unwrap();
        let explanation = get(&format!("/problems/{name}")).await.json();
        for member in ["type", "title", "status"] {
            assert_eq!(explanation[member], problem[member]);
        }
    }
    for unknown in ["/problems/", "/problems/none", "/problems/%ff"] {
        assert_eq!(get(unknown).await.status, 404, "{unknown}");
    }
}
