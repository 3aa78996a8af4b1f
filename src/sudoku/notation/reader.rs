//! Reads boards from text.

use super::cells::{characters, fields, separators, words};
use super::error::{TextError, Within};
use super::explain::explain;
use super::fault::Fault;
use super::format::Format;
use super::lines::{LINE_BREAKS, Line, LineKind, split};
use super::record;
use super::rows::{Row, TextBoard, board_of_lines, board_of_rows};
use super::signs::{RUN, Signs};
use super::symbols::Symbols;
use crate::sudoku::digit::MAX_SIZE;
use crate::sudoku::layout::MIN_SIZE;

/// Reads boards from text.
///
/// | notation | for example |
/// |---|---|
/// | a run: one character for each cell, row by row | `1..4..3..4.....2` |
/// | a line for each row; LF, CRLF or CR ends a line | `1..4`, `..3.`, `.4..`, `...2` |
/// | white space between cells or groups of cells, with or without a line for each row | `1 . . 4`, `1. .4` |
/// | commas, semicolons or tabs between cells, with nothing between two of them for an empty cell | `1,,,4`, `1; ; ;4` |
/// | frames: bars are skipped, and so are lines with only <code>- + \| = *</code> and spaces | <code>\|1.\|.4\|</code>, `+--+--+` |
/// | a record: one line with one board among words, between white space or colons; a `+` before a digit is skipped | `id 1..4..3..4.....2 7.2`, `:0000:x:1..4..3..4.....2:::` |
///
/// An empty cell is `.`, `0`, `_`, `*` or `?`, and where nothing is between cells, `-`, `x`, `X` or a space. With declared
/// [symbols](Symbols), these are the digits, each a single character. Without, digits above 9 are numbers, with white space
/// or separators between them, and letters are rejected: `0` to `F` read as `1` to `G` would be a different board without a
/// sign of it.
///
/// Blank lines are skipped, and so are a byte order mark, lines that begin with `#`, and lines with one word of letters in
/// brackets, such as `[Puzzle]`.
///
/// Nothing is guessed: a text is rejected if it can be read as two different boards, such as one with and one without its
/// frame as rows. The work is linear in the length of the text.
///
/// ```
/// use sudoku_validator::sudoku::{Symbols, TextReader};
///
/// let board = TextReader::new(None, None).read("1... ..3. .4.. ...2")?;
/// assert_eq!(board.size, 4);
/// assert_eq!(board.digits, [1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2]);
///
/// let symbols = Symbols::new("ABCD")?;
/// let same = TextReader::new(None, Some(&symbols)).read("A...\n..C.\n.D..\n...B")?;
/// assert_eq!(same, board);
///
/// let error = TextReader::new(None, None).read("A...\n..C.\n.D..\n...B").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "Character 1 of line 1 is 'A'; a letter is a cell only if it is declared as a symbol. \
///      Declare \"symbols\", such as \"ABCD\"."
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TextReader<'s> {
    signs: Signs<'s>,
}

/// A line of a text that holds one board on each line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextLine {
    /// A line that holds a board.
    Board(TextBoard),
    /// A line that is blank or begins with `#`.
    Skipped,
}

