//! Query parameters. Unknown ones are rejected rather than ignored.

use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::sync::Arc;

use axum::http::Uri;

use super::layout::Declared;
use super::layout::parameters::Parameters;
use super::quote::is_quotable_name;
use super::sentence::alternatives;
use super::solve_options::SolveOptions;
use crate::http::response::problem::{Problem, ProblemKind};

/// The parameters of `/validate`.
#[derive(Debug)]
pub(crate) struct ValidateQuery {
    pub(crate) duplicates: DuplicateScope,
    /// What is declared about the board, if anything.
    pub(crate) declared: Option<Arc<Declared>>,
}

/// The parameters of `/validate/batch`.
#[derive(Debug)]
pub(crate) struct BatchQuery {
    pub(crate) duplicates: DuplicateScope,
    pub(crate) report: Report,
    /// What is declared about the boards of lines that do not declare it, if anything.
    pub(crate) declared: Option<Arc<Declared>>,
}

/// The parameters of `/solve`.
#[derive(Debug)]
pub(crate) struct SolveQuery {
    pub(crate) options: SolveOptions,
    /// What is declared about the board, if anything.
    pub(crate) declared: Option<Arc<Declared>>,
}

/// The parameters of `/solve/batch`.
#[derive(Debug)]
pub(crate) struct SolveBatchQuery {
    pub(crate) options: SolveOptions,
    pub(crate) report: SolveReport,
    /// What is declared about the boards of lines that do not declare it, if anything.
    pub(crate) declared: Option<Arc<Declared>>,
}

/// The parameters of `/check`.
#[derive(Debug)]
pub(crate) struct CheckQuery {
    pub(crate) wrong: WrongReport,
    /// What is declared about the boards, if anything.
    pub(crate) declared: Option<Arc<Declared>>,
}

/// How to report wrong cells and changed givens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrongReport {
    /// Each of them.
    List,
    /// Only their numbers.
    Count,
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

const DUPLICATES: [(&str, DuplicateScope); 2] = [
    ("first", DuplicateScope::First),
    ("all", DuplicateScope::All),
];

/// Names under which clients put the board in the query.
const NAMES_OF_A_BOARD: [&str; 5] = ["board", "data", "grid", "puzzle", "sudoku"];

impl ValidateQuery {
    pub(crate) fn from_uri(uri: &Uri) -> Result<ValidateQuery, Problem> {
        // Most requests have no parameters.
        if uri.query().is_none() {
            return Ok(ValidateQuery {
                duplicates: DuplicateScope::First,
                declared: None,
            });
        }
        let [duplicates, declaring @ ..] =
            parameters(uri, ["duplicates", "box", "regions", "variants", "symbols"])?;
        Ok(ValidateQuery {
            duplicates: duplicates.one_of(DUPLICATES)?,
            declared: declared(&declaring)?,
        })
    }
}

impl BatchQuery {
    pub(crate) fn from_uri(uri: &Uri) -> Result<BatchQuery, Problem> {
        let [duplicates, report, declaring @ ..] = parameters(
            uri,
            [
                "duplicates",
                "report",
                "box",
                "regions",
                "variants",
                "symbols",
            ],
        )?;
        Ok(BatchQuery {
            duplicates: duplicates.one_of(DUPLICATES)?,
            report: report.one_of([("all", Report::All), ("invalid", Report::Invalid)])?,
            declared: declared(&declaring)?,
        })
    }
}

impl SolveQuery {
    pub(crate) fn from_uri(uri: &Uri) -> Result<SolveQuery, Problem> {
        let [count_to, solution, examples, redundant, declaring @ ..] = parameters(
            uri,
            [
                "count_to",
                "solution",
                "examples",
                "redundant",
                "box",
                "regions",
                "variants",
                "symbols",
            ],
        )?;
        let declared = declared(&declaring)?;
        let options = [count_to, solution, examples, redundant];
        Ok(SolveQuery {
            options: solve_options(&options, true, declared.as_deref())?,
            declared,
        })
    }
}

impl SolveBatchQuery {
    pub(crate) fn from_uri(uri: &Uri) -> Result<SolveBatchQuery, Problem> {
        let [
            count_to,
            solution,
            examples,
            redundant,
            report,
            declaring @ ..,
        ] = parameters(
            uri,
            [
                "count_to",
                "solution",
                "examples",
                "redundant",
                "report",
                "box",
                "regions",
                "variants",
                "symbols",
            ],
        )?;
        let declared = declared(&declaring)?;
        let options = [count_to, solution, examples, redundant];
        Ok(SolveBatchQuery {
            options: solve_options(&options, false, declared.as_deref())?,
            report: report.one_of([("all", SolveReport::All), ("not-one", SolveReport::NotOne)])?,
            declared,
        })
    }
}

impl CheckQuery {
    pub(crate) fn from_uri(uri: &Uri) -> Result<CheckQuery, Problem> {
        let [wrong, declaring @ ..] =
            parameters(uri, ["wrong", "box", "regions", "variants", "symbols"])?;
        Ok(CheckQuery {
            wrong: wrong.one_of([("list", WrongReport::List), ("count", WrongReport::Count)])?,
            declared: declared(&declaring)?,
        })
    }
}

/// Returns what the parameters `count_to`, `solution`, `examples` and `redundant` say.
fn solve_options(
    [count_to, solution, examples, redundant]: &[Parameter<'_>; 4],
    include_solutions: bool,
    declared: Option<&Declared>,
) -> Result<SolveOptions, Problem> {
    let options = SolveOptions::new(
        count_to.number_in(SolveOptions::COUNT_TO)?,
        solution.boolean()?.unwrap_or(include_solutions),
        examples.number_in(SolveOptions::EXAMPLES)?,
        redundant.boolean()?.unwrap_or(false),
    )?;
    // Before the body is received.
    if let Some(size) = declared.and_then(Declared::size) {
        options.check_size(size)?;
    }
    Ok(options)
}

/// Returns what the parameters `box`, `regions`, `variants` and `symbols` declare, or `None` if they are absent.
fn declared(parameters: &[Parameter<'_>; 4]) -> Result<Option<Arc<Declared>>, Problem> {
    let values = parameters.each_ref().map(|one| one.value.as_deref());
    if values.iter().all(Option::is_none) {
        return Ok(None);
    }
    let [shape, regions, variants, symbols] = values;
    let parameters = Parameters {
        shape,
        regions,
        variants,
        symbols,
    };
    let declared = parameters.read().map_err(bad_query)?;
    Ok(Some(Arc::new(declared)))
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
    fn number_in(&self, range: RangeInclusive<usize>) -> Result<Option<usize>, Problem> {
        let Some(value) = self.value.as_deref() else {
            return Ok(None);
        };
        let digits = Some(value).filter(|value| value.bytes().all(|byte| byte.is_ascii_digit()));
        match digits
            .and_then(|digits| digits.parse().ok())
            .filter(|number| range.contains(number))
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
                if name == "extra_regions" {
                    return Err(bad_query(
                        "The parameter \"extra_regions\" is unknown; send it in the body, as JSON."
                            .to_owned(),
                    ));
                }
                let expected = alternatives(&names.map(|name| format!("\"{name}\"")));
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
