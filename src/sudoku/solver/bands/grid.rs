use std::array;

use super::word::{ALL, DIGITS, FIELD, candidates, kept_in_rows, singles, triples};

/// A word for each band. The fourth belongs to no band; it makes the four as wide as a vector of any 64-bit machine.
pub(super) type Lanes = [u32; 4];

/// The candidates of a 9×9 board, and what follows from them.
///
/// The board is cut so that a rule, written for one word, meets all boxes at once: a word holds the cells at one place of
/// the three boxes of a band, and the same code for all bands becomes code for vectors. The rules are those of tdoku
/// (T. Dillon, *Nerd Sniped: A Sudoku Story*, <https://t-dillon.github.io/tdoku>): a digit's place is reasoned about by
/// the triads, the three cells where a box meets a row or a column. There are six ways for a digit to lie in the triads of
/// a band or of a stack; a candidate without a way goes, which is the rule of locked candidates. With it, and with the
/// singles of the boxes, nothing more need be said of rows and columns: where a digit has one cell in a row, its way in
/// the band is known, and it has that cell in the box, too.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    /// The cells at each place of a box, in reading order.
    pub(super) cells: [Lanes; 9],
    /// The digits whose cell is known and which are gone from the rest of the box.
    pub(super) placed: Lanes,
}

/// What is known of a grid from which nothing more follows.
pub(super) enum State {
    /// It has no solution.
    Contradiction,
    /// It has one solution: itself.
    Solved,
    /// It may have any number of solutions.
    Open,
}

const NONE: Lanes = [0; 4];

/// With so many digits placed, to look for triples costs more than it saves.
const LATE: u32 = 45;

/// The digits placed in a grid that is full.
const FULL: Lanes = [ALL, ALL, ALL, 0];

/// What a look at all boxes has found.
struct Look {
    /// The candidates of the column triads, as they are now.
    triads: [Lanes; 3],
    /// What is new: see the two functions that look.
    news: Lanes,
    /// Not zero if there is a contradiction.
    bad: Lanes,
}

impl Grid {
    /// The grid of these givens, row by row, 0 where a cell is empty.
    ///
    /// An empty cell has the candidates that are not given in its houses.
    pub(super) fn new(givens: &[u8; 81]) -> Grid {
        let cell = |index: usize| (1 << givens[index] >> 1) & DIGITS;
        let word = |index| cell(index) | cell(index + 3) << FIELD | cell(index + 6) << (2 * FIELD);
        let cells = array::from_fn(|place| {
            let index = place / 3 * 9 + place % 3;
            [word(index), word(index + 27), word(index + 54), 0]
        });
        let mut grid = Grid {
            cells,
            placed: NONE,
        };
        let columns = grid.column_triads().map(|triads| {
            let others = both(from_below(triads), from_above(triads), |below, above| {
                below | above
            });
            both(triads, others, |own, others| own | others)
        });
        grid.fill_empty(&columns);
        grid
    }

    /// Gives the empty cells their candidates; `columns` has the digits given in each column.
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

    /// The digits of a solved grid, row by row.
    pub(super) fn digits(&self) -> Vec<u8> {
        let mut digits = vec![0; 81];
        for (place, bands) in self.cells.iter().enumerate() {
            for (band, word) in bands[..3].iter().enumerate() {
                for stack in 0..3 {
                    let candidate = word >> (FIELD * stack) & DIGITS;
                    let index = band * 27 + place / 3 * 9 + stack * 3 + place % 3;
                    digits[index] =
                        1 + u8::try_from(candidate.trailing_zeros()).expect("a word has 32 bits");
                }
            }
        }
        digits
    }

    /// Draws all conclusions.
    pub(super) fn settle(&mut self) -> State {
        let mut triads = self.column_triads();
        loop {
            let look = self.place(&kept_in_columns(&triads));
            if look.bad != NONE {
                return State::Contradiction;
            }
            let nothing_new = look.news == self.placed || look.news == FULL;
            self.placed = look.news;
            triads = look.triads;
            if nothing_new {
                let columns = kept_in_columns(&triads);
                let placed: u32 = self.placed.iter().map(|digits| digits.count_ones()).sum();
                let look = if placed < LATE {
                    self.thin_out::<true>(&columns)
                } else {
                    self.thin_out::<false>(&columns)
                };
                if look.bad != NONE {
                    return State::Contradiction;
                }
                if look.news == NONE {
                    return if self.placed == FULL {
                        State::Solved
                    } else {
                        State::Open
                    };
                }
                triads = look.triads;
            }
        }
    }

    // A loop over the lanes becomes vector code without a branch as long as it stands in a function of its own.

    /// Removes the candidates without a way, and then looks for singles. What is new are the digits placed.
    #[inline(never)]
    fn place(&mut self, columns: &[Lanes; 3]) -> Look {
        let mut look = Look {
            triads: [NONE; 3],
            news: NONE,
            bad: NONE,
        };
        for lane in 0..4 {
            let mut cells = self.lane(lane);
            let rows = kept_in_rows(cells);
            let columns = [columns[0][lane], columns[1][lane], columns[2][lane]];
            for place in 0..9 {
                cells[place] &= rows[place / 3] & columns[place % 3];
            }
            let singles = singles(cells);
            look.news[lane] = singles.placed;
            look.bad[lane] = singles.bad;
            self.set_lane(lane, singles.cells, &mut look.triads);
        }
        look
    }

    /// Removes the candidates without a way and, if asked to, those for which a triad has no room. What is new are the
    /// candidates gone.
    #[inline(never)]
    fn thin_out<const TRIPLES: bool>(&mut self, columns: &[Lanes; 3]) -> Look {
        let mut look = Look {
            triads: [NONE; 3],
            news: NONE,
            bad: NONE,
        };
        for lane in 0..4 {
            let mut cells = self.lane(lane);
            let mut rows = kept_in_rows(cells);
            let mut columns = [columns[0][lane], columns[1][lane], columns[2][lane]];
            if TRIPLES {
                look.bad[lane] = triples(&mut rows) | triples(&mut columns);
            }
            for place in 0..9 {
                let gone = cells[place] & !(rows[place / 3] & columns[place % 3]);
                look.news[lane] |= gone;
                cells[place] ^= gone;
            }
            self.set_lane(lane, cells, &mut look.triads);
        }
        look
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

    /// What [`band_ways`](super::word::band_ways) says of bands, for the stacks: in the first of the two each column's
    /// box is below that of the column to the left, in the second above it; the lane says in which the digit stands in
    /// the left column.
    pub(super) fn stack_ways(&self) -> [Lanes; 2] {
        stack_ways(&self.column_triads())
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

    /// The cells of a band, a word for each place in a box.
    #[inline]
    pub(super) fn lane(&self, lane: usize) -> [u32; 9] {
        array::from_fn(|place| self.cells[place][lane])
    }
}

/// The candidates of each column that have a way in their stack.
#[inline(never)]
fn kept_in_columns(triads: &[Lanes; 3]) -> [Lanes; 3] {
    let [below, above] = stack_ways(triads);
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
fn stack_ways(triads: &[Lanes; 3]) -> [Lanes; 2] {
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

/// Each band gets what the band below has; the lowest gets what the highest has.
#[inline]
fn from_below([first, second, third, fourth]: Lanes) -> Lanes {
    [second, third, first, fourth]
}

/// Each band gets what the band above has; the highest gets what the lowest has.
#[inline]
fn from_above([first, second, third, fourth]: Lanes) -> Lanes {
    [third, first, second, fourth]
}
