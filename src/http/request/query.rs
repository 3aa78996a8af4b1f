//! Query parameters. Unknown ones are rejected rather than ignored.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use axum::http::Uri;

use super::quote::is_quotable_name;
use crate::http::response::problem::{Problem, ProblemKind};

/// The parameters of `/validate`.
#[derive(Debug)]
pub(crate) struct ValidateQuery {
    pub(crate) duplicates: DuplicateScope,
}

/// The parameters of `/validate/batch`.
#[derive(Debug)]
pub(crate) struct BatchQuery {
    pub(crate) duplicates: DuplicateScope,
    pub(crate) report: Report,
}

/// The parameters of `/solve`, and those with which `/solve/batch` solves each board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolveQuery {
    /// The number of solutions at which counting ends.
    pub(crate) count_to: NonZeroUsize,
    /// Whether the response includes the digits of solutions.
    pub(crate) include_solutions: bool,
}

/// The parameters of `/solve/batch`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolveBatchQuery {
    pub(crate) solve: SolveQuery,
    pub(crate) report: SolveReport,
}

/// Which duplicates of a board to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DuplicateScope {
    First,
    All,
}

/// Which lines of a batch to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Report {
    All,
    /// Invalid boards and rejected lines.
    Invalid,
}

/// Which lines of a batch of puzzles to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SolveReport {
    All,
    /// Boards that are not known to have one solution, and rejected lines.
    NotOne,
}

/// The accepted range of `count_to`.
const COUNT_TO: RangeInclusive<usize> = 1..=100_000;

/// Enough to distinguish one solution from many.
const DEFAULT_COUNT_TO: NonZeroUsize = NonZeroUsize::new(2).expect("2 is not zero");

const DUPLICATES: [(&str, DuplicateScope); 2] = [
    ("first", DuplicateScope::First),
    ("all", DuplicateScope::All),
];

/// Names under which clients put the board in the query.
const NAMES_OF_A_BOARD: [&str; 5] = ["board", "data", "grid", "puzzle", "sudoku"];

impl ValidateQuery {
    pub(crate) fn from_uri(uri: &Uri) -> Result<ValidateQuery, Problem> {
        let [duplicates] = parameters(uri, ["duplicates"])?;
        Ok(ValidateQuery {
            duplicates: duplicates.one_of(DUPLICATES)?,
        })
    }
}

impl BatchQuery {
    pub(crate) fn from_uri(uri: &Uri) -> Result<BatchQuery, Problem> {
        let [duplicates, report] = parameters(uri, ["duplicates", "report"])?;
        Ok(BatchQuery {
            duplicates: duplicates.one_of(DUPLICATES)?,
            report: report.one_of([("all", Report::All), ("invalid", Report::Invalid)])?,
        })
    }
}

impl SolveQuery {
    pub(crate) fn from_uri(uri: &Uri) -> Result<SolveQuery, Problem> {
        let [count_to, solution] = parameters(uri, ["count_to", "solution"])?;
        Ok(SolveQuery {
            count_to: count_to.number_in(COUNT_TO)?.unwrap_or(DEFAULT_COUNT_TO),
            include_solutions: solution.boolean()?.unwrap_or(true),
        })
    }

    /// Returns the number of solutions to search for. Distinguishing one solution from many requires a second one, even
    /// if the client wants to count only one.
    pub(crate) fn search_to(&self) -> NonZeroUsize {
        self.count_to.max(DEFAULT_COUNT_TO)
    }
}

impl SolveBatchQuery {
    pub(crate) fn from_uri(uri: &Uri) -> Result<SolveBatchQuery, Problem> {
        let [count_to, solution, report] = parameters(uri, ["count_to", "solution", "report"])?;
        Ok(SolveBatchQuery {
            solve: SolveQuery {
                count_to: count_to.number_in(COUNT_TO)?.unwrap_or(DEFAULT_COUNT_TO),
                include_solutions: solution.boolean()?.unwrap_or(false),
            },
            report: report.one_of([("all", SolveReport::All), ("not-one", SolveReport::NotOne)])?,
        })
    }
}

/// A parameter, which may be absent.
struct Parameter<'q> {
    name: &'static str,
    value: Option<Cow<'q, str>>,
}

impl Parameter<'_> {
    /// Returns the value with this name; the first one if the parameter is absent.
    fn one_of<T>(&self, values: [(&str, T); 2]) -> Result<T, Problem> {
        let [(first_name, first), (second_name, second)] = values;
        match self.value.as_deref() {
            None => Ok(first),
            Some(value) if value == first_name => Ok(first),
            Some(value) if value == second_name => Ok(second),
            Some(_) => Err(bad_query(format!(
                "The parameter \"{}\" has an invalid value; expected \"{first_name}\" or \"{second_name}\".",
                self.name
            ))),
        }
    }

    /// Returns a boolean in any case: some languages write `True`.
    fn boolean(&self) -> Result<Option<bool>, Problem> {
        match self.value.as_deref() {
            None => Ok(None),
            Some(value) if value.eq_ignore_ascii_case("true") => Ok(Some(true)),
            Some(value) if value.eq_ignore_ascii_case("false") => Ok(Some(false)),
            Some(_) => Err(bad_query(format!(
                "The parameter \"{}\" has an invalid value; expected \"true\" or \"false\".",
                self.name
            ))),
        }
    }

    /// Returns a whole number, written in decimal digits only.
    fn number_in(&self, range: RangeInclusive<usize>) -> Result<Option<NonZeroUsize>, Problem> {
        let Some(value) = self.value.as_deref() else {
            return Ok(None);
        };
        let digits = Some(value).filter(|value| value.bytes().all(|byte| byte.is_ascii_digit()));
        match digits
            .and_then(|digits| digits.parse::<NonZeroUsize>().ok())
            .filter(|number| range.contains(&number.get()))
        {
            Some(number) => Ok(Some(number)),
            None => Err(bad_query(format!(
                "The parameter \"{}\" has an invalid value; expected a whole number from {} to {}.",
                self.name,
                range.start(),
                range.end()
            ))),
        }
    }
}

/// Returns the parameters with these names. Any other name is rejected, and so is a repeated one.
fn parameters<'q, const N: usize>(
    uri: &'q Uri,
    names: [&'static str; N],
) -> Result<[Parameter<'q>; N], Problem> {
    let mut parameters = names.map(|name| Parameter { name, value: None });
    for (name, value) in form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()) {
        match parameters
            .iter_mut()
            .find(|parameter| parameter.name == name)
        {
            Some(parameter) if parameter.value.is_none() => parameter.value = Some(value),
            Some(_) => {
                return Err(bad_query(format!(
                    "The parameter \"{name}\" is given more than once."
                )));
            }
            None => {
                if NAMES_OF_A_BOARD.contains(&name.as_ref()) {
                    return Err(bad_query(format!(
                        "The parameter \"{name}\" is unknown; send the board in the body, with POST."
                    )));
                }
                let expected = names.map(|name| format!("\"{name}\"")).join(" or ");
                return Err(bad_query(if is_quotable_name(&name) {
                    format!("The parameter \"{name}\" is unknown; expected {expected}.")
                } else {
                    format!("A parameter is unknown; expected {expected}.")
                }));
            }
        }
    }
    Ok(parameters)
}

fn bad_query(detail: String) -> Problem {
    Problem::new(ProblemKind::BadQuery, detail)
}
