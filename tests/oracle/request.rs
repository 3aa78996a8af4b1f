//! A board as a body describes it.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use sudoku_validator::sudoku::Symbols;

use super::json::{elements, known_members};
use super::rules::{Constraint, box_layout};
use super::{layouts, text};

/// A board as written in a body.
#[derive(Debug, PartialEq, Eq)]
pub struct Board {
    /// The rows of the board, with 0 for an empty cell.
    pub digits: Vec<Vec<u8>>,
    /// For each cell, whether it is written as a string.
    pub strings: AreStrings,
    /// The symbol of each digit.
    pub symbols: Option<Vec<char>>,
    /// The houses and groups, in scan order.
    pub constraints: Vec<Constraint>,
}

/// Whether cells are written as strings, row by row.
pub type AreStrings = Vec<Vec<bool>>;

/// The houses of a board, and what divides it.
struct Houses {
    constraints: Vec<Constraint>,
    /// The rows and columns of a box. With regions, a row.
    shape: (usize, usize),
    has_regions: bool,
}

/// Reads a board, bare or in an object. Returns `None` if the contract rejects it.
pub fn board(json: &str) -> Option<Board> {
    let names = [
        "board",
        "box",
        "regions",
        "variants",
        "extra_regions",
        "symbols",
    ];
    let [board, shape, regions, variants, extra_regions, symbols] =
        if json.trim_ascii_start().starts_with('{') {
            known_members(json, names)?
        } else {
            [Some(json), None, None, None, None, None]
        };
    let symbols = match symbols {
        Some(symbols) => Some(read_symbols(symbols)?),
        None => None,
    };
    let shape = match shape {
        Some(shape) => {
            let [rows, columns] = known_members(shape, ["rows", "columns"])?;
            let side = |side: Option<&str>| whole_number(side?).map(usize::from);
            Some((side(rows)?, side(columns)?))
        }
        None => None,
    };
    let regions = match regions {
        Some(regions) => Some(read_regions(regions)?),
        None => None,
    };
    let mut sizes = vec![];
    sizes.extend(symbols.as_ref().map(Vec::len));
    sizes.extend(shape.map(|(rows, columns)| rows * columns));
    sizes.extend(regions.as_ref().map(Vec::len));
    sizes.dedup();
    if sizes.len() > 1 || shape.is_some() && regions.is_some() {
        return None;
    }
    let (digits, strings) = cells(board?, sizes.first().copied(), symbols.as_deref())?;
    let size = digits.len();
    if sizes.first().is_some_and(|fixed| *fixed != size) {
        return None;
    }
    let mut houses = houses(size, shape, regions)?;
    add_variants(&mut houses, variants)?;
    add_extra_regions(&mut houses, size, extra_regions)?;
    let constraints = houses.constraints;
    Some(Board {
        digits,
        strings,
        symbols,
        constraints,
    })
}

fn read_symbols(json: &str) -> Option<Vec<char>> {
    let symbols: Vec<char> = serde_json::from_str::<String>(json).ok()?.chars().collect();
    let is_allowed = |symbol: &char| match symbol {
        '!'..='~' => !",;|+#[]\"".contains(*symbol),
        '\0'..='\u{7f}' => false,
        // What Unicode says about a character is not repeated here.
        _ => Symbols::new(&format!("ABC{symbol}")).is_ok(),
    };
    let is_repeated = |symbol: &char| symbols.iter().filter(|other| *other == symbol).count() > 1;
    let is_sign_left = ".0_*?".chars().any(|sign| !symbols.contains(&sign));
    let are_symbols = (4..=64).contains(&symbols.len())
        && symbols.iter().all(is_allowed)
        && !symbols.iter().any(is_repeated)
        && is_sign_left;
    are_symbols.then_some(symbols)
}

