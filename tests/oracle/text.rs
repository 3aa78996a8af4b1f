//! Boards as text, read naively: every way to read a text is tried, and there must be exactly one board.

use std::collections::BTreeSet;

/// The cells of each line, as they are written.
type Tokens = Vec<Vec<String>>;

/// Where a sign for an empty cell is looked for.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Between separators.
    Alone,
    /// In a run of characters.
    Run,
}

/// Reads a text. The size is fixed by the symbols or given, if any. Returns `None` if the rules reject the text.
pub fn read(text: &str, size: Option<usize>, symbols: Option<&str>) -> Option<Vec<u8>> {
    let symbols: Option<Vec<char>> = symbols.map(|symbols| symbols.chars().collect());
    let reader = Reader {
        size: symbols.as_ref().map(Vec::len).or(size),
        symbols,
    };
    let boards = reader.boards(text.strip_prefix('\u{feff}').unwrap_or(text))?;
    let mut boards = boards.into_iter();
    boards.next().filter(|_| boards.next().is_none())
}

/// Reads row strings.
pub fn read_rows(rows: &[&str], size: Option<usize>, symbols: Option<&str>) -> Option<Vec<u8>> {
    // As lines of a text they are the same, except that no row is skipped.
    let symbols: Option<Vec<char>> = symbols.map(|symbols| symbols.chars().collect());
    let fixed = symbols.as_ref().map(Vec::len).or(size);
    if fixed.is_some_and(|size| size != rows.len())
        || rows.iter().any(|row| row.contains(['\n', '\r']))
    {
        return None;
    }
    let reader = Reader {
        size: Some(rows.len()),
        symbols,
    };
    let mut boards = reader.boards_of(rows, false).into_iter();
    boards.next().filter(|_| boards.next().is_none())
}

struct Reader {
    size: Option<usize>,
    symbols: Option<Vec<char>>,
}

impl Reader {
    fn is_symbol(&self, character: char) -> bool {
        self.symbols
            .as_ref()
            .is_some_and(|symbols| symbols.contains(&character))
    }

    /// All boards that a text can be read as. `None` if it must not be read at all.
    fn boards(&self, text: &str) -> Option<BTreeSet<Vec<u8>>> {
        let start: String = text
            .chars()
            .filter(|character| !character.is_whitespace())
            .take(2)
            .collect();
        for (json_or_xml, symbol) in [("{", '{'), ("[[", '['), ("<", '<')] {
            if start.starts_with(json_or_xml) && !self.is_symbol(symbol) {
                return None;
            }
        }
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let lines: Vec<&str> = text
            .split('\n')
            .filter(|line| !line.is_empty() && !is_skipped(line))
            .collect();
        // White space alone is no board, although a space may be an empty cell.
        let is_blank = lines.iter().all(|line| line.trim().is_empty());
        if lines.len() > 256 || is_blank {
            return None;
        }
        let without_rules: Vec<&str> = lines
            .iter()
            .copied()
            .filter(|line| !is_rule(line))
            .collect();
        let mut boards = BTreeSet::new();
        for lines in [without_rules, lines] {
            boards.extend(self.boards_of(&lines, true));
            let filled: Vec<&&str> = lines
                .iter()
                .filter(|line| !line.trim().is_empty())
                .collect();
            if let [line] = filled[..] {
                let words =
                    line.split(|c: char| c.is_whitespace() || (c == ':' && !self.is_symbol(c)));
                let records: Vec<Vec<u8>> = words
                    .filter_map(|word| self.digits_of_characters(&vec![run(word)], Place::Run))
                    .collect();
                if records.len() > 1 {
                    return None;
                }
                boards.extend(records);
            }
        }
        Some(boards)
    }

