//! Every JSON type of the contract, and its way to and from the rules.

use axum::extract::Request;
use serde::Serialize;

use super::problem::Problem;
use super::{Shared, answer, body, read, work};
use crate::sudoku::{self, Board, Digit, SearchEnd, Solutions, Verdict};

/// The body of a question about a board.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ValidateRequest {
    pub(super) board: Board,
    pub(super) notation: Notation,
}

impl ValidateRequest {
    /// The board that a request asks about.
    pub(super) async fn read(
        request: Request,
        shared: &Shared,
    ) -> Result<ValidateRequest, Problem> {
        let _place = work::begin(&shared.work, work::TOO_MUCH)?;
        read::request(&body::json(request, shared).await?)
    }
}

/// How the cells of a board were written, so that an answer can speak the notation of the question.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Notation {
    Numbers,
    Strings,
    /// Some are numbers and some strings: row by row, whether a cell is a string.
    Mixed(Vec<bool>),
}

impl Notation {
    /// The digit as the cell wrote it.
    fn write(&self, digit: Digit, size: usize, cell: sudoku::Cell) -> WrittenDigit {
        let is_string = match self {
            Notation::Numbers => false,
            Notation::Strings => true,
            Notation::Mixed(strings) => {
                strings[usize::from(cell.row) * size + usize::from(cell.column)]
            }
        };
        if is_string {
            WrittenDigit::String(digit.to_string())
        } else {
            WrittenDigit::Number(digit.get())
        }
    }
}

/// The answer of `/validate`.
#[derive(Serialize)]
pub(super) struct ValidateResponse {
    pub(super) valid: bool,
    pub(super) complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate: Option<Duplicate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicates: Option<Vec<Duplicate>>,
}

impl ValidateResponse {
    /// Looks for duplicates no further than the first, unless all are asked for.
    pub(super) fn new(request: &ValidateRequest, all: bool) -> ValidateResponse {
        let ValidateRequest { board, notation } = request;
        let written = |digit, house: &sudoku::Constraint, cells: &[sudoku::Cell]| Duplicate {
            digit: notation.write(digit, board.layout().size(), cells[1]),
            house: house.into(),
            cells: cells.iter().copied().map(Cell::from).collect(),
        };
        // Most boards are valid: they are not searched at all.
        let first = if board.is_valid() {
            None
        } else {
            board.duplicates().next()
        };
        let duplicate = first.map(|first| written(first.digit, first.constraint, &first.cells));
        let duplicates = all.then(|| {
            let groups = if duplicate.is_some() {
                board.repeated_digits()
            } else {
                Vec::new()
            };
            groups
                .iter()
                .map(|group| written(group.digit, group.constraint, &group.cells))
                .collect()
        });
        ValidateResponse {
            valid: duplicate.is_none(),
            complete: board.is_complete(),
            duplicate,
            duplicates,
        }
    }

    /// Appends the answer as JSON, and a line break.
    pub(super) fn write_to(&self, out: &mut Vec<u8>) {
        match self {
            // Most answers are one of these two.
            ValidateResponse {
                valid: true,
                complete,
                duplicates: None,
                ..
            } => out.extend_from_slice(if *complete {
                b"{\"valid\":true,\"complete\":true}\n"
            } else {
                b"{\"valid\":true,\"complete\":false}\n"
            }),
            _ => answer::write_to(out, self),
        }
    }
}

/// The answer of `/solve`.
#[derive(Serialize)]
pub(super) struct SolveResponse {
    #[serde(flatten)]
    validity: ValidateResponse,
    pub(super) solutions: &'static str,
    count: usize,
    counted_to: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Rows>,
    #[serde(skip_serializing_if = "Option::is_none")]
    examples: Option<Vec<Rows>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<Vec<Cell>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contradiction: Option<Contradiction>,
}

/// A filled board, row by row.
type Rows = Vec<Vec<WrittenDigit>>;

/// Why a board has no solution.
#[derive(Serialize)]
#[serde(untagged)]
enum Contradiction {
    /// No digit fits the cell.
    Cell { cell: Cell },
    /// The digit has no place in the house.
    Digit { digit: WrittenDigit, house: House },
}

