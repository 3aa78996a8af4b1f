//! The contract of `openapi.yaml` in axum.

mod admin;
mod answer;
mod body;
mod cors;
mod echo;
mod edge;
mod framing;
mod health;
mod pages;
mod panic;
mod problem;
mod query;
mod read;
mod request_id;
mod trace_context;
mod validate;
mod wire;
mod work;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use tokio::sync::Semaphore;

use crate::metrics::Metrics;

pub use admin::{Readiness, admin};
pub use pages::CONTRACT;

/// The routes of the service, by which its requests are counted.
pub const ROUTES: [&str; 4] = ["/validate", "/health", "/openapi.yaml", "/problems/{name}"];

/// The whole service as a value.
pub fn app(limits: Limits, metrics: Arc<Metrics>) -> Router {
    let shared = Arc::new(Shared::new(limits, metrics));
    let routes = Router::new()
        .route("/validate", post(validate::validate))
        .route("/health", get(health::health))
        .route("/openapi.yaml", get(pages::contract))
        .route("/problems/{name}", get(pages::problem_type))
        .fallback(pages::not_found)
        .method_not_allowed_fallback(pages::method_not_allowed);
    with_layers(routes, &shared).with_state(shared)
}

/// What is done for every request; the first layer is the outermost.
fn with_layers(routes: Router<Arc<Shared>>, shared: &Arc<Shared>) -> Router<Arc<Shared>> {
    routes.layer((from_fn_with_state(Arc::clone(shared), edge::edge), panic::layer(Arc::clone(&shared.metrics))))
}

/// How much the service takes on, and how long it waits for the body of a request.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most requests about boards at once, from their header to their answer; more are refused with 503.
    pub in_flight: usize,
    /// How many of them may have a body of more than 16 KiB; more are refused with 503.
    pub large_bodies: usize,
    /// How long an answer may take, the body of its request included; then the request is refused with 503.
    pub answer: Duration,
    /// The most bytes of a body; more are refused with 413.
    pub body_bytes: usize,
    /// How long a body may be silent; then it is refused with 408.
    pub body_stall: Duration,
    /// How long a body may take in all; then it is refused with 408.
    pub body: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            in_flight: 4096,
            large_bodies: 128,
            answer: Duration::from_secs(15),
            body_bytes: 256 * 1024,
            body_stall: Duration::from_secs(3),
            body: Duration::from_secs(10),
        }
    }
}

/// What the handlers and layers share.
struct Shared {
    limits: Limits,
    metrics: Arc<Metrics>,
    /// A permit for each request about a board that can still be taken on.
    work: Semaphore,
    /// A permit for each large body that can still be held.
    large_bodies: Semaphore,
}

impl Shared {
    fn new(limits: Limits, metrics: Arc<Metrics>) -> Shared {
        let [work, large_bodies] = [limits.in_flight, limits.large_bodies].map(Semaphore::new);
        Shared { limits, metrics, work, large_bodies }
    }
}
