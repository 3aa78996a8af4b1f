//! Reads declarations from the query.

use super::members::{describe_box_size, known_variants};
use super::{Declared, Division, Part, regions};
use crate::http::request::quote::is_quotable_name;
use crate::http::request::sentence::sentence;
use crate::sudoku::{BoxShape, MAX_SIZE, Symbols, Variant};

/// The values of the parameters that declare something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameters<'q> {
    pub(crate) shape: Option<&'q str>,
    pub(crate) regions: Option<&'q str>,
    pub(crate) variants: Option<&'q str>,
    pub(crate) symbols: Option<&'q str>,
}

impl Parameters<'_> {
    /// Reads what the parameters declare.
    ///
    /// # Errors
    ///
    /// A sentence.
    pub(crate) fn read(&self) -> Result<Declared, String> {
        if self.shape.is_some() && self.regions.is_some() {
            return Err(
                "The parameters \"box\" and \"regions\" exclude each other; expected one of them."
                    .to_owned(),
            );
        }
        let shape = self.shape.map(read_box_shape).transpose()?;
        let regions = self.regions.map(|text| {
            let spec = regions::from_text(text);
            spec.map_err(|detail| invalid(Part::Regions, &detail))
        });
        let symbols = self.symbols.map(|text| {
            let symbols = Symbols::new(text);
            symbols.map_err(|error| invalid(Part::Symbols, &sentence(error)))
        });
        let declared = Declared {
            division: shape
                .map(Division::Box)
                .or(regions.transpose()?.map(Division::Regions)),
            variants: self.variants.map(read_variants).transpose()?,
            extra_regions: None,
            symbols: symbols.transpose()?.map(Into::into),
        };
        match declared.conflict() {
            Some((part, detail)) => Err(invalid(part, &detail)),
            None => Ok(declared),
        }
    }
}

impl Declared {
    /// Returns what is wrong for boards of every size.
    fn conflict(&self) -> Option<(Part, String)> {
        if let Some(fault) = self.size_conflict() {
            return Some((fault.part, fault.detail));
        }
        // Without a division, each variant that exists at all exists for nine rows.
        let size = self.size().unwrap_or(9);
        let without_symbols = Declared {
            symbols: None,
            ..self.clone()
        };
        let faults = without_symbols.plan(size).err()?;
        let fault = faults
            .into_iter()
            .find(|fault| fault.part == Part::Variants)?;
        Some((fault.part, fault.detail))
    }
}

fn invalid(part: Part, detail: &str) -> String {
    format!(
        "The parameter \"{}\" has an invalid value. {detail}",
        part.name()
    )
}

/// Reads the number of rows and columns of a box, as in `2x3`.
fn read_box_shape(text: &str) -> Result<BoxShape, String> {
    let side = |text: &str| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse::<usize>().ok().filter(|_| is_number)?;
        (1..=MAX_SIZE).contains(&number).then_some(number)
    };
    let sides = text.split_once('x');
    let shape = sides.and_then(|(rows, columns)| {
        Some(BoxShape {
            rows: side(rows)?,
            columns: side(columns)?,
        })
    });
    let shape = shape.ok_or_else(|| {
        "The parameter \"box\" has an invalid value; expected the rows and columns of a box, such as \"2x3\".".to_owned()
    })?;
    match describe_box_size(shape) {
        Some(detail) => Err(invalid(Part::Box, &detail)),
        None => Ok(shape),
    }
}

/// Reads names that are separated by commas.
fn read_variants(text: &str) -> Result<Vec<Variant>, String> {
    let read = |name: &str| {
        Variant::from_name(name).ok_or_else(|| {
            let found = if is_quotable_name(name) {
                format!("the unknown variant \"{name}\"")
            } else {
                "an unknown variant".to_owned()
            };
            format!(
                "The parameter \"variants\" names {found}; expected {}, separated by commas.",
                known_variants()
            )
        })
    };
    text.split(',').map(read).collect()
}
