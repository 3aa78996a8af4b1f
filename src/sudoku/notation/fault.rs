//! What is wrong with a text, and the sentence for it.

use std::fmt;

use super::character::describe;
use super::format::Format;
use crate::sudoku::digit::MAX_SIZE;
use crate::sudoku::layout::MIN_SIZE;

/// What is wrong with a text, a line or a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    NotUtf8 {
        offset: usize,
    },
    NoCells,
    /// A character that is not a cell.
    NotASign {
        found: char,
        size: Option<usize>,
        has_symbols: bool,
    },
    /// A letter, without symbols.
    Letter {
        found: char,
        size: Option<usize>,
    },
    /// Letters on one line only, without symbols.
    Heading,
    /// A sign for an empty cell that is not in a run.
    OnlyInRun {
        found: char,
    },
    /// Several characters that are not a number, where a cell is separated from others.
    NotOneCell {
        length: usize,
        separator: Option<char>,
        size: Option<usize>,
        has_symbols: bool,
    },
    DigitAboveSize {
        digit: u8,
        size: usize,
    },
    /// A run in which a digit above 9 could not be told from two.
    NeedsSeparators {
        size: usize,
    },
    MixedSeparators(char, char),
    /// A separator at the end of each line.
    TrailingSeparator(char),
    /// A separator between the words of a record.
    RecordSeparator(char),
    /// A character between rows on one line.
    RowSeparator {
        found: char,
        is_sign: bool,
    },
    LineBreakInRow,
    TooManyCells,
    TooManyLines {
        found: usize,
    },
    /// The cells do not make a square. Besides their lines, the text has `rules`.
    CellCount {
        lines: usize,
        per_line: usize,
        rules: usize,
        size: Option<usize>,
    },
    /// The cells make a square, but the lines are not its rows.
    NotRows {
        lines: usize,
        per_line: usize,
        size: usize,
    },
    LineLength {
        found: usize,
        expected: usize,
    },
    RowCount {
        found: usize,
        size: Option<usize>,
    },
    RowLength {
        found: usize,
        size: usize,
    },
    SeveralBoards {
        count: usize,
    },
    Candidates,
    /// A line of a frame that is drawn with other characters.
    Frame,
    /// Two boards that the text can be read as, by their sizes.
    Ambiguous([usize; 2]),
    Format(Format),
}

const EMPTY_SIGNS: &str = "'.', '0', '_', '*' or '?'";

