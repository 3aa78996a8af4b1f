//! Layouts: which cells form a house or a group.

mod constraint;
mod spec;

use std::sync::{Arc, OnceLock};

use super::cell::Cell;
use super::digit::{DigitSet, MAX_SIZE};

pub use constraint::{Constraint, ConstraintKind};
pub use spec::{BoxShape, LayoutError, LayoutSpec, MIN_SIZE};

/// The size of a board and its houses and groups.
///
/// Internally, cells are numbered in reading order, and houses and groups each in scan order.
#[derive(Debug, PartialEq, Eq)]
pub struct Layout {
    size: usize,
    is_classic: bool,
    /// In scan order.
    constraints: Box<[Constraint]>,
    houses: Members,
    groups: Members,
}

/// The cells of all houses, or of all groups.
#[derive(Debug, PartialEq, Eq)]
struct Members {
    /// The index of each house or group among the constraints.
    constraints: Box<[u32]>,
    /// The cells of each.
    cells: Lists<u16>,
    /// The houses or groups of each cell, in ascending order.
    of_cell: Lists<u32>,
}

/// Many short lists in one allocation.
#[derive(Debug, PartialEq, Eq)]
struct Lists<T> {
    items: Box<[T]>,
    /// The start of each list, and the end of the last.
    starts: Box<[u32]>,
}

impl Layout {
    /// Returns the layout of a board of `size` rows and columns, with boxes.
    ///
    /// Each box shape has one layout, which is built on first use and then shared. Without a `box_shape`, boxes have
    /// the [most square shape](BoxShape::most_square) that is not taller than wide.
    ///
    /// # Errors
    ///
    /// The same as for [`LayoutSpec::new`].
    pub fn new(size: usize, box_shape: Option<BoxShape>) -> Result<Arc<Layout>, LayoutError> {
        /// Indexed by the shape. Only a few hundred shapes have at most [`MAX_SIZE`] cells.
        static LAYOUTS: [[OnceLock<Arc<Layout>>; MAX_SIZE]; MAX_SIZE] =
            [const { [const { OnceLock::new() }; MAX_SIZE] }; MAX_SIZE];

        let shape = BoxShape::for_size(size, box_shape)?;
        let layout = LAYOUTS[shape.rows - 1][shape.columns - 1].get_or_init(|| {
            Layout::build(LayoutSpec {
                size,
                box_shape: shape,
                extra: Vec::new(),
            })
        });
        Ok(Arc::clone(layout))
    }

    /// Builds a layout without caching it.
    #[must_use]
    pub fn build(spec: LayoutSpec) -> Arc<Layout> {
        let (size, is_classic) = (spec.size, spec.is_classic());
        let mut constraints = rows_columns_and_boxes(size, spec.box_shape);
        constraints.extend(spec.extra);
        let is_house = |constraint: &Constraint| constraint.cells().len() == size;
        let houses = Members::new(size, &constraints, is_house);
        let groups = Members::new(size, &constraints, |constraint| !is_house(constraint));
        Arc::new(Layout {
            size,
            is_classic,
            constraints: constraints.into(),
            houses,
            groups,
        })
    }

    /// Returns the number of rows, which is also the number of columns and the highest digit.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns all houses and groups in the order in which they are scanned for duplicates: rows from the top, columns
    /// from the left, boxes in reading order, and then the others in the order in which they were added.
    #[must_use]
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Returns the constraints that have as many cells as the board has rows.
    pub fn houses(&self) -> impl Iterator<Item = &Constraint> {
        (0..self.house_count()).map(|house| self.house(house))
    }

    /// Returns the constraints that have fewer cells than the board has rows.
    pub fn groups(&self) -> impl Iterator<Item = &Constraint> {
        let indexes = self.groups.constraints.iter();
        indexes.map(|index| &self.constraints[*index as usize])
    }

