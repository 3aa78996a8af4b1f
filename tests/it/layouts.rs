//! The houses and groups of layouts, and the layouts that are rejected.

use std::cell::Cell as Counter;

use proptest::prelude::*;
use sudoku_validator::sudoku::{
    Board, BoxShape, Cell, ConstraintKind, Digit, Layout, LayoutError, LayoutSpec,
    MAX_EXTRA_REGIONS, SearchEnd, Variant,
};

use crate::oracle::{layouts as oracle, rules};
use crate::support::boards::{
    BOX_SHAPES_OF_ALL_SIZES, cell, constraints_of, solve_and_check, variant_layout,
};

#[test]
fn a_layout_lists_its_houses_and_groups_in_scan_order() {
    let layout = variant_layout((2, 3));
    let kinds = layout.constraints().iter().map(|one| one.kind().as_str());
    let kinds: Vec<&str> = kinds.collect();
    let expected = [
        vec!["row"; 6],
        vec!["column"; 6],
        vec!["box"; 6],
        vec!["diagonal"; 2],
        vec!["extra_region"; 2],
    ];
    assert_eq!(kinds, expected.concat());
    assert_eq!((layout.houses().count(), layout.groups().count()), (20, 2));
    // The cells of a group are in reading order, however they were given.
    let group = layout.groups().next().unwrap();
    assert_eq!(group.cells(), [cell(0, 3), cell(1, 1), cell(3, 0)]);
}

/// The order of the parts is fixed, but variants are scanned in the order in which they were added.
#[test]
fn variants_come_in_the_order_in_which_they_are_added_and_before_extra_regions() {
    let spec = LayoutSpec::new(9, None).unwrap();
    let spec = spec.with_extra_region([cell(0, 0), cell(8, 8)]).unwrap();
    let spec = spec.with_variant(Variant::Windoku).unwrap();
    let layout = Layout::build(&spec.with_variant(Variant::Diagonal).unwrap());
    let kinds = layout.constraints()[27..].iter();
    let kinds: Vec<&str> = kinds.map(|one| one.kind().as_str()).collect();
    let mut expected = vec!["window"; 4];
    expected.extend(["diagonal", "diagonal", "extra_region"]);
    assert_eq!(kinds, expected);
}

#[test]
fn every_variant_has_the_houses_and_groups_of_the_oracle_at_every_size() {
    for &shape in BOX_SHAPES_OF_ALL_SIZES.iter() {
        let BoxShape { rows, columns } = shape;
        let size = rows * columns;
        for &variant in Variant::ALL {
            // The oracle compares all pairs of cells, so only the smaller sizes are tested for pairs.
            if size > 16 && matches!(variant, Variant::AntiKnight | Variant::AntiKing) {
                continue;
            }
            let spec = LayoutSpec::new(size, Some(shape)).unwrap();
            let expected = oracle::variant(variant.as_str(), rows, columns);
            assert_eq!(
                variant.exists_at(size),
                expected.is_some(),
                "{variant} at {size}"
            );
            match (spec.with_variant(variant), expected) {
                (Ok(spec), Some(expected)) => {
                    let found = constraints_of(&Layout::build(&spec)).split_off(3 * size);
                    assert_eq!(found, expected, "{variant} with {shape:?}");
                }
                (Err(error), None) => {
                    assert_eq!(error, LayoutError::VariantSize { variant, size });
                }
                (spec, _) => panic!("{variant} at {size}: {spec:?}"),
            }
        }
    }
}

#[test]
fn a_variant_is_found_by_its_name() {
    for &variant in Variant::ALL {
        assert_eq!(Variant::from_name(variant.as_str()), Some(variant));
    }
    for name in ["", "Diagonal", "anti-knight", "windoku ", "x"] {
        assert_eq!(Variant::from_name(name), None);
    }
}