/// Continues the sentence that begins with what the fault is about, such as "Line 3".
impl fmt::Display for Fault {
    #[expect(clippy::too_many_lines, reason = "one sentence for each fault")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Fault::NotUtf8 { offset } => write!(
                f,
                "is not UTF-8: byte {} begins no character; send it in UTF-8.",
                offset + 1
            ),
            Fault::NoCells => write!(
                f,
                "holds no cells; expected a board, such as 81 digits with '.' for each empty cell."
            ),
            Fault::NotASign {
                found,
                has_symbols: true,
                ..
            } => write!(
                f,
                "is {}; expected a declared symbol, in the same case, or a sign for an empty cell.",
                describe(found)
            ),
            Fault::NotASign { found, size, .. } => write!(
                f,
                "is {}; expected a digit from 1 to {}, or {EMPTY_SIGNS} for an empty cell.",
                describe(found),
                size.unwrap_or(9)
            ),
            Fault::Letter { found, size } => write!(
                f,
                "is {}; a letter is a cell only if it is declared as a symbol. {}",
                describe(found),
                declaration(found, size)
            ),
            Fault::Heading => write!(
                f,
                "holds letters, but no other line does. If it is a heading, leave it out or begin it with '#'; if the letters are cells, declare \"symbols\"."
            ),
            Fault::OnlyInRun { found } => write!(
                f,
                "is {}, which marks an empty cell only where nothing is between cells; send {EMPTY_SIGNS} instead.",
                describe(found)
            ),
            Fault::NotOneCell {
                length,
                separator,
                size,
                has_symbols,
            } => {
                match separator {
                    Some(separator) => write!(
                        f,
                        "starts {length} characters between one {} and the next",
                        describe(separator)
                    ),
                    None => write!(f, "starts a word of {length} characters"),
                }?;
                if has_symbols {
                    return write!(f, "; expected a single symbol or sign for an empty cell.");
                }
                write!(
                    f,
                    "; expected a number from 1 to {} without leading zeros, or {EMPTY_SIGNS} for an empty cell.",
                    size.unwrap_or(MAX_SIZE)
                )
            }
            Fault::DigitAboveSize { digit, size } => write!(
                f,
                "is the digit {digit}; expected a digit from 1 to {size}, since the board has {size} rows."
            ),
            Fault::NeedsSeparators { size } => write!(
                f,
                "has one character for each cell of a board of {size} rows, which has digits above 9. Separate its cells by spaces or commas, or declare its {size} symbols."
            ),
            Fault::MixedSeparators(one, other) => write!(
                f,
                "separates cells both by {} and by {}; use one of them, and a line for each row.",
                describe(one),
                describe(other)
            ),
            Fault::TrailingSeparator(separator) => write!(
                f,
                "has {} at the end of each line, after which another cell would follow; leave it out there.",
                describe(separator)
            ),
            Fault::RecordSeparator(separator) => write!(
                f,
                "holds a board among other words that are separated by {}; send only the board, or separate the words by spaces.",
                describe(separator)
            ),
            Fault::RowSeparator { found, is_sign } => {
                write!(f, "separates its rows by {}", describe(found))?;
                if is_sign {
                    write!(f, ", which can also mark an empty cell")?;
                }
                write!(
                    f,
                    "; put each row on a line of its own, or leave nothing between cells."
                )
            }
            Fault::LineBreakInRow => write!(f, "is a line break; expected the cells of one row."),
            Fault::TooManyCells => write!(
                f,
                "holds more than {} cells; expected {MIN_SIZE} to {MAX_SIZE} rows with as many cells each.",
                MAX_SIZE * MAX_SIZE
            ),
            Fault::TooManyLines { found } => write!(
                f,
                "has {found} lines; expected {MIN_SIZE} to {MAX_SIZE} rows."
            ),
            Fault::CellCount {
                lines,
                per_line,
                rules,
                size,
            } => {
                match lines {
                    1 => write!(f, "holds {}", counted(per_line, "cell")),
                    _ => write!(f, "holds {lines} lines of {}", counted(per_line, "cell")),
                }?;
                if rules > 0 {
                    write!(f, " and {} of a frame", counted(rules, "line"))?;
                }
                let is_size = |size: &usize| lines > 1 && (MIN_SIZE..=MAX_SIZE).contains(size);
                let example = size.or(Some(per_line).filter(is_size)).unwrap_or(9);
                match size {
                    Some(_) => write!(
                        f,
                        "; expected {example} lines of {example} cells, or {} cells on one line.",
                        example * example
                    ),
                    None => write!(
                        f,
                        "; expected as many lines as cells on each, such as {example} lines of {example} cells, or {} cells on one line.",
                        example * example
                    ),
                }
            }
            Fault::NotRows {
                lines,
                per_line,
                size,
            } => write!(
                f,
                "holds {lines} lines of {}; expected {size} lines of {size} cells, or all cells on one line.",
                counted(per_line, "cell")
            ),
            Fault::LineLength { found, expected } => write!(
                f,
                "holds {}, but the first line with cells holds {expected}; expected the same number on each line.",
                counted(found, "cell")
            ),
            Fault::RowCount {
                found,
                size: Some(size),
            } => write!(
                f,
                "has {}; expected {size} rows of {size} cells.",
                counted(found, "row")
            ),
            Fault::RowCount { found, size: None } => write!(
                f,
                "has {}; expected {MIN_SIZE} to {MAX_SIZE} rows with as many cells each.",
                counted(found, "row")
            ),
            Fault::RowLength { found, size } => write!(
                f,
                "holds {}; expected {size}, since there are {size} rows.",
                counted(found, "cell")
            ),
            Fault::SeveralBoards { count } => write!(f, "holds {count} boards; expected one."),
            Fault::Candidates => write!(
                f,
                "lists the candidates of cells; send one digit for each decided cell, and '.' for each other."
            ),
            Fault::Frame => write!(
                f,
                "looks like part of a frame; leave it out, or draw it only with '-', '=', '+', '|' and '*'."
            ),
            Fault::Ambiguous([one, other]) if one == other => write!(
                f,
                "can be read as two different boards of {one} rows; send {one} lines of {one} cells, with '.' for each empty cell, and no frame."
            ),
            Fault::Ambiguous([one, other]) => write!(
                f,
                "can be read both as a board of {one} rows and as one of {other}; declare the box, or send a line for each row, with '.' for each empty cell, and no frame."
            ),
            Fault::Format(format) => write!(f, "{format}"),
        }
    }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Shows how to declare symbols for a board of this size, in the case of a letter that was found.
fn declaration(found: char, size: Option<usize>) -> String {
    let size = size.unwrap_or(16);
    let in_case = |symbols: String| {
        if found.is_lowercase() {
            symbols.to_lowercase()
        } else {
            symbols
        }
    };
    let letters = |count: usize| ('A'..='Z').take(count).collect::<String>();
    let digits_and_letters = |first: usize| {
        let digits: String = ('0'..='9').skip(first).collect();
        format!("{digits}{}", letters(size - digits.len()))
    };
    match size {
        ..=9 => format!(
            "Declare \"symbols\", such as \"{}\".",
            in_case(letters(size))
        ),
        10..=26 => format!(
            "Declare \"symbols\", such as \"{}\", \"{}\" if 0 is a digit, or \"{}\".",
            in_case(digits_and_letters(1)),
            in_case(digits_and_letters(0)),
            in_case(letters(size)),
        ),
        27..=35 => format!(
            "Declare \"symbols\", such as \"{}\", or \"{}\" if 0 is a digit.",
            in_case(digits_and_letters(1)),
            in_case(digits_and_letters(0)),
        ),
        _ => format!("Declare {size} \"symbols\", or separate digits from 1 to {size} by spaces."),
    }
}
