//! Boards with regions, variants and extra regions, compared with the oracle.

use std::cell::Cell as Counter;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use serde_json::{Value, json};
use sudoku_validator::sudoku::{Board, BoxShape, Cell, Layout, LayoutSpec, Variant};

use crate::oracle::layouts as oracle;
use crate::oracle::rules::{Constraint, box_layout, repeats};
use crate::support::boards::{
    cell, constraints_of, pair, repeat, rows_of, solve_and_check, solved,
};
use crate::support::compare::compare;

/// What a layout is made of.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    shape: BoxShape,
    /// The region of each cell, if the board has regions instead of boxes.
    regions: Option<Vec<usize>>,
    variants: Vec<Variant>,
    extra_regions: Vec<Vec<Cell>>,
}

impl Parts {
    pub(crate) fn size(&self) -> usize {
        self.shape.rows * self.shape.columns
    }

    pub(crate) fn layout(&self) -> Arc<Layout> {
        let spec = match &self.regions {
            Some(regions) => LayoutSpec::with_regions(self.size(), regions),
            None => LayoutSpec::new(self.size(), Some(self.shape)),
        };
        let variants = self.variants.iter().copied();
        let spec = variants.fold(spec.unwrap(), |spec, variant| {
            spec.with_variant(variant).unwrap()
        });
        let extra_regions = self.extra_regions.iter().cloned();
        Layout::build(
            &extra_regions.fold(spec, |spec, cells| spec.with_extra_region(cells).unwrap()),
        )
    }

    /// The members of a request that declare the layout.
    pub(crate) fn members(&self) -> Value {
        let BoxShape { rows, columns } = self.shape;
        let cells = |region: &Vec<Cell>| -> Value {
            let cells = region.iter();
            cells
                .map(|cell| json!({"row": cell.row, "column": cell.column}))
                .collect()
        };
        let mut members = json!({
            "variants": self.variants.iter().map(|one| one.as_str()).collect::<Vec<_>>(),
            "extra_regions": self.extra_regions.iter().map(cells).collect::<Value>(),
        });
        match &self.regions {
            Some(regions) => {
                let rows: Vec<_> = regions.chunks(self.size()).collect();
                members["regions"] = json!(rows);
            }
            None => members["box"] = json!({"rows": rows, "columns": columns}),
        }
        members
    }

    /// The same houses and groups by the oracle.
    pub(crate) fn constraints(&self) -> Vec<Constraint> {
        let BoxShape { rows, columns } = self.shape;
        let mut constraints = match &self.regions {
            Some(regions) => {
                let labels = regions.chunks(self.size());
                let labels = labels.map(|row| row.iter().map(usize::to_string).collect());
                oracle::region_layout(&labels.collect::<Vec<_>>())
            }
            None => box_layout(rows, columns),
        };
        for variant in &self.variants {
            constraints.extend(oracle::variant(variant.as_str(), rows, columns).unwrap());
        }
        for (index, cells) in self.extra_regions.iter().enumerate() {
            let mut cells: Vec<_> = cells.iter().copied().map(pair).collect();
            cells.sort_unstable();
            constraints.push(Constraint {
                kind: "extra_region",
                index: Some(index),
                cells,
            });
        }
        constraints
    }
}

/// Regions that grow from those of boxes of one row: cells of two regions are swapped as long as both stay connected.
fn connected_regions(size: usize, swaps: &[(Index, Index)]) -> Vec<usize> {
    let mut regions: Vec<usize> = (0..size * size).map(|cell| cell / size).collect();
    for (one, other) in swaps {
        let (one, other) = (one.index(regions.len()), other.index(regions.len()));
        regions.swap(one, other);
        if !is_connected(size, &regions, regions[one])
            || !is_connected(size, &regions, regions[other])
        {
            regions.swap(one, other);
        }
    }
    regions
}

fn is_connected(size: usize, regions: &[usize], region: usize) -> bool {
    let cells: Vec<usize> = (0..regions.len())
        .filter(|cell| regions[*cell] == region)
        .collect();
    let mut reached = vec![cells[0]];
    let mut next = 0;
    while let Some(cell) = reached.get(next).copied() {
        for other in &cells {
            let distance =
                (cell / size).abs_diff(other / size) + (cell % size).abs_diff(other % size);
            if distance == 1 && !reached.contains(other) {
                reached.push(*other);
            }
        }
        next += 1;
    }
    reached.len() == cells.len()
}

/// The parts of a layout of this shape, with at most so many variants and extra regions.
pub(crate) fn any_parts(
    shape: BoxShape,
    variants: usize,
    extra_regions: usize,
) -> impl Strategy<Value = Parts> {
    let size = shape.rows * shape.columns;
    let dealt = Just((0..size * size).map(|cell| cell % size).collect::<Vec<_>>()).prop_shuffle();
    let swaps = prop::collection::vec(any::<(Index, Index)>(), 0..40 * size);
    let connected = swaps.prop_map(move |swaps| connected_regions(size, &swaps));
    let regions =
        prop_oneof![3 => Just(None), 2 => connected.prop_map(Some), 1 => dealt.prop_map(Some)];
    let existing: Vec<Variant> = Variant::ALL
        .iter()
        .copied()
        .filter(|variant| variant.exists_at(size))
        .collect();
    let most = variants.min(existing.len());
    let variants = subsequence(existing, 0..=most).prop_shuffle();
    let region = prop::collection::vec(any::<Index>(), 2..=size);
    let extra_regions = prop::collection::vec(region, 0..=extra_regions);
    (regions, variants, extra_regions).prop_map(move |(regions, mut variants, extra_regions)| {
        if regions.is_some() {
            variants.retain(|variant| *variant != Variant::DisjointGroups);
        }
        let extra_regions = extra_regions
            .iter()
            .map(|region| distinct_cells(size, region));
        Parts {
            shape,
            regions,
            variants,
            extra_regions: extra_regions.collect(),
        }
    })
}

