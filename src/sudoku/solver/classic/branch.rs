//! Branching: the configurations of a digit in a chute, that is, a band or a stack.

use super::band::{ALL, DIGITS, FIELD, LOWEST, band_configurations};
use super::bitboard::{Bitboard, Lanes};

/// One of the six possible configurations of a digit in a chute: which box has it in which row or column.
#[derive(Clone, Copy)]
pub(super) struct Configuration {
    /// There are six for each band, from the top, and then six for each stack, from the left.
    index: usize,
    /// The digit, counted from 0.
    digit: u32,
}

/// For each configuration, the cells that do not hold the digit.
static EXCLUDED: [[Lanes; 9]; 36] = {
    let mut excluded = [[[0; 4]; 9]; 36];
    let mut index = 0;
    while index < 36 {
        let (chute, configuration) = (index / 6, index % 6);
        let mut position = 0;
        while position < 9 {
            let line = if chute < 3 {
                position / 3
            } else {
                position % 3
            };
            // The box, of three, that holds the digit in this row or column of the chute.
            let chosen = if configuration < 3 {
                (configuration + line) % 3
            } else {
                (configuration + 6 - line) % 3
            };
            let mut band = 0;
            while band < 3 {
                excluded[index][position][band] = if chute >= 3 {
                    if band == chosen {
                        0
                    } else {
                        1 << (FIELD * (chute - 3))
                    }
                } else if band == chute {
                    LOWEST & !(1 << (FIELD * chosen))
                } else {
                    0
                };
                band += 1;
            }
            position += 1;
        }
        index += 1;
    }
    excluded
};

impl Bitboard {
    /// A copy in which a digit has this configuration.
    pub(super) fn with(&self, configuration: Configuration) -> Bitboard {
        let mut board = *self;
        for (cells, excluded) in board.cells.iter_mut().zip(&EXCLUDED[configuration.index]) {
            for (cell, excluded) in cells.iter_mut().zip(excluded) {
                *cell &= !(excluded << configuration.digit);
            }
        }
        board
    }

    /// The configurations to branch on: those of a digit with few of them, in the tightest chute.
    ///
    /// This is the heuristic of tdoku, except that a chute is measured by its open digits rather than by their
    /// configurations, which needs a fifth fewer branchings on the hardest boards.
    pub(super) fn branches(&self) -> impl Iterator<Item = Configuration> + use<> {
        let field = |word: u32, field: usize| word >> (FIELD * field) & DIGITS;
        let (bands, open_bands) = self.bands();
        let stacks = self.stack_configurations();
        let [below, above] = stacks;
        let open_stacks = open([below[0], below[1], below[2], above[0], above[1], above[2]]);
        let [top, middle, bottom, _] = open_bands;
        let open_chutes = [
            top,
            middle,
            bottom,
            field(open_stacks, 0),
            field(open_stacks, 1),
            field(open_stacks, 2),
        ];
        let (mut chute, mut least) = (0, u32::MAX);
        for (index, open) in open_chutes.into_iter().enumerate() {
            // A chute with nothing open comes last.
            let open = open.wrapping_sub(1);
            if open < least {
                (chute, least) = (index, open);
            }
        }
        let sets: [u32; 6] = if chute < 3 {
            std::array::from_fn(|configuration| {
                field(bands[configuration / 3][chute], configuration % 3)
            })
        } else {
            std::array::from_fn(|configuration| {
                field(stacks[configuration / 3][configuration % 3], chute - 3)
            })
        };
        let [one, two, four] = count(sets);
        let exactly_two = two & !one & !four;
        let fewest = if exactly_two != 0 {
            exactly_two
        } else if two & one != 0 {
            two & one
        } else {
            four
        };
        // All of them are equally good.
        configurations(chute, fewest.trailing_zeros(), sets)
    }

    /// Other configurations to branch on: those of a digit with many of them, so that each decides much. Returns `None`
    /// if no digit has several in a stack.
    pub(super) fn wide_branches(&self) -> Option<impl Iterator<Item = Configuration> + use<>> {
        let [below, above] = self.stack_configurations();
        let stacks = [below[0], below[1], below[2], above[0], above[1], above[2]];
        let [one, two, four] = count(stacks.map(|word| word & ALL));
        let five_or_six = four & (two | one);
        let most = if five_or_six != 0 {
            five_or_six
        } else if four != 0 {
            four
        } else {
            two
        };
        let stack = (0..3).find(|stack| most >> (FIELD * stack) & DIGITS != 0)?;
        let digit = (most >> (FIELD * stack)).trailing_zeros();
        let sets = stacks.map(|word| word >> (FIELD * stack));
        Some(configurations(3 + stack, digit, sets))
    }

    /// The configurations of the bands, and how open each band is.
    #[inline(never)]
    fn bands(&self) -> ([Lanes; 2], Lanes) {
        let mut configurations = [[0; 4]; 2];
        let mut openness = [0; 4];
        for lane in 0..4 {
            let [right, left] = band_configurations(self.lane(lane));
            configurations[0][lane] = right;
            configurations[1][lane] = left;
            let sets = [
                right,
                right >> FIELD,
                right >> (2 * FIELD),
                left,
                left >> FIELD,
                left >> (2 * FIELD),
            ];
            openness[lane] = open(sets.map(|set| set & DIGITS));
        }
        (configurations, openness)
    }
}

/// The configurations of a digit in a chute, of which each set has the digits.
fn configurations(chute: usize, digit: u32, sets: [u32; 6]) -> impl Iterator<Item = Configuration> {
    (0..6)
        .filter(move |configuration| sets[*configuration] >> digit & 1 != 0)
        .map(move |configuration| Configuration {
            index: chute * 6 + configuration,
            digit,
        })
}

/// Counts for each bit in how many of six words it is set, and returns the bits of the counts, from the lowest.
#[inline]
fn count(words: [u32; 6]) -> [u32; 3] {
    let sum = |a, b, c| (a ^ b ^ c, a & b | c & (a | b));
    let (one, two) = sum(words[0], words[1], words[2]);
    let (other_one, other_two) = sum(words[3], words[4], words[5]);
    let (two, four) = sum(two, other_two, one & other_one);
    [one ^ other_one, two, four]
}

/// Sums for each field how open its digits are: two for a digit with two configurations, three for one with more.
#[inline]
fn open(configurations: [u32; 6]) -> u32 {
    let [one, two, four] = count(configurations.map(|word| word & ALL));
    2 * count_candidates(two | four) + count_candidates(two & one | four)
}

/// Counts the candidates of each field: by two bits, then by four, then all.
#[inline]
fn count_candidates(word: u32) -> u32 {
    let masked = |word: u32, mask: u32| word & (mask * LOWEST);
    let pairs = masked(word, 0x155) + masked(word >> 1, 0x055);
    let fours = masked(pairs, 0x133) + masked(pairs >> 2, 0x033);
    masked(fours, 0x00f) + masked(fours >> 4, 0x00f) + masked(fours >> 8, 0x001)
}
