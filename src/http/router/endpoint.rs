//! An endpoint: a path with one of its methods.

use std::time::Duration;

use axum::http::Method;
use axum::routing::{MethodFilter, MethodRouter};

use crate::http::limits::RequestLimits;

/// A path with one of its methods.
#[derive(Debug)]
pub(crate) struct Endpoint<S> {
    /// The path; its last segment may be a parameter in braces.
    pub(crate) path: &'static str,
    pub(crate) method: Method,
    /// For an endpoint with a body, a command that sends one, up to the URL.
    pub(super) curl: Option<&'static str>,
    pub(super) route: fn(MethodFilter) -> MethodRouter<S>,
    /// The maximum number of searches that a response waits for.
    searches: u32,
}

pub(super) const fn get<S>(
    path: &'static str,
    route: fn(MethodFilter) -> MethodRouter<S>,
) -> Endpoint<S> {
    Endpoint {
        path,
        method: Method::GET,
        curl: None,
        route,
        searches: 0,
    }
}

pub(super) const fn post<S>(
    path: &'static str,
    curl: &'static str,
    route: fn(MethodFilter) -> MethodRouter<S>,
) -> Endpoint<S> {
    Endpoint {
        path,
        method: Method::POST,
        curl: Some(curl),
        route,
        searches: 0,
    }
}

impl<S> Endpoint<S> {
    /// Gives the endpoint the time for one more search, in addition to the usual time.
    pub(super) const fn with_search_deadline(mut self) -> Endpoint<S> {
        self.searches += 1;
        self
    }

    /// Returns the maximum time until the response head.
    pub(crate) fn timeout(&self, limits: &RequestLimits) -> Duration {
        limits.response_timeout + self.searches * limits.search_deadline
    }

    pub(super) fn matches(&self, path: &str) -> bool {
        // Comparing is faster than to look for a parameter, and nearly always enough.
        path == self.path || self.path.ends_with('}') && self.matches_with_parameter(path)
    }

    fn matches_with_parameter(&self, path: &str) -> bool {
        self.path
            .split_once('{')
            .and_then(|(prefix, _)| path.strip_prefix(prefix))
            .is_some_and(|parameter| !parameter.is_empty() && !parameter.contains('/'))
    }
}
