//! The media types that a client accepts (RFC 9110, section 12.5.1).

use axum::http::HeaderMap;
use axum::http::header::ACCEPT;

/// Returns whether the client asks for HTML, and prefers it to JSON.
///
/// It has to list `text/html`, as browsers do: `*/*` comes from programs, for which JSON is better. A client that gives both
/// the same weight is a program, too.
pub(crate) fn prefers_html(headers: &HeaderMap) -> bool {
    let (mut html, mut json) = (0.0, 0.0);
    for list in headers.get_all(ACCEPT) {
        for element in list.to_str().unwrap_or_default().split(',') {
            let mut parts = element.split(';').map(str::trim);
            let media_type = parts.next().unwrap_or_default();
            let weight = if media_type.eq_ignore_ascii_case("text/html") {
                &mut html
            } else if media_type.eq_ignore_ascii_case("application/json") {
                &mut json
            } else {
                continue;
            };
            *weight = parts.find_map(weight_parameter).unwrap_or(1.0);
        }
    }
    html > json
}

/// Returns the weight if this is the parameter `q`. A malformed one counts as 0.
fn weight_parameter(parameter: &str) -> Option<f32> {
    let (name, value) = parameter.split_once('=')?;
    if !name.trim().eq_ignore_ascii_case("q") {
        return None;
    }
    let weight = value.trim().parse().ok();
    Some(
        weight
            .filter(|weight| (0.0..=1.0).contains(weight))
            .unwrap_or(0.0),
    )
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn prefers(values: &[&'static str]) -> bool {
        let headers = values
            .iter()
            .map(|value| (ACCEPT, HeaderValue::from_static(value)));
        prefers_html(&headers.collect())
    }

    #[test]
    fn html_is_preferred_if_it_is_named() {
        for values in [
            &["text/html"][..],
            &["Text/HTML"],
            &["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
            &["text/html;q=0.001"],
            &["text/html; charset=utf-8; Q=0.5"],
            &["application/xml", "text/html"],
            &["application/json;q=0.9, text/html"],
            &[",, text/html,"],
        ] {
            assert!(prefers(values), "{values:?}");
        }
    }

    #[test]
    fn html_is_not_preferred_if_it_is_not_named_rejected_or_no_better_than_json() {
        for values in [
            &[][..],
            &[""],
            &["*/*"],
            &["text/*"],
            &["application/json"],
            &["application/json, text/plain, */*"],
            &["application/json, text/html"],
            &["text/html;q=0.8, application/json;q=0.9"],
            &["text/html;q=0"],
            &["text/html;q=0.000, */*"],
            &["text/html;q=2"],
            &["text/html;q=-1"],
            &["text/html;q=NaN"],
            &["text/html;q="],
            &["text/htmlx"],
            &["application/xhtml+xml"],
        ] {
            assert!(!prefers(values), "{values:?}");
        }
    }
}
