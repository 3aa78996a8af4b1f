//! Whether a board is valid: equivalent to having no duplicate, but without searching for one.

use super::board::Board;
use super::digit::{DigitSet, MAX_SIZE};
use super::layout::{BoxShape, Layout};

/// The number of digits that can be counted in one `u64`.
const COUNTABLE: usize = 10;

impl Board {
    /// Returns whether no digit repeats in any house or group.
    ///
    /// This equals `duplicates().next().is_none()`, but is faster: it reads every cell without a branch, so its time does
    /// not depend on the digits.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let (layout, digits) = (self.layout(), self.digits());
        let (size, boxes) = (layout.size(), layout.boxes());
        // Rows, columns and boxes come first, and each of them covers the board once.
        let covers = if boxes.is_some() { 3 } else { 2 };
        let (_, others) = layout.cells_of_houses().split_at(covers * digits.len());
        !(any_line_or_box_repeats(size, boxes, digits)
            || repeats_in_any(others.chunks_exact(size), digits)
            || layout.has_groups() && any_group_repeats(layout, digits))
    }
}

/// Returns whether a digit repeats in a row, column or box.
fn any_line_or_box_repeats(size: usize, boxes: Option<BoxShape>, digits: &[u8]) -> bool {
    // Without boxes, each column is one.
    let boxes = boxes.unwrap_or(BoxShape {
        rows: size,
        columns: 1,
    });
    // A length known at compile time unrolls the loop over a row.
    match size {
        4 => repeats_by_count(digits.as_chunks::<4>().0, boxes),
        6 => repeats_by_count(digits.as_chunks::<6>().0, boxes),
        8 => repeats_by_count(digits.as_chunks::<8>().0, boxes),
        9 => repeats_by_count(digits.as_chunks::<9>().0, boxes),
        ..=COUNTABLE => repeats_by_count(digits.chunks_exact(size), boxes),
        _ => {
            let mut different = 0;
            let union = |one, other| one | other;
            let visit = |set: DigitSet| different += set.len();
            merge_houses::<_, _, MAX_SIZE>(
                digits.chunks_exact(size),
                boxes,
                DigitSet::from_cell,
                union,
                visit,
            );
            // Each filled cell is in a row, a column and a box.
            different < 3 * count_filled(digits)
        }
    }
}

/// Returns whether a digit repeats in a row, column or box, by counting all digits of each in one sum.
fn repeats_by_count<R: AsRef<[u8]>>(rows: impl IntoIterator<Item = R>, boxes: BoxShape) -> bool {
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

    let mut any = 0;
    let one = |digit: u8| ONE[usize::from(digit) % ONE.len()];
    let sum = |one, other| one + other;
    merge_houses::<_, _, COUNTABLE>(rows, boxes, one, sum, |counts: u64| any |= counts);
    any & TWO_OR_MORE != 0
}

/// Merges the digits of each row, column and box, as `of_digit` converts them. `MAX` is at least the number of columns.
fn merge_houses<R: AsRef<[u8]>, T: Copy + Default, const MAX: usize>(
    rows: impl IntoIterator<Item = R>,
    boxes: BoxShape,
    of_digit: impl Fn(u8) -> T,
    merge: impl Fn(T, T) -> T,
    mut visit: impl FnMut(T),
) {
    let size = boxes.rows * boxes.columns;
    let mut rows = rows.into_iter();
    let mut columns = [T::default(); MAX];
    for _ in 0..size / boxes.rows {
        // The columns of a band of boxes. Each box is a part of them.
        let mut of_band = [T::default(); MAX];
        for row in rows.by_ref().take(boxes.rows) {
            let mut of_row = T::default();
            for (column, digit) in of_band.iter_mut().zip(row.as_ref()) {
                let digit = of_digit(*digit);
                of_row = merge(of_row, digit);
                *column = merge(*column, digit);
            }
            visit(of_row);
        }
        for of_box in of_band[..size].chunks_exact(boxes.columns) {
            visit(of_box.iter().copied().fold(T::default(), &merge));
        }
        for (column, of_band) in columns.iter_mut().zip(of_band) {
            *column = merge(*column, of_band);
        }
    }
    columns[..size].iter().copied().for_each(visit);
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
