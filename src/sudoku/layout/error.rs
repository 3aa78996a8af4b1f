//! Why a layout is invalid.

use std::fmt;

use super::box_shape::BoxShape;
use super::variant::Variant;
use crate::sudoku::cell::Cell;
use crate::sudoku::digit::MAX_SIZE;

/// The minimum number of rows of a board.
pub const MIN_SIZE: usize = 4;

/// The maximum number of extra regions of a layout.
pub const MAX_EXTRA_REGIONS: usize = 1024;

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
    /// There is not one label of a region for each cell.
    LabelCount {
        /// The number of labels that were given.
        count: usize,
        /// The number of rows.
        size: usize,
    },
    /// A region does not have as many cells as the board has rows.
    RegionCellCount {
        /// The first cell of the region, whose label is that of the region.
        first: Cell,
        /// The number of cells of the region.
        count: usize,
        /// The number of rows.
        size: usize,
    },
    /// A variant does not exist for boards of this size.
    VariantSize {
        /// The variant.
        variant: Variant,
        /// The number of rows.
        size: usize,
    },
    /// A variant is defined by boxes, but the board has regions.
    VariantNeedsBoxes {
        /// The variant.
        variant: Variant,
    },
    /// A variant is added twice.
    RepeatedVariant {
        /// The variant.
        variant: Variant,
    },
    /// There are more than [`MAX_EXTRA_REGIONS`] extra regions.
    TooManyExtraRegions,
    /// An extra region has too few or too many cells.
    ExtraRegionCellCount {
        /// The number of cells that were given.
        count: usize,
        /// The number of rows.
        size: usize,
    },
    /// An extra region has a cell outside the board.
    OutsideBoard {
        /// The first such cell.
        cell: Cell,
        /// The number of rows.
        size: usize,
    },
    /// An extra region lists a cell twice.
    RepeatedCell {
        /// The first cell that is listed again.
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
            LayoutError::LabelCount { count, size } => write!(
                f,
                "a board of {size} rows has {} cells, but {count} labels of regions were given",
                size * size
            ),
            LayoutError::RegionCellCount { first, count, size } => write!(
                f,
                "a region on a board of {size} rows must have {size} cells, but that of {first} has {count}"
            ),
            LayoutError::VariantSize { variant, size } => {
                write!(f, "a board of {size} rows has no variant {variant}")
            }
            LayoutError::VariantNeedsBoxes { variant } => {
                write!(
                    f,
                    "the variant {variant} needs boxes, but this board has regions"
                )
            }
            LayoutError::RepeatedVariant { variant } => {
                write!(f, "the variant {variant} is named twice")
            }
            LayoutError::TooManyExtraRegions => {
                write!(f, "a board has at most {MAX_EXTRA_REGIONS} extra regions")
            }
            LayoutError::ExtraRegionCellCount { count, size } => write!(
                f,
                "an extra region on a board of {size} rows must have 2 to {size} cells, but this one has {count}"
            ),
            LayoutError::OutsideBoard { cell, size } => {
                write!(f, "{cell} is outside a board of {size} rows")
            }
            LayoutError::RepeatedCell { cell } => write!(f, "{cell} is listed twice"),
        }
    }
}

impl std::error::Error for LayoutError {}
