//! Boards as text: the notations that are accepted, and symbols.

use sudoku_validator::sudoku::{Digit, Symbols, SymbolsError, TextLine, TextReader};

use crate::support::text::{DIGITS, PUZZLE, read, read_with};

#[test]
fn each_notation_gives_the_same_board() {
    for text in [
        "1..4..3..4.....2",
        "1004003004000002",
        "1__4__3__4_____2",
        "1**4**3**4*****2",
        "1??4??3??4?????2",
        "1--4--3--4-----2",
        "1xx4xx3xx4xxxxx2",
        "1XX4XX3XX4XXXXX2",
        "1  4  3  4     2",
        "1.04_*3?-4xX.0_2",
        "\u{feff}1..4..3..4.....2",
        "1..4..3..4.....2\r\n",
        "\n\n1..4..3..4.....2\n\n",
        "1..4\n..3.\n.4..\n...2",
        "1..4\r\n..3.\r\n.4..\r\n...2\r\n",
        "1..4\r..3.\r.4..\r...2",
        "1--4\n--3-\n-4--\n---2",
        "1xx4\nxx3x\nx4xx\nxxx2\n",
        "1  4\n  3 \n 4  \n   2",
        "  1..4\n  ..3.\n  .4..\n  ...2",
        "1..4\n\t\n..3.\n \t\n.4..\n \n...2",
        "1..4 ..3. .4.. ...2",
        "1. .4\n.. 3.\n\n.4 ..\n.. .2",
        "1 . . 4\n. . 3 .\n. 4 . .\n. . . 2",
        "1 . . 4 . . 3 . . 4 . . . . . 2",
        "1\u{a0}.\u{3000}. 4 . . 3 . . 4 . . . . . 2",
        "1,0,0,4\n0,0,3,0\n0,4,0,0\n0,0,0,2",
        "1,,,4\n,,3,\n,4,,\n,,,2\n",
        "1, , , 4\n , , 3, \n, 4, , \n, , , 2",
        "1;;;4\n;;3;\n;4;;\n;;;2",
        "1\t\t\t4\n\t\t3\t\n\t4\t\t\n\t\t\t2",
        "1,,,4,,,3,,,4,,,,,,2",
        "1.|.4\n..|3.\n--+--\n.4|..\n..|.2",
        "+--+--+\n|1.|.4|\n|..|3.|\n+--+--+\n|.4|..|\n|..|.2|\n+--+--+\n",
        // White space after the frame, whatever it is.
        "+--+--+\n|1.|.4|\n|..|3.|\n+--+--+\n|.4|..|\n|..|.2|\t\n+--+--+\n",
        "*-----*\n|1.|.4|\n|..|3.|\n|--+--|\n|.4|..|\n|..|.2|\n*-----*",
        "  1 . | . 4\n  . . | 3 .\n ==========\n  . 4 | . .\n  . . | . 2",
        "| 1 . | . 4 |\n| . . | 3 . |\n| . 4 | . . |\n| . . | . 2 |",
        "  |1 | 4|\n  |  |3 |\n  |--+--|\n  | 4|  |\n  |  | 2|",
        "1,|0,0,|4\n0,|0,3,|0\n---\n0,|4,0,|0\n0,|0,0,|2",
        "# easy\n[Puzzle]\n1..4\n..3.\n.4..\n...2",
        "7 1..4..3..4.....2 2.5",
        "id:1..4..3..4.....2",
        ":0000:x:+1..4..+3..4.....2:::",
        "id\t1..4..3..4.....2\t2.5",
        "# comment\nid 1..4..3..4.....2",
        "https: 1..4..3..4.....2",
    ] {
        assert_eq!(read(text), Ok(DIGITS.to_vec()), "{text:?}");
    }
}

#[test]
fn a_row_of_empty_cells_can_look_like_a_rule_or_a_blank_line() {
    let mut digits = [0; 16];
    digits[..4].copy_from_slice(&[1, 2, 3, 4]);
    for text in [
        "1234\n----\n----\n----",
        "1234\n    \n    \n    ",
        "12|34\n--|--\n--|--\n--|--",
        "12|34\n**|**\n**|**\n**|**",
        "1,2,3,4\n,,,\n,,,\n,,,",
        "1\t2\t3\t4\n\t\t\t\n\t\t\t\n\t\t\t",
    ] {
        assert_eq!(read(text), Ok(digits.to_vec()), "{text:?}");
    }
    assert_eq!(read("----------------"), Ok(vec![0; 16]));
}

