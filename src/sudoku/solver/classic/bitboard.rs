//! The candidates of a 9×9 board as bits, and their propagation.

use std::array;

use super::band::{
    ALL, DIGITS, FIELD, candidates, kept_in_rows, restrict_to_singles, restrict_triads,
};
use crate::sudoku::digit::Digit;

/// A word for each band. The fourth belongs to no band; it makes the four as wide as a vector of any 64-bit machine.
pub(super) type Lanes = [u32; 4];

/// The candidates of a 9×9 board.
///
/// A word holds the cells at one position of the three boxes of a band, so that a rule written for one word applies to
/// all boxes at once, and the same code for all bands compiles to vector instructions. The rules are those of tdoku (T.
/// Dillon, *Nerd Sniped: A Sudoku Story*, <https://t-dillon.github.io/tdoku>). They reason about triads, the three
/// cells where a box meets a row or a column: a digit has six possible configurations in the triads of a band or a
/// stack, and a candidate that is part of none is removed, which is the rule of locked candidates. Together with
/// singles in boxes, this also covers rows and columns: a digit with one cell left in a row has one configuration left
/// in the band, and so one cell left in the box.
#[derive(Clone, Copy)]
pub(super) struct Bitboard {
    /// The cells at each position of a box, in reading order.
    pub(super) cells: [Lanes; 9],
    /// The digits with a known cell that have been removed from the rest of the box.
    pub(super) placed: Lanes,
}

/// The state of a board after propagation.
pub(super) enum State {
    /// It has no solution.
    Inconsistent,
    /// It is filled, and is its own only solution.
    Solved,
    /// It may have any number of solutions.
    Open,
}

const NONE: Lanes = [0; 4];

/// Above this many placed digits, the rule of triples costs more than it saves.
const MAX_PLACED_FOR_TRIPLES: u32 = 45;

/// The placed digits of a filled board.
const FULL: Lanes = [ALL, ALL, ALL, 0];

/// The result of placing singles.
struct Placement {
    /// The candidates of the column triads.
    triads: [Lanes; 3],
    /// The digits placed.
    placed: Lanes,
    /// Not zero if the board is inconsistent.
    inconsistent: Lanes,
}

/// The result of removing candidates.
struct Removal {
    /// The candidates of the column triads.
    triads: [Lanes; 3],
    /// The candidates removed.
    removed: Lanes,
    /// Not zero if the board is inconsistent.
    inconsistent: Lanes,
}

impl Bitboard {
    /// Creates a board with these givens, in reading order with 0 for an empty cell.
    ///
    /// The candidates of an empty cell are the digits that are not given in its houses.
    pub(super) fn new(givens: &[u8; 81]) -> Bitboard {
        let cell = |index: usize| (1 << givens[index] >> 1) & DIGITS;
        let word = |index| cell(index) | cell(index + 3) << FIELD | cell(index + 6) << (2 * FIELD);
        let cells = array::from_fn(|position| {
            let index = position / 3 * 9 + position % 3;
            [word(index), word(index + 27), word(index + 54), 0]
        });
        let mut board = Bitboard {
            cells,
            placed: NONE,
        };
        let columns = board.column_triads().map(|triads| {
            let others = both(from_below(triads), from_above(triads), |below, above| {
                below | above
            });
            both(triads, others, |own, others| own | others)
        });
        board.fill_empty(&columns);
        board
    }

    /// Removes a digit from the candidates of a cell, by its number in reading order.
    pub(super) fn exclude(&mut self, cell: usize, digit: Digit) {
        let (row, column) = (cell / 9, cell % 9);
        let bit = 1 << (digit.get() - 1) << (FIELD * (column / 3));
        self.cells[row % 3 * 3 + column % 3][row / 3] &= !bit;
    }

    /// Sets the candidates of the empty cells; `columns` has the digits given in each column.
    #[inline(never)]
    fn fill_empty(&mut self, columns: &[Lanes; 3]) {
        for lane in 0..4 {
            let columns = [columns[0][lane], columns[1][lane], columns[2][lane]];
            let filled = candidates(self.lane(lane), columns);
            for (cells, filled) in self.cells.iter_mut().zip(filled) {
                cells[lane] = filled;
            }
        }
    }

    /// The digits of a solved board, in reading order.
    pub(super) fn digits(&self) -> Vec<u8> {
        let mut digits = vec![0; 81];
        for (position, bands) in self.cells.iter().enumerate() {
            for (band, word) in bands[..3].iter().enumerate() {
                for stack in 0..3 {
                    let candidate = word >> (FIELD * stack) & DIGITS;
                    let index = band * 27 + position / 3 * 9 + stack * 3 + position % 3;
                    digits[index] =
                        1 + u8::try_from(candidate.trailing_zeros()).expect("a word has 32 bits");
                }
            }
        }
        digits
    }

    /// Propagates until nothing changes, or until digits were placed this many times.
    ///
    /// After fewer rounds, an open board may have candidates that further ones would remove.
    pub(super) fn propagate(&mut self, max_rounds: usize) -> State {
        let mut triads = self.column_triads();
        for round in 1.. {
            let placement = self.place_singles(&kept_in_columns(&triads));
            if placement.inconsistent != NONE {
                return State::Inconsistent;
            }
            let nothing_new = placement.placed == self.placed || placement.placed == FULL;
            self.placed = placement.placed;
            triads = placement.triads;
            if nothing_new {
                let columns = kept_in_columns(&triads);
                let removal = if self.placed_count() < MAX_PLACED_FOR_TRIPLES {
                    self.remove_locked::<true>(&columns)
                } else {
                    self.remove_locked::<false>(&columns)
                };
                if removal.inconsistent != NONE {
                    return State::Inconsistent;
                }
                if removal.removed == NONE {
                    return if self.placed == FULL {
                        State::Solved
                    } else {
                        State::Open
                    };
                }
                triads = removal.triads;
            } else if round == max_rounds {
                break;
            }
        }
        State::Open
    }

