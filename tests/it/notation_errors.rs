//! Boards as text: what is said about texts that are not boards.

use sudoku_validator::sudoku::{TextReader, Within};

use crate::support::text::{PUZZLE, error, pieces, read_with};

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn an_error_says_what_is_wrong_and_what_to_send() {
    for (text, sentence) in [
        (
            "",
            "The text holds no cells; expected a board, such as 81 digits with '.' for each empty cell.",
        ),
        (" \n\t", "The text holds no cells; "),
        ("# easy", "The text holds no cells; "),
        (
            "1",
            "The text holds 1 cell; expected as many lines as cells on each, such as 9 lines of 9 cells, or 81 cells on one line.",
        ),
        ("1..4..3..4.....", "The text holds 15 cells; "),
        (
            "1..4\n..3.\n.4..",
            "The text holds 3 lines of 4 cells; expected as many lines as cells on each, such as 4 lines of 4 cells, or 16 cells on one line.",
        ),
        (
            "* | * | * | *\n---+---\n* | 1 | * | *\n---+---\n* | 2 | * | *\n---+---\n* | * | * | 1",
            "The text holds 3 lines of 4 cells and 4 lines of a frame; expected as many lines as cells on each, ",
        ),
        (
            "1..4\n..3.\n.4.\n...2",
            "Line 3 holds 3 cells, but the first line with cells holds 4; expected the same number on each line.",
        ),
        (
            "1..4..3..4.....5",
            "Character 16 is the digit 5; expected a digit from 1 to 4, since the board has 4 rows.",
        ),
        (
            "1..4\r\n..3.\r\n.6..\r\n...2",
            "Character 2 of line 3 is the digit 6; ",
        ),
        (
            "# easy\n1..4..3..4.....5",
            "Character 16 of line 2 is the digit 5; ",
        ),
        (
            "1..4..3..4…....2",
            "Character 11 is '…' (U+2026); expected a digit from 1 to 9, or '.', '0', '_', '*' or '?' for an empty cell.",
        ),
        (
            "1..4\n..–.\n.4..\n...2",
            "Character 3 of line 2 is '–' (U+2013); ",
        ),
        (
            "1..4..3..4\u{200b}....2",
            "Character 11 is the character U+200B; ",
        ),
        ("1..4..３..4.....2", "Character 7 is '３' (U+FF13); "),
        ("٠٨٣٠٢٠٠٩٠٠٠٠٨٠٠١", "Character 1 is '٠' (U+0660); "),
        (
            "1..A..3..4.....2",
            "Character 4 is 'A'; a letter is a cell only if it is declared as a symbol. Declare \"symbols\", such as \"ABCD\".",
        ),
        (
            "1..4\n..3é\n.4..\n...2",
            "Character 4 of line 2 is 'é' (U+00E9); a letter is a cell only if it is declared as a symbol. ",
        ),
        (
            &"a0".repeat(128),
            "Character 1 is 'a'; a letter is a cell only if it is declared as a symbol. Declare \"symbols\", such as \"123456789abcdefg\", \"0123456789abcdef\" if 0 is a digit, or \"abcdefghijklmnop\".",
        ),
        (
            &"A ".repeat(900),
            "Character 1 is 'A'; a letter is a cell only if it is declared as a symbol. Declare \"symbols\", such as \"123456789ABCDEFGHIJKLMNOPQRSTU\", or \"0123456789ABCDEFGHIJKLMNOPQRST\" if 0 is a digit.",
        ),
        (
            &"A ".repeat(1600),
            "Character 1 is 'A'; a letter is a cell only if it is declared as a symbol. Declare 40 \"symbols\", or separate digits from 1 to 40 by spaces.",
        ),
        (
            "Grid 1\n1..4\n..3.\n.4..\n...2",
            "Line 1 holds letters, but no other line does. If it is a heading, leave it out or begin it with '#'; if the letters are cells, declare \"symbols\".",
        ),
        (
            "- 1 2 3\n1 2 3 4\n1 2 3 4\n1 2 3 4",
            "Character 1 of line 1 is '-', which marks an empty cell only where nothing is between cells; send '.', '0', '_', '*' or '?' instead.",
        ),
        (
            "1,2,x,3\n1,2,3,4\n1,2,3,4\n1,2,3,4",
            "Character 5 of line 1 is 'x', which marks an empty cell only",
        ),
        (
            "1,2,3,4\n1,2,3,4\n1,2;3,4\n1,2,3,4",
            "The text separates cells both by ',' and by ';'; use one of them, and a line for each row.",
        ),
        (
            "1,2,3,4,\n1,2,3,4,\n1,2,3,4,\n1,2,3,4,",
            "The text has ',' at the end of each line, after which another cell would follow; leave it out there.",
        ),
        (
            "01,2,3,4\n1,2,3,4\n1,2,3,4\n1,2,3,4",
            "Character 1 of line 1 starts 2 characters between one ',' and the next; expected a number from 1 to 64 without leading zeros, or '.', '0', '_', '*' or '?' for an empty cell.",
        ),
        (
            &format!("{}05", "1 ".repeat(99)),
            "Character 199 starts a word of 2 characters; expected a number from 1 to 64 without leading zeros, or '.', '0', '_', '*' or '?' for an empty cell.",
        ),
        (
            &format!("{}1+", "1 ".repeat(98)),
            "The text holds 99 cells; ",
        ),
        (
            &format!("{}11", "1 ".repeat(99)),
            "Character 199 is the digit 11; expected a digit from 1 to 10, since the board has 10 rows.",
        ),
        (
            &"123456789.".repeat(10),
            "The text has one character for each cell of a board of 10 rows, which has digits above 9. Separate its cells by spaces or commas, or declare its 10 symbols.",
        ),
        (
            &"123456789.\n".repeat(10),
            "The text has one character for each cell of a board of 10 rows",
        ),
        (
            &pieces(PUZZLE, 27, "\n"),
            "The text holds 3 lines of 27 cells; expected 9 lines of 9 cells, or all cells on one line.",
        ),
        (
            &"1\n".repeat(300),
            "The text has 300 lines; expected 4 to 64 rows.",
        ),
        (
            &"1 ".repeat(5_000),
            "The text holds more than 4096 cells; expected 4 to 64 rows with as many cells each.",
        ),
    ] {
        assert!(
            error(text).starts_with(sentence),
            "{text:?}: {}",
            error(text)
        );
    }
}