#[test]
fn symbols_stand_for_digits() {
    for (symbols, text) in [
        ("ABCD", "A..D..C..D.....B"),
        ("abcd", "a00d\n00c0\n0d00\n000b"),
        ("0123", "0..3..2..3.....1"),
        ("0-x.", "0__.__x__._____-"),
        ("-=*x", "-..x\n..*.\n----\n.x..\n...="),
        ("αβγδ", "α  δ  γ  δ     β"),
        ("春夏秋冬", "春,,,冬\n,,秋,\n,冬,,\n,,,夏"),
        (
            "♠♥♦♣",
            "+--+--+\n|♠.|.♣|\n|..|♦.|\n|.♣|..|\n|..|.♥|\n+--+--+",
        ),
        ("x:{<", "x..<..{..<.....:"),
        ("{:<'", "{..'\n..<.\n.'..\n...:"),
        ("wxyz", "1: w..z..y..z.....x"),
    ] {
        assert_eq!(
            read_with(symbols, text),
            Ok(DIGITS.to_vec()),
            "{symbols}: {text:?}"
        );
    }
    let hexadecimal = "0123456789ABCDEF";
    let row = "0 1 2 3 4 5 6 7 8 9 A B C D E F\n";
    let board = read_with(hexadecimal, &row.repeat(16)).unwrap();
    assert_eq!(board[..16], (1..=16).collect::<Vec<u8>>());
    assert_eq!(read_with(hexadecimal, &hexadecimal.repeat(16)), Ok(board));
}

#[test]
fn digits_above_9_are_separated() {
    let digits: Vec<u8> = (0..10).flat_map(|_| (1..=9).chain([0])).collect();
    let mut with_ten = digits.clone();
    with_ten[99] = 10;
    let text = |separator: &str, line_break: &str| {
        let rows = with_ten.chunks(10).map(|row| {
            let cells: Vec<String> = row.iter().map(u8::to_string).collect();
            cells.join(separator)
        });
        rows.collect::<Vec<_>>().join(line_break)
    };
    for (separator, line_break) in [
        (" ", "\n"),
        (" ", " "),
        ("\u{a0}| ", "\n---\n"),
        (",", "\n"),
        ("; ", "\r\n"),
        ("\t", "\n"),
        (",", ","),
    ] {
        assert_eq!(
            read(&text(separator, line_break)),
            Ok(with_ten.clone()),
            "{separator:?}"
        );
    }
    assert_eq!(read(&digits.iter().map(u8::to_string).collect::<String>()), Err("The text has one character for each cell of a board of 10 rows, which has digits above 9. Separate its cells by spaces or commas, or declare its 10 symbols.".to_owned()));
}

#[test]
fn a_declared_size_leaves_one_way_to_read() {
    let text = "1 2 3 4 5 ".repeat(5);
    for (size, third) in [(5, 3), (7, 2)] {
        let board = TextReader::new(Some(size), None)
            .read(text.trim_end())
            .unwrap();
        assert_eq!(
            (board.size, board.digits.len(), board.digits[2]),
            (size, size * size, third)
        );
    }
    let reader = TextReader::new(Some(9), None);
    for (text, sentence) in [
        (
            "1..4..3..4.....2",
            "The text holds 16 cells; expected 9 lines of 9 cells, or 81 cells on one line.",
        ),
        (
            "1..4\n..3.\n.4..\n...2",
            "The text holds 4 lines of 4 cells; expected 9 lines of 9 cells, or 81 cells on one line.",
        ),
        (&PUZZLE.repeat(2), "The text holds 2 boards; expected one."),
    ] {
        assert_eq!(reader.read(text).unwrap_err().to_string(), sentence);
    }
    assert_eq!(
        reader
            .read(format!("1..4..3..4.....2 {PUZZLE}"))
            .unwrap()
            .size,
        9
    );
}

#[test]
fn rows_are_read_as_lines_of_which_none_is_skipped() {
    let reader = TextReader::new(None, None);
    for rows in [
        ["1..4", "..3.", ".4..", "...2"],
        ["1004", "--3-", "x4XX", "___2"],
        ["1  4", "  3 ", " 4  ", "   2"],
        ["1 . . 4", ". . 3 .", ". 4 . .", "...2"],
        ["1,,,4", ",,3,", ",4,,", ",,,2"],
        ["1.|.4", "..|3.", ".4|..", "..|.2"],
    ] {
        assert_eq!(reader.read_rows(&rows).unwrap().digits, DIGITS, "{rows:?}");
    }
    assert_eq!(
        reader
            .read_rows(&["----", "    ", "****", "1234"])
            .unwrap()
            .digits[12..],
        [1, 2, 3, 4]
    );
    for (rows, sentence) in [
        (
            &["1..4"; 3][..],
            "The text has 3 rows; expected 4 to 64 rows with as many cells each.",
        ),
        (&["1..4"; 65], "The text has 65 rows; "),
        (
            &["1..4", "..3.", "", "...2"],
            "Row 3 holds 0 cells; expected 4, since there are 4 rows.",
        ),
        (
            &["1..4", "..3.", ".4..", "....2"],
            "Row 4 holds 5 cells; expected 4, since there are 4 rows.",
        ),
        (
            &["1..4", "..3.", ".4..", "...5"],
            "Character 4 of row 4 is the digit 5; expected a digit from 1 to 4, ",
        ),
        (
            &["1..4", "..3.", ".4..", "\n...2"],
            "Character 1 of row 4 is a line break; expected the cells of one row.",
        ),
        (
            &["1..4", "# 3.", ".4..", "...2"],
            "Character 1 of row 2 is '#'; ",
        ),
        (
            &["1..4", "..AB", ".4..", "...2"],
            "Character 3 of row 2 is 'A'; a letter is a cell only if it is declared as a symbol. ",
        ),
        (
            &["1,2,3,4,"; 4],
            "The text has ',' at the end of each line, ",
        ),
        (
            &[".........."; 10],
            "The text has one character for each cell of a board of 10 rows, ",
        ),
    ] {
        let error = reader.read_rows(rows).unwrap_err().to_string();
        assert!(error.starts_with(sentence), "{rows:?}: {error}");
    }
    let error = TextReader::new(Some(9), None)
        .read_rows(&["1..4"; 4])
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "The text has 4 rows; expected 9 rows of 9 cells."
    );
}

