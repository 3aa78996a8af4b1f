//! Reads declarations from the members of an object.

use serde_json::value::RawValue;

use super::{Declared, Division, Part, regions};
use crate::http::request::faults::Faults;
use crate::http::request::members::read_members;
use crate::http::request::quote::describe_json;
use crate::http::request::raw_json::{elements, is_number, members, string};
use crate::http::request::sentence::{alternatives, sentence};
use crate::http::request::spelling::parse_number;
use crate::sudoku::{BoxShape, Cell, MAX_EXTRA_REGIONS, MAX_SIZE, MIN_SIZE, Symbols, Variant};

/// The members of an object that declare something.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Members<'a> {
    pub(crate) shape: Option<&'a RawValue>,
    pub(crate) regions: Option<&'a RawValue>,
    pub(crate) variants: Option<&'a RawValue>,
    pub(crate) extra_regions: Option<&'a RawValue>,
    pub(crate) symbols: Option<&'a RawValue>,
}

impl Members<'_> {
    /// Returns whether this part is declared by a member.
    pub(crate) fn declares(&self, part: Part) -> bool {
        let member = match part {
            Part::Board | Part::Division => None,
            Part::Box => self.shape,
            Part::Regions => self.regions,
            Part::Variants => self.variants,
            Part::ExtraRegions => self.extra_regions,
            Part::Symbols => self.symbols,
        };
        member.is_some()
    }

    /// Reads what the members declare, without what has a fault.
    pub(crate) fn read(&self, faults: &mut Faults) -> Declared {
        if self.shape.is_some() && self.regions.is_some() {
            faults.push("#/regions", || {
                "\"regions\" take the place of boxes; expected either \"box\" or \"regions\"."
                    .to_owned()
            });
        }
        let shape = self.shape.and_then(|json| read_box_shape(json, faults));
        let regions = self.regions.and_then(|json| regions::read(json, faults));
        Declared {
            division: shape.map(Division::Box).or(regions.map(Division::Regions)),
            variants: self.variants.and_then(|json| read_variants(json, faults)),
            extra_regions: self
                .extra_regions
                .and_then(|json| read_extra_regions(json, faults)),
            symbols: self
                .symbols
                .and_then(|json| read_symbols(json, faults))
                .map(Into::into),
        }
    }
}

fn read_box_shape(shape: &RawValue, faults: &mut Faults) -> Option<BoxShape> {
    const EXPECTED: &str = "expected {\"rows\": …, \"columns\": …}, both whole numbers";

    let Some(members) = members(shape) else {
        faults.push("#/box", || {
            format!("The box is {}; {EXPECTED}.", describe_json(shape.get()))
        });
        return None;
    };
    let [rows, columns] = read_members("#/box", &members, ["rows", "columns"], faults);
    let mut side = |name: &str, value: Option<&RawValue>| {
        let Some(text) = value.map(RawValue::get) else {
            faults.push("#/box", || {
                format!("The box has no \"{name}\"; {EXPECTED}.")
            });
            return None;
        };
        let number = whole_number(text).filter(|number| *number > 0);
        if number.is_none() {
            faults.push(format!("#/box/{name}"), || {
                format!(
                    "\"{name}\" of the box is {}; expected a whole number from 1 to {MAX_SIZE}.",
                    describe_json(text)
                )
            });
        }
        number.map(usize::from)
    };
    let (rows, columns) = (side("rows", rows), side("columns", columns));
    let shape = BoxShape {
        rows: rows?,
        columns: columns?,
    };
    if let Some(detail) = describe_box_size(shape) {
        faults.push("#/box", || detail);
        return None;
    }
    Some(shape)
}

/// Returns what is wrong with the size of a box that no board has.
pub(super) fn describe_box_size(shape: BoxShape) -> Option<String> {
    let cells = shape.rows * shape.columns;
    (!(MIN_SIZE..=MAX_SIZE).contains(&cells)).then(|| {
        format!(
            "The box has {cells} cells; expected {MIN_SIZE} to {MAX_SIZE}, as many as the board has rows."
        )
    })
}