#[test]
fn what_can_be_read_in_two_ways_is_rejected() {
    for (text, sentence) in [
        (pieces(PUZZLE, 9, "-"), "The text separates its rows by '-', which can also mark an empty cell; put each row on a line of its own, or leave nothing between cells."),
        (pieces(PUZZLE, 9, "."), "The text separates its rows by '.', which can also mark an empty cell; "),
        (pieces(PUZZLE, 9, "/"), "The text separates its rows by '/'; put each row on a line of its own"),
        (pieces(PUZZLE, 9, ","), "The text separates its rows by ','; put each row on a line of its own"),
        (PUZZLE.repeat(2), "The text holds 2 boards; expected one."),
        (format!("{PUZZLE}\n{PUZZLE}"), "The text holds 2 boards; expected one."),
        (format!("{PUZZLE} {PUZZLE}"), "The text holds 2 boards; expected one."),
        (format!("{PUZZLE},{PUZZLE}"), "The text holds 2 boards; expected one."),
        (format!("id {PUZZLE} 7.2 {PUZZLE}"), "The text holds 2 boards; expected one."),
        (pieces(&PUZZLE.repeat(4), 9, "\n"), "The text holds 4 boards; expected one."),
        // Four boards of 4 rows, or one of 8.
        ("1..4..3..4.....2 ".repeat(4), "The text holds 4 boards; expected one."),
        // 25 cells with a space between them, or 49 cells.
        ("1 2 3 4 5 ".repeat(5).trim_end().to_owned(), "The text can be read both as a board of 5 rows and as one of 7; declare the box, or send a line for each row, with '.' for each empty cell, and no frame."),
        // 64 cells before white space, or 81 cells.
        (
            format!("{}{}", "12345678".repeat(8), " ".repeat(17)),
            "The text can be read both as a board of 8 rows and as one of 9; ",
        ),
        // Nine rows, or four and a frame.
        ("1 2 3 4  \n1 2 3 4  \n---------\n-        \n- - - - -\n1 2 3 4  \n1 2 3 4  \n---------\n---------".to_owned(), "The text can be read both as a board of 4 rows and as one of 9; "),
        // A board of 16 cells on one line and a frame, or 16 rows.
        (format!("1 2 3 4 {}\n{}", ". ".repeat(12), "* * * * | * * * * | * * * * | * * * *\n".repeat(15)), "The text can be read both as a board of 4 rows and as one of 16; "),
        // 25 cells, or a record.
        ("1..4..3..4.....2 ........1".to_owned(), "The text can be read both as a board of 4 rows and as one of 5; "),
    ] {
        assert!(error(&text).starts_with(sentence), "{text:?}: {}", error(&text));
    }
}

