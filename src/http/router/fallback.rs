//! Responses to requests for which there is no endpoint: 404, 405, and the methods of a path for OPTIONS.

use std::collections::BTreeSet;

use axum::extract::Request;
use axum::http::header::ALLOW;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};

use super::endpoint::Endpoint;
use super::public_url::base_url;
use crate::http::method;
use crate::http::response::problem::{Problem, ProblemKind};

/// A port of the service, as messages describe it: never by its address, which is for the operator to disclose.
#[derive(Clone, Debug)]
pub(super) struct Port {
    role: &'static str,
    /// The method and the path of each endpoint.
    endpoints: Vec<(&'static str, &'static str)>,
}

/// Paths at which health checks of other services are.
const HEALTH_PATHS: [&str; 9] = [
    "/actuator/health",
    "/healthcheck",
    "/healthz",
    "/live",
    "/ping",
    "/ready",
    "/status",
    "/up",
    "/-/healthy",
];

impl Port {
    pub(super) fn new<S>(role: &'static str, endpoints: &'static [Endpoint<S>]) -> Port {
        let names = endpoints
            .iter()
            .map(|endpoint| (endpoint.method.as_str(), endpoint.path));
        Port {
            role,
            endpoints: names.collect(),
        }
    }
}

/// Returns the response to a request whose path is not on `port`, but may be on the `other` one.
pub(super) fn not_found(path: &str, port: &Port, other: &Port) -> Problem {
    let on_other_port = other
        .endpoints
        .iter()
        .find(|(_, known)| *known == path && path != "/");
    let detail = if let Some((method, path)) = on_other_port {
        format!(
            "{method} {path} is on the {}; this is the {}.",
            other.role, port.role
        )
    } else if HEALTH_PATHS.contains(&path) {
        "There is nothing at this path; to check the health of the service, use GET /health on the main port, or GET /livez \
         and GET /readyz on the admin port."
            .to_owned()
    } else if let Some((method, known)) = port
        .endpoints
        .iter()
        .find(|(_, known)| ends_with(path, known))
    {
        let prefix = path[..path.len() - known.len()].trim_matches('/');
        let hint = if prefix.is_empty() {
            "spelled like this"
        } else {
            "without a prefix, which a proxy must remove"
        };
        format!("There is nothing at this path; use {method} {known}, {hint}.")
    } else {
        let names: Vec<String> = port
            .endpoints
            .iter()
            .map(|(method, path)| format!("{method} {path}"))
            .collect();
        format!(
            "There is nothing at this path; the endpoints are {}.",
            names.join(", ")
        )
    };
    Problem::new(ProblemKind::NotFound, detail)
}

/// Returns whether a path ends with that of an endpoint, in upper or lower case.
fn ends_with(path: &str, known: &str) -> bool {
    let end = path.len().checked_sub(known.len());
    known != "/"
        && end
            .and_then(|start| path.get(start..))
            .is_some_and(|end| end.eq_ignore_ascii_case(known))
}

/// Returns the response to a request with a method that these endpoints, which share a path, do not have.
pub(super) fn method_not_allowed<S: 'static>(
    mut endpoints: impl Iterator<Item = &'static Endpoint<S>> + Clone,
    request: &Request,
) -> Response {
    let allow = allow(endpoints.clone());
    let sent = method::standard_name(request.method()).unwrap_or("this method");
    let expected: Vec<&str> = endpoints
        .clone()
        .map(|endpoint| endpoint.method.as_str())
        .collect();
    let command = endpoints.find_map(|endpoint| Some((endpoint.curl?, endpoint.path)));
    let expected = expected.join(" or ");
    let detail = match command.zip(base_url(request)) {
        // Without a period, which would be pasted as a part of the URL.
        Some(((curl, path), base_url)) => format!(
            "This path does not accept {sent}; use {expected}, for example: {curl} {base_url}{path}"
        ),
        None => format!("This path does not accept {sent}; use {expected}."),
    };
    let problem = Problem::new(ProblemKind::MethodNotAllowed, detail);
    ([(ALLOW, allow)], problem).into_response()
}

/// Returns the response to an OPTIONS request for these endpoints.
pub(super) fn options<S: 'static>(
    endpoints: impl Iterator<Item = &'static Endpoint<S>>,
) -> Response {
    (StatusCode::NO_CONTENT, [(ALLOW, allow(endpoints))]).into_response()
}

/// Returns the value of the header `Allow` for these endpoints. GET implies HEAD, and every path supports OPTIONS.
fn allow<S: 'static>(endpoints: impl Iterator<Item = &'static Endpoint<S>>) -> String {
    let mut methods = BTreeSet::from([Method::OPTIONS.as_str()]);
    for endpoint in endpoints {
        methods.insert(endpoint.method.as_str());
        if endpoint.method == Method::GET {
            methods.insert(Method::HEAD.as_str());
        }
    }
    methods.into_iter().collect::<Vec<_>>().join(", ")
}
