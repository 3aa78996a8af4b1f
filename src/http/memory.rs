//! The memory that requests, responses and searches may hold at once: a number of bytes, shared by all of them.

use std::sync::Arc;

use axum::body::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::memory_pressure::MemoryPressure;
use crate::metrics::Budget;

/// The size in bytes up to which a request or a response body is not counted: the buffers of each connection, which the
/// limit on connections covers, are about as large.
pub(crate) const SMALL_BODY_BYTES: usize = 16 * 1024;

/// A number of bytes from which requests, responses and searches reserve what they hold.
///
/// Clones share the same bytes.
#[derive(Clone, Debug)]
pub(crate) struct MemoryBudget {
    /// One permit for each byte that is left.
    bytes: Arc<Semaphore>,
    /// The number of bytes, whether left or not.
    limit: usize,
    /// Raised when too few bytes are left.
    pressure: MemoryPressure,
}

/// Bytes of a [`MemoryBudget`], returned to it on drop.
#[derive(Debug)]
pub(crate) struct Reservation {
    permit: OwnedSemaphorePermit,
    pressure: MemoryPressure,
}

/// The budget does not have as many bytes left as were requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BudgetSpent;

/// The owner of bytes that keep a reservation.
struct ReservedBytes {
    bytes: Vec<u8>,
    _reservation: Arc<Reservation>,
}

impl AsRef<[u8]> for ReservedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl MemoryBudget {
    pub(crate) fn new(bytes: usize) -> MemoryBudget {
        let limit = bytes.min(Semaphore::MAX_PERMITS);
        MemoryBudget {
            bytes: Arc::new(Semaphore::new(limit)),
            limit,
            pressure: MemoryPressure::default(),
        }
    }

    /// Returns another budget that raises the same pressure.
    pub(crate) fn with_same_pressure(&self, bytes: usize) -> MemoryBudget {
        MemoryBudget {
            pressure: self.pressure.clone(),
            ..MemoryBudget::new(bytes)
        }
    }

    /// Returns the pressure that this budget raises when too few bytes are left.
    pub(crate) fn pressure(&self) -> &MemoryPressure {
        &self.pressure
    }

    /// Reserves this number of bytes if they are left.
    pub(crate) fn try_reserve(&self, bytes: usize) -> Result<Reservation, BudgetSpent> {
        let permit = try_acquire(&self.bytes, bytes, &self.pressure)?;
        Ok(self.reservation(permit))
    }

    /// Reserves this number of bytes as soon as they are left.
    pub(crate) async fn reserve(&self, bytes: usize) -> Reservation {
        if let Ok(reservation) = self.try_reserve(bytes) {
            return reservation;
        }
        let bytes = u32::try_from(bytes).expect("a reservation has less than 4 GiB");
        let permit = Arc::clone(&self.bytes).acquire_many_owned(bytes).await;
        self.reservation(permit.expect("the semaphore is never closed"))
    }

    fn reservation(&self, permit: OwnedSemaphorePermit) -> Reservation {
        Reservation {
            permit,
            pressure: self.pressure.clone(),
        }
    }

    /// Returns how many bytes are in use and how many there are, for the metrics.
    pub(crate) fn budget(&self, name: &'static str) -> Budget {
        Budget {
            name,
            used: self.limit - self.bytes.available_permits(),
            limit: self.limit,
        }
    }

    /// The number of bytes that are left.
    #[cfg(test)]
    pub(crate) fn available(&self) -> usize {
        self.bytes.available_permits()
    }
}

/// Acquires a permit for this number of bytes if they are left, or else raises the pressure.
fn try_acquire(
    semaphore: &Arc<Semaphore>,
    bytes: usize,
    pressure: &MemoryPressure,
) -> Result<OwnedSemaphorePermit, BudgetSpent> {
    let bytes = u32::try_from(bytes).map_err(|_| BudgetSpent)?;
    let permit = Arc::clone(semaphore).try_acquire_many_owned(bytes);
    permit.map_err(|_| {
        pressure.raise();
        BudgetSpent
    })
}

impl Reservation {
    /// Returns bytes that keep this reservation until they are dropped, which is when they have been sent.
    pub(crate) fn attach_to(self: Arc<Self>, bytes: Vec<u8>) -> Bytes {
        Bytes::from_owner(ReservedBytes {
            bytes,
            _reservation: self,
        })
    }

    /// Changes the number of reserved bytes. Fails only if it grows and the budget does not have the difference left.
    pub(crate) fn resize(&mut self, bytes: usize) -> Result<(), BudgetSpent> {
        let reserved = self.permit.num_permits();
        if bytes > reserved {
            let difference = bytes - reserved;
            let permit = try_acquire(self.permit.semaphore(), difference, &self.pressure)?;
            self.permit.merge(permit);
        } else {
            drop(self.permit.split(reserved - bytes));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_reserved_until_they_are_dropped() {
        let budget = MemoryBudget::new(100);
        let sixty = budget.try_reserve(60).unwrap();
        assert_eq!(budget.pressure().count(), 0);
        assert_eq!(budget.try_reserve(41).unwrap_err(), BudgetSpent);
        assert_eq!(budget.pressure().count(), 1);
        let forty = budget.clone().try_reserve(40).unwrap();
        assert_eq!(budget.available(), 0);
        drop(sixty);
        assert_eq!(budget.available(), 60);
        drop(forty);
        assert_eq!(budget.available(), 100);
    }

    #[tokio::test]
    async fn waiting_for_bytes_raises_the_pressure_of_the_other_budgets_too() {
        let budget = MemoryBudget::new(100);
        let other = budget.with_same_pressure(10);
        let held = other.reserve(10).await;
        assert_eq!(budget.pressure().count(), 0);
        let (_, ()) = tokio::join!(other.reserve(1), async { drop(held) });
        assert_eq!(budget.pressure().count(), 1);
    }

    #[test]
    fn a_reservation_grows_within_the_budget_and_shrinks() {
        let budget = MemoryBudget::new(100);
        let mut reservation = budget.try_reserve(10).unwrap();
        assert_eq!(reservation.resize(101), Err(BudgetSpent));
        assert_eq!(budget.available(), 90);
        assert_eq!(reservation.resize(100), Ok(()));
        assert_eq!(budget.available(), 0);
        assert_eq!(reservation.resize(30), Ok(()));
        assert_eq!(budget.available(), 70);
        drop(reservation);
        assert_eq!(budget.available(), 100);
    }
}
