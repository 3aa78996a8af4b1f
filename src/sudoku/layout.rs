use std::fmt;
use std::ptr;
use std::sync::{Arc, OnceLock};

use super::Cell;
use super::house::{House, HouseKind};

/// The fewest rows that a board can have.
pub const MIN_SIZE: usize = 4;

/// The most rows that a board can have, and the highest digit.
pub const MAX_SIZE: usize = 64;

/// The shape of a board: how many rows and columns it has, and which cells form its houses.
///
/// There is one layout for each box shape. It is built when it is first asked for, and shared from then on.
#[derive(Debug, PartialEq, Eq)]
pub struct Layout {
    size: u8,
    houses: Box<[House]>,
    /// The cells of all houses, one house after the other, as places in the row-by-row order of a board.
    places: Box<[u16]>,
    /// The indexes of the houses of all places, one place after the other.
    houses_of: Box<[u16]>,
    /// Where in `houses_of` those of each place start, and where the last ones end.
    starts: Box<[u16]>,
}

/// The shape of a box, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoxShape {
    /// How many rows a box is tall.
    pub rows: usize,
    /// How many columns a box is wide.
    pub columns: usize,
}

impl Layout {
    /// The layout of a board of `size` rows and `size` columns.
    ///
    /// Without a `box_shape` the boxes take the [most square shape](BoxShape::most_square) that is not taller than wide.
    ///
    /// # Errors
    ///
    /// If the size is not from [`MIN_SIZE`] to [`MAX_SIZE`], if a box of this shape does not hold `size` cells,
    /// or if no shape is given and the size has no box of two or more rows.
    pub fn new(size: usize, box_shape: Option<BoxShape>) -> Result<Arc<Layout>, LayoutError> {
        /// A cell for each box shape; far from all are ever filled.
        static LAYOUTS: [[OnceLock<Arc<Layout>>; MAX_SIZE]; MAX_SIZE] =
            [const { [const { OnceLock::new() }; MAX_SIZE] }; MAX_SIZE];

        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(LayoutError::Size { size });
        }
        let shape = match box_shape {
            Some(shape) => shape,
            None => BoxShape::most_square(size).ok_or(LayoutError::NoBox { size })?,
        };
        if shape.rows.checked_mul(shape.columns) != Some(size) {
            return Err(LayoutError::Box { size, shape });
        }
        let layout = LAYOUTS[shape.rows - 1][shape.columns - 1]
            .get_or_init(|| Arc::new(Layout::build(shape)));
        Ok(Arc::clone(layout))
    }

    fn build(shape: BoxShape) -> Layout {
        let size = shape.rows * shape.columns;
        let rows = (0..size).map(|row| {
            House::new(
                HouseKind::Row,
                row,
                (0..size).map(|column| cell(row, column)),
            )
        });
        let columns = (0..size).map(|column| {
            House::new(
                HouseKind::Column,
                column,
                (0..size).map(|row| cell(row, column)),
            )
        });
        let boxes_across = size / shape.columns;
        let boxes = (0..size).map(|index| {
            let top = index / boxes_across * shape.rows;
            let left = index % boxes_across * shape.columns;
            let cells = (0..size)
                .map(|place| cell(top + place / shape.columns, left + place % shape.columns));
            House::new(HouseKind::Box, index, cells)
        });
        let houses: Box<[House]> = rows.chain(columns).chain(boxes).collect();
        let place =
            |cell: &Cell| u16::from(cell.row) * u16::from(narrow(size)) + u16::from(cell.column);
        let places: Box<[u16]> = houses
            .iter()
            .flat_map(|house| house.cells().iter().map(place))
            .collect();
        let mut houses_at = vec![Vec::new(); size * size];
        for (house, places) in (0..).zip(places.chunks_exact(size)) {
            for place in places {
                houses_at[usize::from(*place)].push(house);
            }
        }
        let mut starts = vec![0];
        for houses in &houses_at {
            starts.push(starts[starts.len() - 1] + u16::from(narrow(houses.len())));
        }
        let houses_of = houses_at.concat().into();
        Layout {
            size: narrow(size),
            houses,
            places,
            houses_of,
            starts: starts.into(),
        }
    }

    /// How many rows, and how many columns, a board has; also its highest digit.
    #[must_use]
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// Whether this is the layout of the classic board: nine rows with boxes of 3 by 3.
    pub(super) fn is_classic(&self) -> bool {
        // There is only one such layout.
        self.size == 9
            && Layout::new(9, None).is_ok_and(|classic| ptr::eq(self, &raw const *classic))
    }

    /// The places of all houses in the row-by-row order of a board, one house after the other.
    pub(super) fn places(&self) -> &[u16] {
        &self.places
    }

    /// The places of the house with this index, in reading order.
    pub(super) fn places_in(&self, house: usize) -> &[u16] {
        &self.places[house * self.size()..(house + 1) * self.size()]
    }

    /// The indexes of the houses that a place is in, ascending.
    pub(super) fn houses_at(&self, place: usize) -> &[u16] {
        &self.houses_of[usize::from(self.starts[place])..usize::from(self.starts[place + 1])]
    }

    /// All houses in the order in which they are scanned: rows from the top, columns from the left, boxes in reading order.
    #[must_use]
    pub fn houses(&self) -> &[House] {
        &self.houses
    }
}

fn cell(row: usize, column: usize) -> Cell {
    Cell {
        row: narrow(row),
        column: narrow(column),
    }
}

fn narrow(number: usize) -> u8 {
    u8::try_from(number).expect("a layout has at most 64 rows and columns")
}

impl BoxShape {
    /// The most square box of `size` cells that is not taller than wide, or `None` if each such box is a single row.
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
        let rows = (2..=size.isqrt())
            .rev()
            .find(|rows| size.is_multiple_of(*rows))?;
        Some(BoxShape {
            rows,
            columns: size / rows,
        })
    }
}

/// Why there is no such layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// A board of this size is too small or too large.
    Size {
        /// The rows that the board has.
        size: usize,
    },
    /// No box of two or more rows fits, so the box shape has to be given.
    NoBox {
        /// The rows that the board has.
        size: usize,
    },
    /// A box of the given shape does not hold as many cells as the board has rows.
    Box {
        /// The rows that the board has.
        size: usize,
        /// The shape that was given.
        shape: BoxShape,
    },
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutError::Size { size } => {
                write!(
                    f,
                    "a board has {MIN_SIZE} to {MAX_SIZE} rows, this one has {size}"
                )
            }
            LayoutError::NoBox { size } => {
                write!(f, "a board of {size} rows has no box of two or more rows")
            }
            LayoutError::Box {
                size,
                shape: BoxShape { rows, columns },
            } => write!(
                f,
                "a box on a board of {size} rows has {size} cells, but {rows} rows times {columns} columns is not {size}"
            ),
        }
    }
}

impl std::error::Error for LayoutError {}
