//! Finds the most helpful error for a text that holds no board.

use super::cells::separators;
use super::error::{TextError, Within};
use super::fault::Fault;
use super::lines::{Line, LineKind, is_bar};
use super::record;
use super::signs::{Signs, size_of};
use crate::sudoku::digit::MAX_SIZE;
use crate::sudoku::layout::MIN_SIZE;

/// Explains why lines hold no board: by a known mistake, or else by the `error` of the most likely way to read them.
pub(super) fn explain(lines: &[Line], signs: Signs, mut error: TextError) -> TextError {
    let of_kind = |kind| lines.iter().filter(move |line| line.kind == kind).copied();
    let rules_found = of_kind(LineKind::Rule).count();
    let lines: Vec<Line> = of_kind(LineKind::Cells).collect();
    if let Fault::CellCount { rules, .. } = &mut error.fault {
        *rules = rules_found;
    }
    frame(&lines, signs)
        .or_else(|| candidates(&lines, signs))
        .or_else(|| record_separator(&lines, signs))
        .or_else(|| row_separator(&lines, signs))
        .or_else(|| trailing_separator(&lines, &error))
        .or_else(|| letter(&lines, signs))
        .unwrap_or(error)
}

/// A line of a frame that is drawn with other characters, such as `.-------.` or `┌───┐`.
fn frame(lines: &[Line], signs: Signs) -> Option<TextError> {
    let is_box_drawing =
        |character| ('\u{2500}'..='\u{257f}').contains(&character) && !signs.is_symbol(character);
    let is_frame = |line: &&Line| {
        let text = line.text.trim();
        let is_ascii = text.starts_with(['.', ':', '\'', '`', ',']) && text.contains("--");
        is_ascii
            && text
                .chars()
                .all(|character| "-=+|*.:'`, ".contains(character))
            || text.contains(is_box_drawing)
    };
    let line = lines.iter().find(is_frame)?;
    Some(line.within.error(Fault::Frame))
}

/// Several digits for a cell that is open, in ascending order, or nine characters for each cell.
fn candidates(lines: &[Line], signs: Signs) -> Option<TextError> {
    if signs.symbols.is_some() {
        return None;
    }
    let is_separator = |character: char| {
        character.is_whitespace() || is_bar(character) || matches!(character, ',' | ';')
    };
    let words = lines.iter().flat_map(|line| line.text.split(is_separator));
    let (mut cells, mut characters, mut highest, mut has_several) = (0, 0, b'0', false);
    for word in words {
        characters += word.len();
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let is_ascending = word.as_bytes().windows(2).all(|pair| pair[0] < pair[1]);
        has_several |= is_number && is_ascending && word.len() > 1 && !word.starts_with('0');
        cells += usize::from(is_number || word.len() == 1);
        if is_number {
            highest = word.bytes().fold(highest, u8::max);
        }
    }
    let is_list = has_several
        && size_of(cells).is_some_and(|size| usize::from(highest - b'0') <= size && size <= 9);
    let is_candidates = is_list || lines.len() == 1 && characters == 9 * 9 * 9;
    is_candidates.then(|| TextError::new(Fault::Candidates))
}

/// A record whose words are not separated by white space or colons.
fn record_separator(lines: &[Line], signs: Signs) -> Option<TextError> {
    let [line] = lines else {
        return None;
    };
    let separator = *separators(lines).first()?;
    let is_board = |word: &&str| record::board(word.trim(), signs).is_some();
    match line.text.split(separator).filter(is_board).count() {
        0 => None,
        1 => Some(line.within.error(Fault::RecordSeparator(separator))),
        count => Some(line.within.error(Fault::SeveralBoards { count })),
    }
}

/// One line on which a character stands between rows, as in `0830…-0008…`.
fn row_separator(lines: &[Line], signs: Signs) -> Option<TextError> {
    let [line] = lines else {
        return None;
    };
    let is_separator = |separator: &char| {
        let rows: Vec<&str> = line
            .text
            .trim()
            .split(*separator)
            .take(MAX_SIZE + 1)
            .collect();
        let is_row = |row: &&str| {
            row.chars().count() == rows.len() && row.chars().all(|cell| signs.sign(cell).is_some())
        };
        (MIN_SIZE..=MAX_SIZE).contains(&rows.len()) && rows.iter().all(is_row)
    };
    let mut separators = ['-', '.', '/', '\\', ':', ',', ';', '_', '*'].into_iter();
    let found = separators.find(is_separator)?;
    let is_sign = signs.sign(found).is_some();
    Some(line.within.error(Fault::RowSeparator { found, is_sign }))
}

/// A comma or semicolon at the end of each line.
fn trailing_separator(lines: &[Line], error: &TextError) -> Option<TextError> {
    let last = lines.first()?.text.trim_end().chars().next_back();
    let separator = last.filter(|last| matches!(last, ',' | ';'))?;
    let is_last = |line: &Line| line.text.trim_end().ends_with(separator);
    let is_count = matches!(
        error.fault,
        Fault::CellCount { .. } | Fault::RowLength { .. }
    );
    (is_count && lines.iter().all(is_last))
        .then(|| TextError::new(Fault::TrailingSeparator(separator)))
}

/// A letter without symbols. If only one of several lines has letters, it may be a heading.
fn letter(lines: &[Line], signs: Signs) -> Option<TextError> {
    if signs.symbols.is_some() {
        return None;
    }
    let is_letter = |character: char| character.is_alphabetic() && signs.sign(character).is_none();
    let letters_in = |line: &Line| {
        let letters = (1..)
            .zip(line.text.chars())
            .filter(|(_, character)| is_letter(*character));
        letters.take(2).collect::<Vec<(usize, char)>>()
    };
    let with_letters = lines.iter().map(|line| (line, letters_in(line)));
    let mut with_letters = with_letters.filter(|(_, letters)| !letters.is_empty());
    let (line, letters) = with_letters.next()?;
    let is_text = !matches!(line.within, Within::Row(_));
    if is_text && lines.len() > 1 && letters.len() > 1 && with_letters.next().is_none() {
        return Some(line.within.error(Fault::Heading));
    }
    let is_cell = |character: &char| !character.is_whitespace() && !is_bar(*character);
    let count = lines
        .iter()
        .map(|line| line.text.chars().filter(is_cell).count())
        .sum();
    let size = signs.size.or(size_of(count));
    let (character, found) = letters[0];
    Some(
        line.within
            .error_at(character, Fault::Letter { found, size }),
    )
}
