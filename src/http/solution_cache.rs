//! The solutions of recently requested puzzles, in a bounded amount of memory.
//!
//! The cache is a segmented LRU: a puzzle that is requested for the first time is on *probation*, and becomes *protected*
//! when it is requested again. New puzzles evict only puzzles on probation, so that no number of puzzles that are
//! requested once can evict one that was found again. Protected puzzles evict each other, the least recently requested
//! one first.

use std::sync::{Mutex, MutexGuard, PoisonError};

use lru::LruCache;

use super::memory::{BudgetSpent, MemoryBudget, Reservation};
use crate::metrics::Budget;
use crate::sudoku::{Board, LayoutSpec, PuzzleSolution};

/// The part of the cache that protected puzzles can take. The rest is left to new ones.
const PROTECTED_SHARE: (usize, usize) = (3, 4);

/// A puzzle larger than this part of the cache would evict too many others, and is not kept.
const MAX_ENTRY_SHARE: usize = 16;

/// What an entry takes in addition to its digits and the heap memory of its layout: a node with two pointers, its slots in
/// the hash tables of both segments, and what the allocator adds to both lists of digits.
const ENTRY_OVERHEAD: usize =
    size_of::<Key>() + size_of::<Solution>() + 2 * size_of::<usize>() + 2 * SLOT_BYTES + 2 * 16;

/// A slot takes 17 bytes, and a hash table has up to 16/7 times as many slots as entries.
const SLOT_BYTES: usize = 40;

/// A cache of the solutions of puzzles. A puzzle is found by all of its givens and its layout.
#[derive(Debug)]
pub(crate) struct SolutionCache {
    segments: Mutex<Segments>,
    _memory: Reservation,
}

impl SolutionCache {
    /// Creates a cache that takes at most this number of bytes, and reserves them. With 0 bytes, it keeps nothing.
    ///
    /// # Errors
    ///
    /// If the budget does not have as many bytes left.
    pub(crate) fn new(
        max_bytes: usize,
        memory: &MemoryBudget,
    ) -> Result<SolutionCache, BudgetSpent> {
        Ok(SolutionCache {
            _memory: memory.try_reserve(max_bytes)?,
            segments: Mutex::new(Segments {
                max_bytes,
                probation: Segment::new(),
                protected: Segment::new(),
            }),
        })
    }

    /// Returns the solution of the puzzle with these givens, if it is in the cache.
    pub(crate) fn get(&self, givens: &Board) -> Option<PuzzleSolution> {
        let solution = self.segments().get(&Key::new(givens))?;
        Some(match solution {
            Solution::None => PuzzleSolution::None,
            Solution::One(digits) => {
                let solution = Board::new(givens.layout().clone(), digits.into());
                PuzzleSolution::One(solution.expect("the digits fit a layout that is equal"))
            }
            Solution::Many => PuzzleSolution::Many,
        })
    }

    /// Keeps the solution of the puzzle with these givens, unless it is unknown.
    pub(crate) fn insert(&self, givens: &Board, solution: &PuzzleSolution) {
        let solution = match solution {
            PuzzleSolution::None => Solution::None,
            PuzzleSolution::One(solution) => Solution::One(solution.digits().into()),
            PuzzleSolution::Many => Solution::Many,
            PuzzleSolution::Unknown => return,
        };
        self.segments().insert(Key::new(givens), solution);
    }

    /// Returns the memory that its entries take, in bytes.
    pub(crate) fn used_bytes(&self) -> usize {
        let segments = self.segments();
        segments.probation.bytes + segments.protected.bytes
    }

    /// Returns how much memory its entries take and may take, for the metrics.
    pub(crate) fn budget(&self, name: &'static str) -> Budget {
        Budget {
            name,
            used: self.used_bytes(),
            limit: self.segments().max_bytes,
        }
    }

    fn segments(&self) -> MutexGuard<'_, Segments> {
        // Nothing panics while it is locked.
        self.segments.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Key {
    /// Not the layout itself, which is much larger and, unless it has only boxes, built for each request.
    layout: LayoutSpec,
    givens: Box<[u8]>,
}

impl Key {
    fn new(givens: &Board) -> Key {
        Key {
            layout: givens.layout().spec().clone(),
            givens: givens.digits().into(),
        }
    }
}

/// A [`PuzzleSolution`] that is known, without its layout.
#[derive(Clone, Debug)]
enum Solution {
    None,
    One(Box<[u8]>),
    Many,
}

#[derive(Debug)]
struct Segments {
    max_bytes: usize,
    /// Puzzles that were requested once.
    probation: Segment,
    /// Puzzles that were requested again while they were in the cache.
    protected: Segment,
}

impl Segments {
    fn get(&mut self, key: &Key) -> Option<Solution> {
        if let Some(solution) = self.protected.entries.get(key) {
            return Some(solution.clone());
        }
        let (key, solution) = self.probation.remove(key)?;
        self.protected.insert(key, solution.clone());
        let (numerator, denominator) = PROTECTED_SHARE;
        self.protected
            .shrink_to(self.max_bytes / denominator * numerator);
        Some(solution)
    }

    fn insert(&mut self, key: Key, solution: Solution) {
        let bytes = entry_bytes(&key, &solution);
        // Two requests at once may both have searched for it.
        let is_known =
            self.probation.entries.contains(&key) || self.protected.entries.contains(&key);
        if bytes > self.max_bytes / MAX_ENTRY_SHARE || is_known {
            return;
        }
        self.probation
            .shrink_to(self.max_bytes - self.protected.bytes - bytes);
        self.probation.insert(key, solution);
    }
}

#[derive(Debug)]
struct Segment {
    entries: LruCache<Key, Solution>,
    /// The memory that the entries take.
    bytes: usize,
}

impl Segment {
    fn new() -> Segment {
        Segment {
            entries: LruCache::unbounded(),
            bytes: 0,
        }
    }

    /// Adds an entry with a new key.
    fn insert(&mut self, key: Key, solution: Solution) {
        self.bytes += entry_bytes(&key, &solution);
        self.entries.put(key, solution);
    }

    fn remove(&mut self, key: &Key) -> Option<(Key, Solution)> {
        let (key, solution) = self.entries.pop_entry(key)?;
        self.bytes -= entry_bytes(&key, &solution);
        Some((key, solution))
    }

    /// Removes entries, the least recently used ones first, until they take at most this number of bytes.
    fn shrink_to(&mut self, max_bytes: usize) {
        while self.bytes > max_bytes
            && let Some((key, solution)) = self.entries.pop_lru()
        {
            self.bytes -= entry_bytes(&key, &solution);
        }
    }
}

/// The memory that an entry takes, in bytes.
fn entry_bytes(key: &Key, solution: &Solution) -> usize {
    let digits = match solution {
        Solution::One(digits) => digits.len(),
        Solution::None | Solution::Many => 0,
    };
    ENTRY_OVERHEAD + key.layout.heap_bytes() + key.givens.len() + digits
}

#[cfg(test)]
mod tests;
