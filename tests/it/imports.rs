//! Imports run one way: main → server → http → sudoku, and the rules know nothing but the standard library, except for
//! one file that asks a SAT solver.

use std::fs;
use std::path::Path;

/// Each Rust file below a path of `src`, with its text.
fn sources(path: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path);
    let mut paths = vec![path];
    let mut sources = Vec::new();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(
                fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        } else {
            sources.push((
                path.display().to_string(),
                fs::read_to_string(&path).unwrap(),
            ));
        }
    }
    assert!(!sources.is_empty());
    sources
}

/// The first part of each path in the text that starts with `root::`, as `http` in `crate::http::app`.
fn parts_after<'a>(text: &'a str, root: &str) -> impl Iterator<Item = &'a str> {
    let name_end = |rest: &str| {
        rest.find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len())
    };
    text.split(root)
        .skip(1)
        .map(move |rest| &rest[..name_end(rest)])
}

/// The lines of code in a text, without its comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
}

fn assert_imports_only(path: &str, allowed: &[&str]) {
    for (file, text) in sources(path) {
        for part in parts_after(&text, "crate::") {
            assert!(allowed.contains(&part), "{file} imports crate::{part}");
        }
        assert!(
            !code(&text).any(|line| line.contains("sudoku_validator::")),
            "{file} names its own crate"
        );
        assert!(!text.contains("super::super"), "{file} climbs out of sight");
    }
}

#[test]
fn imports_run_one_way() {
    assert_imports_only("sudoku", &["sudoku"]);
    assert_imports_only("metrics.rs", &[]);
    assert_imports_only("http", &["sudoku", "http", "metrics"]);
    assert_imports_only("server", &["http", "server", "metrics"]);
}

#[test]
fn the_rules_use_the_standard_library_alone_but_for_one_file_that_uses_a_sat_solver() {
    let manifest = include_str!("../../Cargo.toml");
    let dependencies = manifest
        .split("[dependencies]\n")
        .nth(1)
        .unwrap()
        .split("\n[")
        .next()
        .unwrap();
    let dependencies: Vec<String> = dependencies
        .lines()
        .filter_map(|line| Some(line.split_once(" =")?.0.replace('-', "_")))
        .collect();
    assert!(dependencies.iter().any(|name| name == "serde_json"));
    for (file, text) in sources("sudoku") {
        let allowed =
            |word: &str| word == "batsat" && Path::new(&file).ends_with("sudoku/solver/sat.rs");
        for line in code(&text) {
            assert!(!line.contains("async "), "{file}: {line}");
            let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            for word in words {
                assert!(
                    allowed(word) || !dependencies.iter().any(|name| name == word),
                    "{file}: {line}"
                );
            }
        }
    }
}
