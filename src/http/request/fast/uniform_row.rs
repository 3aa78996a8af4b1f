//! The result of parsing a common kind of row.

/// A row whose cells are all numbers or all strings.
pub(super) struct UniformRow<'t> {
    pub(super) is_string: bool,
    pub(super) any_filled: bool,
    /// The text after the row.
    pub(super) rest: &'t [u8],
}