fn read_variants(json: &RawValue, faults: &mut Faults) -> Option<Vec<Variant>> {
    let Some(names) = elements(json) else {
        faults.push("#/variants", || {
            format!(
                "The variants are {}; expected an array of names, such as [\"diagonal\", \"windoku\"].",
                describe_json(json.get())
            )
        });
        return None;
    };
    let (mut variants, mut are_known) = (Vec::new(), true);
    for (index, name) in names.iter().enumerate() {
        match string(name).and_then(|name| Variant::from_name(&name)) {
            // No layout has more, since none has a variant twice.
            Some(_) if variants.len() > Variant::ALL.len() => {}
            Some(variant) => variants.push(variant),
            None => {
                are_known = false;
                faults.push(format!("#/variants/{index}"), || {
                    format!(
                        "Variant {} is {}, which is unknown; expected {}.",
                        index + 1,
                        describe_json(name.get()),
                        known_variants()
                    )
                });
            }
        }
    }
    are_known.then_some(variants)
}

/// Lists the names of all variants.
pub(super) fn known_variants() -> String {
    let names: Vec<String> = Variant::ALL
        .iter()
        .map(|variant| format!("\"{variant}\""))
        .collect();
    alternatives(&names)
}

fn read_extra_regions(json: &RawValue, faults: &mut Faults) -> Option<Vec<Vec<Cell>>> {
    const EXPECTED: &str = "expected an array of cells, such as [{\"row\": 0, \"column\": 1}, …]";

    let Some(regions) = elements(json) else {
        faults.push("#/extra_regions", || {
            format!(
                "The extra regions are {}; expected an array, in which each is an array of cells.",
                describe_json(json.get())
            )
        });
        return None;
    };
    if regions.len() > MAX_EXTRA_REGIONS {
        faults.push("#/extra_regions", || {
            format!(
                "There are {} extra regions; expected at most {MAX_EXTRA_REGIONS}.",
                regions.len()
            )
        });
        return None;
    }
    let (mut read, mut are_cells) = (Vec::with_capacity(regions.len()), true);
    for (index, region) in regions.iter().enumerate() {
        let pointer = format!("#/extra_regions/{index}");
        let Some(cells) = elements(region) else {
            faults.push(pointer, || {
                let found = describe_json(region.get());
                format!("Extra region {} is {found}; {EXPECTED}.", index + 1)
            });
            are_cells = false;
            continue;
        };
        let cells: Vec<Option<Cell>> = cells
            .iter()
            .enumerate()
            .map(|(index, cell)| read_cell(&format!("{pointer}/{index}"), cell, faults))
            .collect();
        match cells.into_iter().collect() {
            Some(cells) => read.push(cells),
            None => are_cells = false,
        }
    }
    are_cells.then_some(read)
}

fn read_cell(pointer: &str, json: &RawValue, faults: &mut Faults) -> Option<Cell> {
    const EXPECTED: &str = "expected {\"row\": …, \"column\": …}, both counted from 0";

    let Some(members) = members(json) else {
        faults.push(pointer, || {
            format!("The cell is {}; {EXPECTED}.", describe_json(json.get()))
        });
        return None;
    };
    let [row, column] = read_members(pointer, &members, ["row", "column"], faults);
    let mut coordinate = |name: &str, value: Option<&RawValue>| {
        let Some(text) = value.map(RawValue::get) else {
            faults.push(pointer, || {
                format!("The cell has no \"{name}\"; {EXPECTED}.")
            });
            return None;
        };
        let number = whole_number(text);
        if number.is_none() {
            faults.push(format!("{pointer}/{name}"), || {
                format!(
                    "\"{name}\" of the cell is {}; expected a whole number, counted from 0.",
                    describe_json(text)
                )
            });
        }
        number
    };
    let (row, column) = (coordinate("row", row), coordinate("column", column));
    Some(Cell {
        row: row?,
        column: column?,
    })
}

fn read_symbols(json: &RawValue, faults: &mut Faults) -> Option<Symbols> {
    let read = match string(json) {
        Some(text) => Symbols::new(&text).map_err(sentence),
        None => Err(format!(
            "The symbols are {}; expected a string with one character for each digit, such as \"123456789ABCDEFG\".",
            describe_json(json.get())
        )),
    };
    read.map_err(|detail| faults.push("#/symbols", || detail))
        .ok()
}

/// Parses the text of a JSON number from 0 to 64.
pub(crate) fn whole_number(text: &str) -> Option<u8> {
    is_number(text).then(|| parse_number(text)).flatten()
}
