//! Sends boards whose cells are spelled in every way that JSON allows, some of them with faults.
//!
//! A body without faults must be accepted and parsed as intended. The oracle decides the rest.
#![no_main]

use arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use sudoku_validator_fuzz::compare;
use sudoku_validator_fuzz::oracle::request;

/// A body, and the board that it is intended to contain.
#[derive(Debug)]
struct SpelledBoard {
    body: String,
    /// The digits row by row, 0 for an empty cell; `None` if the body has a fault.
    digits: Option<Vec<Vec<u8>>>,
}

/// JSON values that are not valid cells on a board of any size.
const MALFORMED_CELLS: &str = r#"
    true false [] [1] [[1]] {} {"board":1} -1 5.5 0.5 65 100 1e2 1e400 1e-400 0.1e-9223372036854775808
    18446744073709551617 "00" "05" ".." "\u00205" "5.0" "+5" "65" "\ud800" "５"
"#;

/// Members that are unknown, or repeated, in an object that has a board and a box.
const UNKNOWN_MEMBERS: &str =
    r#" "colour":1 "board":null "box":null "":[] "\ud800":{} "a/b~c%":"\u0000" "#;

impl<'a> Arbitrary<'a> for SpelledBoard {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<SpelledBoard> {
        let is_common = u.arbitrary()?;
        let mut writer = Writer {
            u,
            is_common,
            has_fault: false,
        };
        let (body, digits) = writer.body()?;
        Ok(SpelledBoard {
            body,
            digits: (!writer.has_fault).then_some(digits),
        })
    }
}

/// Writes a body from the choices of the fuzzer.
struct Writer<'u, 'a> {
    u: &'u mut Unstructured<'a>,
    /// Whether to use only the common spellings of a digit.
    is_common: bool,
    has_fault: bool,
}

impl Writer<'_, '_> {
    fn body(&mut self) -> Result<(String, Vec<Vec<u8>>)> {
        let size = match self.u.int_in_range(0..=100)? {
            0..=9 => self.u.int_in_range(2..=24)?,
            10 => self.u.int_in_range(25..=66)?,
            _ => *self.u.choose(&[4, 6, 9, 8, 10, 12, 16, 5, 7])?,
        };
        self.has_fault |= !(4..=64).contains(&size);

        let (mut rows, mut digits) = (Vec::new(), Vec::new());
        for _ in 0..size {
            let length = if self.rarely(200)? {
                self.u.int_in_range(0..=size + 1)?
            } else {
                size
            };
            self.has_fault |= length != size;
            let (row, row_digits) = self.row(size, length)?;
            rows.push(row);
            digits.push(row_digits);
        }
        let board = self.array(&rows)?;
        if self.u.arbitrary()? {
            return Ok((self.object(size, &board)?, digits));
        }
        let has_default_box =
            (2..size).any(|rows| size.is_multiple_of(rows) && rows * rows <= size);
        self.has_fault |= !has_default_box;
        Ok((board, digits))
    }

    fn row(&mut self, size: usize, length: usize) -> Result<(String, Vec<u8>)> {
        let (mut cells, mut digits) = (Vec::new(), Vec::new());
        for _ in 0..length {
            let digit = self
                .u
                .int_in_range(0..=u8::try_from(size.min(64)).expect("64 is less than 256"))?;
            cells.push(if self.rarely(250)? {
                self.fault(MALFORMED_CELLS)?
            } else {
                self.cell(digit)?
            });
            digits.push(digit);
        }
        Ok((self.array(&cells)?, digits))
    }

    fn object(&mut self, size: usize, board: &str) -> Result<String> {
        let rows = *self.u.choose(
            &(1..=size)
                .filter(|rows| size.is_multiple_of(*rows))
                .collect::<Vec<_>>(),
        )?;
        let columns = if self.rarely(50)? {
            self.u.int_in_range(0..=66)?
        } else {
            size / rows
        };
        self.has_fault |= rows * columns != size;
        let mut sides = vec![self.side("rows", rows)?, self.side("columns", columns)?];
        self.maybe_add_bad_member(&mut sides)?;
        let mut members = vec![format!("{}:{board}", self.name("board")?)];
        members.push(format!("{}:{}", self.name("box")?, self.members(sides)?));
        self.maybe_add_bad_member(&mut members)?;
        self.members(members)
    }