#[test]
fn pairs_are_in_the_order_of_their_earlier_and_then_their_later_cell() {
    let spec = LayoutSpec::new(4, None).unwrap();
    let spec = spec.with_variant(Variant::AntiKnight).unwrap();
    let layout = Layout::build(&spec.with_variant(Variant::AntiKing).unwrap());
    let pairs = |kind| {
        let pairs = layout.groups().filter(move |one| one.kind() == kind);
        let pairs: Vec<(Option<usize>, Vec<Cell>)> = pairs
            .map(|one| (one.index(), one.cells().to_vec()))
            .collect();
        pairs
    };
    for (kind, count) in [
        (ConstraintKind::AntiKnight, 24),
        (ConstraintKind::AntiKing, 18),
    ] {
        let pairs = pairs(kind);
        assert_eq!(pairs.len(), count);
        assert!(pairs.iter().all(|(index, _)| index.is_none()));
        assert!(pairs.is_sorted());
    }
}

/// Labels of a jigsaw board: the cells in any order, dealt out to regions.
fn any_regions() -> impl Strategy<Value = Vec<Vec<String>>> {
    let size = prop_oneof![4 => 4..=9_usize, 1 => 10..=64_usize];
    size.prop_flat_map(|size| Just((0..size * size).collect::<Vec<_>>()).prop_shuffle())
        .prop_map(|places| {
            let size = places.len().isqrt();
            let labels = places.chunks(size);
            labels
                .map(|row| row.iter().map(|place| (place % size).to_string()).collect())
                .collect()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn regions_are_those_of_the_oracle(labels in any_regions()) {
        let spec = LayoutSpec::with_regions(labels.len(), &labels.concat()).unwrap();
        prop_assert_eq!(constraints_of(&Layout::build(&spec)), oracle::region_layout(&labels));
    }

    #[test]
    fn the_labels_of_regions_make_no_difference(labels in any_regions(), seed in any::<u64>()) {
        let (size, labels) = (labels.len(), labels.concat());
        let others: Vec<u64> = labels.iter().map(|label| label.parse::<u64>().unwrap() ^ seed).collect();
        prop_assert_eq!(LayoutSpec::with_regions(size, &labels), LayoutSpec::with_regions(size, &others));
    }

    #[test]
    fn a_region_of_the_wrong_size_is_rejected_with_its_first_cell(labels in any_regions(), place in any::<prop::sample::Index>()) {
        let (size, mut labels) = (labels.len(), labels.concat());
        let changed = place.index(labels.len());
        let old = labels[changed].clone();
        labels[changed] = ((old.parse::<usize>().unwrap() + 1) % size).to_string();
        let Err(LayoutError::RegionCellCount { first, count, .. }) = LayoutSpec::with_regions(size, &labels) else {
            panic!("the layout must be rejected")
        };
        let first = usize::from(first.row) * size + usize::from(first.column);
        prop_assert!(!labels[..first].contains(&labels[first]));
        prop_assert_eq!(labels.iter().filter(|label| **label == labels[first]).count(), count);
        let earlier = labels[..first].iter();
        let is_whole = |label| labels.iter().filter(|other| *other == label).count() == size;
        prop_assert!(count != size && earlier.into_iter().all(is_whole));
    }
}

#[test]
fn regions_that_do_not_fit_the_board_are_rejected_with_the_reason() {
    let reason =
        |size, labels: &str| LayoutSpec::with_regions(size, labels.as_bytes()).unwrap_err();
    assert_eq!(reason(3, "aaabbbccc"), LayoutError::Size { size: 3 });
    assert_eq!(reason(65, ""), LayoutError::Size { size: 65 });
    let too_few = reason(4, "aaaabbbbcccc");
    assert_eq!(too_few, LayoutError::LabelCount { count: 12, size: 4 });
    assert_eq!(
        too_few.to_string(),
        "a board of 4 rows has 16 cells, but 12 labels of regions were given"
    );
    let too_small = reason(4, "aaaabbbccccddddd");
    let first = cell(1, 0);
    assert_eq!(
        too_small,
        LayoutError::RegionCellCount {
            first,
            count: 3,
            size: 4
        }
    );
    assert_eq!(
        too_small.to_string(),
        "a region on a board of 4 rows must have 4 cells, but that of r2c1 has 3"
    );
}

#[test]
fn a_variant_that_does_not_fit_the_board_is_rejected_with_the_reason() {
    let boxes = LayoutSpec::new(6, None).unwrap();
    let error = boxes.clone().with_variant(Variant::Windoku).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a board of 6 rows has no variant windoku"
    );
    let labels: Vec<usize> = (0..36).map(|cell| cell / 6).collect();
    let regions = LayoutSpec::with_regions(6, &labels).unwrap();
    let error = regions.with_variant(Variant::DisjointGroups).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the variant disjoint_groups needs boxes, but this board has regions"
    );
    let spec = boxes.with_variant(Variant::Diagonal).unwrap();
    let spec = spec.with_variant(Variant::DisjointGroups).unwrap();
    let error = spec.with_variant(Variant::Diagonal).unwrap_err();
    assert_eq!(error.to_string(), "the variant diagonal is named twice");
}