    /// All boards that lines can be read as, where blank ones can be `skipped` or not.
    fn boards_of(&self, lines: &[&str], skipped: bool) -> BTreeSet<Vec<u8>> {
        let filled: Vec<&str> = lines
            .iter()
            .copied()
            .filter(|line| !skipped || !line.trim().is_empty())
            .collect();
        let separators: Vec<char> = [',', ';', '\t']
            .into_iter()
            .filter(|separator| filled.iter().any(|line| line.contains(*separator)))
            .collect();
        let mut boards = Vec::new();
        if let [separator] = separators[..] {
            let lines = lines
                .iter()
                .filter(|line| !skipped || !line.trim().is_empty() || line.contains(separator));
            let tokens = lines
                .map(|line| {
                    line.split(separator)
                        .map(|field| {
                            field
                                .trim_matches(|c: char| c.is_whitespace() || "|+".contains(c))
                                .to_owned()
                        })
                        .collect()
                })
                .collect();
            boards.push(self.digits(&tokens, Place::Alone));
        }
        if separators.is_empty() {
            let are_runs = filled
                .iter()
                .all(|line| !line.trim().contains(char::is_whitespace));
            let place = if are_runs { Place::Run } else { Place::Alone };
            boards.push(
                self.digits_of_characters(&filled.iter().map(|line| run(line)).collect(), place),
            );
            let words = |line: &&str| {
                line.split(|c: char| c.is_whitespace() || "|+".contains(c))
                    .filter(|word| !word.is_empty())
                    .map(str::to_owned)
                    .collect()
            };
            let board = self.digits(&filled.iter().map(words).collect(), Place::Alone);
            // On smaller boards, words are runs of cells.
            boards.push(board.filter(|board| self.symbols.is_none() && board.len() > 81));
        }
        for lines in [&filled, lines] {
            let tokens: Tokens = lines.iter().map(|line| characters(line)).collect();
            boards.push(self.digits_of_characters(&tokens, Place::Run));
        }
        boards.into_iter().flatten().collect()
    }

    /// The same where each token is a character. Without symbols, it has no digits above 9.
    fn digits_of_characters(&self, tokens: &Tokens, place: Place) -> Option<Vec<u8>> {
        let board = self.digits(tokens, place);
        board.filter(|board| self.symbols.is_some() || board.len() <= 81)
    }

    /// The digits of all tokens, if they are on one line or on a line for each row.
    fn digits(&self, tokens: &Tokens, place: Place) -> Option<Vec<u8>> {
        let shape: Vec<usize> = tokens.iter().map(Vec::len).collect();
        let size = (4..=64).find(|size| shape == [size * size] || shape == vec![*size; *size])?;
        if self.size.is_some_and(|fixed| fixed != size) {
            return None;
        }
        tokens
            .concat()
            .iter()
            .map(|token| self.digit(token, place, size))
            .collect()
    }

    fn digit(&self, token: &str, place: Place, size: usize) -> Option<u8> {
        let written = |digit: &u8| match &self.symbols {
            Some(symbols) => symbols[usize::from(*digit) - 1].to_string() == token,
            None => digit.to_string() == token,
        };
        let digit = (1..=u8::try_from(size).unwrap()).find(written);
        let empty: &[&str] = match place {
            Place::Alone => &["", ".", "0", "_", "*", "?"],
            Place::Run => &[".", "0", "_", "*", "?", "-", "x", "X", " "],
        };
        digit.or(empty.contains(&token).then_some(0))
    }
}

fn is_skipped(line: &str) -> bool {
    let line = line.trim();
    let word: String = line
        .chars()
        .filter(|character| character.is_alphabetic())
        .collect();
    line.starts_with('#') || (!word.is_empty() && line == format!("[{word}]"))
}

fn is_rule(line: &str) -> bool {
    line.contains(['-', '+', '|', '='])
        && line
            .chars()
            .all(|c| c.is_whitespace() || "-+|=*".contains(c))
}

/// Each character of a line without white space and bars.
fn run(line: &str) -> Vec<String> {
    let cells = line
        .chars()
        .filter(|c| !c.is_whitespace() && !"|+".contains(*c));
    cells.map(String::from).collect()
}

/// Each character of a line without bars, and without white space outside of the bars around a line.
fn characters(line: &str) -> Vec<String> {
    let line = if line.trim().starts_with('|') {
        line.trim_start()
    } else {
        line
    };
    let line = if line.trim().ends_with('|') {
        line.trim_end()
    } else {
        line
    };
    let cells = line.chars().filter(|c| !"|+".contains(*c));
    cells.map(String::from).collect()
}