impl SolveResponse {
    /// What `found`, counted up to `count_to`, says of a board. Without `digits`, no digit of a solution is told.
    pub(super) fn new(
        request: &ValidateRequest,
        found: &Solutions,
        count_to: usize,
        digits: bool,
    ) -> SolveResponse {
        let ValidateRequest { board, notation } = request;
        let validity = ValidateResponse::new(request, false);
        let solutions = found.verdict();
        let counted_to = if found.end == SearchEnd::Stopped {
            found.count.min(count_to)
        } else {
            count_to
        };
        let size = board.layout().size();
        let write = |solution: &Board| -> Rows {
            let write = |(cell, digit): (sudoku::Cell, Option<Digit>)| {
                Some(notation.write(digit?, size, cell))
            };
            let mut cells = solution.cells().filter_map(write);
            (0..size)
                .map(|_| cells.by_ref().take(size).collect())
                .collect()
        };
        let differing = |[one, other]: [&Board; 2]| -> Vec<Cell> {
            let cells = one.cells().zip(other.cells());
            cells
                .filter(|(one, other)| one != other)
                .map(|((cell, _), _)| cell.into())
                .collect()
        };
        let shown = |contradiction| match contradiction {
            sudoku::Contradiction::Cell(cell) => Contradiction::Cell { cell: cell.into() },
            sudoku::Contradiction::Digit { digit, house } => Contradiction::Digit {
                digit: notation.write(digit, size, house.cells()[0]),
                house: (&house).into(),
            },
        };
        let (mut solution, mut examples, mut differs, mut contradiction) = (None, None, None, None);
        match (solutions, found.examples.as_slice()) {
            (Verdict::One, [only]) => solution = digits.then(|| write(only)),
            (Verdict::Many, [one, other]) => {
                examples = digits.then(|| vec![write(one), write(other)]);
                differs = Some(differing([one, other]));
            }
            (Verdict::None, _) if validity.valid => {
                contradiction = sudoku::find_contradiction(board, &|| false)
                    .ok()
                    .flatten()
                    .map(shown);
            }
            _ => {}
        }
        SolveResponse {
            validity,
            solutions: solutions.as_str(),
            count: found.count.min(count_to),
            counted_to,
            solution,
            examples,
            differs,
            contradiction,
        }
    }
}

/// A line of the answer of `/validate/batch` that tells which line it is about.
#[derive(Serialize)]
pub(super) struct Numbered<T> {
    /// Counted from 1.
    pub(super) line: u64,
    #[serde(flatten)]
    pub(super) answer: T,
}

/// What `/validate/batch` says of a line that is refused.
#[derive(Serialize)]
pub(super) struct RefusedLine<'a> {
    pub(super) error: ProblemResponse<'a>,
}

/// The last line of the answer of `/validate/batch`.
#[derive(Serialize)]
pub(super) struct SummaryLine {
    pub(super) summary: Summary,
}

/// How many lines of a batch were what.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Summary {
    pub(super) lines: u64,
    pub(super) valid: u64,
    pub(super) invalid: u64,
    pub(super) refused: u64,
    /// Of the valid and the invalid ones, how many have no empty cell.
    pub(super) complete: u64,
}

/// A digit that stands more than once in a house.
#[derive(Serialize)]
struct Duplicate {
    digit: WrittenDigit,
    house: House,
    cells: Vec<Cell>,
}

/// A digit in the notation of the cell that repeats it.
#[derive(Serialize)]
#[serde(untagged)]
enum WrittenDigit {
    Number(u8),
    String(String),
}

#[derive(Serialize)]
struct House {
    kind: &'static str,
    index: usize,
}

impl From<&sudoku::Constraint> for House {
    fn from(house: &sudoku::Constraint) -> House {
        House {
            kind: house.kind().as_str(),
            index: house.index(),
        }
    }
}

#[derive(Serialize)]
struct Cell {
    row: u8,
    column: u8,
}

impl From<sudoku::Cell> for Cell {
    fn from(cell: sudoku::Cell) -> Cell {
        Cell {
            row: cell.row,
            column: cell.column,
        }
    }
}

/// The answer of `/health`.
#[derive(Serialize)]
pub(super) struct HealthResponse {
    pub(super) status: &'static str,
    pub(super) version: &'static str,
}

/// The answers of `/livez` and `/readyz`.
#[derive(Serialize)]
pub(super) struct StatusResponse {
    pub(super) status: &'static str,
}

/// A refusal, as RFC 9457 has it.
#[derive(Serialize)]
pub(super) struct ProblemResponse<'a> {
    pub(super) r#type: String,
    pub(super) title: &'a str,
    pub(super) status: u16,
    pub(super) detail: &'a str,
    /// What is wrong with the body, place by place.
    #[serde(skip_serializing_if = "<[Fault]>::is_empty")]
    pub(super) errors: &'a [Fault],
    /// How many more faults there are than `errors` lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) omitted: Option<usize>,
}

/// One thing that is wrong with a body, and where.
#[derive(Debug, Serialize)]
pub(super) struct Fault {
    /// A JSON Pointer into the body, as a URI fragment: `#/board/3/7`.
    pub(super) pointer: String,
    /// A sentence for a person.
    pub(super) detail: String,
}

/// What a type of refusal means: the answer of `/problems/{name}`.
#[derive(Serialize)]
pub(super) struct ProblemTypeResponse {
    pub(super) r#type: String,
    pub(super) title: &'static str,
    pub(super) status: u16,
    pub(super) meaning: &'static str,
}