#[test]
fn an_extra_region_that_does_not_fit_the_board_is_rejected_with_the_reason() {
    let reason = |cells: &[Cell]| {
        let spec = LayoutSpec::new(4, None).unwrap();
        spec.with_extra_region(cells.iter().copied()).unwrap_err()
    };
    let size = 4;
    assert_eq!(
        reason(&[cell(0, 0)]),
        LayoutError::ExtraRegionCellCount { count: 1, size }
    );
    let five: Vec<Cell> = (0..5).map(|index| cell(index / 4, index % 4)).collect();
    let too_many = reason(&five);
    assert_eq!(
        too_many,
        LayoutError::ExtraRegionCellCount { count: 5, size }
    );
    assert_eq!(
        too_many.to_string(),
        "an extra region on a board of 4 rows must have 2 to 4 cells, but this one has 5"
    );
    for outside in [cell(4, 0), cell(0, 4), cell(255, 255)] {
        assert_eq!(
            reason(&[cell(0, 0), outside]),
            LayoutError::OutsideBoard {
                cell: outside,
                size
            }
        );
    }
    assert_eq!(
        reason(&[cell(1, 2), cell(0, 0), cell(1, 2)]),
        LayoutError::RepeatedCell { cell: cell(1, 2) }
    );
}

#[test]
fn a_layout_has_at_most_1024_extra_regions() {
    let add = |spec: LayoutSpec| spec.with_extra_region([cell(0, 0), cell(1, 2)]);
    let mut spec = LayoutSpec::new(4, None).unwrap();
    for _ in 0..MAX_EXTRA_REGIONS {
        spec = add(spec).unwrap();
    }
    assert_eq!(Layout::build(&spec).groups().count(), 1024);
    let error = add(spec).unwrap_err();
    assert_eq!(error, LayoutError::TooManyExtraRegions);
    assert_eq!(error.to_string(), "a board has at most 1024 extra regions");
}

/// Houses and groups with the same cells are all scanned.
#[test]
fn houses_may_have_the_same_cells() {
    let labels: Vec<usize> = (0..16).map(|cell| cell / 4).collect();
    let spec = LayoutSpec::with_regions(4, &labels).unwrap();
    let row = (0..4).map(|column| cell(0, column));
    let layout = Layout::build(&spec.with_extra_region(row).unwrap());
    let board = Board::new(layout, [vec![1, 1], vec![0; 14]].concat()).unwrap();
    let duplicates = board.duplicates();
    let found: Vec<&str> = duplicates
        .map(|one| one.constraint.kind().as_str())
        .collect();
    assert_eq!(found, ["row", "region", "extra_region"]);
}

