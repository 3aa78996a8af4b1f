//! What a request declares about its board: box or regions, variants, extra regions and symbols.
//!
//! `members` reads it from the members of an object, `parameters` from the query. Once the size of the board is known,
//! it becomes a layout; `layouts` builds the same layout only once.

pub(super) mod layouts;
pub(super) mod members;
pub(super) mod parameters;
mod regions;

use std::sync::Arc;

use super::sentence::sentence;
use crate::sudoku::{
    BoxShape, Cell, Layout, LayoutError, LayoutSpec, MAX_EXTRA_REGIONS, Symbols, Variant,
};

/// What a request declares about its board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    division: Option<Division>,
    variants: Option<Vec<Variant>>,
    extra_regions: Option<Vec<Vec<Cell>>>,
    symbols: Option<Arc<Symbols>>,
}

/// What divides a board.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Division {
    Box(BoxShape),
    /// A layout with these regions and nothing else.
    Regions(LayoutSpec),
}

/// A part of a request that describes a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Board,
    /// A box or regions, of which none is declared.
    Division,
    Box,
    Regions,
    Variants,
    ExtraRegions,
    Symbols,
}

/// What is wrong with a declaration, once the size of the board is known.
#[derive(Debug)]
pub(super) struct LayoutFault {
    pub(super) part: Part,
    /// A JSON Pointer within the part.
    pub(super) path: String,
    /// A sentence.
    pub(super) detail: String,
}

/// A layout that can be built without a fault.
#[derive(Debug)]
pub(super) enum Plan {
    Built(Arc<Layout>),
    New(LayoutSpec),
}

impl Part {
    /// The parts that are members of an object.
    pub(super) const ALL: [Part; 6] = [
        Part::Board,
        Part::Box,
        Part::Regions,
        Part::Variants,
        Part::ExtraRegions,
        Part::Symbols,
    ];

    /// Returns the name of the member, which is also that of the parameter.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Part::Board | Part::Division => "board",
            Part::Box => "box",
            Part::Regions => "regions",
            Part::Variants => "variants",
            Part::ExtraRegions => "extra_regions",
            Part::Symbols => "symbols",
        }
    }
}

impl LayoutFault {
    fn new(part: Part, detail: String) -> LayoutFault {
        LayoutFault {
            part,
            path: String::new(),
            detail,
        }
    }
}

impl Declared {
    /// Returns the number of rows that the declaration fixes, if it does.
    pub(super) fn size(&self) -> Option<usize> {
        match (&self.symbols, &self.division) {
            (Some(symbols), _) => Some(symbols.size()),
            (None, Some(division)) => Some(division.size()),
            (None, None) => None,
        }
    }

    pub(super) fn symbols(&self) -> Option<&Arc<Symbols>> {
        self.symbols.as_ref()
    }

    /// Returns the parts that are declared.
    pub(super) fn parts(&self) -> impl Iterator<Item = Part> {
        let division = self.division.as_ref().map(Division::part);
        [
            division,
            self.variants.as_ref().map(|_| Part::Variants),
            self.extra_regions.as_ref().map(|_| Part::ExtraRegions),
            self.symbols.as_ref().map(|_| Part::Symbols),
        ]
        .into_iter()
        .flatten()
    }

    /// Adds each part of `defaults` that is not declared here. A box and regions take the place of each other.
    pub(super) fn with_defaults(self, defaults: &Declared) -> Declared {
        Declared {
            division: self.division.or_else(|| defaults.division.clone()),
            variants: self.variants.or_else(|| defaults.variants.clone()),
            extra_regions: self
                .extra_regions
                .or_else(|| defaults.extra_regions.clone()),
            symbols: self.symbols.or_else(|| defaults.symbols.clone()),
        }
    }

    /// Returns what is wrong if the parts fix different numbers of rows.
    pub(super) fn size_conflict(&self) -> Option<LayoutFault> {
        let (symbols, division) = (self.symbols.as_ref()?, self.division.as_ref()?);
        let (count, size) = (symbols.size(), division.size());
        (count != size).then(|| {
            let detail = format!(
                "There are {count} symbols, but {} is declared for {size} rows; expected a symbol for each row.",
                division.part().noun()
            );
            LayoutFault::new(Part::Symbols, detail)
        })
    }

