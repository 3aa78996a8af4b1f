//! Imports run one way: `main → server` and `main → http → sudoku`. No file of `src/` imports itself through others,
//! and the rules use only the standard library, except for the file that calls a SAT solver.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The segments of a path in the source, such as `crate::sudoku::Board`.
type Segments = Vec<String>;

/// A file of `src/` without comments and tests.
struct Source {
    /// The path below `src/`.
    file: String,
    /// The path of its module in the crate; empty for `lib.rs`.
    module: Segments,
    tokens: Vec<String>,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    let mut paths = vec![root.clone()];
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(
                fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        } else if path.file_name().unwrap() != "tests.rs" {
            let file = path
                .strip_prefix(&root)
                .unwrap()
                .to_str()
                .unwrap()
                .replace('\\', "/");
            let module = file.trim_end_matches(".rs").split('/').map(str::to_owned);
            let module = module
                .filter(|name| name != "mod" && name != "lib")
                .collect();
            let tokens = tokens(&fs::read_to_string(&path).unwrap());
            sources.push(Source {
                file,
                module,
                tokens,
            });
        }
    }
    assert!(sources.len() > 50);
    sources
}

/// Splits a source into identifiers and punctuation, without comments, and without what follows `#[cfg(test)] mod … {`.
fn tokens(text: &str) -> Vec<String> {
    let code: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n");
    let mut tokens: Vec<String> = Vec::new();
    let mut rest = code.as_str();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else if rest.starts_with("'\"'") {
            3
        } else if first == '"' {
            // A string; its content is not code.
            let escaped = rest[1..].replace("\\\\", "__").replace("\\\"", "__");
            2 + escaped.find('"').expect("a string has an end")
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() {
            tokens.push(rest[..length].to_owned());
        }
        rest = &rest[length..];
    }
    let test_module = ["#", "[", "cfg", "(", "test", ")", "]", "mod"];
    let start = tokens
        .windows(10)
        .position(|window| window.starts_with(&test_module.map(str::to_owned)) && window[9] == "{");
    tokens.truncate(start.unwrap_or(tokens.len()));
    tokens
}

/// All paths that start at a position, with a tree in braces expanded, and the position after them.
fn paths_at(tokens: &[String], mut position: usize, prefix: &[String]) -> (Vec<Segments>, usize) {
    let mut path = prefix.to_vec();
    loop {
        if tokens[position] == "{" {
            let mut paths = Vec::new();
            position += 1;
            while tokens[position] != "}" {
                let (more, end) = paths_at(tokens, position, &path);
                paths.extend(more);
                position = if tokens[end] == "," { end + 1 } else { end };
            }
            return (paths, position + 1);
        }
        path.push(tokens[position].clone());
        position += 1;
        if tokens.get(position).is_none_or(|token| token != "::")
            || tokens.get(position + 1).is_none_or(|token| token == "<")
        {
            break;
        }
        position += 1;
    }
    // `use a::b as c`
    if tokens.get(position).is_some_and(|token| token == "as") {
        position += 2;
    }
    (vec![path], position)
}

impl Source {
    /// All paths in the file that lead to another module of the crate, made absolute.
    fn imports(&self) -> Vec<Segments> {
        let declared = self
            .tokens
            .windows(3)
            .filter(|window| window[0] == "mod" && window[2] == ";");
        let children: Vec<&String> = declared.map(|window| &window[1]).collect();
        let mut imports = Vec::new();
        let mut position = 0;
        while position < self.tokens.len() {
            let token = &self.tokens[position];
            let is_start = position == 0 || self.tokens[position - 1] != "::";
            let is_path = self
                .tokens
                .get(position + 1)
                .is_some_and(|token| token == "::");
            let is_root = ["crate", "super", "self", "sudoku_validator"].contains(&token.as_str());
            if is_start && is_path && (is_root || children.contains(&token)) {
                let (paths, end) = paths_at(&self.tokens, position, &[]);
                imports.extend(paths.into_iter().map(|path| self.absolute(&path)));
                position = end;
            } else {
                position += 1;
            }
        }
        imports
    }

    fn absolute(&self, path: &[String]) -> Segments {
        let mut absolute = match path[0].as_str() {
            "crate" | "sudoku_validator" => Vec::new(),
            "super" => self.module[..self.module.len() - 1].to_vec(),
            "self" => self.module.clone(),
            child => [self.module.clone(), vec![child.to_owned()]].concat(),
        };
        for segment in &path[1..] {
            assert_ne!(segment, "super", "{} climbs two modules up", self.file);
            absolute.push(segment.clone());
        }
        absolute
    }
}