#[test]
fn a_line_of_a_batch_is_a_board_or_skipped() {
    let reader = TextReader::new(None, None);
    for line in [
        "",
        " ",
        "\t\r",
        "#",
        "\u{feff}",
        "\u{feff}# 1..4",
        "# 1..4..3..4.....2",
    ] {
        assert_eq!(reader.read_line(line), Ok(TextLine::Skipped), "{line:?}");
    }
    for line in [
        "1..4..3..4.....2",
        "7 1..4..3..4.....2",
        ":0000:x:1..4..3..4.....2:::",
    ] {
        let Ok(TextLine::Board(board)) = reader.read_line(line) else {
            panic!("{line}");
        };
        assert_eq!(board.digits, DIGITS);
    }
    let error = reader.read_line("[Puzzle]").unwrap_err();
    assert!(error.to_string().starts_with("The text holds no cells; "));
}

#[test]
fn symbols_are_distinct_visible_characters() {
    for (symbols, sentence) in [
        (
            "ABC",
            "a board has 4 to 64 symbols, one for each digit, but 3 were given",
        ),
        (
            "",
            "a board has 4 to 64 symbols, one for each digit, but 0 were given",
        ),
        (
            &"A".repeat(65),
            "a board has 4 to 64 symbols, one for each digit, but 65 were given",
        ),
        (
            "ABCDA",
            "symbols 1 and 5 are both 'A'; expected a different character for each digit",
        ),
        (
            "五六七六",
            "symbols 2 and 4 are both '六' (U+516D); expected a different character for each digit",
        ),
        (
            "AB D",
            "symbol 3 is a space, which does not show as a character of its own; expected a letter, a digit or another visible character",
        ),
        (
            "ABC\u{301}D",
            "symbol 4 is the character U+0301, which does not show as a character of its own; expected a letter, a digit or another visible character",
        ),
        (
            "ABC\0",
            "symbol 4 is the character U+0000, which does not show as a character of its own; expected a letter, a digit or another visible character",
        ),
        (
            "A,BC",
            "symbol 2 is ',', which has a meaning of its own in text; expected a letter, a digit or another visible character",
        ),
        (
            ".0_*?",
            "all of '.', '0', '_', '*' and '?' are symbols, but one of them must be left to mark an empty cell",
        ),
    ] {
        assert_eq!(Symbols::new(symbols).unwrap_err().to_string(), sentence);
    }
    for symbol in ",;|+#[]\" \u{a0}\n\u{200d}\u{903}".chars() {
        let symbols = format!("ABC{symbol}");
        assert_eq!(
            Symbols::new(&symbols),
            Err(SymbolsError::NotAllowed {
                symbol,
                position: 4
            })
        );
    }
}

#[test]
fn a_symbol_and_its_digit_belong_together() {
    let text = "0123456789ABCDEFαβγδ春夏秋冬♠♥♦♣😀😁😂é";
    let symbols = Symbols::new(text).unwrap();
    assert_eq!(symbols.size(), 32);
    for (number, symbol) in (1..).zip(text.chars()) {
        let digit = Digit::new(number).unwrap();
        assert_eq!(symbols.symbol(digit), Some(symbol));
        assert_eq!(symbols.digit(symbol), Some(digit));
    }
    assert_eq!(symbols.symbol(Digit::new(33).unwrap()), None);
    for other in ['G', 'a', '.', 'ε', '٣', '\0'] {
        assert_eq!(symbols.digit(other), None);
    }
    for (symbols, sign) in [("ABCD", '.'), (".ABC", '0'), (".0_A", '*'), ("?.*0", '_')] {
        assert_eq!(Symbols::new(symbols).unwrap().empty_sign(), sign);
    }
}