    /// Plans the layout of a board of this size.
    pub(super) fn plan(&self, size: usize) -> Result<Plan, Vec<LayoutFault>> {
        let fault = |part, error: LayoutError| vec![LayoutFault::new(part, sentence(error))];
        let (base, shape) = match &self.division {
            None => (LayoutSpec::new(size, None), None),
            Some(Division::Box(shape)) => (LayoutSpec::new(size, Some(*shape)), Some(*shape)),
            Some(Division::Regions(spec)) if spec.size() == size => (Ok(spec.clone()), None),
            Some(Division::Regions(spec)) => {
                let detail = format!(
                    "The board has {size} rows, but its regions have {}.",
                    spec.size()
                );
                return Err(vec![LayoutFault::new(Part::Board, detail)]);
            }
        };
        let base = base.map_err(|error| match error {
            LayoutError::Box { .. } => fault(Part::Box, error),
            LayoutError::NoBox { .. } => fault(Part::Division, error),
            _ => fault(Part::Board, error),
        })?;
        if let Some(symbols) = self.symbols.as_ref().filter(|one| one.size() != size) {
            let detail = format!(
                "The board has {size} rows, but {} symbols are declared; expected a symbol for each row.",
                symbols.size()
            );
            return Err(vec![LayoutFault::new(Part::Board, detail)]);
        }
        let variants = self.variants.as_deref().unwrap_or_default();
        let extra_regions = self.extra_regions.as_deref().unwrap_or_default();
        let has_regions = matches!(self.division, Some(Division::Regions(_)));
        if variants.is_empty() && extra_regions.is_empty() && !has_regions {
            let layout = Layout::new(size, shape).map_err(|error| fault(Part::Board, error))?;
            return Ok(Plan::Built(layout));
        }
        let mut faults = Vec::new();
        let spec = add_variants(base, variants, &mut faults);
        let spec = add_extra_regions(spec, extra_regions, &mut faults);
        if faults.is_empty() {
            Ok(Plan::New(spec))
        } else {
            Err(faults)
        }
    }
}

impl Division {
    /// The number of rows of a board that is divided in this way.
    fn size(&self) -> usize {
        match self {
            Division::Box(shape) => shape.rows * shape.columns,
            Division::Regions(spec) => spec.size(),
        }
    }

    fn part(&self) -> Part {
        match self {
            Division::Box(_) => Part::Box,
            Division::Regions(_) => Part::Regions,
        }
    }
}

impl Part {
    /// Names what divides a board.
    fn noun(self) -> &'static str {
        match self {
            Part::Box => "a box",
            _ => "a set of regions",
        }
    }
}

/// Adds variants, without those that have a fault.
fn add_variants(
    mut spec: LayoutSpec,
    variants: &[Variant],
    faults: &mut Vec<LayoutFault>,
) -> LayoutSpec {
    for (index, variant) in variants.iter().enumerate() {
        match spec.clone().with_variant(*variant) {
            Ok(with_variant) => spec = with_variant,
            Err(error) => faults.push(LayoutFault {
                part: Part::Variants,
                path: format!("/{index}"),
                detail: sentence(error),
            }),
        }
    }
    spec
}

/// Adds extra regions. What is added does not matter if one has a fault.
fn add_extra_regions(
    base: LayoutSpec,
    extra_regions: &[Vec<Cell>],
    faults: &mut Vec<LayoutFault>,
) -> LayoutSpec {
    if extra_regions.len() > MAX_EXTRA_REGIONS {
        let detail = sentence(LayoutError::TooManyExtraRegions);
        faults.push(LayoutFault::new(Part::ExtraRegions, detail));
        return base;
    }
    let mut spec = base.clone();
    for (index, cells) in extra_regions.iter().enumerate() {
        match spec.with_extra_region(cells.iter().copied()) {
            Ok(with_region) => spec = with_region,
            Err(error) => {
                let (place, detail) = describe_extra_region(error, cells);
                faults.push(LayoutFault {
                    part: Part::ExtraRegions,
                    path: format!("/{index}{place}"),
                    detail,
                });
                spec = base.clone();
            }
        }
    }
    spec
}

/// Returns where an extra region has its fault, and a sentence about it.
fn describe_extra_region(error: LayoutError, cells: &[Cell]) -> (String, String) {
    match error {
        LayoutError::OutsideBoard { cell, size } => {
            let index = cells.iter().position(|other| *other == cell);
            let (name, found) = if usize::from(cell.row) >= size {
                ("row", cell.row)
            } else {
                ("column", cell.column)
            };
            let detail = format!(
                "\"{name}\" of the cell is {found}; expected a whole number from 0 to {}, since the board has {size} rows.",
                size - 1
            );
            (format!("/{}/{name}", index.unwrap_or(0)), detail)
        }
        LayoutError::RepeatedCell { cell } => {
            let index = cells.iter().rposition(|other| *other == cell);
            let detail = format!("The extra region lists {cell} twice.");
            (format!("/{}", index.unwrap_or(0)), detail)
        }
        _ => (String::new(), sentence(error)),
    }
}