    /// Returns the cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |column| cell(row, column)))
    }

    /// Returns whether this is the classic layout: nine rows, boxes of 3 by 3 cells, and nothing else.
    pub(super) fn is_classic(&self) -> bool {
        self.is_classic
    }

    /// The digits of a board.
    pub(super) fn digits(&self) -> DigitSet {
        DigitSet::up_to(self.size)
    }

    /// The number of a cell, or `None` if it is not on the board.
    pub(super) fn cell_index(&self, cell: Cell) -> Option<usize> {
        let (row, column) = (usize::from(cell.row), usize::from(cell.column));
        (row < self.size && column < self.size).then(|| row * self.size + column)
    }

    /// The cell with this number.
    pub(super) fn cell(&self, index: usize) -> Cell {
        cell(index / self.size, index % self.size)
    }

    pub(super) fn house_count(&self) -> usize {
        self.houses.constraints.len()
    }

    pub(super) fn house(&self, house: usize) -> &Constraint {
        &self.constraints[self.houses.constraints[house] as usize]
    }

    /// The numbers of the cells of all houses, one house after another.
    pub(super) fn cells_of_houses(&self) -> &[u16] {
        &self.houses.cells.items
    }

    /// The numbers of the cells of a house, in reading order.
    pub(super) fn cells_of_house(&self, house: usize) -> &[u16] {
        // Faster than looking up the start of the list: all houses have the same length.
        &self.houses.cells.items[house * self.size..(house + 1) * self.size]
    }

    /// The houses of a cell, in ascending order.
    pub(super) fn houses_of(&self, cell: usize) -> &[u32] {
        self.houses.of_cell.get(cell)
    }

    pub(super) fn group_count(&self) -> usize {
        self.groups.constraints.len()
    }

    /// The numbers of the cells of a group, in reading order.
    pub(super) fn cells_of_group(&self, group: usize) -> &[u16] {
        self.groups.cells.get(group)
    }

    /// The groups of a cell, in ascending order.
    pub(super) fn groups_of(&self, cell: usize) -> &[u32] {
        self.groups.of_cell.get(cell)
    }

    /// For each house and group of a cell, the numbers of its cells, which include the cell itself.
    pub(super) fn neighborhoods(&self, cell: usize) -> impl Iterator<Item = &[u16]> {
        let houses = self.houses_of(cell).iter();
        let groups = self.groups_of(cell).iter();
        houses
            .map(|house| self.cells_of_house(*house as usize))
            .chain(groups.map(|group| self.cells_of_group(*group as usize)))
    }
}

fn rows_columns_and_boxes(size: usize, box_shape: BoxShape) -> Vec<Constraint> {
    let BoxShape { rows, columns } = box_shape;
    let boxes_across = size / columns;
    let in_row = move |row| (0..size).map(move |column| cell(row, column));
    let in_column = move |column| (0..size).map(move |row| cell(row, column));
    let in_box = move |index| {
        let (top, left) = (index / boxes_across * rows, index % boxes_across * columns);
        (0..size).map(move |offset| cell(top + offset / columns, left + offset % columns))
    };
    let all_rows = (0..size).map(|row| Constraint::new(ConstraintKind::Row, row, in_row(row)));
    let all_columns =
        (0..size).map(|column| Constraint::new(ConstraintKind::Column, column, in_column(column)));
    let all_boxes =
        (0..size).map(|index| Constraint::new(ConstraintKind::Box, index, in_box(index)));
    all_rows.chain(all_columns).chain(all_boxes).collect()
}

impl Members {
    /// Indexes the constraints that `belongs` selects.
    fn new(
        size: usize,
        constraints: &[Constraint],
        belongs: impl Fn(&Constraint) -> bool,
    ) -> Members {
        let number =
            |cell: &Cell| u16::from(cell.row) * narrow::<u16>(size) + u16::from(cell.column);
        let (mut indexes, mut cells) = (Vec::new(), Vec::new());
        let mut of_cell = vec![Vec::new(); size * size];
        for (index, constraint) in constraints.iter().enumerate() {
            if belongs(constraint) {
                let numbers: Vec<u16> = constraint.cells().iter().map(number).collect();
                for cell in &numbers {
                    of_cell[usize::from(*cell)].push(narrow(indexes.len()));
                }
                indexes.push(narrow(index));
                cells.push(numbers);
            }
        }
        Members {
            constraints: indexes.into(),
            cells: Lists::new(&cells),
            of_cell: Lists::new(&of_cell),
        }
    }
}

impl<T: Copy> Lists<T> {
    fn new(lists: &[Vec<T>]) -> Lists<T> {
        let ends = lists.iter().scan(0, |end, list| {
            *end += list.len();
            Some(narrow(*end))
        });
        Lists {
            starts: std::iter::once(0).chain(ends).collect(),
            items: lists.concat().into(),
        }
    }

    fn get(&self, index: usize) -> &[T] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

fn cell(row: usize, column: usize) -> Cell {
    Cell {
        row: narrow(row),
        column: narrow(column),
    }
}

/// Converts a number to a narrower type.
fn narrow<T: TryFrom<usize>>(number: usize) -> T {
    let narrowed = T::try_from(number).ok();
    narrowed.expect("a board has at most 64 rows, and memory for fewer than 2^32 constraints")
}
