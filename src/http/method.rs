//! The names of HTTP methods in messages, metrics and logs.

use axum::http::Method;

/// Returns the name of a method that the HTTP standard defines. Only these are safe to use in labels and messages,
/// since a client can invent any number of others.
pub(crate) fn standard_name(method: &Method) -> Option<&'static str> {
    match *method {
        Method::GET => Some("GET"),
        Method::POST => Some("POST"),
        Method::HEAD => Some("HEAD"),
        Method::OPTIONS => Some("OPTIONS"),
        Method::PUT => Some("PUT"),
        Method::PATCH => Some("PATCH"),
        Method::DELETE => Some("DELETE"),
        Method::TRACE => Some("TRACE"),
        Method::CONNECT => Some("CONNECT"),
        _ => None,
    }
}
