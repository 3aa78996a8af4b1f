//! The parameters behind the `?`. What is unknown is refused, never ignored.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::echo::is_name;
use super::problem::{Problem, ProblemKind};

/// The parameters of `/validate`.
pub(super) struct ValidateQuery {
    /// Whether all duplicates are asked for, and not only the first.
    pub(super) all_duplicates: bool,
}

impl<S: Sync> FromRequestParts<S> for ValidateQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<ValidateQuery, Problem> {
        let mut duplicates = None;
        for (name, value) in form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()) {
            match (name.as_ref(), value.as_ref()) {
                ("duplicates", _) if duplicates.is_some() => {
                    return Err(refused("The parameter \"duplicates\" stands twice; expected it once."));
                }
                ("duplicates", "first") => duplicates = Some(false),
                ("duplicates", "all") => duplicates = Some(true),
                ("duplicates", _) => {
                    return Err(refused(
                        "The parameter \"duplicates\" has an unknown value; expected \"first\" or \"all\".",
                    ));
                }
                (name, _) if is_name(name) => {
                    return Err(refused(format!(
                        "The parameter \"{name}\" is not known here; expected \"duplicates\"."
                    )));
                }
                _ => return Err(refused("A parameter is not known here; expected \"duplicates\".")),
            }
        }
        Ok(ValidateQuery { all_duplicates: duplicates.unwrap_or(false) })
    }
}

fn refused(detail: impl Into<String>) -> Problem {
    Problem::new(ProblemKind::BadQuery, detail)
}
