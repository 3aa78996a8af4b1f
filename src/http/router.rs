//! The endpoints. Each is listed once: routes, 404 and 405 responses, the label in metrics and logs, and the time limit
//! are derived from these tables.

mod endpoint;
mod fallback;
mod path;
mod public_url;

use std::pin::pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderValue, Method};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, on};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_service::Service;

use self::endpoint::{get, post};
use self::fallback::{Port, method_not_allowed, not_found, options};
use super::endpoints::assets::{asset, favicon};
use super::endpoints::check::check;
use super::endpoints::docs::docs;
use super::endpoints::health::health;
use super::endpoints::livez::livez;
use super::endpoints::metrics::metrics;
use super::endpoints::openapi::{openapi_json, openapi_yaml};
use super::endpoints::problems::problem_type;
use super::endpoints::readyz::readyz;
use super::endpoints::root::root;
use super::endpoints::solve::solve;
use super::endpoints::solve_batch::solve_batch;
use super::endpoints::validate::validate;
use super::endpoints::validate_batch::validate_batch;
use super::response::problem::Problem;
use super::state::{AdminState, AppState};
use super::trailing_slash::TrailingSlash;

pub(crate) use self::endpoint::Endpoint;

/// The endpoints of the service.
static ENDPOINTS: &[Endpoint<Arc<AppState>>] = &[
    post(VALIDATE, CURL_VALIDATE, |m| on(m, validate)),
    post("/validate/batch", CURL_BATCH, |m| on(m, validate_batch)),
    post("/solve", CURL_SOLVE, |m| on(m, solve)).with_search_deadline(),
    post("/solve/batch", CURL_SOLVE_BATCH, |m| on(m, solve_batch)),
    // It may search for the solutions of the puzzle, and for a completion of the board.
    post(CHECK, CURL_CHECK, |m| on(m, check))
        .with_search_deadline()
        .with_search_deadline(),
    get("/health", |m| on(m, health).layer(no_store())),
    get("/openapi.json", |m| on(m, openapi_json)),
    get("/openapi.yaml", |m| on(m, openapi_yaml)),
    get("/problems/{name}", |m| on(m, problem_type)),
    get("/", |m| on(m, root)),
    get("/docs", |m| on(m, docs)),
    get("/assets/{name}", |m| on(m, asset)),
    get("/favicon.ico", |m| on(m, favicon)),
];

/// The endpoints of the admin port. The middleware does not run for them: they need no time limit, metrics or log.
static ADMIN_ENDPOINTS: &[Endpoint<AdminState>] = &[
    get("/livez", |m| on(m, livez).layer(no_store())),
    get("/readyz", |m| on(m, readyz).layer(no_store())),
    get("/metrics", |m| on(m, metrics).layer(no_store())),
];

/// The paths of the endpoints for which [`call`] has a shortcut.
const VALIDATE: &str = "/validate";
const CHECK: &str = "/check";

const CURL_VALIDATE: &str = "curl --json '[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]'";
const CURL_BATCH: &str =
    "printf '%s\\n' 1.......1....... | curl -H 'Content-Type: text/plain' --data-binary @-";
const CURL_SOLVE_BATCH: &str =
    "printf '%s\\n' 1.....3..4.....2 | curl -H 'Content-Type: text/plain' --data-binary @-";
const CURL_SOLVE: &str = "curl --json '[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]'";

const CURL_CHECK: &str = "curl --json '{\"board\": [[1,2,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]], \"givens\": [[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]}'";

/// Returns the path and the method of each endpoint, as `openapi.yaml` documents them.
pub fn endpoints() -> impl Iterator<Item = (&'static str, &'static Method)> {
    ENDPOINTS
        .iter()
        .map(|endpoint| (endpoint.path, &endpoint.method))
}

/// Returns the routes of the service, for paths in their usual spelling: see [`find`].
pub(crate) fn routes(state: Arc<AppState>) -> Router {
    let [main, admin] = ports();
    to_router(ENDPOINTS, main, admin, state)
}

/// Returns the routes of the admin port.
pub(crate) fn admin_routes(state: AdminState) -> Router {
    let [main, admin] = ports();
    let routes = to_router(ADMIN_ENDPOINTS, admin, main, state);
    Router::new().fallback(move |mut request: Request| {
        path::normalize(request.uri_mut());
        let mut routes = routes.clone();
        async move { routes.call(request).await }
    })
}

/// Returns the endpoint with the path and the method of a request, or else any endpoint with its path. If the path is
/// written in another spelling, it is replaced by the usual one, and a slash at its end leaves a [`TrailingSlash`].
pub(crate) fn find(request: &mut Request) -> Option<&'static Endpoint<Arc<AppState>>> {
    find_exact(request).or_else(|| {
        if request.uri().path().ends_with('/') {
            request.extensions_mut().insert(TrailingSlash);
        }
        path::normalize(request.uri_mut());
        find_exact(request)
    })
}

fn find_exact(request: &Request) -> Option<&'static Endpoint<Arc<AppState>>> {
    let path = request.uri().path();
    let mut endpoints = ENDPOINTS.iter().filter(|endpoint| endpoint.matches(path));
    let first = endpoints.next()?;
    if first.method == *request.method() {
        return Some(first);
    }
    endpoints
        .find(|endpoint| endpoint.method == *request.method())
        .or(Some(first))
}

/// Calls the endpoint of a request.
pub(crate) async fn call(
    request: Request,
    endpoint: Option<&Endpoint<Arc<AppState>>>,
    mut routes: Router,
    state: &Arc<AppState>,
) -> Response {
    // Most requests go to these endpoints. Calling their handlers directly saves about 3,000 instructions per request.
    let path = endpoint.map(|endpoint| endpoint.path);
    let response = match path.filter(|_| request.method() == Method::POST) {
        Some(VALIDATE) => pin!(validate(State(Arc::clone(state)), request)).await,
        Some(CHECK) => pin!(check(State(Arc::clone(state)), request)).await,
        _ => routes.call(request).await.map_err(|never| match never {}),
    };
    response.unwrap_or_else(Problem::into_response)
}

fn ports() -> [Port; 2] {
    [
        Port::new("main port", ENDPOINTS),
        Port::new("admin port", ADMIN_ENDPOINTS),
    ]
}

fn to_router<S: Clone + Send + Sync + 'static>(
    endpoints: &'static [Endpoint<S>],
    port: Port,
    other: Port,
    state: S,
) -> Router {
    let mut router = Router::new();
    for endpoint in endpoints {
        let method = MethodFilter::try_from(endpoint.method.clone())
            .expect("the table has only standard methods");
        router = router.route(endpoint.path, (endpoint.route)(method));
    }
    router
        .fallback(async move |request: Request| match request.uri().path() {
            "*" if request.method() == Method::OPTIONS => options(endpoints.iter()),
            path => not_found(path, &port, &other).into_response(),
        })
        .method_not_allowed_fallback(async |request: Request| {
            let of_path = endpoints
                .iter()
                .filter(|endpoint| endpoint.matches(request.uri().path()));
            if request.method() == Method::OPTIONS {
                options(of_path)
            } else {
                method_not_allowed(of_path, &request)
            }
        })
        .with_state(state)
}

/// Forbids caches to store a response, which describes only the current state of the service.
fn no_store() -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(CACHE_CONTROL, HeaderValue::from_static("no-store"))
}

#[cfg(test)]
mod tests;
