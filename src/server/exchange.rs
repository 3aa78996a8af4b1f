//! Which side of a connection has to act next: the client or the service.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

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

/// The exchange of one connection, shared by its I/O and its service.
///
/// `Relaxed` is enough: nothing else is ordered by these values. Only the task of the connection changes the state; a
/// request body may be dropped by any task.
#[derive(Clone, Debug, Default)]
pub(super) struct Exchange(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// An [`ExchangeState`].
    state: AtomicU8,
    body_unread: AtomicBool,
}

impl Exchange {
    pub(super) fn state(&self) -> ExchangeState {
        match self.0.state.load(Ordering::Relaxed) {
            0 => ExchangeState::AwaitingRequest,
            1 => ExchangeState::Responding,
            _ => ExchangeState::ResponseEnded,
        }
    }

    fn set_state(&self, state: ExchangeState) {
        self.0.state.store(state as u8, Ordering::Relaxed);
    }

    /// Records that a request has been received, to which the service has to respond.
    pub(super) fn begin_response(&self) {
        self.set_state(ExchangeState::Responding);
        self.0.body_unread.store(false, Ordering::Relaxed);
    }

    /// Records that the response has been written, or is no longer needed.
    pub(super) fn end_response(&self) {
        self.set_state(ExchangeState::ResponseEnded);
    }

    /// Records that the time for the client to send a request has started.
    pub(super) fn start_awaiting_request(&self) {
        self.set_state(ExchangeState::AwaitingRequest);
    }

    /// Records that the body of the current request was dropped before its end.
    pub(super) fn mark_body_unread(&self) {
        self.0.body_unread.store(true, Ordering::Relaxed);
    }

    /// Returns whether the rest of the current request's body is still on the connection, so that no request can
    /// follow.
    pub(super) fn has_unread_body(&self) -> bool {
        self.0.body_unread.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::{Exchange, ExchangeState};

    #[test]
    fn an_exchange_passes_through_its_states() {
        let exchange = Exchange::default();
        assert_eq!(exchange.state(), ExchangeState::AwaitingRequest);
        exchange.begin_response();
        assert_eq!(exchange.state(), ExchangeState::Responding);
        exchange.end_response();
        assert_eq!(exchange.state(), ExchangeState::ResponseEnded);
        exchange.start_awaiting_request();
        assert_eq!(exchange.state(), ExchangeState::AwaitingRequest);
    }

    #[test]
    fn an_unread_body_is_forgotten_with_the_next_request() {
        let exchange = Exchange::default();
        exchange.begin_response();
        exchange.mark_body_unread();
        assert!(exchange.has_unread_body());
        exchange.begin_response();
        assert!(!exchange.has_unread_body());
    }
}
