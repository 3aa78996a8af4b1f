//! Checks responses against `openapi.yaml`.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::http::Method;
use jsonschema::Validator;
use serde_json::{Value, json};

use super::TestResponse;

/// The contract as it is in the repository. Its response schemas are open: they allow members that are not documented.
pub(crate) static CONTRACT: LazyLock<Value> =
    LazyLock::new(|| serde_saphyr::from_str(include_str!("../../../openapi.yaml")).unwrap());

/// The contract with all its schemas closed: an undocumented member in a response fails a test.
static CLOSED_CONTRACT: LazyLock<Value> = LazyLock::new(|| {
    let mut contract = CONTRACT.clone();
    close(&mut contract);
    contract
});

/// Closes each schema that has `properties`, unless it already specifies whether it is open.
///
/// Schemas of objects must not be combined by `allOf`, which would need all their members in each of them.
fn close(node: &mut Value) {
    match node {
        Value::Object(members) => {
            members.values_mut().for_each(close);
            if members.contains_key("properties") {
                members
                    .entry("additionalProperties")
                    .or_insert(json!(false));
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(close),
        _ => {}
    }
}

/// Returns each operation of the contract: its path as a template, and its method in lower case.
pub(crate) fn operations() -> Vec<(String, String)> {
    let paths = CONTRACT["paths"].as_object().unwrap();
    let operations = paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().keys();
        methods.map(move |method| (path.clone(), method.clone()))
    });
    operations.collect()
}

/// Returns each operation with each status that the contract documents for it.
pub(crate) fn documented() -> BTreeSet<(String, String, u16)> {
    let mut documented = BTreeSet::new();
    for (path, method) in operations() {
        let statuses = CONTRACT["paths"][&path][&method]["responses"]
            .as_object()
            .unwrap()
            .keys();
        documented
            .extend(statuses.map(|status| (path.clone(), method.clone(), status.parse().unwrap())));
    }
    documented
}

/// Returns the path of the contract that a request's path matches.
pub(crate) fn template_of(path: &str) -> Option<&'static str> {
    // In the tests, only these characters are percent-encoded without need.
    let mut path = path.to_owned();
    for (encoded, character) in [("%76", "v"), ("%64", "d"), ("%68", "h"), ("%2D", "-")] {
        path = path.replace(encoded, character);
    }
    let path = match path.strip_suffix('/') {
        Some(rest) if !rest.is_empty() && !rest.ends_with('/') => rest,
        _ => &path,
    };
    let matches = |template: &str| {
        let (mut segments, mut parts) = (path.split('/'), template.split('/'));
        let mut pairs = segments.by_ref().zip(parts.by_ref());
        pairs.all(|(segment, part)| {
            part == segment || (part.starts_with('{') && !segment.is_empty())
        }) && path.matches('/').count() == template.matches('/').count()
    };
    let mut paths = CONTRACT["paths"].as_object().unwrap().keys();
    paths.find(|template| matches(template)).map(String::as_str)
}

/// Panics if the contract does not allow this response.
pub(crate) fn check(method: &Method, path: &str, response: &TestResponse) {
    let status = response.status.as_u16();
    let what = format!("{method} {path} → {status}");
    assert!(
        response.headers.contains_key("x-request-id"),
        "{what} has no x-request-id"
    );
    assert_eq!(
        response.header("x-content-type-options"),
        Some("nosniff"),
        "{what}"
    );
    assert_eq!(
        response.header("access-control-allow-origin"),
        Some("*"),
        "{what}"
    );

    // The contract describes HEAD, which is GET without a body, and OPTIONS only in general.
    if *method == Method::HEAD || (*method == Method::OPTIONS && status == 204) {
        return;
    }
    let template = template_of(path);
    let operation =
        template.map(|template| &CONTRACT["paths"][template][method.as_str().to_lowercase()]);
    if let Some(operation) = operation.filter(|operation| operation.is_object()) {
        let pointer = format!(
            "/paths/{}/{}/responses/{status}",
            template.unwrap().replace('~', "~0").replace('/', "~1"),
            method.as_str().to_lowercase()
        );
        let documented = &operation["responses"][status.to_string()];
        assert!(documented.is_object(), "{what} is not in the contract");
        check_response(&what, &pointer, documented, response);
    } else {
        // The contract rejects all other requests.
        assert_eq!(status, if template.is_some() { 405 } else { 404 }, "{what}");
        assert_eq!(
            response.headers.contains_key("allow"),
            status == 405,
            "{what}"
        );
        let problem = "/components/responses/NotFound";
        check_response(&what, problem, CONTRACT.pointer(problem).unwrap(), response);
    }
}

