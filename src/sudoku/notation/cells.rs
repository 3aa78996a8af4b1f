//! The cells of a line, in each of the ways in which a text can hold them.

use super::error::TextError;
use super::fault::Fault;
use super::lines::{Line, LineKind, is_bar};
use super::rows::{FoundCell, Row};
use super::signs::{Sign, Signs, size_of};
use crate::sudoku::digit::MAX_SIZE;

/// The maximum number of cells of a board on which each digit is one character.
const MAX_CELLS_OF_ONE_CHARACTER: usize = 81;

/// Each character is a cell, a space included, as in ` 83 2  9 `.
///
/// Returns `None` if a character is not a cell, or if there is no white space: then the cells are those of [`words`].
pub(super) fn characters(lines: &[Line], signs: Signs) -> Option<Vec<Row>> {
    if !lines
        .iter()
        .any(|line| line.text.contains(char::is_whitespace))
    {
        return None;
    }
    let row = |line: &Line| {
        let mut cells = Vec::new();
        for (character, found) in within_bars(line.text) {
            let digit = match signs.sign(found) {
                _ if is_bar(found) => continue,
                Some(Sign::Digit(digit)) => digit,
                Some(Sign::Empty | Sign::EmptyInRun) => 0,
                None if found == ' ' => 0,
                None => return None,
            };
            cells.push(FoundCell { digit, character });
        }
        Some(Row {
            within: line.within,
            cells,
        })
    };
    let rows: Vec<Row> = lines.iter().map(row).collect::<Option<_>>()?;
    let count = rows.iter().map(|row| row.cells.len()).sum();
    (!needs_words(count, signs)).then_some(rows)
}

/// The characters of a line with their positions, without white space outside of the bars of a frame.
fn within_bars(line: &str) -> impl Iterator<Item = (usize, char)> {
    let trimmed = line.trim();
    let start = if trimmed.starts_with('|') {
        line.chars()
            .take_while(|character| *character != '|')
            .count()
    } else {
        0
    };
    let text = if trimmed.ends_with('|') {
        line.trim_end()
    } else {
        line
    };
    (1..).zip(text.chars()).skip(start)
}

/// White space only separates, and bars are skipped, as in `8 3 . | . 2 .`. Each other character is a cell; without
/// symbols, each word is one if there are too many characters for a board whose digits are all below 10.
pub(super) fn words(lines: &[Line], signs: Signs) -> Result<Vec<Row>, TextError> {
    let lines = || lines.iter().filter(|line| line.kind != LineKind::Blank);
    let is_cell = |character: &char| !character.is_whitespace() && !is_bar(*character);
    let count: usize = lines()
        .map(|line| line.text.chars().filter(is_cell).count())
        .sum();
    let are_runs = lines().all(|line| !line.text.trim().contains(char::is_whitespace));
    let needs_words = needs_words(count, signs);
    if needs_words && !are_runs {
        return lines().map(|line| numbers(line, signs)).collect();
    }
    check_count(count)?;
    let row = |line: &Line| {
        let cell = |(character, found): (usize, char)| {
            let digit = match signs.sign(found) {
                Some(Sign::Digit(digit)) => Ok(digit),
                Some(Sign::Empty) => Ok(0),
                Some(Sign::EmptyInRun) if are_runs => Ok(0),
                Some(Sign::EmptyInRun) => Err(Fault::OnlyInRun { found }),
                None => Err(not_a_sign(found, signs)),
            };
            match digit {
                Ok(digit) => Ok(FoundCell { digit, character }),
                Err(kind) => Err(line.within.error_at(character, kind)),
            }
        };
        let cells = (1..)
            .zip(line.text.chars())
            .filter(|(_, character)| is_cell(character));
        let cells = cells.map(cell).collect::<Result<_, TextError>>()?;
        Ok(Row {
            within: line.within,
            cells,
        })
    };
    let rows = lines().map(row).collect::<Result<Vec<Row>, TextError>>()?;
    match size_of(count) {
        Some(size) if needs_words && (rows.len() == 1 || rows.len() == size) => {
            Err(TextError::new(Fault::NeedsSeparators { size }))
        }
        _ => Ok(rows),
    }
}

