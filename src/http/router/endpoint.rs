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
    time_limit: TimeLimit,
}

/// How long an endpoint may take to respond.
#[derive(Clone, Copy, Debug)]
enum TimeLimit {
    Response,
    ResponseAndSearch,
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
        time_limit: TimeLimit::Response,
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
        time_limit: TimeLimit::Response,
    }
}

impl<S> Endpoint<S> {
    /// Gives the endpoint the time for a search, in addition to the usual time.
    pub(super) const fn with_search_deadline(mut self) -> Endpoint<S> {
        self.time_limit = TimeLimit::ResponseAndSearch;
        self
    }

    /// Returns the maximum time until the response head.
    pub(crate) fn timeout(&self, limits: &RequestLimits) -> Duration {
        match self.time_limit {
            TimeLimit::Response => limits.response_timeout,
            TimeLimit::ResponseAndSearch => limits.response_timeout + limits.search_deadline,
        }
    }

    pub(super) fn matches(&self, path: &str) -> bool {
        match self.path.split_once('{') {
            None => path == self.path,
            Some((prefix, _)) => path
                .strip_prefix(prefix)
                .is_some_and(|parameter| !parameter.is_empty() && !parameter.contains('/')),
        }
    }
}
