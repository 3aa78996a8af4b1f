//! The rules, applied to a band: each word holds the cells at one position of its three boxes.
//!
//! A word has a field of ten bits for each of the three boxes, the leftmost in the lowest bits. Nine bits are the
//! candidates 1 to 9. The tenth, the guard, is clear: it receives the carry when something is added to all fields at
//! once. The two bits above the fields are clear in a cell; elsewhere they are undefined.

#![expect(
    clippy::inline_always,
    reason = "a call inside a loop over words prevents vectorization"
)]

/// The candidate 1 in each field.
pub(super) const LOWEST: u32 = 1 | 1 << FIELD | 1 << (2 * FIELD);

/// All candidates in each field.
pub(super) const ALL: u32 = LOWEST * DIGITS;

/// All candidates in the lowest field.
pub(super) const DIGITS: u32 = 0x1ff;

/// The width of a field.
pub(super) const FIELD: usize = 10;

const GUARD: u32 = LOWEST << 9;

/// The guard of each field that has a candidate.
#[inline(always)]
fn some(word: u32) -> u32 {
    word.wrapping_add(ALL) & GUARD
}

/// All candidates of each field whose guard is set.
#[inline(always)]
fn filled(guards: u32) -> u32 {
    guards - (guards >> 9)
}

/// The word without the lowest candidate of each field; no field may be empty.
#[inline(always)]
fn fewer(word: u32) -> u32 {
    word & word.wrapping_sub(LOWEST)
}

/// The word without the lowest candidate of each field that has one.
#[inline(always)]
fn fewer_if_any(word: u32) -> u32 {
    word & (word | GUARD).wrapping_sub(LOWEST)
}

/// Replaces each box by the one to its right, and the rightmost by the leftmost.
#[inline(always)]
fn from_right(word: u32) -> u32 {
    word >> FIELD | word << (2 * FIELD)
}

/// Replaces each box by the one to its left, and the leftmost by the rightmost.
#[inline(always)]
fn from_left(word: u32) -> u32 {
    word >> (2 * FIELD) | word << FIELD
}

/// Computes the candidates of all cells from the givens and the digits given in each column.
#[inline(always)]
pub(super) fn candidates(givens: [u32; 9], columns: [u32; 3]) -> [u32; 9] {
    let triads = row_triads(givens);
    let boxes = triads[0] | triads[1] | triads[2];
    let mut cells = givens;
    for position in 0..9 {
        let triad = triads[position / 3];
        let seen = boxes | triad | from_left(triad) | from_right(triad) | columns[position % 3];
        cells[position] |= ALL & !(seen | filled(some(cells[position])));
    }
    cells
}

/// The configurations that are still possible for a digit in a band, for all digits at once.
///
/// A digit appears once in each row and once in each box of a band, so there are six configurations. In the first word
/// of the result each row's box is the one to the right of the row above, in the second it is the one to the left. The
/// field is the box that has the digit in the top row.
#[inline(always)]
pub(super) fn band_configurations(cells: [u32; 9]) -> [u32; 2] {
    let [top, middle, bottom] = row_triads(cells);
    [
        top & from_right(middle) & from_left(bottom),
        top & from_left(middle) & from_right(bottom),
    ]
}

/// The candidates of each row that are part of a configuration of their band.
#[inline(always)]
pub(super) fn kept_in_rows(cells: [u32; 9]) -> [u32; 3] {
    let [right, left] = band_configurations(cells);
    [
        right | left,
        from_left(right) | from_right(left),
        from_right(right) | from_left(left),
    ]
}

/// The candidates of each triad: the three cells where a box meets a row.
#[inline(always)]
fn row_triads(cells: [u32; 9]) -> [u32; 3] {
    let [c0, c1, c2, c3, c4, c5, c6, c7, c8] = cells;
    [c0 | c1 | c2, c3 | c4 | c5, c6 | c7 | c8]
}

/// The result of [`restrict_to_singles`].
pub(super) struct Singles {
    /// The cells, with fewer candidates.
    pub(super) cells: [u32; 9],
    /// The digits with a known cell, for each box.
    pub(super) placed: u32,
    /// Not zero if the band is inconsistent.
    pub(super) inconsistent: u32,
}

/// Places each digit that has one cell left in its box, and removes the digit of each cell with one candidate from the
/// rest of its box.
#[inline(always)]
pub(super) fn restrict_to_singles(mut cells: [u32; 9]) -> Singles {
    let (mut once, mut twice) = (0, 0);
    for cell in &cells {
        twice |= once & cell;
        once |= cell;
    }
    let hidden = once & !twice;
    for cell in &mut cells {
        let here = *cell & hidden;
        *cell &= !(filled(some(here)) & !here);
    }
    let (mut empty, mut placed, mut sum) = (0, 0, 0u32);
    let mut naked = [0; 9];
    for (cell, naked) in cells.iter().zip(&mut naked) {
        // Only an empty field borrows, which sets its guard.
        let less_one = cell.wrapping_sub(LOWEST);
        empty |= less_one;
        *naked = cell & filled(GUARD & !(cell & less_one).wrapping_add(ALL));
        placed |= *naked;
        sum = sum.wrapping_add(*naked);
    }
    for (cell, naked) in cells.iter_mut().zip(&naked) {
        *cell &= !(placed & !naked);
    }
    // A digit without a cell, a cell without a digit, two digits for one cell, or two cells for one digit, in which
    // case the sum of the naked singles differs from their union.
    let inconsistent = once ^ ALL | empty & GUARD | hidden & !placed | sum ^ placed;
    Singles {
        cells,
        placed,
        inconsistent,
    }
}

/// Applies the rule that each of the three parallel triads of a box holds three digits.
///
/// If a triad has only three candidates, they are removed from the other two. If three digits are candidates of only
/// one triad, its other candidates are removed. The result is not zero if a triad has too few candidates or too many
/// such digits.
#[inline(always)]
pub(super) fn restrict_triads(triads: &mut [u32; 3]) -> u32 {
    let (mut enough, mut too_many) = (GUARD, 0);
    let [first, second, third] = triads.map(|triad| {
        // An empty field is inconsistent, and then the value of its neighbors does not matter.
        let less_two = fewer(fewer(triad));
        enough &= some(less_two);
        triad & !filled(some(fewer(less_two)))
    });
    triads[0] &= !(second | third);
    triads[1] &= !(first | third);
    triads[2] &= !(first | second);
    let [first, second, third] = *triads;
    let only = [
        first & !(second | third),
        second & !(first | third),
        third & !(first | second),
    ];
    for (triad, only) in triads.iter_mut().zip(only) {
        let less_two = fewer_if_any(fewer_if_any(only));
        too_many |= some(fewer_if_any(less_two));
        *triad &= !(filled(some(less_two)) & !only);
    }
    GUARD & !enough | too_many
}