/// Whether there are so many cells that digits go above 9, and so a digit cannot be a single character.
fn needs_words(cells: usize, signs: Signs) -> bool {
    signs.symbols.is_none() && cells > MAX_CELLS_OF_ONE_CHARACTER
}

/// Each word of a line is a cell.
fn numbers(line: &Line, signs: Signs) -> Result<Row, TextError> {
    let is_separator = |character: char| character.is_whitespace() || is_bar(character);
    let mut cells = Vec::new();
    let mut position = 1;
    for word in line.text.split(is_separator) {
        if !word.is_empty() {
            cells.push(cell(line, position, word, None, signs)?);
            check_count(cells.len())?;
        }
        position += word.chars().count() + 1;
    }
    Ok(Row {
        within: line.within,
        cells,
    })
}

/// A separator stands between one cell and the next, with nothing in between for an empty cell, as in `,8,3,,2`.
pub(super) fn fields(lines: &[Line], separator: char, signs: Signs) -> Result<Vec<Row>, TextError> {
    let is_row = |line: &&Line| line.kind != LineKind::Blank || line.text.contains(separator);
    let row = |line: &Line| {
        let mut cells = Vec::new();
        let mut position = 1;
        for field in line.text.split(separator) {
            let is_around = |character: char| character.is_whitespace() || is_bar(character);
            let text = field.trim_start_matches(is_around);
            let start = position + field[..field.len() - text.len()].chars().count();
            let text = text.trim_end_matches(is_around);
            cells.push(cell(line, start, text, Some(separator), signs)?);
            check_count(cells.len())?;
            position += field.chars().count() + 1;
        }
        Ok(Row {
            within: line.within,
            cells,
        })
    };
    lines.iter().filter(is_row).map(row).collect()
}

/// Reads a cell that is separated from others: a number, a symbol, a sign for an empty cell, or nothing.
fn cell(
    line: &Line,
    character: usize,
    text: &str,
    separator: Option<char>,
    signs: Signs,
) -> Result<FoundCell, TextError> {
    let mut characters = text.chars();
    let digit = match (characters.next(), characters.next()) {
        (None, _) => Ok(0),
        (Some(found), None) => match signs.sign(found) {
            Some(Sign::Digit(digit)) => Ok(digit),
            Some(Sign::Empty) => Ok(0),
            Some(Sign::EmptyInRun) => Err(Fault::OnlyInRun { found }),
            None => Err(not_a_sign(found, signs)),
        },
        _ => {
            let mut characters = (character..).zip(text.chars());
            if let Some((at, found)) = characters.find(|(_, found)| signs.sign(*found).is_none()) {
                return Err(line.within.error_at(at, not_a_sign(found, signs)));
            }
            let has_symbols = signs.symbols.is_some();
            let number = number(text).filter(|_| !has_symbols);
            number.ok_or_else(|| Fault::NotOneCell {
                length: text.chars().count(),
                separator,
                size: signs.size,
                has_symbols,
            })
        }
    };
    match digit {
        Ok(digit) => Ok(FoundCell { digit, character }),
        Err(fault) => Err(line.within.error_at(character, fault)),
    }
}

fn not_a_sign(found: char, signs: Signs) -> Fault {
    Fault::NotASign {
        found,
        size: signs.size,
        has_symbols: signs.symbols.is_some(),
    }
}

/// Reads a number from 10 to [`MAX_SIZE`].
fn number(text: &str) -> Option<u8> {
    let [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] = text.as_bytes() else {
        return None;
    };
    let number = (tens - b'0') * 10 + (ones - b'0');
    (usize::from(number) <= MAX_SIZE).then_some(number)
}

/// No board has more cells than this, so there is no need to collect them.
fn check_count(found: usize) -> Result<(), TextError> {
    if found > MAX_SIZE * MAX_SIZE {
        return Err(TextError::new(Fault::TooManyCells));
    }
    Ok(())
}

/// Returns the characters that separate the cells of a text: commas, semicolons or tabs. A blank line has no cells to
/// separate.
pub(super) fn separators(lines: &[Line]) -> Vec<char> {
    let is_used = |separator: &char| {
        let mut filled = lines.iter().filter(|line| line.kind != LineKind::Blank);
        filled.any(|line| line.text.contains(*separator))
    };
    [',', ';', '\t'].into_iter().filter(is_used).collect()
}