    /// Occasionally adds a member that is unknown or repeated.
    fn maybe_add_bad_member(&mut self, members: &mut Vec<String>) -> Result<()> {
        if self.rarely(30)? {
            let word = self.fault(UNKNOWN_MEMBERS)?;
            members.push(if self.u.arbitrary()? {
                members[0].clone()
            } else {
                word
            });
        }
        Ok(())
    }

    fn side(&mut self, side: &str, length: usize) -> Result<String> {
        Ok(format!(
            "{}:{}",
            self.name(side)?,
            if self.is_common {
                length.to_string()
            } else {
                self.number(length)?
            }
        ))
    }

    /// Writes a digit, or 0 for an empty cell, in one of the accepted spellings.
    fn cell(&mut self, digit: u8) -> Result<String> {
        let last = if self.is_common { 2 } else { 5 };
        Ok(match self.u.int_in_range(0..=last)? {
            2 if digit == 0 => (*self.u.choose(&["null", "\".\"", "\"\""])?).to_owned(),
            3 if digit == 0 => (*self
                .u
                .choose(&["-0", "-0.0E-5", "0e99999999999999999999"])?)
            .to_owned(),
            0 => digit.to_string(),
            1 | 2 => format!("\"{digit}\""),
            3 => self.number(digit.into())?,
            4 => format!("\"{}\"", escaped(&digit.to_string())),
            _ => format!(
                "{digit}{}",
                self.u
                    .choose(&[".0", "e0", "E+00", "e-0", ".00000000000000000000"])?
            ),
        })
    }

    /// Writes a number with a shifted decimal point, and the exponent that compensates for it.
    fn number(&mut self, number: usize) -> Result<String> {
        let zeros = self.u.int_in_range(0..=40)?;
        let (fill, e) = ("0".repeat(zeros), self.u.choose(&['e', 'E'])?);
        if number > 0 && self.u.arbitrary()? {
            return Ok(format!("{number}{fill}{e}-{zeros}"));
        }
        let exponent = zeros + number.to_string().len();
        Ok(format!(
            "0.{fill}{number}{e}{}{exponent}",
            self.u.choose(&["", "+", "+0", "000"])?
        ))
    }

    fn name(&mut self, name: &str) -> Result<String> {
        Ok(if self.rarely(8)? {
            format!("\"{}\"", escaped(name))
        } else {
            format!("\"{name}\"")
        })
    }

    fn array(&mut self, elements: &[String]) -> Result<String> {
        let (before, after) = (self.whitespace()?, self.whitespace()?);
        Ok(format!(
            "{before}[{before}{}{after}]{after}",
            elements.join(&format!("{after},{before}"))
        ))
    }

    fn members(&mut self, mut members: Vec<String>) -> Result<String> {
        if self.u.arbitrary()? {
            members.reverse();
        }
        let (before, after) = (self.whitespace()?, self.whitespace()?);
        Ok(format!(
            "{before}{{{after}{}{before}}}{after}",
            members.join(&format!("{after},{before}"))
        ))
    }

    fn whitespace(&mut self) -> Result<&'static str> {
        self.u.choose(&["", "", "", " ", "\n", "\t\r\n "]).copied()
    }

    /// Chooses one of these words and records a fault.
    fn fault(&mut self, words: &'static str) -> Result<String> {
        self.has_fault = true;
        Ok((*self
            .u
            .choose(&words.split_ascii_whitespace().collect::<Vec<_>>())?)
        .to_owned())
    }

    /// Returns true once in `times` calls on average, and never after the fuzzer's input is used up.
    fn rarely(&mut self, times: u8) -> Result<bool> {
        Ok(self.u.int_in_range(1..=times)? == times)
    }
}

/// Writes each character of the text as a JSON escape.
fn escaped(text: &str) -> String {
    text.chars()
        .map(|character| format!("\\u{:04X}", u32::from(character)))
        .collect()
}

fuzz_target!(|spelled: SpelledBoard| {
    if let Some(digits) = spelled.digits {
        let read = request::board(&spelled.body).expect("a board without faults is accepted");
        assert_eq!(read.digits, digits);
    }
    compare(spelled.body.as_bytes());
});
