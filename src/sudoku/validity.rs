//! Whether a board is valid: equivalent to having no duplicate, but without searching for one.

use super::board::Board;
use super::digit::{DigitSet, MAX_SIZE};
use super::layout::{BoxShape, Layout};

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
            let (size, boxes) = (layout.size(), layout.boxes());
            // Rows, columns and boxes come first, and each of them covers the board once.
            let covers = if boxes.is_some() { 3 } else { 2 };
            let (_, others) = layout.cells_of_houses().split_at(covers * digits.len());
            any_line_or_box_repeats(size, boxes, digits)
                || repeats_in_any(others.chunks_exact(size), digits)
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

    let mut ones = [0; CELLS];
    for (one, digit) in ones.iter_mut().zip(digits) {
        *one = ONE[usize::from(*digit) % ONE.len()];
    }
    let cells = layout.cells_of_houses();
    // A length known at compile time unrolls the loop over a house.
    let counts = match layout.size() {
        4 => counts(&ones, cells.as_chunks::<4>().0),
        6 => counts(&ones, cells.as_chunks::<6>().0),
        8 => counts(&ones, cells.as_chunks::<8>().0),
        9 => counts(&ones, cells.as_chunks::<9>().0),
        size => counts(&ones, cells.chunks_exact(size)),
    };
    counts & TWO_OR_MORE != 0
}

/// At least the number of cells of a board whose digits can be counted.
const CELLS: usize = (COUNTABLE * COUNTABLE).next_power_of_two();

/// Returns the bits that are set in the count of any house.
fn counts<H: AsRef<[u16]>>(ones: &[u64; CELLS], houses: impl IntoIterator<Item = H>) -> u64 {
    houses.into_iter().fold(0, |any, house| {
        let ones = house
            .as_ref()
            .iter()
            .map(|cell| ones[usize::from(*cell) % CELLS]);
        any | ones.sum::<u64>()
    })
}

/// Returns whether a digit repeats in a row, column or box: whether all rows, all columns or all boxes hold fewer different
/// digits than there are filled cells.
fn any_line_or_box_repeats(size: usize, boxes: Option<BoxShape>, digits: &[u8]) -> bool {
    // Without boxes, the columns are counted again.
    let boxes = boxes.unwrap_or(BoxShape {
        rows: size,
        columns: 1,
    });
    let (mut in_rows, mut in_boxes, mut columns) = (0, 0, [DigitSet::EMPTY; MAX_SIZE]);
    for band in digits.chunks_exact(boxes.rows * size) {
        let mut columns_of_band = [DigitSet::EMPTY; MAX_SIZE];
        let columns_of_band = &mut columns_of_band[..size];
        for row in band.chunks_exact(size) {
            let mut in_row = DigitSet::EMPTY;
            for (column, digit) in columns_of_band.iter_mut().zip(row) {
                let digit = DigitSet::from_cell(*digit);
                in_row |= digit;
                *column |= digit;
            }
            in_rows += in_row.len();
        }
        let in_box = |columns: &[DigitSet]| union(columns).len();
        let of_boxes = columns_of_band.chunks_exact(boxes.columns);
        in_boxes += of_boxes.map(in_box).sum::<u32>();
        for (column, of_band) in columns.iter_mut().zip(columns_of_band) {
            *column |= *of_band;
        }
    }
    let in_columns: u32 = columns[..size].iter().map(|column| column.len()).sum();
    [in_rows, in_columns, in_boxes] != [count_filled(digits); 3]
}

fn union(sets: &[DigitSet]) -> DigitSet {
    sets.iter().fold(DigitSet::EMPTY, |all, set| all | *set)
}

fn count_filled(digits: &[u8]) -> u32 {
    // So few cells at once can be counted in a byte.
    let filled = digits.chunks(MAX_SIZE).map(|digits| {
        let filled = digits.iter().map(|digit| u8::from(*digit > 0));
        u32::from(filled.sum::<u8>())
    });
    filled.sum()
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
