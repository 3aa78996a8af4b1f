//! The specification of a layout.

use std::fmt;

use super::constraint::Constraint;
use crate::sudoku::cell::Cell;
use crate::sudoku::digit::MAX_SIZE;

/// The minimum number of rows of a board.
pub const MIN_SIZE: usize = 4;

/// The parts of a layout: its size, the shape of its boxes, and further houses and groups.
///
/// ```
/// use sudoku_validator::sudoku::{Cell, Constraint, ConstraintKind, Layout, LayoutSpec};
///
/// let diagonal = (0..9).map(|index| Cell { row: index, column: index });
/// let spec = LayoutSpec::new(9, None)?.with_constraint(Constraint::new(ConstraintKind::Diagonal, 0, diagonal))?;
/// assert_eq!(Layout::build(spec).houses().count(), 28);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutSpec {
    pub(super) size: usize,
    pub(super) box_shape: BoxShape,
    /// The houses and groups besides rows, columns and boxes, in scan order.
    pub(super) extra: Vec<Constraint>,
}

/// The shape of a box, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoxShape {
    /// The height of a box.
    pub rows: usize,
    /// The width of a box.
    pub columns: usize,
}

impl LayoutSpec {
    /// Describes a layout with `size` rows, columns and boxes.
    ///
    /// Without a `box_shape`, boxes have the [most square shape](BoxShape::most_square) that is not taller than wide.
    ///
    /// # Errors
    ///
    /// If `size` is not from [`MIN_SIZE`] to [`MAX_SIZE`], if a box of this shape does not have `size` cells, or if no
    /// shape is given and no box of two or more rows fits the size.
    pub fn new(size: usize, box_shape: Option<BoxShape>) -> Result<LayoutSpec, LayoutError> {
        Ok(LayoutSpec {
            size,
            box_shape: BoxShape::for_size(size, box_shape)?,
            extra: Vec::new(),
        })
    }

    /// Adds a house or group. It is scanned for duplicates after the rows, columns, boxes and those added earlier.
    ///
    /// # Errors
    ///
    /// If it has fewer than 2 cells or more than the board has rows, if a cell is not on the board, or if it contains a
    /// cell twice.
    pub fn with_constraint(mut self, constraint: Constraint) -> Result<LayoutSpec, LayoutError> {
        let size = self.size;
        let cells = constraint.cells();
        let is_outside = |cell: &&Cell| usize::from(cell.row.max(cell.column)) >= size;
        if !(2..=size).contains(&cells.len()) {
            let count = cells.len();
            return Err(LayoutError::CellCount { count, size });
        }
        if let Some(&cell) = cells.iter().find(is_outside) {
            return Err(LayoutError::OutsideBoard { cell, size });
        }
        if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(LayoutError::RepeatedCell { cell: pair[0] });
        }
        self.extra.push(constraint);
        Ok(self)
    }

    /// Returns whether this is the classic layout: nine rows, boxes of 3 by 3 cells, and nothing else.
    pub(super) fn is_classic(&self) -> bool {
        self.box_shape
            == BoxShape {
                rows: 3,
                columns: 3,
            }
            && self.extra.is_empty()
    }
}

impl BoxShape {
    /// Returns the given or default shape for a board of this size, with the errors of [`LayoutSpec::new`].
    pub(super) fn for_size(size: usize, shape: Option<BoxShape>) -> Result<BoxShape, LayoutError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(LayoutError::Size { size });
        }
        match shape {
            Some(shape) if shape.rows.checked_mul(shape.columns) == Some(size) => Ok(shape),
            Some(shape) => Err(LayoutError::Box { size, shape }),
            None => BoxShape::most_square(size).ok_or(LayoutError::NoBox { size }),
        }
    }

    /// Returns the most square box of `size` cells that is not taller than wide.
    ///
    /// Returns `None` if every such box is a single row, or if `size` is above [`MAX_SIZE`].
    ///
    /// ```
    /// use sudoku_validator::sudoku::BoxShape;
    ///
    /// assert_eq!(BoxShape::most_square(9), Some(BoxShape { rows: 3, columns: 3 }));
    /// assert_eq!(BoxShape::most_square(6), Some(BoxShape { rows: 2, columns: 3 }));
    /// assert_eq!(BoxShape::most_square(7), None);
    /// ```
    #[must_use]
    pub fn most_square(size: usize) -> Option<BoxShape> {
        if size > MAX_SIZE {
            return None;
        }
        let rows = (2..=size.isqrt())
            .rev()
            .find(|rows| size.is_multiple_of(*rows))?;
        Some(BoxShape {
            rows,
            columns: size / rows,
        })
    }
}

/// The reason why a layout is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutError {
    /// The board is too small or too large.
    Size {
        /// The number of rows.
        size: usize,
    },
    /// No box of two or more rows fits, so the box shape must be given.
    NoBox {
        /// The number of rows.
        size: usize,
    },
    /// A box of the given shape does not have as many cells as the board has rows.
    Box {
        /// The number of rows.
        size: usize,
        /// The shape that was given.
        shape: BoxShape,
    },
    /// A house or group has too few or too many cells.
    CellCount {
        /// The number of cells that were given.
        count: usize,
        /// The number of rows.
        size: usize,
    },
    /// A house or group has a cell outside the board.
    OutsideBoard {
        /// The first such cell.
        cell: Cell,
        /// The number of rows.
        size: usize,
    },
    /// A house or group contains a cell twice.
    RepeatedCell {
        /// The first such cell.
        cell: Cell,
    },
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutError::Size { size } => {
                write!(
                    f,
                    "a board has {MIN_SIZE} to {MAX_SIZE} rows, but this one has {size}"
                )
            }
            LayoutError::NoBox { size } => {
                write!(f, "a board of {size} rows has no default box shape")
            }
            LayoutError::Box {
                size,
                shape: BoxShape { rows, columns },
            } => write!(
                f,
                "a box on a board of {size} rows must have {size} cells, but {rows} rows times {columns} columns is not {size}"
            ),
            LayoutError::CellCount { count, size } => write!(
                f,
                "a house or group on a board of {size} rows must have 2 to {size} cells, but this one has {count}"
            ),
            LayoutError::OutsideBoard { cell, size } => {
                write!(f, "{cell} is outside a board of {size} rows")
            }
            LayoutError::RepeatedCell { cell } => write!(f, "{cell} is listed twice"),
        }
    }
}

impl std::error::Error for LayoutError {}