    /// The number of digits with a known cell.
    pub(super) fn placed_count(&self) -> u32 {
        self.placed.iter().map(|digits| digits.count_ones()).sum()
    }

    // A loop over the lanes compiles to vector code without branches only if it is in a separate function.

    /// Removes the candidates that are part of no configuration, and then places singles.
    #[inline(never)]
    fn place_singles(&mut self, columns: &[Lanes; 3]) -> Placement {
        let mut placement = Placement {
            triads: [NONE; 3],
            placed: NONE,
            inconsistent: NONE,
        };
        for lane in 0..4 {
            let mut cells = self.lane(lane);
            let rows = kept_in_rows(cells);
            let columns = [columns[0][lane], columns[1][lane], columns[2][lane]];
            for position in 0..9 {
                cells[position] &= rows[position / 3] & columns[position % 3];
            }
            let singles = restrict_to_singles(cells);
            placement.placed[lane] = singles.placed;
            placement.inconsistent[lane] = singles.inconsistent;
            self.set_lane(lane, singles.cells, &mut placement.triads);
        }
        placement
    }

    /// Removes the candidates that are part of no configuration and, with `TRIPLES`, those that do not fit into a
    /// triad.
    #[inline(never)]
    fn remove_locked<const TRIPLES: bool>(&mut self, columns: &[Lanes; 3]) -> Removal {
        let mut removal = Removal {
            triads: [NONE; 3],
            removed: NONE,
            inconsistent: NONE,
        };
        for lane in 0..4 {
            let mut cells = self.lane(lane);
            let mut rows = kept_in_rows(cells);
            let mut columns = [columns[0][lane], columns[1][lane], columns[2][lane]];
            if TRIPLES {
                removal.inconsistent[lane] =
                    restrict_triads(&mut rows) | restrict_triads(&mut columns);
            }
            for position in 0..9 {
                let removed = cells[position] & !(rows[position / 3] & columns[position % 3]);
                removal.removed[lane] |= removed;
                cells[position] ^= removed;
            }
            self.set_lane(lane, cells, &mut removal.triads);
        }
        removal
    }

    /// Writes the cells of a band, and their column triads.
    #[inline]
    fn set_lane(&mut self, lane: usize, cells: [u32; 9], triads: &mut [Lanes; 3]) {
        for (lanes, cell) in self.cells.iter_mut().zip(cells) {
            lanes[lane] = cell;
        }
        for column in 0..3 {
            triads[column][lane] = cells[column] | cells[column + 3] | cells[column + 6];
        }
    }

    /// The configurations of stacks, in the form of [`band_configurations`](super::band::band_configurations): in the
    /// first of the two each column's box is below that of the column to the left, in the second above it. The lane is
    /// the box that has the digit in the left column.
    pub(super) fn stack_configurations(&self) -> [Lanes; 2] {
        stack_configurations(&self.column_triads())
    }

    /// The candidates of each column triad: the three cells where a box meets a column.
    #[inline(never)]
    fn column_triads(&self) -> [Lanes; 3] {
        array::from_fn(|column| {
            array::from_fn(|lane| {
                self.cells[column][lane]
                    | self.cells[column + 3][lane]
                    | self.cells[column + 6][lane]
            })
        })
    }

    /// The cells of a band, a word for each position in a box.
    #[inline]
    pub(super) fn lane(&self, lane: usize) -> [u32; 9] {
        array::from_fn(|position| self.cells[position][lane])
    }
}

/// The candidates of each column that are part of a configuration of their stack.
#[inline(never)]
fn kept_in_columns(triads: &[Lanes; 3]) -> [Lanes; 3] {
    let [below, above] = stack_configurations(triads);
    [
        both(below, above, |below, above| below | above),
        both(from_above(below), from_below(above), |below, above| {
            below | above
        }),
        both(from_below(below), from_above(above), |below, above| {
            below | above
        }),
    ]
}

#[inline(never)]
fn stack_configurations(triads: &[Lanes; 3]) -> [Lanes; 2] {
    let [left, middle, right] = *triads;
    let all = |left, middle, right| both(left, both(middle, right, |a, b| a & b), |a, b| a & b);
    [
        all(left, from_below(middle), from_above(right)),
        all(left, from_above(middle), from_below(right)),
    ]
}

#[inline]
fn both(one: Lanes, other: Lanes, join: impl Fn(u32, u32) -> u32) -> Lanes {
    array::from_fn(|lane| join(one[lane], other[lane]))
}

/// Replaces each band by the one below it, and the lowest by the highest.
#[inline]
fn from_below([first, second, third, fourth]: Lanes) -> Lanes {
    [second, third, first, fourth]
}

/// Replaces each band by the one above it, and the highest by the lowest.
#[inline]
fn from_above([first, second, third, fourth]: Lanes) -> Lanes {
    [third, first, second, fourth]
}
