//! Reads arbitrary text as a board: the result must be that of the oracle, and a board that was read must be the same when
//! it is written and read again.
//!
//! The first byte of the input selects what is declared; the rest is the text.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use sudoku_validator::sudoku::{
    Board, BoxShape, Layout, Symbols, TextBoard, TextReader, write_board, write_rows,
};
use sudoku_validator_fuzz::oracle;

/// Symbols for boards of different sizes, with letters, signs for empty cells and characters of frames among them.
const SYMBOLS: [&str; 6] = [
    "ABCD",
    "0123",
    "-x.=",
    "αβγδε{",
    "ABCDEFGHI",
    "0123456789ABCDEF",
];

fuzz_target!(|input: &[u8]| -> Corpus {
    let Some((selector, text)) = input.split_first() else {
        return Corpus::Reject;
    };
    let Ok(text) = str::from_utf8(text) else {
        return Corpus::Reject;
    };
    let selector = usize::from(*selector);
    let symbols = SYMBOLS.get(selector % 16).copied();
    let size = (4..=9).nth(selector / 16);
    check(text, size, symbols);
    Corpus::Keep
});

fn check(text: &str, size: Option<usize>, symbols: Option<&str>) {
    let declared = symbols.map(|symbols| Symbols::new(symbols).expect("the symbols are allowed"));
    let reader = TextReader::new(size, declared.as_ref());

    let read = reader.read(text);
    let expected = oracle::text::read(text, size, symbols);
    let digits = read.as_ref().ok().map(|board| &board.digits);
    assert_eq!(digits, expected.as_ref(), "{read:?}");
    check_error(&read);
    if let Ok(TextBoard { size, digits }) = read {
        let shape = BoxShape {
            rows: 1,
            columns: size,
        };
        let layout = Layout::new(size, Some(shape)).expect("each row is a box");
        let board = Board::new(layout, digits.clone()).expect("the digits are those of a board");
        let text = write_board(&board, declared.as_ref());
        assert_eq!(
            reader.read(&text).map(|read| read.digits).as_ref(),
            Ok(&digits)
        );
        let rows = write_rows(&board, declared.as_ref());
        assert_eq!(reader.read_rows(&rows).map(|read| read.digits), Ok(digits));
    }

    let rows: Vec<&str> = text.split('\n').collect();
    let read = reader.read_rows(&rows);
    let expected = oracle::text::read_rows(&rows, size, symbols);
    assert_eq!(
        read.as_ref().ok().map(|board| &board.digits),
        expected.as_ref(),
        "{read:?}"
    );
    check_error(&read);
}

fn check_error<E: std::fmt::Display>(read: &Result<TextBoard, E>) {
    if let Err(error) = read {
        let sentence = error.to_string();
        assert!(
            sentence.ends_with('.') && sentence.len() < 400,
            "{sentence}"
        );
    }
}
