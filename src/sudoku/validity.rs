//! Whether a board is valid: equivalent to having no duplicate, but without searching for one.

use super::board::Board;
use super::digit::DigitSet;
use super::layout::Layout;

/// The number of digits that can be counted in one `u64`.
const COUNTABLE: usize = 10;

impl Board {
    /// Returns whether no digit repeats in any house or group.
    ///
    /// This equals `duplicates().next().is_none()`, but is faster: it reads every cell of every house without a branch,
    /// so its time does not depend on the digits.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let (layout, digits) = (self.layout(), self.digits());
        let repeats_in_house = if layout.size() <= COUNTABLE {
            any_house_repeats(layout, digits)
        } else {
            let houses = layout.cells_of_houses().chunks_exact(layout.size());
            repeats_in_any(houses, digits)
        };
        !(repeats_in_house || layout.has_groups() && any_group_repeats(layout, digits))
    }
}

/// Returns whether a digit repeats in a house, by counting all digits of the house in one sum.
fn any_house_repeats(layout: &Layout, digits: &[u8]) -> bool {
    /// A count of six bits for each digit, which the cells of a house cannot overflow.
    const ONE: [u64; 16] = {
        let mut one = [0; 16];
        let mut digit = 1;
        while digit <= COUNTABLE {
            one[digit] = 1 << (6 * (digit - 1));
            digit += 1;
        }
        one
    };
    /// All but the lowest bit of each count.
    const TWO_OR_MORE: u64 = 0o7676_7676_7676_7676_7676;
    const NINE_ROWS: usize = 9;

    let mut ones = [0; (COUNTABLE * COUNTABLE).next_power_of_two()];
    let in_bounds = ones.len() - 1;
    for (one, digit) in ones.iter_mut().zip(digits) {
        *one = ONE[usize::from(*digit) % ONE.len()];
    }
    let count = |house: &[u16]| {
        let ones = house
            .iter()
            .map(|cell| ones[usize::from(*cell) & in_bounds]);
        ones.sum::<u64>()
    };
    let cells = layout.cells_of_houses();
    let counts = match layout.size() {
        // A length known at compile time unrolls the loop over a house.
        NINE_ROWS => {
            let houses = cells.as_chunks::<NINE_ROWS>().0;
            houses.iter().fold(0, |any, house| any | count(house))
        }
        size => cells
            .chunks_exact(size)
            .fold(0, |any, house| any | count(house)),
    };
    counts & TWO_OR_MORE != 0
}

/// Returns whether a digit repeats in a group.
fn any_group_repeats(layout: &Layout, digits: &[u8]) -> bool {
    let repeats_in_pair = |(cell, digit): (usize, &u8)| {
        let mut partners = layout.partners_of(cell).iter();
        *digit != 0 && partners.any(|partner| digits[usize::from(*partner)] == *digit)
    };
    let groups = (0..layout.group_count()).map(|group| layout.cells_of_group(group));
    repeats_in_any(groups, digits) || digits.iter().enumerate().any(repeats_in_pair)
}

/// Returns whether a digit repeats in any of these houses or groups, using a set of the digits in each.
fn repeats_in_any<'l>(constraints: impl Iterator<Item = &'l [u16]>, digits: &[u8]) -> bool {
    let mut repeated = DigitSet::EMPTY;
    for cells in constraints {
        let mut seen = DigitSet::EMPTY;
        for cell in cells {
            let digit = DigitSet::from_cell(digits[usize::from(*cell)]);
            repeated |= seen & digit;
            seen |= digit;
        }
    }
    !repeated.is_empty()
}
