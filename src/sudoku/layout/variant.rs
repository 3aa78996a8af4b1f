//! Variants: named sets of additional houses and groups.

use std::fmt;

use super::box_shape::BoxShape;
use super::constraint::{Constraint, ConstraintKind};
use crate::sudoku::cell::Cell;

/// A named set of additional houses and groups.
///
/// ```
/// use sudoku_validator::sudoku::{Layout, LayoutSpec, Variant};
///
/// let spec = LayoutSpec::new(9, None)?.with_variant(Variant::Windoku)?.with_variant(Variant::AntiKnight)?;
/// let layout = Layout::build(&spec);
/// assert_eq!(layout.houses().count(), 27 + 4);
/// assert_eq!(layout.groups().count(), 224);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// Both diagonals hold each digit once. Exists for boards of every size.
    Diagonal,
    /// Four windows of 3 by 3 cells hold each digit once. Exists for boards of nine rows.
    ///
    /// ```text
    /// . . . . . . . . .
    /// . 0 0 0 . 1 1 1 .
    /// . 0 0 0 . 1 1 1 .
    /// . 0 0 0 . 1 1 1 .
    /// . . . . . . . . .
    /// . 2 2 2 . 3 3 3 .
    /// . 2 2 2 . 3 3 3 .
    /// . 2 2 2 . 3 3 3 .
    /// . . . . . . . . .
    /// ```
    Windoku,
    /// The cells that have the same place in their boxes hold each digit once. Exists for boards of every size that have
    /// boxes, not regions.
    DisjointGroups,
    /// The centers of the boxes hold each digit once. Exists for boards of nine rows.
    ///
    /// ```text
    /// . . . . . . . . .
    /// . 0 . . 0 . . 0 .
    /// . . . . . . . . .
    /// . . . . . . . . .
    /// . 0 . . 0 . . 0 .
    /// . . . . . . . . .
    /// . . . . . . . . .
    /// . 0 . . 0 . . 0 .
    /// . . . . . . . . .
    /// ```
    CenterDot,
    /// Nine cells hold each digit once. Exists for boards of nine rows.
    ///
    /// ```text
    /// . . . . . . . . .
    /// . . . . 0 . . . .
    /// . . 0 . . . 0 . .
    /// . . . . . . . . .
    /// . 0 . . 0 . . 0 .
    /// . . . . . . . . .
    /// . . 0 . . . 0 . .
    /// . . . . 0 . . . .
    /// . . . . . . . . .
    /// ```
    Asterisk,
    /// Nine cells hold each digit once. Exists for boards of nine rows.
    ///
    /// ```text
    /// 0 . . . . . . . 0
    /// . . . . 0 . . . .
    /// . . . . . . . . .
    /// . . . . . . . . .
    /// . 0 . . 0 . . 0 .
    /// . . . . . . . . .
    /// . . . . . . . . .
    /// . . . . 0 . . . .
    /// 0 . . . . . . . 0
    /// ```
    Girandola,
    /// No digit repeats on any of eight lines, which are parallel to the diagonals. Exists for boards of nine rows.
    ///
    /// ```text
    /// . 1 . . 0 . . . .    . . . . 4 . . 5 .
    /// 2 . 1 . . 0 . . .    . . . 4 . . 5 . 6
    /// . 2 . 1 . . 0 . .    . . 4 . . 5 . 6 .
    /// . . 2 . 1 . . 0 .    . 4 . . 5 . 6 . .
    /// 3 . . 2 . 1 . . 0    4 . . 5 . 6 . . 7
    /// . 3 . . 2 . 1 . .    . . 5 . 6 . . 7 .
    /// . . 3 . . 2 . 1 .    . 5 . 6 . . 7 . .
    /// . . . 3 . . 2 . 1    5 . 6 . . 7 . . .
    /// . . . . 3 . . 2 .    . 6 . . 7 . . . .
    /// ```
    Argyle,
    /// Two cells a knight's move of chess apart hold different digits. Exists for boards of every size.
    AntiKnight,
    /// Two cells that touch at a corner hold different digits, as do, in every Sudoku, two that touch at a side. Exists
    /// for boards of every size.
    AntiKing,
}

/// The number of rows of boards on which every variant exists.
const NINE_ROWS: usize = 9;

impl Variant {
    /// All variants.
    pub const ALL: &[Variant] = &[
        Variant::Diagonal,
        Variant::Windoku,
        Variant::DisjointGroups,
        Variant::CenterDot,
        Variant::Asterisk,
        Variant::Girandola,
        Variant::Argyle,
        Variant::AntiKnight,
        Variant::AntiKing,
    ];

