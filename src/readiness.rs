//! Whether load balancers may send requests to this process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The readiness of the process, shared by the server that drains and the endpoint that reports it.
#[derive(Clone, Debug, Default)]
pub struct Readiness {
    draining: Arc<AtomicBool>,
}

impl Readiness {
    /// Marks the process as draining: load balancers should send requests elsewhere.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Returns whether [`drain`](Readiness::drain) has been called.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }
}
