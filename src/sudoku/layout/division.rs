//! The division of a board into boxes or regions.

use std::collections::HashMap;
use std::hash::Hash;

use super::box_shape::BoxShape;
use super::constraint::{Constraint, ConstraintKind};
use super::error::{LayoutError, MIN_SIZE};
use crate::sudoku::cell::Cell;
use crate::sudoku::digit::MAX_SIZE;

/// The houses that divide a board besides rows and columns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Division {
    Boxes(BoxShape),
    /// The index of the region of each cell.
    Regions(Box<[u8]>),
}

impl Division {
    /// Divides a board into regions of equal labels.
    pub(super) fn from_labels<L: Eq + Hash>(
        size: usize,
        labels: &[L],
    ) -> Result<Division, LayoutError> {
        check_size(size)?;
        if labels.len() != size * size {
            let count = labels.len();
            return Err(LayoutError::LabelCount { count, size });
        }
        let mut indexes = HashMap::new();
        let mut regions: Vec<(Cell, usize)> = Vec::new();
        let mut region_of = Vec::new();
        for (cell, label) in labels.iter().enumerate() {
            let region = *indexes.entry(label).or_insert(regions.len());
            match regions.get_mut(region) {
                Some((_, count)) => *count += 1,
                None => regions.push((Cell::at(cell / size, cell % size), 1)),
            }
            region_of.push(region);
        }
        if let Some(&(first, count)) = regions.iter().find(|(_, count)| *count != size) {
            return Err(LayoutError::RegionCellCount { first, count, size });
        }
        let narrow = |region| u8::try_from(region).expect("there are as many regions as rows");
        Ok(Division::Regions(
            region_of.into_iter().map(narrow).collect(),
        ))
    }

    /// Returns whether the houses are boxes of 3 by 3 cells, or regions with the same cells.
    pub(super) fn is_classic(&self) -> bool {
        match self {
            Division::Boxes(BoxShape { rows, columns }) => (*rows, *columns) == (3, 3),
            Division::Regions(regions) => {
                let is_box = |(cell, region): (usize, &u8)| {
                    usize::from(*region) == cell / 27 * 3 + cell % 9 / 3
                };
                regions.len() == 81 && regions.iter().enumerate().all(is_box)
            }
        }
    }

    /// Appends the boxes or regions of a board.
    pub(super) fn add_to(&self, constraints: &mut Vec<Constraint>, size: usize) {
        match self {
            Division::Boxes(BoxShape { rows, columns }) => {
                let boxes_across = size / columns;
                constraints.extend((0..size).map(|index| {
                    let (top, left) = (index / boxes_across * rows, index % boxes_across * columns);
                    let cells = (0..size)
                        .map(|offset| Cell::at(top + offset / columns, left + offset % columns));
                    Constraint::new(ConstraintKind::Box, index, cells)
                }));
            }
            Division::Regions(region_of) => {
                let mut regions = vec![Vec::with_capacity(size); size];
                for (cell, region) in region_of.iter().enumerate() {
                    regions[usize::from(*region)].push(Cell::at(cell / size, cell % size));
                }
                constraints.extend(
                    (0..).zip(regions).map(|(index, cells)| {
                        Constraint::new(ConstraintKind::Region, index, cells)
                    }),
                );
            }
        }
    }
}

/// Returns the given or default box shape for a board of this size.
pub(super) fn box_shape(size: usize, shape: Option<BoxShape>) -> Result<BoxShape, LayoutError> {
    check_size(size)?;
    match shape {
        Some(shape) if shape.rows.checked_mul(shape.columns) == Some(size) => Ok(shape),
        Some(shape) => Err(LayoutError::Box { size, shape }),
        None => BoxShape::most_square(size).ok_or(LayoutError::NoBox { size }),
    }
}

fn check_size(size: usize) -> Result<(), LayoutError> {
    if (MIN_SIZE..=MAX_SIZE).contains(&size) {
        Ok(())
    } else {
        Err(LayoutError::Size { size })
    }
}
