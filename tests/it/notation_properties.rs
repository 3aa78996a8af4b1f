//! Boards as text, compared with the oracle, and written and read in every notation.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestCaseError;
use sudoku_validator::sudoku::{
    Board, BoxShape, Layout, Symbols, TextReader, write_board, write_rows,
};

use crate::oracle::text as oracle;

/// Characters that are allowed as symbols.
const SYMBOLS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._*?-=:/{}<>'@αβγδεζηθικλμνξ五六七八九十春夏秋冬♠♥♦♣😀😁😂é";

#[derive(Clone, Debug)]
struct Puzzle {
    size: usize,
    /// The digits row by row, 0 for an empty cell.
    digits: Vec<u8>,
    symbols: Option<String>,
}

impl Puzzle {
    fn board(&self) -> Board {
        let shape = BoxShape {
            rows: 1,
            columns: self.size,
        };
        let layout = Layout::new(self.size, Some(shape)).unwrap();
        Board::new(layout, self.digits.clone()).unwrap()
    }

    /// The text of a cell, with `empty` for an empty one.
    fn cell(&self, digit: u8, empty: &str) -> String {
        match (digit, &self.symbols) {
            (0, _) => empty.to_owned(),
            (digit, None) => digit.to_string(),
            (digit, Some(symbols)) => symbols
                .chars()
                .nth(usize::from(digit) - 1)
                .unwrap()
                .to_string(),
        }
    }

    fn rows(&self, empty: &str) -> Vec<Vec<String>> {
        let row = |digits: &[u8]| {
            digits
                .iter()
                .map(|digit| self.cell(*digit, empty))
                .collect()
        };
        self.digits.chunks(self.size).map(row).collect()
    }

    fn is_symbol(&self, sign: &str) -> bool {
        self.symbols
            .as_ref()
            .is_some_and(|symbols| symbols.contains(sign))
    }

    /// The board in every notation.
    fn texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        let mut push = |rows: Vec<Vec<String>>, separator: &str, line_break: &str| {
            let rows: Vec<String> = rows.iter().map(|row| row.join(separator)).collect();
            texts.push(rows.join(line_break));
        };
        let is_run = self.symbols.is_some() || self.size <= 9;
        for sign in [".", "0", "_", "*", "?", "-", "x", "X", " "] {
            if self.is_symbol(sign) {
                continue;
            }
            let rows = || self.rows(sign);
            if is_run {
                push(rows(), "", "");
                push(rows(), "", "\n");
                push(rows(), "", "\r\n");
            }
            if "-xX ".contains(sign) {
                continue;
            }
            for (separator, line_break) in [
                (" ", "\n"),
                (" ", " "),
                ("  ", "\n\n"),
                (",", "\n"),
                (", ", ", "),
                (";", "\r\n"),
                ("\t", "\n"),
                ("\t", "\t"),
            ] {
                push(rows(), separator, line_break);
            }
            // A row of `*` and bars only would be a rule.
            if sign != "*" {
                push(rows(), " | ", "\n---+---\n");
            }
            if is_run && sign != "*" {
                push(rows(), "|", "\n=+=+=\n");
            }
        }
        for (separator, line_break) in [(",", "\n"), (", ", "\n"), (";", ";"), ("\t", "\n")] {
            push(self.rows(""), separator, line_break);
        }
        texts
    }
}