/// The label of each cell, as it is written.
fn read_regions(json: &str) -> Option<Vec<Vec<String>>> {
    let labels_of = |text: String| -> Option<Vec<String>> {
        let has_space = text.contains(char::is_whitespace);
        (!has_space).then(|| text.chars().map(String::from).collect())
    };
    let rows: Vec<Vec<String>> = if json.starts_with('"') {
        let labels = labels_of(serde_json::from_str(json).ok()?)?;
        let size = (4..=64).find(|size| size * size == labels.len())?;
        labels.chunks(size).map(<[String]>::to_vec).collect()
    } else {
        let rows = elements(json)?;
        let are_strings = rows.iter().all(|row| row.get().starts_with('"'));
        let row = |row: &&RawValue| {
            if are_strings {
                return labels_of(serde_json::from_str(row.get()).ok()?);
            }
            elements(row.get())?.into_iter().map(label).collect()
        };
        rows.iter().map(row).collect::<Option<_>>()?
    };
    let size = rows.len();
    let is_square = (4..=64).contains(&size) && rows.iter().all(|row| row.len() == size);
    let labels = rows.concat();
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    for label in &labels {
        *counts.entry(label).or_default() += 1;
    }
    let are_regions = counts.values().all(|count| *count == size);
    (is_square && are_regions).then_some(rows)
}

/// A label of its own: a number as it is written, or a string in quotes.
fn label(json: &RawValue) -> Option<String> {
    let text = json.get();
    if text.starts_with('"') {
        let content: String = serde_json::from_str(text).ok()?;
        return (!content.is_empty()).then(|| format!("\"{content}\""));
    }
    let is_number = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    is_number.then(|| text.to_owned())
}

/// The digits of each row, and whether they are written as strings.
fn cells(
    json: &str,
    fixed: Option<usize>,
    symbols: Option<&[char]>,
) -> Option<(Vec<Vec<u8>>, AreStrings)> {
    let alphabet: Option<String> = symbols.map(|symbols| symbols.iter().collect());
    let of_text = |digits: Vec<u8>| {
        let size = (4..=64).find(|size| size * size == digits.len())?;
        let rows: Vec<Vec<u8>> = digits.chunks(size).map(<[u8]>::to_vec).collect();
        Some((rows, vec![vec![true; size]; size]))
    };
    if json.trim_ascii_start().starts_with('"') {
        let text: String = serde_json::from_str(json).ok()?;
        return of_text(text::read(&text, fixed, alphabet.as_deref())?);
    }
    let elements_of_board = elements(json)?;
    let is_array = |element: &&RawValue| element.get().starts_with('[');
    let rows: Vec<Vec<&RawValue>> = if elements_of_board.iter().any(is_array) {
        elements_of_board
            .iter()
            .map(|row| elements(row.get()))
            .collect::<Option<_>>()?
    } else {
        let strings = elements_of_board
            .iter()
            .map(|row| serde_json::from_str(row.get()).ok())
            .collect::<Option<Vec<String>>>();
        // A row has at least as many characters as there are rows.
        if let Some(rows) = strings
            && rows.iter().any(|row| row.len() > 4)
        {
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            return of_text(text::read_rows(&rows, fixed, alphabet.as_deref())?);
        }
        let size = (4..=64).find(|size| size * size == elements_of_board.len());
        match size {
            Some(size) if fixed.is_none_or(|fixed| fixed == size) => {
                elements_of_board.chunks(size).map(<[_]>::to_vec).collect()
            }
            _ => {
                let rows = elements_of_board.iter();
                let rows = rows.map(|row| serde_json::from_str(row.get()).ok());
                let rows = rows.collect::<Option<Vec<String>>>()?;
                let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
                return of_text(text::read_rows(&rows, fixed, alphabet.as_deref())?);
            }
        }
    };
    let size = rows.len();
    if !(4..=64).contains(&size) || rows.iter().any(|row| row.len() != size) {
        return None;
    }
    let digit = |cell: &&RawValue| match symbols {
        Some(symbols) => symbol(cell.get(), symbols),
        None => digit(cell.get()).filter(|digit| usize::from(*digit) <= size),
    };
    let digits = rows
        .iter()
        .map(|row| row.iter().map(digit).collect())
        .collect::<Option<_>>()?;
    let is_string = |cell: &&RawValue| cell.get().starts_with('"');
    let strings = rows
        .iter()
        .map(|row| row.iter().map(is_string).collect())
        .collect();
    Some((digits, strings))
}

