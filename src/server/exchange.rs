//! Which side of a connection has to act next: the client or the service.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::task::Waker;
use std::time::Duration;

use tokio::time::Instant;

/// The progress of a connection's current exchange of request and response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum ExchangeState {
    /// The client has to send a request, and its time is running.
    AwaitingRequest,
    /// The service is working on a request, or sending its response.
    Responding,
    /// A response has ended. The time for the next request has not started yet.
    ResponseEnded,
}

/// The exchange of one connection, shared by its I/O, its service and the server.
///
/// `Relaxed` is enough where nothing else is ordered by a value. Only the task of the connection changes the state; a
/// request body may be dropped by any task.
#[derive(Debug)]
pub(super) struct Exchange {
    /// An [`ExchangeState`].
    state: AtomicU8,
    body_unread: AtomicBool,
    is_gathering: AtomicBool,
    accepted: Instant,
    /// Since when the client has had to send or to read something, in microseconds since `accepted`; or [`NOT_AWAITING`].
    awaiting_since: AtomicU64,
    /// The value of `awaiting_since` for which the server asks the connection to close.
    displaced: AtomicU64,
    /// Wakes the task of the connection.
    task: OnceLock<Waker>,
}

/// The service has to act.
const NOT_AWAITING: u64 = u64::MAX;

impl Exchange {
    /// Returns the exchange of a connection that is accepted now.
    pub(super) fn new() -> Exchange {
        Exchange {
            state: AtomicU8::new(ExchangeState::AwaitingRequest as u8),
            body_unread: AtomicBool::new(false),
            is_gathering: AtomicBool::new(false),
            accepted: Instant::now(),
            awaiting_since: AtomicU64::new(0),
            displaced: AtomicU64::new(NOT_AWAITING),
            task: OnceLock::new(),
        }
    }

    pub(super) fn state(&self) -> ExchangeState {
        match self.state.load(Ordering::Acquire) {
            0 => ExchangeState::AwaitingRequest,
            1 => ExchangeState::Responding,
            _ => ExchangeState::ResponseEnded,
        }
    }

    fn set_state(&self, state: ExchangeState) {
        self.state.store(state as u8, Ordering::Release);
    }

    /// Records that a request has been received, to which the service has to respond.
    pub(super) fn begin_response(&self) {
        self.end_awaiting();
        self.set_state(ExchangeState::Responding);
        self.body_unread.store(false, Ordering::Relaxed);
    }

    /// Records that the response has been written, or is no longer needed.
    pub(super) fn end_response(&self) {
        self.set_state(ExchangeState::ResponseEnded);
    }

    /// Records that the time for the client to send a request, or the rest of its header, starts now.
    pub(super) fn start_awaiting_request(&self, now: Instant) {
        self.start_awaiting(now);
        self.set_state(ExchangeState::AwaitingRequest);
    }

    /// Records that the client has had to act, to send or to read something, since `now`.
    pub(super) fn start_awaiting(&self, now: Instant) {
        let since = u64::try_from((now - self.accepted).as_micros()).unwrap_or(NOT_AWAITING);
        self.awaiting_since.store(since, Ordering::Relaxed);
    }

    /// Records that the service has to act.
    pub(super) fn end_awaiting(&self) {
        self.awaiting_since.store(NOT_AWAITING, Ordering::Relaxed);
    }

    /// Returns when the connection was accepted.
    pub(super) fn accepted(&self) -> Instant {
        self.accepted
    }

    /// Returns since when the client has had to act, or `None` while the service has to.
    pub(super) fn awaiting_since(&self) -> Option<Instant> {
        let since = self.awaiting_since.load(Ordering::Relaxed);
        (since != NOT_AWAITING).then(|| self.accepted + Duration::from_micros(since))
    }

    /// Sets the task to wake when the connection is displaced.
    pub(super) fn set_task(&self, task: Waker) {
        // A connection has one task; setting it again would change nothing.
        let _ = self.task.set(task);
    }

    /// Asks the connection to close, unless its client acts first.
    pub(super) fn displace(&self) {
        let since = self.awaiting_since.load(Ordering::Relaxed);
        self.displaced.store(since, Ordering::Release);
        if let Some(task) = self.task.get() {
            task.wake_by_ref();
        }
    }

    /// Returns whether the connection was displaced, and its client has not acted since.
    pub(super) fn is_displaced(&self) -> bool {
        let displaced = self.displaced.load(Ordering::Acquire);
        displaced != NOT_AWAITING && displaced == self.awaiting_since.load(Ordering::Relaxed)
    }

    /// Records that the body of the current request was dropped before its end.
    pub(super) fn mark_body_unread(&self) {
        self.body_unread.store(true, Ordering::Relaxed);
    }

    /// Sets whether the task of the connection is gathering the chunks of a request's body.
    pub(super) fn set_gathering(&self, is_gathering: bool) {
        self.is_gathering.store(is_gathering, Ordering::Relaxed);
    }

    /// Returns whether the task of the connection is gathering chunks. It polls the app once it has them.
    pub(super) fn is_gathering(&self) -> bool {
        self.is_gathering.load(Ordering::Relaxed)
    }

    /// Returns whether the rest of the current request's body is still on the connection, so that no request can
    /// follow.
    pub(super) fn has_unread_body(&self) -> bool {
        self.body_unread.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Exchange, ExchangeState};

    #[test]
    fn an_exchange_passes_through_its_states() {
        let exchange = Exchange::new();
        let accepted = exchange.accepted();
        assert_eq!(exchange.state(), ExchangeState::AwaitingRequest);
        assert_eq!(exchange.awaiting_since(), Some(accepted));
        exchange.begin_response();
        assert_eq!(exchange.state(), ExchangeState::Responding);
        assert_eq!(exchange.awaiting_since(), None);
        exchange.end_response();
        assert_eq!(exchange.state(), ExchangeState::ResponseEnded);
        let idle = accepted + Duration::from_secs(1);
        exchange.start_awaiting_request(idle);
        assert_eq!(exchange.state(), ExchangeState::AwaitingRequest);
        assert_eq!(exchange.awaiting_since(), Some(idle));
    }

    #[test]
    fn a_client_that_sends_something_is_no_longer_displaced() {
        let exchange = Exchange::new();
        assert!(!exchange.is_displaced());
        exchange.displace();
        assert!(exchange.is_displaced());
        exchange.begin_response();
        assert!(!exchange.is_displaced());
        exchange.start_awaiting_request(exchange.accepted() + Duration::from_secs(1));
        assert!(!exchange.is_displaced());
    }

    #[test]
    fn a_client_that_has_to_read_is_displaced_until_it_does() {
        let exchange = Exchange::new();
        exchange.begin_response();
        exchange.displace();
        assert!(!exchange.is_displaced());
        let stalled = exchange.accepted() + Duration::from_secs(1);
        exchange.start_awaiting(stalled);
        assert_eq!(exchange.awaiting_since(), Some(stalled));
        assert_eq!(exchange.state(), ExchangeState::Responding);
        exchange.displace();
        assert!(exchange.is_displaced());
        exchange.end_awaiting();
        assert_eq!(exchange.awaiting_since(), None);
        assert!(!exchange.is_displaced());
    }

    #[test]
    fn an_unread_body_is_forgotten_with_the_next_request() {
        let exchange = Exchange::new();
        exchange.begin_response();
        exchange.mark_body_unread();
        assert!(exchange.has_unread_body());
        exchange.begin_response();
        assert!(!exchange.has_unread_body());
    }
}
