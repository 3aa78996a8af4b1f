//! The open connections, ordered by how long they have waited for their clients.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::time::Instant;

use super::exchange::Exchange;

/// The time after which to check whether a displaced connection has closed, or has become active again.
const RECHECK: Duration = Duration::from_millis(50);

/// The open connections, to find the one that has waited longest for its client.
///
/// Connections do not update their position, so that requests cost nothing here. A key may therefore be earlier than
/// the time since which a connection waits, but never later: the search corrects the first keys until one is exact.
#[derive(Debug, Default)]
pub(super) struct OpenConnections {
    by_wait: BTreeMap<Key, Weak<Exchange>>,
    next_id: u64,
    /// The number of entries at which those of closed connections are removed.
    cleanup_at: usize,
}

/// No connection waits for longer than since this time; the number makes keys unique.
type Key = (Instant, u64);

impl OpenConnections {
    /// Adds a connection that has just been accepted.
    pub(super) fn insert(&mut self, exchange: &Arc<Exchange>) {
        if self.by_wait.len() >= self.cleanup_at {
            self.by_wait
                .retain(|_, exchange| exchange.strong_count() > 0);
            self.cleanup_at = 2 * self.by_wait.len() + 64;
        }
        self.next_id += 1;
        let key = (exchange.accepted(), self.next_id);
        self.by_wait.insert(key, Arc::downgrade(exchange));
    }

    /// Asks the connection that has waited longest for its client to close, if it has waited for at least `min_wait`.
    /// Returns the time after which to call this again if no connection has closed.
    pub(super) fn displace_longest_waiting(
        &mut self,
        now: Instant,
        min_wait: Duration,
    ) -> Duration {
        while let Some(first) = self.by_wait.first_entry() {
            let Some(exchange) = first.get().upgrade() else {
                first.remove();
                continue;
            };
            let &(key, id) = first.key();
            let since = exchange.awaiting_since();
            // A connection that does not wait now cannot have waited for longer than since now.
            let earliest = since.unwrap_or(now);
            if key < earliest {
                let weak = first.remove();
                self.by_wait.insert((earliest, id), weak);
                continue;
            }
            let Some(since) = since else { break };
            let waited = now.saturating_duration_since(since);
            let remaining = min_wait.saturating_sub(waited);
            if !remaining.is_zero() {
                return remaining;
            }
            exchange.displace();
            return RECHECK;
        }
        min_wait.max(RECHECK)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::time::Instant;

    use super::super::exchange::Exchange;
    use super::{OpenConnections, RECHECK};

    const SECOND: Duration = Duration::from_secs(1);

    /// Three connections, and when the last of them was accepted.
    fn three() -> (OpenConnections, [Arc<Exchange>; 3], Instant) {
        let exchanges = [(); 3].map(|()| Arc::new(Exchange::new()));
        let mut open = OpenConnections::default();
        for exchange in &exchanges {
            open.insert(exchange);
        }
        let start = exchanges[2].accepted();
        (open, exchanges, start)
    }

    fn displaced(exchanges: &[Arc<Exchange>]) -> Vec<bool> {
        exchanges
            .iter()
            .map(|exchange| exchange.is_displaced())
            .collect()
    }

    #[test]
    fn the_connection_that_has_waited_longest_is_displaced() {
        let (mut open, exchanges, start) = three();
        let now = start + 10 * SECOND;
        exchanges[0].start_awaiting_request(start + 9 * SECOND);
        exchanges[1].start_awaiting_request(start + 7 * SECOND);
        exchanges[2].start_awaiting_request(start + 8 * SECOND);
        assert_eq!(open.displace_longest_waiting(now, SECOND), RECHECK);
        assert_eq!(displaced(&exchanges), [false, true, false]);
        // Until it has closed, no other one is displaced.
        assert_eq!(open.displace_longest_waiting(now, SECOND), RECHECK);
        assert_eq!(displaced(&exchanges), [false, true, false]);
        // Its client has sent a request meanwhile.
        exchanges[1].begin_response();
        assert_eq!(open.displace_longest_waiting(now, SECOND), RECHECK);
        assert_eq!(displaced(&exchanges), [false, false, true]);
        let [first, _, third] = exchanges;
        drop(third);
        assert_eq!(open.displace_longest_waiting(now, SECOND), RECHECK);
        assert!(first.is_displaced());
    }

    #[test]
    fn a_connection_that_responds_or_has_waited_briefly_is_not_displaced() {
        let (mut open, exchanges, start) = three();
        let now = start + 10 * SECOND;
        exchanges[0].begin_response();
        exchanges[1].start_awaiting_request(start + 9 * SECOND);
        exchanges[2].begin_response();
        exchanges[2].end_response();
        let since = exchanges[1].awaiting_since().expect("it has just been set");
        assert_eq!(
            open.displace_longest_waiting(now, 3 * SECOND),
            (3 * SECOND).saturating_sub(now - since)
        );
        assert_eq!(displaced(&exchanges), [false, false, false]);
        exchanges[1].begin_response();
        assert_eq!(open.displace_longest_waiting(now, 3 * SECOND), 3 * SECOND);
        assert_eq!(displaced(&exchanges), [false, false, false]);
    }

    #[test]
    fn closed_connections_are_forgotten() {
        let mut open = OpenConnections::default();
        for _ in 0..10_000 {
            open.insert(&Arc::new(Exchange::new()));
        }
        assert!(open.by_wait.len() < 1_000);
    }
}
