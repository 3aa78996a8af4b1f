use std::fmt;
use std::num::NonZeroU8;

use super::MAX_SIZE;

/// What a filled cell holds: a number from 1 to [`MAX_SIZE`].
///
/// A board of N rows holds digits from 1 to N, so a digit can be above 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The digit with this value, or `None` if no board can hold it.
    ///
    /// ```
    /// use sudoku_validator::sudoku::Digit;
    ///
    /// assert_eq!(Digit::new(12).map(Digit::get), Some(12));
    /// assert_eq!(Digit::new(0), None);
    /// assert_eq!(Digit::new(65), None);
    /// ```
    #[must_use]
    pub const fn new(value: u8) -> Option<Digit> {
        match NonZeroU8::new(value) {
            Some(value) if value.get() as usize <= MAX_SIZE => Some(Digit(value)),
            _ => None,
        }
    }

    /// The value, from 1 to [`MAX_SIZE`].
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0.get()
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of digits: bit `d - 1` stands for the digit `d`.
#[derive(Clone, Copy, Default)]
pub(super) struct DigitSet(u64);

impl DigitSet {
    /// Adds a digit, and says whether it is new to the set.
    pub(super) fn insert(&mut self, digit: Digit) -> bool {
        let bit = 1 << (digit.get() - 1);
        let new = self.0 & bit == 0;
        self.0 |= bit;
        new
    }
}