fn puzzles(sizes: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Puzzle> {
    let symbols: Vec<char> = SYMBOLS.chars().collect();
    let shuffled = Just(symbols).prop_shuffle();
    (sizes, any::<bool>(), shuffled, 0..4_u8).prop_flat_map(
        |(size, has_symbols, symbols, filled)| {
            let highest = u8::try_from(size).unwrap();
            let cell = (0..4_u8, 0..=highest)
                .prop_map(move |(chance, digit)| if chance <= filled { digit } else { 0 });
            let symbols: String = symbols[..size].iter().collect();
            let symbols =
                Some(symbols).filter(|symbols| has_symbols && Symbols::new(symbols).is_ok());
            prop::collection::vec(cell, size * size).prop_map(move |digits| Puzzle {
                size,
                digits,
                symbols: symbols.clone(),
            })
        },
    )
}

/// Reads a text, and compares the result with the oracle.
fn compare(text: &str, size: Option<usize>, symbols: Option<&str>) -> Result<(), TestCaseError> {
    let declared = symbols.map(|symbols| Symbols::new(symbols).unwrap());
    let board = TextReader::new(size, declared.as_ref()).read(text);
    if let Err(error) = &board {
        let sentence = error.to_string();
        prop_assert!(
            sentence.ends_with('.') && sentence.len() < 400,
            "{sentence}"
        );
    }
    let digits = board.map(|board| board.digits);
    prop_assert_eq!(
        digits.clone().ok(),
        oracle::read(text, size, symbols),
        "{:?}: {:?}",
        text,
        digits
    );
    Ok(())
}

/// Lines of random cells, of which many make boards in more than one way.
fn dense_lines() -> impl Strategy<Value = String> {
    let cell = prop::sample::select(vec![' ', ' ', '.', '-', '*', '|', '1', '1', '2', '3', '4']);
    (4..10_usize, 1..10_usize).prop_flat_map(move |(width, height)| {
        let line = prop::collection::vec(cell.clone(), width).prop_map(String::from_iter);
        let rule = Just("-".repeat(width));
        let blank = Just(" ".repeat(width));
        let spaced = Just("1 2 3 4 5 6 7 8 ".chars().take(width).collect::<String>());
        let lines = prop_oneof![3 => line, 2 => rule, 1 => blank, 2 => spaced];
        prop::collection::vec(lines, height).prop_map(|lines| lines.join("\n"))
    })
}

/// One edit of a text: the position, a character, and what to do.
type Edit = (Index, char, u8);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let characters: Vec<char> = "  ..00__**??--xX||++==,;\t:\n\n\r#[]AB1234569{<\u{feff}é５"
        .chars()
        .collect();
    prop::collection::vec((any::<Index>(), select(characters), 0..4_u8), 0..4)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for (index, character, action) in edits {
        let at = index.index(characters.len() + 1);
        match action {
            0 => characters.insert(at, *character),
            1 if at < characters.len() => characters[at] = *character,
            2 if at < characters.len() => {
                characters.remove(at);
            }
            _ => {
                let rest = characters[at..].to_vec();
                characters.extend(rest.iter().take(20));
            }
        }
    }
    characters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn a_board_that_is_written_is_read_again(puzzle in puzzles(4..=64)) {
        let board = puzzle.board();
        let symbols = puzzle.symbols.as_ref().map(|symbols| Symbols::new(symbols).unwrap());
        let reader = TextReader::new(None, symbols.as_ref());
        let read = reader.read(write_board(&board, symbols.as_ref())).unwrap();
        prop_assert_eq!((read.size, &read.digits), (puzzle.size, &puzzle.digits));
        let read = reader.read_rows(&write_rows(&board, symbols.as_ref())).unwrap();
        prop_assert_eq!((read.size, &read.digits), (puzzle.size, &puzzle.digits));
    }

    #[test]
    fn every_notation_of_a_board_is_read_as_that_board(puzzle in puzzles(4..=64)) {
        let symbols = puzzle.symbols.as_ref().map(|symbols| Symbols::new(symbols).unwrap());
        let reader = TextReader::new(Some(puzzle.size), symbols.as_ref());
        for text in puzzle.texts() {
            if text.trim().is_empty() && !text.contains('\t') {
                continue;
            }
            let read = reader.read(&text);
            prop_assert!(read.as_ref().is_ok_and(|board| board.digits == puzzle.digits), "{:?}: {:?}", text, read);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn an_edited_text_is_read_as_by_the_oracle(
        puzzle in puzzles(4..=11),
        notation in any::<Index>(),
        edits in edits(),
        is_size_declared in any::<bool>(),
    ) {
        let texts = puzzle.texts();
        let text = edited(&texts[notation.index(texts.len())], &edits);
        compare(&text, is_size_declared.then_some(puzzle.size), puzzle.symbols.as_deref())?;
        compare(&text, None, None)?;
    }

    #[test]
    fn dense_lines_are_read_as_by_the_oracle(
        text in dense_lines(),
        edits in edits(),
        size in prop::option::of(4..10_usize),
    ) {
        let text = edited(&text, &edits);
        compare(&text, size, None)?;
        compare(&text, None, Some("1-2 3*4".replace(' ', "").as_str()))?;
    }

    #[test]
    fn rows_are_read_as_by_the_oracle(text in dense_lines(), edits in edits()) {
        let text = edited(&text, &edits);
        let rows: Vec<&str> = text.split('\n').collect();
        let read = TextReader::new(None, None).read_rows(&rows).map(|board| board.digits);
        prop_assert_eq!(read.clone().ok(), oracle::read_rows(&rows, None, None), "{:?}", read);
    }
}