#[test]
fn formats_of_other_programs_are_recognized() {
    for (text, sentence) in [
        (
            "[[1,2],[3,4]]",
            "The text is JSON; send it as JSON, neither as plain text nor inside a string.",
        ),
        (" \n[ [1,2],[3,4]]", "The text is JSON; "),
        ("{\"board\": \"1..4..3..4.....2\"}", "The text is JSON; "),
        ("{ board : 1..4..3..4.....2 }", "The text is JSON; "),
        (
            "[\"1..4\", \"..3.\", \".4..\", \"...2\"]",
            "The text is JSON; ",
        ),
        ("[1,0,0,4,0,0,3,0,0,4,0,0,0,0,0,2]", "The text is JSON; "),
        (
            "\"1..4..3..4.....2\"",
            "The text is in quotation marks; send it without them.",
        ),
        (
            "<?xml version='1.0'?>\n<opensudoku/>",
            "The text is XML; send only the cells, ",
        ),
        ("<board> 1..4..3..4.....2 </board>", "The text is XML; "),
        (
            "[|1,2,3,4|2,1,4,3|3,4,1,2|4,3,2,1|]",
            "The text is a MiniZinc array; send only its cells: a line for each row, without '|' and brackets.",
        ),
        ("puzzle = [|1,2|3,4|];", "The text is a MiniZinc array; "),
        (
            "https://sudoku.example/?p=1..4..3..4.....2",
            "The text is a link; send the board itself, such as 81 digits with '.' for each empty cell.",
        ),
        (
            "www.sudoku.example/1..4..3..4.....2",
            "The text is a link; ",
        ),
        (
            "s=1..4..3..4.....2",
            "The text is a parameter with its name; send only the board, ",
        ),
        (
            "?board=%5B%5B1%2C2%5D",
            "The text is a parameter with its name; ",
        ),
        (
            ".~R1C2_8~R1C3_3",
            "The text names single cells; send all cells in reading order, ",
        ),
        (
            "2x2:1b4b3b4e2",
            "The text looks like a game ID, in which letters count empty cells; send '.' for each empty cell, and nothing between cells.",
        ),
        ("1b4b3b4e2", "The text looks like a game ID, "),
        (
            "3x3:a8_3a2b9d8b1c2_9_3d8d9_8_7c7e6c6_7_4d3d6_9_8c2b5d1b3a5_4a",
            "The text looks like a game ID, ",
        ),
        (
            "fpuzzlesN4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9lQA3AQwBsBXOeADlTQjJg",
            "The text looks like an encoded puzzle, as in a link; send the board itself, ",
        ),
        (
            ".-------.-------.\n| 1 . | . 4 |",
            "Line 1 looks like part of a frame; leave it out, or draw it only with '-', '=', '+', '|' and '*'.",
        ),
        (
            "┌───┬───┐\n│1 .│. 4│",
            "Line 1 looks like part of a frame; ",
        ),
        (
            "1 23 23 4\n34 34 1 2\n2 1 4 3\n4 3 2 1",
            "The text lists the candidates of cells; send one digit for each decided cell, and '.' for each other.",
        ),
        (
            &"123456789".repeat(81),
            "The text lists the candidates of cells; ",
        ),
        (
            &format!("easy,{PUZZLE},7"),
            "The text holds a board among other words that are separated by ','; send only the board, or separate the words by spaces.",
        ),
    ] {
        assert!(
            error(text).starts_with(sentence),
            "{text:?}: {}",
            error(text)
        );
    }
    assert!(
        TextReader::new(None, None)
            .read("[[1]]")
            .unwrap_err()
            .is_json()
    );
    assert!(
        !TextReader::new(None, None)
            .read("<a>")
            .unwrap_err()
            .is_json()
    );
}

#[test]
fn an_error_names_its_place() {
    let reader = TextReader::new(None, None);
    for (text, within, character) in [
        ("1", Within::Text, None),
        ("1..4..3..4.....5", Within::Text, Some(16)),
        ("1..4\n..é.\n.4..\n...2", Within::Line(2), Some(3)),
        ("1..4\n..3.\n.4.\n...2", Within::Line(3), None),
    ] {
        let error = reader.read(text).unwrap_err();
        assert_eq!(
            (error.within(), error.character()),
            (within, character),
            "{text:?}"
        );
    }
    let error = reader
        .read_rows(&["1..4", "..3.", ".4..", "..é2"])
        .unwrap_err();
    assert_eq!(
        (error.within(), error.character()),
        (Within::Row(4), Some(3))
    );
}

#[test]
fn a_text_that_is_not_utf_8_is_rejected() {
    let reader = TextReader::new(None, None);
    let error = reader.read(b"1..4\xff..3.").unwrap_err();
    assert_eq!(
        error.to_string(),
        "The text is not UTF-8: byte 5 begins no character; send it in UTF-8."
    );
    assert_eq!(reader.read_line(b"1..4\xff..3."), Err(error));
}

#[test]
fn an_undeclared_symbol_is_rejected() {
    for (text, sentence) in [
        (
            "A..D..C..d.....B",
            "Character 10 is 'd'; expected a declared symbol, in the same case, or a sign for an empty cell.",
        ),
        ("A..1..C..D.....B", "Character 4 is '1'; "),
        (
            "A,,,\nBC,,,\n,,,\n,,,",
            "Character 1 of line 2 starts 2 characters between one ',' and the next; expected a single symbol or sign for an empty cell.",
        ),
        (
            "A,,,\nBx1,,,\n,,,\n,,,",
            "Character 3 of line 2 is '1'; expected a declared symbol, ",
        ),
    ] {
        assert_eq!(
            read_with("ABCD", text).unwrap_err()[..sentence.len()],
            *sentence,
            "{text:?}"
        );
    }
}