/// 64 rows with all pairs, and extra regions with more cells than 16 bits can count.
#[test]
fn a_large_board_can_have_thousands_of_groups() {
    let spec = LayoutSpec::new(64, None).unwrap();
    let spec = spec.with_variant(Variant::AntiKnight).unwrap();
    let mut spec = spec.with_variant(Variant::AntiKing).unwrap();
    for index in 0..1024 {
        let column = u8::try_from(index % 64).unwrap();
        let cells = (0..63).map(|row| cell(row, column));
        spec = spec.with_extra_region(cells).unwrap();
    }
    let layout = Layout::build(&spec);
    assert_eq!(layout.groups().count(), 4 * 63 * 62 + 2 * 63 * 63 + 1024);
    let empty = Board::new(layout.clone(), vec![0; 4096]).unwrap();
    assert!(empty.is_valid());
    let five = Digit::new(5);
    let apart = empty.with(cell(55, 55), five).with(cell(57, 56), five);
    let together = empty.with(cell(61, 62), five).with(cell(63, 63), five);
    let found = |board: &Board| -> Vec<_> {
        let duplicates = board.duplicates();
        duplicates
            .map(|one| (one.constraint.kind().as_str(), one.cells))
            .collect()
    };
    assert_eq!(
        found(&apart),
        [("anti_knight", [cell(55, 55), cell(57, 56)])]
    );
    let cells = [cell(61, 62), cell(63, 63)];
    assert_eq!(found(&together), [("box", cells), ("anti_knight", cells)]);
    for board in [apart, together] {
        assert!(!board.is_valid());
        let stop = Counter::new(0);
        let solutions = solve_and_check(&board, 1, &|| stop.replace(stop.get() + 1) > 10);
        assert_eq!((solutions.count, solutions.end), (0, SearchEnd::Exhausted));
    }
}

#[test]
fn the_oracle_draws_each_variant_with_the_number_of_cells_that_is_published() {
    let sizes = |name| -> Vec<usize> {
        let constraints: Vec<rules::Constraint> = oracle::variant(name, 3, 3).unwrap();
        constraints.iter().map(|one| one.cells.len()).collect()
    };
    assert_eq!(sizes("windoku"), [9; 4]);
    assert_eq!(sizes("argyle"), [5, 8, 8, 5, 5, 8, 8, 5]);
    for name in ["center_dot", "asterisk", "girandola"] {
        assert_eq!(sizes(name), [9]);
    }
    assert_eq!(sizes("disjoint_groups"), [9; 9]);
    assert_eq!(sizes("anti_knight").len(), 224);
    assert_eq!(sizes("anti_king").len(), 128);
}

#[test]
fn layouts_are_equal_if_their_specifications_are() {
    let boxes = LayoutSpec::new(4, None).unwrap();
    let shared = Layout::new(4, None).unwrap();
    assert_eq!(shared.spec(), &boxes);
    assert_eq!(shared, Layout::build(&boxes));

    let regions = |labels: &str| LayoutSpec::with_regions(4, labels.as_bytes()).unwrap();
    let same = Layout::build(&regions("aabbaabbccddccdd"));
    assert_eq!(same, Layout::build(&regions("1122112233443344")));
    assert_ne!(same, Layout::build(&regions("aaabacbbccbdcddd")));
    // The same cells, but houses of another kind.
    assert_ne!(same, shared);

    let with_group = boxes.clone().with_extra_region([cell(0, 0), cell(3, 3)]);
    assert_ne!(shared, Layout::build(&with_group.unwrap()));
    let with_diagonals = boxes.with_variant(Variant::Diagonal).unwrap();
    assert_ne!(shared, Layout::build(&with_diagonals));
}

#[test]
fn the_heap_memory_of_a_specification_is_that_of_its_parts() {
    let boxes = LayoutSpec::new(9, None).unwrap();
    assert_eq!(boxes.heap_bytes(), 0);
    let regions = LayoutSpec::with_regions(9, &(0..81).map(|cell| cell % 9).collect::<Vec<_>>());
    let regions = regions.unwrap();
    assert_eq!(regions.heap_bytes(), 81);
    let variant = regions.with_variant(Variant::Diagonal).unwrap();
    assert_eq!(variant.heap_bytes(), 81 + 1);
    let extra = variant.with_extra_region((0..9).map(|row| cell(row, 0)));
    let pointer_and_length = 2 * size_of::<usize>();
    assert_eq!(extra.unwrap().heap_bytes(), 82 + pointer_and_length + 9 * 2);
}
