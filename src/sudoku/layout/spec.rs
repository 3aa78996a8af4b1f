//! The specification of a layout.

use std::hash::Hash;

use super::box_shape::BoxShape;
use super::constraint::{Constraint, ConstraintKind};
use super::division::{Division, box_shape};
use super::error::{LayoutError, MAX_EXTRA_REGIONS};
use super::variant::Variant;
use crate::sudoku::cell::Cell;
use crate::sudoku::digit::MAX_SIZE;

/// The parts of a layout: its size, its boxes or regions, its variants and its extra regions.
///
/// Equal specifications are built into equal layouts. The labels of regions make no difference.
///
/// ```
/// use sudoku_validator::sudoku::{Cell, Layout, LayoutSpec, Variant};
///
/// let corners = [(0, 0), (0, 8), (8, 0), (8, 8)].map(|(row, column)| Cell { row, column });
/// let spec = LayoutSpec::new(9, None)?.with_variant(Variant::Diagonal)?.with_extra_region(corners)?;
/// let layout = Layout::build(&spec);
/// assert_eq!((layout.houses().count(), layout.groups().count()), (29, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LayoutSpec {
    size: usize,
    division: Division,
    variants: Vec<Variant>,
    /// The cells of each, in reading order.
    extra_regions: Vec<Box<[Cell]>>,
}

impl LayoutSpec {
    /// Describes a layout with `size` rows, columns and boxes.
    ///
    /// Without a `shape`, boxes have the [most square shape](BoxShape::most_square) that is not taller than wide.
    ///
    /// # Errors
    ///
    /// If `size` is not from [`MIN_SIZE`](super::MIN_SIZE) to [`MAX_SIZE`], if a box of this shape does not have `size`
    /// cells, or if no shape is given and no box of two or more rows fits the size.
    pub fn new(size: usize, shape: Option<BoxShape>) -> Result<LayoutSpec, LayoutError> {
        Ok(LayoutSpec::with_boxes(size, box_shape(size, shape)?))
    }

    /// Describes a layout with boxes of this shape, which fits the size.
    pub(super) fn with_boxes(size: usize, shape: BoxShape) -> LayoutSpec {
        LayoutSpec::from_division(size, Division::Boxes(shape))
    }

    /// Describes a jigsaw layout: one with `size` rows and columns, and with regions that take the place of boxes.
    ///
    /// The label of each cell, in reading order, says to which region it belongs. The cells of a region need not touch.
    ///
    /// ```
    /// use sudoku_validator::sudoku::{Layout, LayoutSpec};
    ///
    /// let labels = [
    ///     'a', 'a', 'a', 'b',
    ///     'a', 'c', 'b', 'b',
    ///     'c', 'c', 'b', 'd',
    ///     'c', 'd', 'd', 'd',
    /// ];
    /// let layout = Layout::build(&LayoutSpec::with_regions(4, &labels)?);
    /// let second = &layout.constraints()[9];
    /// assert_eq!((second.kind().as_str(), second.index()), ("region", Some(1)));
    /// assert_eq!(second.cells()[0].to_string(), "r1c4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `size` is not from [`MIN_SIZE`](super::MIN_SIZE) to [`MAX_SIZE`], if there is not a label for each cell, or if
    /// a region does not have `size` cells.
    pub fn with_regions<L: Eq + Hash>(
        size: usize,
        labels: &[L],
    ) -> Result<LayoutSpec, LayoutError> {
        Ok(LayoutSpec::from_division(
            size,
            Division::from_labels(size, labels)?,
        ))
    }

    fn from_division(size: usize, division: Division) -> LayoutSpec {
        LayoutSpec {
            size,
            division,
            variants: Vec::new(),
            extra_regions: Vec::new(),
        }
    }