fn check_response(what: &str, pointer: &str, documented: &Value, response: &TestResponse) {
    let (pointer, documented) = match documented["$ref"].as_str() {
        Some(reference) => {
            let pointer = reference.strip_prefix('#').unwrap();
            (pointer, CONTRACT.pointer(pointer).unwrap())
        }
        None => (pointer, documented),
    };
    for header in documented["headers"]
        .as_object()
        .into_iter()
        .flat_map(|headers| headers.keys())
    {
        assert!(
            response.headers.contains_key(header),
            "{what} is missing the header {header}"
        );
    }
    if documented["content"].is_null() {
        assert!(response.body.is_empty(), "{what} has a body");
        return;
    }
    let media_type = response
        .header("content-type")
        .unwrap_or_else(|| panic!("{what} has no content-type"));
    let media_type = media_type
        .strip_suffix("; charset=utf-8")
        .unwrap_or(media_type);
    let content = &documented["content"][media_type];
    assert!(
        content.is_object(),
        "{what} has the media type {media_type}, which is not in the contract"
    );
    if media_type == "application/x-ndjson" {
        let line_schema = format!("{pointer}/content/application~1x-ndjson/schema/contentSchema");
        for line in response.lines() {
            check_schema(what, &line_schema, &line);
        }
    } else if media_type.ends_with("json") && response.header("content-encoding").is_none() {
        let media_type = media_type.replace('/', "~1");
        let json = response.json();
        check_schema(
            what,
            &format!("{pointer}/content/{media_type}/schema"),
            &json,
        );
        if media_type.starts_with("application~1problem") {
            assert_eq!(json["status"], response.status.as_u16(), "{what}");
        }
    }
}

/// Panics if the schema at this pointer does not allow the value, or if the value has an undocumented member.
pub(crate) fn check_schema(what: &str, pointer: &str, value: &Value) {
    let errors: Vec<String> = closed_schema(pointer)
        .iter_errors(value)
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{what}: {errors:#?}\n{value:#}");
}

/// Returns whether the schema at this pointer allows the value, and all its members are documented.
pub(crate) fn is_documented(pointer: &str, value: &Value) -> bool {
    closed_schema(pointer).is_valid(value)
}

/// Returns whether the schema at this pointer allows the value, as clients read it: unknown members are ignored.
pub(crate) fn allows(pointer: &str, value: &Value) -> bool {
    static SCHEMAS: Schemas = LazyLock::new(Mutex::default);
    compile(&SCHEMAS, &CONTRACT, pointer).is_valid(value)
}

fn closed_schema(pointer: &str) -> Arc<Validator> {
    static SCHEMAS: Schemas = LazyLock::new(Mutex::default);
    compile(&SCHEMAS, &CLOSED_CONTRACT, pointer)
}

/// Compiled schemas by their pointers.
type Schemas = LazyLock<Mutex<HashMap<String, Arc<Validator>>>>;

fn compile(schemas: &Schemas, contract: &Value, pointer: &str) -> Arc<Validator> {
    let mut schemas = schemas.lock().unwrap_or_else(PoisonError::into_inner);
    let schema = schemas.entry(pointer.to_owned()).or_insert_with(|| {
        // The whole contract with an entry point, since references are resolved within their document.
        let mut document = contract.clone();
        document["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
        document["$ref"] = json!(format!(
            "#{}",
            pointer.replace('{', "%7B").replace('}', "%7D")
        ));
        Arc::new(jsonschema::validator_for(&document).unwrap())
    });
    Arc::clone(schema)
}
