//! Boards as text: symbols, and a reader and writers for the notations that people use.
//!
//! From a text to a board: [`lines`] splits the text, [`cells`] and [`record`] find cells in each of the ways in which
//! lines can hold them, [`rows`] makes them a board, and [`reader`] accepts a text if exactly one board results. If none
//! does, [`explain`] and [`format`](mod@format) find out what was meant.

mod cells;
mod character;
mod error;
mod explain;
mod fault;
mod format;
mod lines;
mod reader;
mod record;
mod rows;
mod signs;
mod symbols;
mod write;

pub use error::{TextError, Within};
pub use reader::{TextLine, TextReader};
pub use rows::TextBoard;
pub use symbols::{Symbols, SymbolsError};
pub use write::{write_board, write_rows};
