//! Digits, and sets of them.

use std::fmt;
use std::num::NonZeroU8;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// The maximum number of rows of a board, which is also the highest digit.
pub const MAX_SIZE: usize = 64;

/// The content of a filled cell: a number from 1 to [`MAX_SIZE`].
///
/// A board of N rows holds the digits 1 to N, so a digit can be above 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// Returns the digit with this value, or `None` if the value is 0 or above [`MAX_SIZE`].
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

    /// Returns the value, from 1 to [`MAX_SIZE`].
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

/// A set of digits.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct DigitSet(
    /// Bit `d - 1` is set if the set contains the digit `d`.
    u64,
);

impl DigitSet {
    pub(super) const EMPTY: DigitSet = DigitSet(0);

    /// The digits 1 to `size`, which is from 1 to [`MAX_SIZE`].
    pub(super) const fn up_to(size: usize) -> DigitSet {
        DigitSet(u64::MAX >> (MAX_SIZE - size))
    }

    pub(super) const fn single(digit: Digit) -> DigitSet {
        DigitSet(1 << (digit.get() - 1))
    }

    /// The digit of a cell, or the empty set for 0, without a branch.
    pub(super) fn from_cell(value: u8) -> DigitSet {
        /// Indexed by a byte, so that no index is out of bounds.
        static SETS: [DigitSet; 256] = {
            let mut sets = [DigitSet::EMPTY; 256];
            let mut value = 1;
            while let Some(digit) = Digit::new(value) {
                sets[value as usize] = DigitSet::single(digit);
                value += 1;
            }
            sets
        };

        SETS[usize::from(value)]
    }

    /// Adds a digit, and returns whether it was absent.
    pub(super) fn insert(&mut self, digit: Digit) -> bool {
        let before = *self;
        *self |= DigitSet::single(digit);
        *self != before
    }

    pub(super) const fn contains(self, digit: Digit) -> bool {
        self.0 & DigitSet::single(digit).0 != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has exactly one digit.
    pub(super) const fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest digit.
    pub(super) fn first(self) -> Option<Digit> {
        // An empty set has 64 trailing zeros.
        u8::try_from(self.0.trailing_zeros() + 1)
            .ok()
            .and_then(Digit::new)
    }

    /// The digits above `digit`.
    pub(super) const fn above(self, digit: Digit) -> DigitSet {
        DigitSet(self.0 & (u64::MAX - 1) << (digit.get() - 1))
    }

    /// The number of digits below `digit`.
    pub(super) const fn rank(self, digit: Digit) -> u32 {
        (self.0 & (DigitSet::single(digit).0 - 1)).count_ones()
    }

    /// The digits in ascending order.
    pub(super) fn iter(self) -> impl Iterator<Item = Digit> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let first = DigitSet(rest).first()?;
            rest &= rest - 1;
            Some(first)
        })
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Digit::get)).finish()
    }
}

/// Union.
impl BitOr for DigitSet {
    type Output = DigitSet;

    fn bitor(self, other: DigitSet) -> DigitSet {
        DigitSet(self.0 | other.0)
    }
}

impl BitOrAssign for DigitSet {
    fn bitor_assign(&mut self, other: DigitSet) {
        *self = *self | other;
    }
}

/// Intersection.
impl BitAnd for DigitSet {
    type Output = DigitSet;

    fn bitand(self, other: DigitSet) -> DigitSet {
        DigitSet(self.0 & other.0)
    }
}

impl BitAndAssign for DigitSet {
    fn bitand_assign(&mut self, other: DigitSet) {
        *self = *self & other;
    }
}

/// Difference.
impl Sub for DigitSet {
    type Output = DigitSet;

    fn sub(self, other: DigitSet) -> DigitSet {
        DigitSet(self.0 & !other.0)
    }
}

impl SubAssign for DigitSet {
    fn sub_assign(&mut self, other: DigitSet) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn digit(value: u8) -> Digit {
        Digit::new(value).unwrap()
    }

    fn set(values: &BTreeSet<u8>) -> DigitSet {
        values.iter().fold(DigitSet::EMPTY, |set, value| {
            set | DigitSet::from_cell(*value)
        })
    }

    fn values(set: DigitSet) -> BTreeSet<u8> {
        set.iter().map(Digit::get).collect()
    }

    proptest! {
        #[test]
        fn a_digit_set_behaves_like_a_sorted_set(
            one in prop::collection::btree_set(1..=64_u8, 0..64),
            other in prop::collection::btree_set(1..=64_u8, 0..64),
            value in 1..=64_u8,
        ) {
            prop_assert_eq!(values(set(&one)), one.clone());
            prop_assert_eq!(values(set(&one) | set(&other)), &one | &other);
            prop_assert_eq!(values(set(&one) & set(&other)), &one & &other);
            prop_assert_eq!(values(set(&one) - set(&other)), &one - &other);
            prop_assert_eq!(set(&one).len() as usize, one.len());
            prop_assert_eq!(set(&one).is_empty(), one.is_empty());
            prop_assert_eq!(set(&one).is_single(), one.len() == 1);
            prop_assert_eq!(set(&one).first().map(Digit::get), one.first().copied());
            prop_assert_eq!(set(&one).contains(digit(value)), one.contains(&value));
            prop_assert_eq!(set(&one).rank(digit(value)) as usize, one.range(..value).count());
            prop_assert_eq!(values(set(&one).above(digit(value))), one.range(value + 1..).copied().collect());
            let mut grown = set(&one);
            prop_assert_eq!(grown.insert(digit(value)), !one.contains(&value));
            prop_assert!(grown.contains(digit(value)));
        }
    }

    #[test]
    fn the_first_digits_are_those_up_to_the_size() {
        for size in 1..=64 {
            assert_eq!(
                values(DigitSet::up_to(usize::from(size))),
                (1..=size).collect()
            );
        }
    }

    #[test]
    fn a_cell_without_a_digit_is_the_empty_set() {
        assert!(
            [0, 65, 255]
                .into_iter()
                .all(|value| DigitSet::from_cell(value).is_empty())
        );
    }
}
