//! The contract of `openapi.yaml` in axum.

mod answer;
mod body;
mod cors;
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

use axum::Router;
use axum::middleware::from_fn;
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;

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
    routes.layer(CatchPanicLayer::custom(panic::answer)).layer(from_fn(cors::cors)).layer(from_fn(trace::trace))
}
