//! The contract of `openapi.yaml` in axum.

mod body;
mod echo;
mod health;
mod pages;
mod panic;
mod problem;
mod query;
mod read;
mod trace;
mod validate;
mod wire;

use std::time::Duration;

use axum::Router;
use axum::http::Method;
use axum::middleware::from_fn;
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{Any, CorsLayer};

/// The whole service as a value.
pub fn app() -> Router {
    let routes = Router::new()
        .route("/validate", post(validate::validate))
        .route("/health", get(health::health))
        .route("/openapi.yaml", get(pages::contract))
        .route("/problems/{name}", get(pages::problem_type))
        .fallback(pages::not_found)
        .method_not_allowed_fallback(pages::method_not_allowed);
    with_layers(routes)
}

/// What is done for every request, from the innermost layer to the outermost.
fn with_layers(routes: Router) -> Router {
    routes.layer(CatchPanicLayer::custom(panic::answer)).layer(cors()).layer(from_fn(trace::trace))
}

/// Any page may ask, without credentials: the service is public and keeps nothing.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers(Any)
        .expose_headers([trace::REQUEST_ID])
        .max_age(Duration::from_secs(24 * 60 * 60))
}
