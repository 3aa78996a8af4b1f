//! The shape of a box.

use crate::sudoku::digit::MAX_SIZE;

/// The shape of a box, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoxShape {
    /// The height of a box.
    pub rows: usize,
    /// The width of a box.
    pub columns: usize,
}

impl BoxShape {
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