/// The digit of a cell that is written in symbols, 0 if it is empty.
fn symbol(cell: &str, symbols: &[char]) -> Option<u8> {
    if cell == "null" {
        return Some(0);
    }
    let text: String = serde_json::from_str(cell).ok()?;
    let position = symbols.iter().position(|symbol| text == symbol.to_string());
    match position {
        Some(position) => u8::try_from(position + 1).ok(),
        None => ["", ".", "0"].contains(&text.as_str()).then_some(0),
    }
}

fn houses(
    size: usize,
    shape: Option<(usize, usize)>,
    regions: Option<Vec<Vec<String>>>,
) -> Option<Houses> {
    if let Some(regions) = regions {
        return Some(Houses {
            constraints: layouts::region_layout(&regions),
            shape: (1, size),
            has_regions: true,
        });
    }
    let shape = match shape {
        Some(shape) => shape,
        // The most square box is the tallest one that is not taller than wide.
        None => (2..=size)
            .filter(|rows| size.is_multiple_of(*rows) && *rows <= size / rows)
            .map(|rows| (rows, size / rows))
            .max()?,
    };
    Some(Houses {
        constraints: box_layout(shape.0, shape.1),
        shape,
        has_regions: false,
    })
}

fn add_variants(houses: &mut Houses, json: Option<&str>) -> Option<()> {
    let Some(json) = json else { return Some(()) };
    let names: Vec<String> = serde_json::from_str(json).ok()?;
    for (index, name) in names.iter().enumerate() {
        if names[..index].contains(name) || houses.has_regions && name == "disjoint_groups" {
            return None;
        }
        let (rows, columns) = houses.shape;
        houses
            .constraints
            .extend(layouts::variant(name, rows, columns)?);
    }
    Some(())
}

fn add_extra_regions(houses: &mut Houses, size: usize, json: Option<&str>) -> Option<()> {
    let Some(json) = json else { return Some(()) };
    let regions = elements(json)?;
    if regions.len() > 1024 {
        return None;
    }
    for (index, region) in regions.into_iter().enumerate() {
        let mut cells = Vec::new();
        for cell in elements(region.get())? {
            let [row, column] = known_members(cell.get(), ["row", "column"])?;
            let place = |json: Option<&str>| {
                whole_number(json?)
                    .map(usize::from)
                    .filter(|place| *place < size)
            };
            cells.push((place(row)?, place(column)?));
        }
        cells.sort_unstable();
        let count = cells.len();
        cells.dedup();
        if cells.len() != count || !(2..=size).contains(&count) {
            return None;
        }
        houses.constraints.push(Constraint {
            kind: "extra_region",
            index: Some(index),
            cells,
        });
    }
    Some(())
}

/// The digit of a cell, 0 if it is empty. Returns `None` if it is neither.
fn digit(cell: &str) -> Option<u8> {
    if cell == "null" {
        return Some(0);
    }
    if !cell.starts_with('"') {
        return whole_number(cell);
    }
    match serde_json::from_str::<String>(cell).ok()?.as_str() {
        "" | "." => Some(0),
        text => (0..=64).find(|digit| digit.to_string() == text),
    }
}

/// The value of a JSON number in any spelling, if it is a whole number from 0 to 64.
fn whole_number(json: &str) -> Option<u8> {
    if !json.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        return None;
    }
    let (mantissa, exponent) = json.split_once(['e', 'E']).unwrap_or((json, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let figures = [whole.trim_start_matches('-'), fraction].concat();
    let mut value = 0;
    for (position, figure) in (1..)
        .zip(figures.chars())
        .filter(|(_, figure)| *figure != '0')
    {
        // The power of ten of this figure. If it is not 0 or 1, the number is not a digit of a board.
        let power = exponent
            .parse::<i128>()
            .ok()?
            .saturating_add((figures.len() - fraction.len()) as i128 - position);
        value += match power {
            0 => figure.to_digit(10)?,
            1 => figure.to_digit(10)? * 10,
            _ => return None,
        };
    }
    if value > 0 && json.starts_with('-') {
        None
    } else {
        u8::try_from(value).ok().filter(|value| *value <= 64)
    }
}
