//! The parameters behind the `?`. What is unknown is refused, never ignored.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use axum::http::Uri;

use super::echo::is_name;
use super::problem::{Problem, ProblemKind};

/// The parameters of `/validate`.
pub(super) struct ValidateQuery {
    /// Whether all duplicates are asked for, and not only the first.
    pub(super) all_duplicates: bool,
}

/// The parameters of `/validate/batch`.
pub(super) struct BatchQuery {
    /// Whether all duplicates are asked for, and not only the first of each board.
    pub(super) all_duplicates: bool,
    /// Whether only the lines that are not valid are asked for.
    pub(super) only_invalid: bool,
}

/// The parameters of `/solve`.
pub(super) struct SolveQuery {
    /// How many solutions are counted at the most.
    pub(super) count_to: usize,
    /// Whether the digits of solutions are told.
    pub(super) digits: bool,
}

/// How many solutions can be counted to.
const COUNT_TO: RangeInclusive<usize> = 1..=100_000;

/// How many solutions are counted to if nothing is asked for: enough to tell one from many.
const USUAL_COUNT_TO: usize = 2;

impl ValidateQuery {
    pub(super) fn of(uri: &Uri) -> Result<ValidateQuery, Problem> {
        let [duplicates] = parameters(uri, ["duplicates"])?;
        Ok(ValidateQuery {
            all_duplicates: duplicates.is_second_of(["first", "all"])?,
        })
    }
}

impl BatchQuery {
    pub(super) fn of(uri: &Uri) -> Result<BatchQuery, Problem> {
        let [duplicates, report] = parameters(uri, ["duplicates", "report"])?;
        Ok(BatchQuery {
            all_duplicates: duplicates.is_second_of(["first", "all"])?,
            only_invalid: report.is_second_of(["all", "invalid"])?,
        })
    }
}

impl SolveQuery {
    pub(super) fn of(uri: &Uri) -> Result<SolveQuery, Problem> {
        let [count_to, solution] = parameters(uri, ["count_to", "solution"])?;
        Ok(SolveQuery {
            count_to: count_to.number_within(COUNT_TO)?.unwrap_or(USUAL_COUNT_TO),
            digits: !solution.is_second_of(["true", "false"])?,
        })
    }
}

/// A parameter, which may be absent.
struct Parameter<'q> {
    name: &'static str,
    value: Option<Cow<'q, str>>,
}

impl Parameter<'_> {
    /// Whether this is the second of two values; if it is absent, it is the first.
    fn is_second_of(&self, values: [&str; 2]) -> Result<bool, Problem> {
        let [first, second] = values;
        match self.value.as_deref() {
            None => Ok(false),
            Some(value) if value == first => Ok(false),
            Some(value) if value == second => Ok(true),
            Some(_) => Err(refused(format!(
                "The parameter \"{}\" has an unknown value; expected \"{first}\" or \"{second}\".",
                self.name
            ))),
        }
    }

    /// A whole number, written in decimal digits alone.
    fn number_within(&self, range: RangeInclusive<usize>) -> Result<Option<usize>, Problem> {
        let Some(value) = self.value.as_deref() else {
            return Ok(None);
        };
        let digits = Some(value).filter(|value| value.bytes().all(|byte| byte.is_ascii_digit()));
        match digits
            .and_then(|digits| digits.parse().ok())
            .filter(|number| range.contains(number))
        {
            Some(number) => Ok(Some(number)),
            None => Err(refused(format!(
                "The parameter \"{}\" is no number that it can be; expected a whole number from {} to {}.",
                self.name,
                range.start(),
                range.end()
            ))),
        }
    }
}

/// The parameters with these names. Another one is refused, and so is a second one of a name.
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
                return Err(refused(format!(
                    "The parameter \"{name}\" stands twice; expected it once."
                )));
            }
            None => {
                let unknown = if is_name(&name) {
                    format!("The parameter \"{name}\"")
                } else {
                    "A parameter".to_owned()
                };
                let known = names.map(|name| format!("\"{name}\"")).join(" and ");
                return Err(refused(format!(
                    "{unknown} is not known here; expected {known}."
                )));
            }
        }
    }
    Ok(parameters)
}

fn refused(detail: String) -> Problem {
    Problem::new(ProblemKind::BadQuery, detail)
}
