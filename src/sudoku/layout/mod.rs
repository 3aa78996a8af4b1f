//! Layouts: which cells form a house or a group.

mod box_shape;
mod constraint;
mod division;
mod error;
mod lists;
mod spec;
mod variant;

use std::sync::{Arc, OnceLock};

use super::cell::Cell;
use super::digit::{DigitSet, MAX_SIZE};
use lists::Lists;

pub use box_shape::BoxShape;
pub use constraint::{Constraint, ConstraintKind};
pub use error::{LayoutError, MAX_EXTRA_REGIONS, MIN_SIZE};
pub use spec::LayoutSpec;
pub use variant::Variant;

/// The size of a board and its houses and groups.
///
/// Internally, cells are numbered in reading order, and houses and groups each in scan order. Groups of two cells are
/// stored by cell, since there can be thousands.
#[derive(Debug)]
pub struct Layout {
    spec: LayoutSpec,
    size: usize,
    is_classic: bool,
    has_groups: bool,
    /// In scan order.
    constraints: Box<[Constraint]>,
    /// The index of each house among the constraints.
    house_indexes: Box<[u32]>,
    houses: Members,
    /// Groups of three or more cells.
    groups: Members,
    /// For each cell, the cells with which it forms a group of two, in ascending order, except those with which it also
    /// shares a house.
    partners: Lists<u16>,
}

/// Layouts are equal if their [specifications](Layout::spec) are.
impl PartialEq for Layout {
    fn eq(&self, other: &Layout) -> bool {
        self.spec == other.spec
    }
}

impl Eq for Layout {}

/// The cells of all houses, or of all groups.
#[derive(Debug)]
struct Members {
    /// The cells of each house or group.
    cells: Lists<u16>,
    /// The houses or groups of each cell, in ascending order.
    of_cell: Lists<u32>,
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

