//! Which spellings stand for which digit.

use crate::sudoku::MAX_SIZE;

/// The digit that a string stands for, 0 for an empty cell; `None` if no board has such a digit.
pub(super) fn digit_of_string(text: &str) -> Option<u8> {
    match text.as_bytes() {
        b"" | b"." | b"0" => Some(0),
        [ones @ b'1'..=b'9'] => Some(ones - b'0'),
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => {
            digit_of_number((tens - b'0') * 10 + (ones - b'0'))
        }
        _ => None,
    }
}

/// The digit that a number stands for, 0 for an empty cell; `None` if no board has such a digit.
fn digit_of_number(number: u8) -> Option<u8> {
    Some(number).filter(|digit| usize::from(*digit) <= MAX_SIZE)
}

/// The digit that the text of a JSON number stands for, 0 for an empty cell; `None` if no board has such a digit.
///
/// The value counts, not the spelling: `5`, `5.0`, `50e-1` and `0.5E1` are one number, and `-0` is 0.
/// It is taken from the text, so that `5.00000000000000000001` is not rounded to 5, nor `1e-999` to 0.
pub(super) fn digit_of_number_text(text: &str) -> Option<u8> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (negative, whole) = whole
        .strip_prefix('-')
        .map_or((false, whole), |whole| (true, whole));
    let written = [whole, fraction].concat();
    let without_tail = written.trim_end_matches('0');
    let significant = without_tail.trim_start_matches('0');
    if significant.is_empty() {
        return Some(0);
    }
    // An exponent too long for i64 moves the point further than any digit that was sent can bring it back.
    let exponent: i64 = exponent.parse().ok()?;
    let zeros = i64::try_from(written.len() - without_tail.len()).ok()?;
    let fraction = i64::try_from(fraction.len()).ok()?;
    let power = exponent.checked_add(zeros)?.checked_sub(fraction)?;
    let number = match (significant.len(), power) {
        (1 | 2, 0) => significant.parse().ok()?,
        (1, 1) => significant.parse::<u8>().ok()? * 10,
        _ => return None,
    };
    if negative {
        None
    } else {
        digit_of_number(number)
    }
}

/// What each character stands for where a cell is one character: a digit, 0 for 0 and for this sign of an empty cell, or
/// [`NONE`].
pub(super) const fn digits_of_characters(empty: u8) -> [u8; 256] {
    let mut digits = [NONE; 256];
    digits[empty as usize] = 0;
    let mut digit = 0;
    while digit < 10 {
        digits[b'0' as usize + digit as usize] = digit;
        digit += 1;
    }
    digits
}

/// No digit and no empty cell: above every digit, and a bit that none of them has.
pub(super) const NONE: u8 = 0x80;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_counts_by_its_value() {
        for (text, digit) in [
            ("5", 5),
            ("5.0", 5),
            ("5e0", 5),
            ("5E+0", 5),
            ("50e-1", 5),
            ("0.5e1", 5),
            ("0.00005e+05", 5),
            ("60", 60),
            ("6e1", 60),
            ("64.00", 64),
            ("0", 0),
            ("-0", 0),
            ("-0.0", 0),
            ("0e999999999999999999999", 0),
        ] {
            assert_eq!(digit_of_number_text(text), Some(digit), "{text}");
        }
    }

    #[test]
    fn a_number_is_not_rounded() {
        for text in [
            "5.5",
            "-1",
            "-5.0",
            "65",
            "100",
            "1e2",
            "1e400",
            "1e-400",
            "5.00000000000000000000000001",
            "0.99999999999999999999999999",
            "18446744073709551617",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "1e9223372036854775807",
            "10e9223372036854775807",
            "0.1e-9223372036854775808",
        ] {
            assert_eq!(digit_of_number_text(text), None, "{text}");
        }
    }

    #[test]
    fn a_long_number_is_read_whole() {
        let zeros = "0".repeat(20_000);
        assert_eq!(digit_of_number_text(&format!("0.{zeros}7e20001")), Some(7));
        assert_eq!(digit_of_number_text(&format!("7{zeros}e-20000")), Some(7));
        assert_eq!(digit_of_number_text(&format!("7{zeros}1e-20001")), None);
    }

    #[test]
    fn a_string_counts_as_it_is_written() {
        for (text, digit) in [
            ("", 0),
            (".", 0),
            ("0", 0),
            ("1", 1),
            ("9", 9),
            ("10", 10),
            ("64", 64),
        ] {
            assert_eq!(digit_of_string(text), Some(digit), "{text:?}");
        }
        for text in [
            "05", " 5", "5 ", "5.0", "+5", "-1", "65", "100", "５", "٥", "²", "a", "..", "00",
            "5e0",
        ] {
            assert_eq!(digit_of_string(text), None, "{text:?}");
        }
    }
}