    /// Returns the variant with this name.
    ///
    /// ```
    /// use sudoku_validator::sudoku::Variant;
    ///
    /// assert_eq!(Variant::from_name("anti_knight"), Some(Variant::AntiKnight));
    /// assert_eq!(Variant::from_name("Anti-Knight"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Variant> {
        let mut variants = Variant::ALL.iter().copied();
        variants.find(|variant| variant.as_str() == name)
    }

    /// Returns the name of the variant in snake case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Variant::Diagonal => "diagonal",
            Variant::Windoku => "windoku",
            Variant::DisjointGroups => "disjoint_groups",
            Variant::CenterDot => "center_dot",
            Variant::Asterisk => "asterisk",
            Variant::Girandola => "girandola",
            Variant::Argyle => "argyle",
            Variant::AntiKnight => "anti_knight",
            Variant::AntiKing => "anti_king",
        }
    }

    /// Returns whether the variant exists for boards of `size` rows.
    #[must_use]
    pub const fn exists_at(self, size: usize) -> bool {
        match self {
            Variant::Diagonal
            | Variant::DisjointGroups
            | Variant::AntiKnight
            | Variant::AntiKing => true,
            Variant::Windoku
            | Variant::CenterDot
            | Variant::Asterisk
            | Variant::Girandola
            | Variant::Argyle => size == NINE_ROWS,
        }
    }

    /// Appends the houses and groups of the variant, which exists at this size. `boxes` is the shape of the boxes, if
    /// the board has boxes.
    pub(super) fn add_to(
        self,
        constraints: &mut Vec<Constraint>,
        size: usize,
        boxes: Option<BoxShape>,
    ) {
        let select = |kind, index, belongs: &dyn Fn(usize, usize) -> bool| {
            let cells = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
            let cells = cells.filter(|(row, column)| belongs(*row, *column));
            Constraint::new(
                kind,
                index,
                cells.map(|(row, column)| Cell::at(row, column)),
            )
        };
        match self {
            Variant::Diagonal => {
                let kind = ConstraintKind::Diagonal;
                constraints.push(select(kind, 0, &|row, column| row == column));
                constraints.push(select(kind, 1, &|row, column| row + column == size - 1));
            }
            Variant::Windoku => constraints.extend((0..4).map(|index| {
                let (top, left) = (1 + index / 2 * 4, 1 + index % 2 * 4);
                select(ConstraintKind::Window, index, &|row, column| {
                    (top..top + 3).contains(&row) && (left..left + 3).contains(&column)
                })
            })),
            Variant::DisjointGroups => {
                let BoxShape { rows, columns } =
                    boxes.expect("the variant is rejected for a board with regions");
                constraints.extend((0..size).map(|index| {
                    let (top, left) = (index / columns, index % columns);
                    let cells = (top..size).step_by(rows).flat_map(|row| {
                        (left..size)
                            .step_by(columns)
                            .map(move |column| Cell::at(row, column))
                    });
                    Constraint::new(ConstraintKind::DisjointGroup, index, cells)
                }));
            }
            Variant::CenterDot => {
                let is_center = |row, column| row % 3 == 1 && column % 3 == 1;
                constraints.push(select(ConstraintKind::CenterDot, 0, &is_center));
            }
            Variant::Asterisk => {
                let cells = [14, 22, 26, 41, 44, 47, 62, 66, 74];
                let belongs = |row, column| cells.contains(&(row * 10 + column));
                constraints.push(select(ConstraintKind::Asterisk, 0, &belongs));
            }
            Variant::Girandola => {
                let cells = [0, 8, 14, 41, 44, 47, 74, 80, 88];
                let belongs = |row, column| cells.contains(&(row * 10 + column));
                constraints.push(select(ConstraintKind::Girandola, 0, &belongs));
            }
            Variant::Argyle => {
                let falling = (0..).zip([-4, -1, 1, 4]).map(|(index, difference)| {
                    select(ConstraintKind::Argyle, index, &|row, column| {
                        row.checked_signed_diff(column) == Some(difference)
                    })
                });
                let rising = (4..).zip([4, 7, 9, 12]).map(|(index, sum)| {
                    select(ConstraintKind::Argyle, index, &|row, column| {
                        row + column == sum
                    })
                });
                constraints.extend(falling.chain(rising));
            }
            Variant::AntiKnight => {
                let moves = [(1, -2), (1, 2), (2, -1), (2, 1)];
                add_pairs(constraints, size, ConstraintKind::AntiKnight, &moves);
            }
            Variant::AntiKing => {
                let moves = [(1, -1), (1, 1)];
                add_pairs(constraints, size, ConstraintKind::AntiKing, &moves);
            }
        }
    }
}

/// Appends each pair of a cell and one that is reached by a move down, in the order of the first and then the second
/// cell. The moves are numbers of rows and columns, in the order of the cells that they reach.
fn add_pairs(
    constraints: &mut Vec<Constraint>,
    size: usize,
    kind: ConstraintKind,
    moves: &[(usize, isize)],
) {
    for row in 0..size {
        for column in 0..size {
            for (down, right) in moves {
                let other = column.checked_add_signed(*right);
                if let Some(other) = other.filter(|other| row + down < size && *other < size) {
                    let cells = [Cell::at(row, column), Cell::at(row + down, other)];
                    constraints.push(Constraint::pair(kind, cells));
                }
            }
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
