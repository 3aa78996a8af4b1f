//! Whether something has to wait, or is rejected, for lack of memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How often memory has been short, counted by the app that holds it. The server gives clients that hold some of it less
/// time when the number rises.
#[derive(Clone, Debug, Default)]
pub struct MemoryPressure {
    count: Arc<AtomicU64>,
}

impl MemoryPressure {
    /// Records that memory is short.
    pub fn raise(&self) {
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns how often memory has been short.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }
}