        let shape = division::box_shape(size, box_shape)?;
        let layout = LAYOUTS[shape.rows - 1][shape.columns - 1]
            .get_or_init(|| Layout::build(&LayoutSpec::with_boxes(size, shape)));
        Ok(Arc::clone(layout))
    }

    /// Builds a layout without caching it.
    ///
    /// The largest layouts, of 64 rows with 20,000 pairs and 1,024 extra regions, take a few milliseconds and less than
    /// 2 MiB.
    #[must_use]
    pub fn build(spec: &LayoutSpec) -> Arc<Layout> {
        let size = spec.size();
        let constraints: Box<[Constraint]> = spec.constraints().into();
        let is_house = |constraint: &Constraint| constraint.cells().len() == size;
        let is_pair = |constraint: &Constraint| constraint.cells().len() == 2;
        let houses = Members::new(size, constraints.iter().filter(|one| is_house(one)));
        let groups = constraints
            .iter()
            .filter(|one| !is_house(one) && !is_pair(one));
        let groups = Members::new(size, groups);
        let partners = partners(size, constraints.iter().filter(|one| is_pair(one)), &houses);
        let house_indexes = (0..).zip(&constraints);
        let house_indexes = house_indexes.filter_map(|(index, one)| is_house(one).then_some(index));
        Arc::new(Layout {
            spec: spec.clone(),
            size,
            is_classic: spec.is_classic(),
            has_groups: groups.cells.len() > 0 || !partners.items().is_empty(),
            house_indexes: house_indexes.collect(),
            constraints,
            houses,
            groups,
            partners,
        })
    }

    /// Returns the specification that this layout was built from.
    #[must_use]
    pub fn spec(&self) -> &LayoutSpec {
        &self.spec
    }

    /// Returns the number of rows, which is also the number of columns and the highest digit.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns all houses and groups in the order in which they are scanned for duplicates: rows from the top, columns
    /// from the left, boxes or regions in reading order, those of each variant, and then the extra regions.
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
        let constraints = self.constraints.iter();
        constraints.filter(|constraint| constraint.cells().len() < self.size)
    }

    /// Returns the cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |column| Cell::at(row, column)))
    }

    /// Returns whether this is the classic layout: nine rows, nine columns, boxes of 3 by 3 cells, and nothing else.
    pub(super) fn is_classic(&self) -> bool {
        self.is_classic
    }

    /// Returns the shape of the boxes, or `None` if there are regions instead.
    pub(super) fn boxes(&self) -> Option<BoxShape> {
        self.spec.boxes()
    }

    /// Returns whether there is a group that is not a part of a house.
    pub(super) fn has_groups(&self) -> bool {
        self.has_groups
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
        Cell::at(index / self.size, index % self.size)
    }

    pub(super) fn house_count(&self) -> usize {
        self.house_indexes.len()
    }

    pub(super) fn house(&self, house: usize) -> &Constraint {
        &self.constraints[self.house_indexes[house] as usize]
    }

    /// The numbers of the cells of all houses, one house after another.
    pub(super) fn cells_of_houses(&self) -> &[u16] {
        self.houses.cells.items()
    }

    /// The numbers of the cells of a house, in reading order.
    pub(super) fn cells_of_house(&self, house: usize) -> &[u16] {
        // Faster than looking up the start of the list: all houses have the same length.
        &self.houses.cells.items()[house * self.size..(house + 1) * self.size]
    }

    /// The houses of a cell, in ascending order.
    pub(super) fn houses_of(&self, cell: usize) -> &[u32] {
        self.houses.of_cell.get(cell)
    }

    /// The number of groups of three or more cells.
    pub(super) fn group_count(&self) -> usize {
        self.groups.cells.len()
    }

    /// The numbers of the cells of a group of three or more, in reading order.
    pub(super) fn cells_of_group(&self, group: usize) -> &[u16] {
        self.groups.cells.get(group)
    }

    /// The groups of three or more cells that a cell belongs to, in ascending order.
    pub(super) fn groups_of(&self, cell: usize) -> &[u32] {
        self.groups.of_cell.get(cell)
    }

    /// The cells with which a cell forms a group of two, in ascending order, except those with which it also shares a
    /// house.
    pub(super) fn partners_of(&self, cell: usize) -> &[u16] {
        self.partners.get(cell)
    }

    /// The numbers of all peers of a cell in lists, one for each house, and those of its groups. A list can contain the
    /// cell itself.
    pub(super) fn neighborhoods(&self, cell: usize) -> impl Iterator<Item = &[u16]> {
        let houses = self.houses_of(cell).iter();
        houses
            .map(|house| self.cells_of_house(*house as usize))
            .chain(self.group_neighborhoods(cell))
    }

    /// The numbers of the peers of a cell in lists, one for each group of three or more cells, and one for its partners
    /// if it has any. A list can contain the cell itself.
    pub(super) fn group_neighborhoods(&self, cell: usize) -> impl Iterator<Item = &[u16]> {
        let groups = self.groups_of(cell).iter();
        let partners = Some(self.partners_of(cell)).filter(|partners| !partners.is_empty());
        groups
            .map(|group| self.cells_of_group(*group as usize))
            .chain(partners)
    }
}

impl Members {
    fn new<'c>(size: usize, constraints: impl Iterator<Item = &'c Constraint>) -> Members {
        let numbers = |constraint: &'c Constraint| constraint.cells().iter().map(number(size));
        let cells = Lists::new(constraints.map(numbers));
        Members {
            of_cell: cells.inverse(size * size),
            cells,
        }
    }
}

/// The other cells of the pairs of each cell, except those with which it shares a house.
fn partners<'c>(
    size: usize,
    pairs: impl Iterator<Item = &'c Constraint>,
    houses: &Members,
) -> Lists<u16> {
    let mut partners: Vec<Vec<u16>> = vec![Vec::new(); size * size];
    for pair in pairs {
        let numbers: Vec<u16> = pair.cells().iter().map(number(size)).collect();
        let [one, other] = numbers[..] else {
            unreachable!("a pair has two cells")
        };
        let [houses_of_one, houses_of_other] =
            [one, other].map(|cell| houses.of_cell.get(usize::from(cell)));
        if !houses_of_one
            .iter()
            .any(|house| houses_of_other.contains(house))
        {
            partners[usize::from(one)].push(other);
            partners[usize::from(other)].push(one);
        }
    }
    for partners in &mut partners {
        partners.sort_unstable();
        partners.dedup();
    }
    Lists::new(partners)
}

/// Returns the function from a cell to its number.
fn number(size: usize) -> impl Fn(&Cell) -> u16 {
    let size = u16::try_from(size).expect("a board has at most 64 rows");
    move |cell| u16::from(cell.row) * size + u16::from(cell.column)
}