/// Each file of `src/` with the files that it imports.
fn graph(sources: &[Source]) -> BTreeMap<&str, BTreeSet<&str>> {
    let files: BTreeMap<&[String], &str> = sources
        .iter()
        .filter(|source| source.file != "main.rs")
        .map(|source| (&source.module[..], source.file.as_str()))
        .collect();
    let file_of = |path: &[String]| {
        let mut prefixes = (0..=path.len()).rev().map(|length| &path[..length]);
        prefixes
            .find_map(|prefix| files.get(prefix).copied())
            .unwrap()
    };
    let imports = |source: &Source| {
        let files = source
            .imports()
            .iter()
            .map(|path| file_of(path))
            .collect::<BTreeSet<&str>>();
        files
            .into_iter()
            .filter(|file| *file != source.file)
            .collect()
    };
    sources
        .iter()
        .map(|source| (source.file.as_str(), imports(source)))
        .collect()
}

/// Searches depth-first for a cycle. `finished` has the files that lead to none.
fn find_cycle<'s>(
    graph: &BTreeMap<&'s str, BTreeSet<&'s str>>,
    path: &mut Vec<&'s str>,
    finished: &mut BTreeSet<&'s str>,
    file: &'s str,
) -> Option<Vec<&'s str>> {
    if let Some(start) = path.iter().position(|earlier| *earlier == file) {
        return Some(path[start..].to_vec());
    }
    if finished.contains(file) {
        return None;
    }
    path.push(file);
    let cycle = graph[file]
        .iter()
        .find_map(|import| find_cycle(graph, path, finished, import));
    path.pop();
    finished.insert(file);
    cycle
}

#[test]
fn no_file_imports_itself_through_others() {
    let sources = sources();
    let graph = graph(&sources);
    let mut finished = BTreeSet::new();
    for file in graph.keys() {
        let cycle = find_cycle(&graph, &mut Vec::new(), &mut finished, file);
        assert_eq!(cycle, None, "a cycle of imports");
    }
}

#[test]
fn imports_run_one_way() {
    let allowed = |part: &str| -> &[&str] {
        match part {
            "main" => &[
                "config",
                "effective_limits",
                "healthcheck",
                "http",
                "log_target",
                "metrics",
                "readiness",
                "server",
                "service_manager",
                "telemetry",
                "traces",
            ],
            "effective_limits" => &["config", "container", "http", "server"],
            "http" => &[
                "log_target",
                "memory_pressure",
                "metrics",
                "readiness",
                "sudoku",
                "timeout",
                "traces",
            ],
            "server" => &["memory_pressure", "metrics", "readiness", "timeout"],
            "telemetry" => &["config", "log_target", "metrics"],
            "traces" => &["metrics"],
            _ => &[],
        }
    };
    let part = |file: &str| file.split(['/', '.']).next().unwrap().to_owned();
    let sources = sources();
    let mut seen = BTreeSet::new();
    for (file, imports) in graph(&sources) {
        for import in imports
            .into_iter()
            .filter(|import| part(import) != part(file))
        {
            assert!(
                allowed(&part(file)).contains(&part(import).as_str()),
                "{file} imports {import}"
            );
            seen.insert((part(file), part(import)));
        }
    }
    // Fails if no imports were found at all.
    for (from, to) in [
        ("main", "http"),
        ("main", "server"),
        ("http", "sudoku"),
        ("server", "readiness"),
    ] {
        assert!(
            seen.contains(&(from.to_owned(), to.to_owned())),
            "{from} does not import {to}"
        );
    }
}

#[test]
fn the_rules_use_only_the_standard_library_except_for_the_sat_solver() {
    let manifest = include_str!("../../Cargo.toml");
    let dependencies = manifest
        .split("[dependencies]\n")
        .nth(1)
        .unwrap()
        .split("\n[")
        .next()
        .unwrap();
    let names = dependencies
        .lines()
        .filter_map(|line| Some(line.split_once(" =")?.0.replace('-', "_")));
    let names: Vec<String> = names.collect();
    assert!(names.iter().any(|name| name == "serde_json"));
    for Source { file, tokens, .. } in sources() {
        if file.starts_with("sudoku/") {
            for token in tokens {
                let is_sat = token == "batsat" && file == "sudoku/solver/sat.rs";
                assert!(is_sat || !names.contains(&token), "{file} uses {token}");
                assert_ne!(token, "async", "{file}");
            }
        }
    }
}

#[test]
fn no_source_file_has_more_than_400_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for Source { file, .. } in sources() {
        let lines = fs::read_to_string(root.join(&file))
            .unwrap()
            .lines()
            .count();
        assert!(lines <= 400, "{file} has {lines} lines");
    }
}