/// Different cells in any order: where one is taken, the next free one is used.
fn distinct_cells(size: usize, region: &[Index]) -> Vec<Cell> {
    let mut free: Vec<usize> = (0..size * size).collect();
    let take = |index: &Index| {
        let number = free.remove(index.index(free.len()));
        let narrow = |number| u8::try_from(number).unwrap();
        cell(narrow(number / size), narrow(number % size))
    };
    region.iter().map(take).collect()
}

pub(crate) fn any_shape(shapes: &'static [(usize, usize)]) -> impl Strategy<Value = BoxShape> {
    prop::sample::select(shapes).prop_map(|(rows, columns)| BoxShape { rows, columns })
}

/// A layout and a board: a solution of the layout if there is one, with most cells emptied and a few overwritten.
fn any_board(parts: impl Strategy<Value = Parts>) -> impl Strategy<Value = (Parts, Vec<Vec<u8>>)> {
    let filled = prop_oneof![0.3..=0.6, 0.6..=1.0];
    let overwritten = prop_oneof![Just(0.0), 0.0..=0.1];
    let changes = (parts, filled, overwritten).prop_flat_map(|(parts, filled, overwritten)| {
        let size = parts.size();
        let change = (
            prop::bool::weighted(filled),
            prop::bool::weighted(overwritten),
            1..=u8::try_from(size).unwrap(),
        );
        (Just(parts), prop::collection::vec(change, size * size))
    });
    changes.prop_map(|(parts, changes)| {
        let mut rows = full_board(&parts);
        for (digit, change) in rows.iter_mut().flatten().zip(changes) {
            match change {
                (false, ..) => *digit = 0,
                (true, true, other) => *digit = other,
                (true, false, _) => {}
            }
        }
        (parts, rows)
    })
}

/// A solution of the layout, or of that with boxes only if none is found soon.
pub(crate) fn full_board(parts: &Parts) -> Vec<Vec<u8>> {
    let (size, calls) = (parts.size(), Counter::new(0));
    let stop = || calls.replace(calls.get() + 1) > 200;
    let empty = Board::new(parts.layout(), vec![0; size * size]).unwrap();
    let solutions = solve_and_check(&empty, 1, &stop);
    solutions
        .examples
        .first()
        .map_or_else(|| solved(parts.shape), rows_of)
}

/// Small enough for the oracle to count solutions.
pub(crate) const SMALL: &[(usize, usize)] = &[(2, 2), (1, 5), (2, 3), (3, 2), (1, 7), (2, 4)];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn small_boards_of_all_layouts_agree_with_the_oracle(
        (parts, rows) in any_board(any_shape(SMALL).prop_flat_map(|shape| any_parts(shape, 4, 3))),
        count_to in 1..20_usize,
    ) {
        prop_assert_eq!(constraints_of(&parts.layout()), parts.constraints());
        compare(&rows, &parts.layout(), count_to);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn boards_of_nine_rows_with_variants_agree_with_the_oracle(
        (parts, rows) in any_board(any_parts(BoxShape { rows: 3, columns: 3 }, 3, 2)),
        count_to in 1..20_usize,
    ) {
        prop_assert_eq!(constraints_of(&parts.layout()), parts.constraints());
        compare(&rows, &parts.layout(), count_to);
    }
}

/// Up to the largest board, with and without a default box shape.
pub(crate) const LARGE: &[(usize, usize)] = &[
    (2, 5),
    (1, 11),
    (3, 4),
    (1, 13),
    (4, 4),
    (5, 5),
    (5, 6),
    (8, 8),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_duplicates_of_large_boards_of_all_layouts_are_those_of_the_oracle(
        (parts, digits) in any_shape(LARGE)
            .prop_flat_map(|shape| any_parts(shape, 2, 6))
            .prop_flat_map(|parts| {
                let size = parts.size();
                // Few digits, so that there are boards without duplicates, too.
                let digit = prop_oneof![40 => Just(0), 1 => 1..=u8::try_from(size).unwrap()];
                (Just(parts), prop::collection::vec(digit, size * size))
            }),
    ) {
        let board = Board::new(parts.layout(), digits.clone()).unwrap();
        let rows: Vec<Vec<u8>> = digits.chunks(parts.size()).map(<[u8]>::to_vec).collect();
        let expected = repeats(&rows, &parts.constraints());
        prop_assert_eq!(board.is_valid(), expected.is_empty());
        let found: Vec<_> = board.duplicates().map(|duplicate| repeat(&duplicate)).collect();
        prop_assert_eq!(found, expected);
    }
}