impl<'s> TextReader<'s> {
    /// Creates a reader. `symbols` fix the number of rows of a board, and so does `size`, which does not matter if there
    /// are symbols. Without both, each text gives its own.
    #[must_use]
    pub fn new(size: Option<usize>, symbols: Option<&'s Symbols>) -> TextReader<'s> {
        let size = symbols.map(Symbols::size).or(size);
        TextReader {
            signs: Signs { symbols, size },
        }
    }

    /// Reads a text that holds one board, in UTF-8.
    ///
    /// # Errors
    ///
    /// If the text holds no board, or can be read in more than one way.
    pub fn read(&self, text: impl AsRef<[u8]>) -> Result<TextBoard, TextError> {
        let text = text.as_ref();
        let mut line = text;
        while let [start @ .., b'\n' | b'\r'] = line {
            line = start;
        }
        if let Some(board) = self.read_run(line) {
            return Ok(board);
        }
        let text = decode(text)?;
        if let Some(format) = Format::of_start(text, self.signs) {
            return Err(TextError::new(Fault::Format(format)));
        }
        let lines = split(text).map_err(|found| TextError::new(Fault::TooManyLines { found }))?;
        if lines.iter().all(|line| line.kind == LineKind::Blank) {
            return Err(TextError::new(Fault::NoCells));
        }
        self.interpret(&lines, |fault| match Format::of(text) {
            Some(format) => TextError::new(Fault::Format(format)),
            None => explain(&lines, self.signs, fault),
        })
    }

    /// Reads a line of a text that holds one board on each line.
    ///
    /// # Errors
    ///
    /// As for [`TextReader::read`].
    pub fn read_line(&self, line: impl AsRef<[u8]>) -> Result<TextLine, TextError> {
        let line = line.as_ref();
        if let Some(board) = self.read_run(line) {
            return Ok(TextLine::Board(board));
        }
        let text = decode(line)?;
        if text.starts_with('#') || text.trim().is_empty() {
            return Ok(TextLine::Skipped);
        }
        self.read(text).map(TextLine::Board)
    }

    /// Reads rows from the top. Each is the cells of a row, as on a line of a text; none is skipped.
    ///
    /// # Errors
    ///
    /// If the rows do not make a board.
    pub fn read_rows<R: AsRef<str>>(&self, rows: &[R]) -> Result<TextBoard, TextError> {
        let (found, size) = (rows.len(), self.signs.size);
        if !(MIN_SIZE..=MAX_SIZE).contains(&found) || size.is_some_and(|size| size != found) {
            return Err(TextError::new(Fault::RowCount { found, size }));
        }
        let lines: Vec<Line> = (1..)
            .zip(rows)
            .map(|(number, row)| Line {
                within: Within::Row(number),
                text: row.as_ref(),
                kind: LineKind::Cells,
            })
            .collect();
        for line in &lines {
            if let Some(index) = line
                .text
                .chars()
                .position(|found| LINE_BREAKS.contains(&found))
            {
                return Err(line.within.error_at(index + 1, Fault::LineBreakInRow));
            }
        }
        let signs = Signs {
            size: Some(found),
            ..self.signs
        };
        let separated = separated(&lines, signs).and_then(|rows| board_of_rows(&rows));
        separated.or_else(|fault| {
            let board = characters(&lines, signs).and_then(|rows| board_of_rows(&rows).ok());
            board.ok_or_else(|| explain(&lines, signs, fault))
        })
    }

    /// Reads a run of cells without symbols, as most lines of a collection are. It makes no difference to what is read.
    fn read_run(&self, text: &[u8]) -> Option<TextBoard> {
        let size = text.len().isqrt();
        let is_size = size * size == text.len() && (MIN_SIZE..=MAX_SIZE_OF_RUN).contains(&size);
        let is_declared = self.signs.size.is_none_or(|declared| declared == size);
        if !is_size || !is_declared || self.signs.symbols.is_some() {
            return None;
        }
        let digits: Vec<u8> = text.iter().map(|byte| RUN[usize::from(*byte)]).collect();
        // The maximum is computed without a branch per cell.
        let highest = digits.iter().fold(0, |highest, digit| highest.max(*digit));
        (usize::from(highest) <= size).then_some(TextBoard { size, digits })
    }

    /// Reads lines in every way, and returns the board if there is exactly one.
    ///
    /// If there is none, `explain` gets the fault of the most likely way.
    fn interpret(
        &self,
        lines: &[Line],
        explain: impl FnOnce(TextError) -> TextError,
    ) -> Result<TextBoard, TextError> {
        let without_rules = without(LineKind::Rule, lines);
        let mut ways = vec![&without_rules[..]];
        if without_rules.len() < lines.len() {
            ways.push(lines);
        }
        let mut boards: Vec<TextBoard> = Vec::new();
        let mut fault = None;
        for lines in ways {
            let filled = without(LineKind::Blank, lines);
            if filled.is_empty() {
                continue;
            }
            match separated(lines, self.signs).and_then(|rows| board_of_lines(&rows, self.signs)) {
                Ok(board) => boards.push(board),
                Err(error) => fault = fault.or(Some(error)),
            }
            for lines in [&filled[..], lines] {
                let rows = characters(lines, self.signs);
                boards.extend(rows.and_then(|rows| board_of_lines(&rows, self.signs).ok()));
            }
            if let [line] = filled[..] {
                let in_record = record::boards(line.text, self.signs);
                if in_record.len() > 1 {
                    let count = in_record.len();
                    return Err(line.within.error(Fault::SeveralBoards { count }));
                }
                boards.extend(in_record);
            }
        }
        let Some(board) = boards.pop() else {
            return Err(explain(fault.expect("a line is not blank")));
        };
        match boards.iter().find(|other| **other != board) {
            Some(other) => {
                let sizes = [other.size.min(board.size), other.size.max(board.size)];
                Err(TextError::new(Fault::Ambiguous(sizes)))
            }
            None => Ok(board),
        }
    }
}

fn without<'t>(kind: LineKind, lines: &[Line<'t>]) -> Vec<Line<'t>> {
    let others = lines.iter().filter(|line| line.kind != kind);
    others.copied().collect()
}

/// Returns a text without its byte order mark.
fn decode(text: &[u8]) -> Result<&str, TextError> {
    let text = str::from_utf8(text).map_err(|error| {
        let offset = error.valid_up_to();
        TextError::new(Fault::NotUtf8 { offset })
    })?;
    Ok(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text))
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The maximum size of a board on which each digit is one character, without symbols.
const MAX_SIZE_OF_RUN: usize = 9;

/// Reads rows whose cells are separated, or are one character each.
fn separated(lines: &[Line], signs: Signs) -> Result<Vec<Row>, TextError> {
    match separators(lines)[..] {
        [] => words(lines, signs),
        [separator] => fields(lines, separator, signs),
        [one, other, ..] => Err(TextError::new(Fault::MixedSeparators(one, other))),
    }
}
