//! The contract of `openapi.yaml` in axum.

mod admission;
mod batch;
mod batch_search;
mod endpoints;
mod fair_threads;
mod limits;
mod memory;
mod method;
mod middleware;
mod observation;
mod priority;
mod request;
mod response;
mod router;
mod search_goal;
mod search_pool;
mod search_span;
mod search_stop;
mod slots;
mod solution_cache;
mod state;
mod trailing_slash;

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use tower_service::Service;

use self::state::{AdminState, AppState};
use crate::memory_pressure::MemoryPressure;
use crate::metrics::Metrics;
use crate::readiness::Readiness;

pub use self::endpoints::openapi::CONTRACT;
pub use self::limits::RequestLimits;
pub use self::observation::Observation;
pub use self::request::read_board;
pub use self::response::problem::problem_names;
pub use self::router::endpoints;

/// Returns the service.
#[must_use]
pub fn app(limits: RequestLimits, metrics: Arc<Metrics>) -> App {
    observed_app(limits, metrics, Observation::default())
}

/// Returns the service, and records more about its requests than metrics.
#[must_use]
pub fn observed_app(limits: RequestLimits, metrics: Arc<Metrics>, observation: Observation) -> App {
    let state = Arc::new(AppState {
        observation,
        ..AppState::new(limits, metrics)
    });
    let observed = Arc::downgrade(&state);
    state.metrics.observe_budgets(move || {
        let state = observed.upgrade();
        state.map_or_else(Vec::new, |state| state.budgets())
    });
    App {
        routes: router::routes(Arc::clone(&state)),
        state,
    }
}

/// Returns the service of the admin port, for operators only: liveness, readiness and metrics.
pub fn admin(readiness: Readiness, metrics: Arc<Metrics>) -> Router {
    router::admin_routes(AdminState { readiness, metrics })
}

/// The service: its endpoints, wrapped in the middleware.
#[derive(Clone, Debug)]
pub struct App {
    routes: Router,
    state: Arc<AppState>,
}

impl App {
    /// Ends all searches, now and from now on, so that they respond with what they have found.
    pub fn end_searches(&self) {
        self.state.search_pool.shut_down();
    }

    /// Returns the pressure that rises when requests are rejected, or wait, because the memory budget is spent.
    #[must_use]
    pub fn memory_pressure(&self) -> MemoryPressure {
        self.state.memory.pressure().clone()
    }
}

impl Service<Request> for App {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let App { routes, state } = self.clone();
        Box::pin(async move { Ok(middleware::observe(request, routes, &state).await) })
    }
}