    /// Adds the houses and groups of a variant. They are scanned for duplicates after the boxes or regions and the
    /// variants that were added earlier.
    ///
    /// # Errors
    ///
    /// If the variant does not [exist](Variant::exists_at) for boards of this size, if it needs boxes but the board has
    /// regions, or if it was added before.
    pub fn with_variant(mut self, variant: Variant) -> Result<LayoutSpec, LayoutError> {
        let size = self.size;
        if !variant.exists_at(size) {
            return Err(LayoutError::VariantSize { variant, size });
        }
        if variant == Variant::DisjointGroups && self.boxes().is_none() {
            return Err(LayoutError::VariantNeedsBoxes { variant });
        }
        if self.variants.contains(&variant) {
            return Err(LayoutError::RepeatedVariant { variant });
        }
        self.variants.push(variant);
        Ok(self)
    }

    /// Adds a house or group of these cells, which may be in any order. It is scanned for duplicates after all variants
    /// and the extra regions that were added earlier.
    ///
    /// # Errors
    ///
    /// If it has fewer than 2 cells or more than the board has rows, if a cell is not on the board or listed twice, or
    /// if there are [`MAX_EXTRA_REGIONS`] already.
    pub fn with_extra_region(
        mut self,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Result<LayoutSpec, LayoutError> {
        let size = self.size;
        let mut cells: Box<[Cell]> = cells.into_iter().collect();
        if self.extra_regions.len() == MAX_EXTRA_REGIONS {
            return Err(LayoutError::TooManyExtraRegions);
        }
        if !(2..=size).contains(&cells.len()) {
            let count = cells.len();
            return Err(LayoutError::ExtraRegionCellCount { count, size });
        }
        let mut seen = [0_u64; MAX_SIZE];
        for &cell in &cells {
            let (row, column) = (usize::from(cell.row), usize::from(cell.column));
            if row >= size || column >= size {
                return Err(LayoutError::OutsideBoard { cell, size });
            }
            if seen[row] & 1 << column != 0 {
                return Err(LayoutError::RepeatedCell { cell });
            }
            seen[row] |= 1 << column;
        }
        cells.sort_unstable();
        self.extra_regions.push(cells);
        Ok(self)
    }

    /// Returns the number of rows, which is also the number of columns and the highest digit.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the number of bytes that the regions, variants and extra regions take on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let regions = match &self.division {
            Division::Boxes(_) => 0,
            Division::Regions(region_of) => size_of_val(&**region_of),
        };
        let extra_regions = self.extra_regions.iter().map(|cells| size_of_val(&**cells));
        regions
            + size_of_val(&*self.variants)
            + size_of_val(&*self.extra_regions)
            + extra_regions.sum::<usize>()
    }

    /// Returns whether the layout has the houses of the classic one: nine rows, nine columns, and boxes of 3 by 3 cells.
    pub(super) fn is_classic(&self) -> bool {
        self.division.is_classic() && self.variants.is_empty() && self.extra_regions.is_empty()
    }

    /// Returns all houses and groups, in the order in which they are scanned.
    pub(super) fn constraints(&self) -> Vec<Constraint> {
        let size = self.size;
        let in_row = move |row| (0..size).map(move |column| Cell::at(row, column));
        let in_column = move |column| (0..size).map(move |row| Cell::at(row, column));
        let mut constraints = Vec::new();
        constraints
            .extend((0..size).map(|row| Constraint::new(ConstraintKind::Row, row, in_row(row))));
        constraints.extend(
            (0..size)
                .map(|column| Constraint::new(ConstraintKind::Column, column, in_column(column))),
        );
        self.division.add_to(&mut constraints, size);
        for variant in &self.variants {
            variant.add_to(&mut constraints, size, self.boxes());
        }
        constraints.extend((0..).zip(&self.extra_regions).map(|(index, cells)| {
            Constraint::new(ConstraintKind::ExtraRegion, index, cells.iter().copied())
        }));
        constraints
    }

    /// Returns the shape of the boxes, or `None` if there are regions instead.
    pub(super) fn boxes(&self) -> Option<BoxShape> {
        match self.division {
            Division::Boxes(shape) => Some(shape),
            Division::Regions(_) => None,
        }
    }
}
