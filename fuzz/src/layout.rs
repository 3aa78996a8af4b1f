//! Layouts and boards from the choices of the fuzzer.

use arbitrary::{Arbitrary, Result, Unstructured};
use serde_json::{Value, json};

/// The rows and columns of the boxes.
const SHAPES: [(usize, usize); 9] = [
    (2, 2),
    (2, 3),
    (3, 3),
    (3, 2),
    (1, 5),
    (2, 4),
    (3, 4),
    (4, 4),
    (1, 7),
];

const VARIANTS: [&str; 9] = [
    "diagonal",
    "windoku",
    "disjoint_groups",
    "center_dot",
    "asterisk",
    "girandola",
    "argyle",
    "anti_knight",
    "anti_king",
];

/// Characters for boards of up to 16 rows.
const SYMBOLS: &str = "ABCDEFGHIJKLMNOP";

/// What a request declares about its board. Not every layout exists: a variant may be missing at this size, and a region
/// may have too many cells.
#[derive(Debug)]
pub struct AnyLayout {
    /// The rows and columns of a box. Their product is the size of the board.
    shape: (usize, usize),
    /// The label of each cell, row by row. Regions take the place of the boxes.
    regions: Option<Vec<usize>>,
    variants: Vec<&'static str>,
    /// The cells of each, as indices in reading order.
    extra_regions: Vec<Vec<usize>>,
    has_symbols: bool,
}

impl<'a> Arbitrary<'a> for AnyLayout {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<AnyLayout> {
        let shape = *u.choose(&SHAPES)?;
        let size = shape.0 * shape.1;
        let cell_count = size * size;
        let regions = if u.arbitrary()? {
            Some(regions(u, shape)?)
        } else {
            None
        };
        let mut variants = Vec::new();
        for _ in 0..u.int_in_range(0..=3)? {
            variants.push(*u.choose(&VARIANTS)?);
        }
        let mut extra_regions = Vec::new();
        for _ in 0..u.int_in_range(0..=3)? {
            let length = u.int_in_range(1..=size + 1)?;
            let cells = (0..length).map(|_| u.int_in_range(0..=cell_count));
            extra_regions.push(cells.collect::<Result<_>>()?);
        }
        Ok(AnyLayout {
            shape,
            regions,
            variants,
            extra_regions,
            has_symbols: u.arbitrary()?,
        })
    }
}

/// Labels for the cells: those of boxes, some of them exchanged, and perhaps one of them changed.
fn regions(u: &mut Unstructured, (rows, columns): (usize, usize)) -> Result<Vec<usize>> {
    let size = rows * columns;
    let label = |cell: usize| cell / size / rows * rows + cell % size / columns;
    let mut labels: Vec<usize> = (0..size * size).map(label).collect();
    let last = size * size - 1;
    for _ in 0..u.int_in_range(0..=12)? {
        labels.swap(u.int_in_range(0..=last)?, u.int_in_range(0..=last)?);
    }
    if u.ratio(1, 16)? {
        labels[u.int_in_range(0..=last)?] = u.int_in_range(0..=size)?;
    }
    Ok(labels)
}

impl AnyLayout {
    /// Returns the number of rows of the board.
    pub fn size(&self) -> usize {
        self.shape.0 * self.shape.1
    }

    /// Chooses a digit for each cell, 0 for an empty one.
    ///
    /// # Errors
    ///
    /// If the input of the fuzzer is used up.
    pub fn board(&self, u: &mut Unstructured) -> Result<Vec<Vec<u8>>> {
        let highest = u8::try_from(self.size()).expect("the sizes are small");
        let is_sparse = u.arbitrary()?;
        let mut digit = || match u.int_in_range(0..=2)? {
            1.. if is_sparse => Ok(0),
            _ => u.int_in_range(0..=highest),
        };
        (0..self.size())
            .map(|_| (0..self.size()).map(|_| digit()).collect())
            .collect()
    }

    /// Returns an object with the members of the layout.
    pub fn members(&self) -> Value {
        let size = self.size();
        let mut members = json!({"variants": self.variants});
        match &self.regions {
            Some(labels) => members["regions"] = labels.chunks(size).map(Value::from).collect(),
            None => members["box"] = json!({"rows": self.shape.0, "columns": self.shape.1}),
        }
        if !self.extra_regions.is_empty() {
            let cell = |cell: &usize| json!({"row": cell / size, "column": cell % size});
            members["extra_regions"] = self
                .extra_regions
                .iter()
                .map(|cells| cells.iter().map(cell).collect::<Value>())
                .collect();
        }
        if self.has_symbols {
            members["symbols"] = SYMBOLS[..size].into();
        }
        members
    }

    /// Returns the same layout as the query of a request; `None` if it has extra regions, which a query cannot declare.
    pub fn query(&self) -> Option<String> {
        if !self.extra_regions.is_empty() {
            return None;
        }
        let mut parameters = Vec::new();
        match &self.regions {
            Some(labels) => {
                let labels = labels.iter();
                let labels: Option<String> = labels
                    .map(|label| char::from_digit(u32::try_from(*label).ok()?, 36))
                    .collect();
                parameters.push(format!("regions={}", labels?));
            }
            None => parameters.push(format!("box={}x{}", self.shape.0, self.shape.1)),
        }
        if !self.variants.is_empty() {
            parameters.push(format!("variants={}", self.variants.join(",")));
        }
        if self.has_symbols {
            parameters.push(format!("symbols={}", &SYMBOLS[..self.size()]));
        }
        Some(parameters.join("&"))
    }

    /// Returns a digit as it is written in a request, `"."` for an empty cell.
    pub fn cell(&self, digit: u8) -> String {
        match usize::from(digit).checked_sub(1) {
            None => ".".to_owned(),
            Some(index) if self.has_symbols => SYMBOLS[index..=index].to_owned(),
            Some(_) => digit.to_string(),
        }
    }

    /// Returns a board as a 2D array of strings.
    pub fn cells(&self, board: &[Vec<u8>]) -> Value {
        let row = |row: &Vec<u8>| row.iter().map(|digit| self.cell(*digit)).collect::<Value>();
        board.iter().map(row).collect()
    }

    /// Returns a board as text, one line per row, with commas.
    pub fn text(&self, board: &[Vec<u8>]) -> String {
        let row = |row: &Vec<u8>| {
            let cells: Vec<String> = row.iter().map(|digit| self.cell(*digit)).collect();
            cells.join(",") + "\n"
        };
        board.iter().map(row).collect()
    }
}
