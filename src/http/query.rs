//! The parameters behind the `?`. What is unknown is refused, never ignored.

use std::borrow::Cow;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

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

impl<S: Sync> FromRequestParts<S> for ValidateQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<ValidateQuery, Problem> {
        let [duplicates] = parameters(parts, ["duplicates"])?;
        Ok(ValidateQuery { all_duplicates: duplicates.is_second_of(["first", "all"])? })
    }
}

impl<S: Sync> FromRequestParts<S> for BatchQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<BatchQuery, Problem> {
        let [duplicates, report] = parameters(parts, ["duplicates", "report"])?;
        Ok(BatchQuery {
            all_duplicates: duplicates.is_second_of(["first", "all"])?,
            only_invalid: report.is_second_of(["all", "invalid"])?,
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
}

/// The parameters with these names. Another one is refused, and so is a second one of a name.
fn parameters<'q, const N: usize>(parts: &'q Parts, names: [&'static str; N]) -> Result<[Parameter<'q>; N], Problem> {
    let mut parameters = names.map(|name| Parameter { name, value: None });
    for (name, value) in form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()) {
        match parameters.iter_mut().find(|parameter| parameter.name == name) {
            Some(parameter) if parameter.value.is_none() => parameter.value = Some(value),
            Some(_) => return Err(refused(format!("The parameter \"{name}\" stands twice; expected it once."))),
            None => {
                let unknown =
                    if is_name(&name) { format!("The parameter \"{name}\"") } else { "A parameter".to_owned() };
                let known = names.map(|name| format!("\"{name}\"")).join(" and ");
                return Err(refused(format!("{unknown} is not known here; expected {known}.")));
            }
        }
    }
    Ok(parameters)
}

fn refused(detail: String) -> Problem {
    Problem::new(ProblemKind::BadQuery, detail)
}
