//! The contract of `openapi.yaml` in axum.

mod admin;
mod answer;
mod batch;
mod body;
mod cors;
mod echo;
mod edge;
mod framing;
mod health;
mod pages;
mod problem;
mod query;
mod read;
mod request_id;
mod search;
mod solve;
mod trace_context;
mod validate;
mod wire;
mod work;

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use axum::routing::{get, post};
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;
use tower_service::Service;

use crate::metrics::Metrics;
use search::Searches;

pub use admin::admin;
pub use pages::CONTRACT;
pub use read::read_board;

/// The whole service as a value.
pub fn app(limits: RequestLimits, metrics: Arc<Metrics>) -> App {
    let shared = Arc::new(Shared::new(limits, metrics));
    let routes = Router::new()
        .route("/validate", post(validate::validate))
        .route("/validate/batch", post(batch::batch))
        .route("/solve", post(solve::solve))
        .route("/health", get(health::health))
        .route(
            "/openapi.yaml",
            get(pages::contract).layer(CompressionLayer::new()),
        )
        .route("/problems/{name}", get(pages::problem_type))
        .fallback(pages::not_found)
        .method_not_allowed_fallback(pages::method_not_allowed)
        .with_state(Arc::clone(&shared));
    App { routes, shared }
}

/// The routes of the service, by which its requests are counted and logged.
pub const ROUTES: [&str; 6] = [
    "/validate",
    "/validate/batch",
    "/solve",
    "/health",
    "/openapi.yaml",
    "/problems/{name}",
];

/// The routes, and around them what is done for every request.
#[derive(Clone)]
pub struct App {
    routes: Router,
    shared: Arc<Shared>,
}

impl Service<Request> for App {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let App { routes, shared } = self.clone();
        Box::pin(async move { Ok(edge::answer(request, routes, &shared).await) })
    }
}

/// How much the service takes on, and how long it waits for the bodies of requests.
#[derive(Clone, Debug)]
pub struct RequestLimits {
    /// The most requests about boards at once, from their header to their answer; more are refused with 503.
    pub in_flight: usize,
    /// How many of them may have a body of more than 16 KiB; more are refused with 503.
    pub large_bodies: usize,
    /// How long an answer may take, the body of its request included; then the request is refused with 503.
    pub response_timeout: Duration,
    /// The most bytes of a body; more are refused with 413.
    pub body_bytes: usize,
    /// How long a body may be silent; then it is refused with 408.
    pub body_idle_timeout: Duration,
    /// How long a body may take in all; then it is refused with 408.
    pub body_timeout: Duration,
    /// The most batches at once; more are refused with 503.
    pub batches: usize,
    /// The most bytes of a batch. `u64::MAX` is no limit: a batch of any length takes the same memory.
    pub batch_bytes: u64,
    /// How long a batch may be silent; then it is given up.
    pub batch_idle_timeout: Duration,
    /// How long a search for solutions may take; then it answers with what it has found. The time for an answer is longer by
    /// as much.
    pub search_timeout: Duration,
    /// The most bytes of answers to all batches together that are held for clients that do not read; a megabyte or more, as
    /// the answer to one line has room in it.
    pub unread_bytes: usize,
}

impl Default for RequestLimits {
    fn default() -> RequestLimits {
        RequestLimits {
            in_flight: 4096,
            large_bodies: 128,
            response_timeout: Duration::from_secs(15),
            body_bytes: 256 * 1024,
            body_idle_timeout: Duration::from_secs(3),
            body_timeout: Duration::from_secs(10),
            batches: 16,
            batch_bytes: u64::MAX,
            batch_idle_timeout: Duration::from_secs(10),
            search_timeout: Duration::from_secs(2),
            unread_bytes: 64 * 1024 * 1024,
        }
    }
}

/// What the handlers and layers share.
struct Shared {
    limits: RequestLimits,
    metrics: Arc<Metrics>,
    /// A permit for each request about a board that can still be taken on.
    work: Semaphore,
    /// A permit for each large body that can still be held.
    large_bodies: Semaphore,
    /// A permit for each batch that can still be taken on.
    batches: Arc<Semaphore>,
    /// A permit for each byte of answers to batches that can still be held.
    unread: Arc<Semaphore>,
    searches: Searches,
}

impl Shared {
    fn new(limits: RequestLimits, metrics: Arc<Metrics>) -> Shared {
        let [work, large_bodies] = [limits.in_flight, limits.large_bodies].map(Semaphore::new);
        let [batches, unread] =
            [limits.batches, limits.unread_bytes].map(|places| Arc::new(Semaphore::new(places)));
        let searches = Searches::new(limits.search_timeout);
        Shared {
            limits,
            metrics,
            work,
            large_bodies,
            batches,
            unread,
            searches,
        }
    }
}
