//! `openapi.yaml` as a judge of replies.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::http::Method;
use jsonschema::Validator;
use serde_json::{Value, json};

use super::Reply;

/// The contract as it stands in the project.
pub(crate) static CONTRACT: LazyLock<Value> =
    LazyLock::new(|| serde_saphyr::from_str(include_str!("../../../openapi.yaml")).unwrap());

/// An operation of the contract: its path as a template, and its method in lower case.
pub(crate) fn operations() -> Vec<(String, String)> {
    let paths = CONTRACT["paths"].as_object().unwrap();
    let operations = paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().keys();
        methods.map(move |method| (path.clone(), method.clone()))
    });
    operations.collect()
}

/// Each operation with each status that the contract documents for it.
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

/// The path of the contract that a request's path is an instance of.
pub(crate) fn template_of(path: &str) -> Option<&'static str> {
    let is_instance = |template: &str| {
        let (mut asked, mut parts) = (path.split('/'), template.split('/'));
        let mut pairs = asked.by_ref().zip(parts.by_ref());
        pairs.all(|(asked, part)| part == asked || (part.starts_with('{') && !asked.is_empty()))
            && path.matches('/').count() == template.matches('/').count()
    };
    let mut paths = CONTRACT["paths"].as_object().unwrap().keys();
    paths
        .find(|template| is_instance(template))
        .map(String::as_str)
}

/// Panics if the contract does not allow this reply.
pub(crate) fn check(method: &Method, path: &str, reply: &Reply) {
    let status = reply.status.as_u16();
    let what = format!("{method} {path} → {status}");
    assert!(
        reply.headers.contains_key("x-request-id"),
        "{what} has no x-request-id"
    );
    assert_eq!(
        reply.header("x-content-type-options"),
        Some("nosniff"),
        "{what}"
    );
    assert_eq!(
        reply.header("access-control-allow-origin"),
        Some("*"),
        "{what}"
    );

    // HEAD is GET without a body; a preflight is the browser's affair, and no operation.
    if *method == Method::HEAD || status == 204 {
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
        let response = &operation["responses"][status.to_string()];
        assert!(response.is_object(), "{what} is not in the contract");
        check_response(&what, &pointer, response, reply);
    } else {
        // The contract says of all other requests that they are refused as problems.
        assert_eq!(status, if template.is_some() { 405 } else { 404 }, "{what}");
        assert_eq!(reply.headers.contains_key("allow"), status == 405, "{what}");
        let refusal = "/components/responses/NotFound";
        check_response(&what, refusal, CONTRACT.pointer(refusal).unwrap(), reply);
    }
}

fn check_response(what: &str, pointer: &str, response: &Value, reply: &Reply) {
    let (pointer, response) = match response["$ref"].as_str() {
        Some(reference) => {
            let pointer = reference.strip_prefix('#').unwrap();
            (pointer, CONTRACT.pointer(pointer).unwrap())
        }
        None => (pointer, response),
    };
    for header in response["headers"]
        .as_object()
        .into_iter()
        .flat_map(|headers| headers.keys())
    {
        assert!(
            reply.headers.contains_key(header),
            "{what} lacks the header {header}"
        );
    }
    let media_type = reply
        .header("content-type")
        .unwrap_or_else(|| panic!("{what} has no content-type"));
    let content = &response["content"][media_type];
    assert!(
        content.is_object(),
        "{what} answers {media_type}, which is not in the contract"
    );
    if media_type == "application/x-ndjson" {
        for line in reply.lines() {
            check_schema(what, "/components/schemas/BatchLine", &line);
        }
    } else if media_type.ends_with("json") {
        let media_type = media_type.replace('/', "~1");
        let json = reply.json();
        check_schema(
            what,
            &format!("{pointer}/content/{media_type}/schema"),
            &json,
        );
        if media_type.starts_with("application~1problem") {
            assert_eq!(json["status"], reply.status.as_u16(), "{what}");
        }
    }
}

/// Panics if the value is not what the schema at this place of the contract allows.
pub(crate) fn check_schema(what: &str, pointer: &str, value: &Value) {
    let errors: Vec<String> = schema(pointer)
        .iter_errors(value)
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{what}: {errors:#?}\n{value:#}");
}

/// Whether the schema at this place of the contract allows the value.
pub(crate) fn allows(pointer: &str, value: &Value) -> bool {
    schema(pointer).is_valid(value)
}

fn schema(pointer: &str) -> Arc<Validator> {
    static SCHEMAS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> =
        LazyLock::new(Mutex::default);

    let mut schemas = SCHEMAS.lock().unwrap_or_else(PoisonError::into_inner);
    let schema = schemas.entry(pointer.to_owned()).or_insert_with(|| {
        // References are resolved in the document that holds them, so the schema is the contract with an entry point.
        let mut document = CONTRACT.clone();
        document["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
        document["$ref"] = json!(format!(
            "#{}",
            pointer.replace('{', "%7B").replace('}', "%7D")
        ));
        Arc::new(jsonschema::validator_for(&document).unwrap())
    });
    Arc::clone(schema)
}
