//! The spellings of digits and of empty cells.

use crate::sudoku::MAX_SIZE;

/// Parses the content of a JSON string: a digit, or 0 for an empty cell.
pub(super) fn parse_string(text: &str) -> Option<u8> {
    match text.as_bytes() {
        b"" | b"." | b"0" => Some(0),
        [ones @ b'1'..=b'9'] => Some(ones - b'0'),
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => in_range((tens - b'0') * 10 + (ones - b'0')),
        _ => None,
    }
}

fn in_range(number: u8) -> Option<u8> {
    Some(number).filter(|digit| usize::from(*digit) <= MAX_SIZE)
}

/// Parses the text of a JSON number: a digit, or 0 for an empty cell.
///
/// The value matters, not the spelling: `5`, `5.0`, `50e-1` and `0.5E1` are the same number, and `-0` is 0.
/// It is exact: `5.00000000000000000001` is not rounded to 5, nor `1e-999` to 0.
pub(super) fn parse_number(text: &str) -> Option<u8> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (negative, whole) = whole
        .strip_prefix('-')
        .map_or((false, whole), |whole| (true, whole));
    let digits = [whole, fraction].concat();
    let without_tail = digits.trim_end_matches('0');
    let significant = without_tail.trim_start_matches('0');
    if significant.is_empty() {
        return Some(0);
    }
    // An exponent too large for i64 cannot be compensated by the digits of a text that fits in memory.
    let exponent: i64 = exponent.parse().ok()?;
    let zeros = i64::try_from(digits.len() - without_tail.len()).ok()?;
    let fraction = i64::try_from(fraction.len()).ok()?;
    let power = exponent.checked_add(zeros)?.checked_sub(fraction)?;
    let number = match (significant.len(), power) {
        (1 | 2, 0) => significant.parse().ok()?,
        (1, 1) => significant.parse::<u8>().ok()? * 10,
        _ => return None,
    };
    if negative { None } else { in_range(number) }
}

/// Returns a table from characters to digits, for cells of one character. '0' and `empty` are empty cells; all other
/// characters are [`NOT_A_DIGIT`].
pub(super) const fn character_table(empty: u8) -> [u8; 256] {
    let mut digits = [NOT_A_DIGIT; 256];
    digits[empty as usize] = 0;
    let mut digit = 0;
    while digit < 10 {
        digits[b'0' as usize + digit as usize] = digit;
        digit += 1;
    }
    digits
}

/// The entry for a character that is neither a digit nor an empty cell: a bit that no digit has set.
pub(super) const NOT_A_DIGIT: u8 = 0x80;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_parsed_by_its_value() {
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
            assert_eq!(parse_number(text), Some(digit), "{text}");
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
            assert_eq!(parse_number(text), None, "{text}");
        }
    }

    #[test]
    fn a_long_number_is_parsed_to_its_end() {
        let zeros = "0".repeat(20_000);
        assert_eq!(parse_number(&format!("0.{zeros}7e20001")), Some(7));
        assert_eq!(parse_number(&format!("7{zeros}e-20000")), Some(7));
        assert_eq!(parse_number(&format!("7{zeros}1e-20001")), None);
    }

    #[test]
    fn a_string_is_parsed_by_its_spelling() {
        for (text, digit) in [
            ("", 0),
            (".", 0),
            ("0", 0),
            ("1", 1),
            ("9", 9),
            ("10", 10),
            ("64", 64),
        ] {
            assert_eq!(parse_string(text), Some(digit), "{text:?}");
        }
        for text in [
            "05", " 5", "5 ", "5.0", "+5", "-1", "65", "100", "５", "٥", "²", "a", "..", "00",
            "5e0",
        ] {
            assert_eq!(parse_string(text), None, "{text:?}");
        }
    }
}
