//! The content codings that a client accepts (RFC 9110, section 12.5.3).

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

/// Returns whether the client accepts gzip, and does not prefer an uncompressed response.
pub(super) fn prefers_gzip(headers: &HeaderMap) -> bool {
    let (mut gzip, mut identity, mut others) = (None, None, None);
    for list in headers.get_all(ACCEPT_ENCODING) {
        for element in list.to_str().unwrap_or_default().split(',') {
            let (coding, weight) = parse(element);
            let weight_of_coding = match coding.to_ascii_lowercase().as_str() {
                "gzip" | "x-gzip" => &mut gzip,
                "identity" => &mut identity,
                "*" => &mut others,
                _ => continue,
            };
            *weight_of_coding = weight;
        }
    }
    let gzip = gzip.or(others).unwrap_or(0.0);
    // An uncompressed response is acceptable even if it is not listed, but then it is not preferred.
    let identity = identity.or(others).unwrap_or(0.0);
    gzip > 0.0 && gzip >= identity
}

/// Splits `coding;q=weight`. The weight is `None` if it is malformed, and 1 if there is none.
fn parse(element: &str) -> (&str, Option<f32>) {
    let Some((coding, parameter)) = element.split_once(';') else {
        return (element.trim(), Some(1.0));
    };
    let weight = parameter
        .split_once('=')
        .filter(|(name, _)| name.trim().eq_ignore_ascii_case("q"))
        .and_then(|(_, weight)| weight.trim().parse().ok())
        .filter(|weight| (0.0..=1.0).contains(weight));
    (coding.trim(), weight)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn prefers(values: &[&'static str]) -> bool {
        let headers = values
            .iter()
            .map(|value| (ACCEPT_ENCODING, HeaderValue::from_static(value)));
        prefers_gzip(&headers.collect())
    }

    #[test]
    fn gzip_is_used_if_it_is_accepted() {
        for values in [
            &["gzip"][..],
            &["GZIP"],
            &["x-gzip"],
            &["*"],
            &["gzip, deflate, br, zstd"],
            &["br;q=1.0, gzip;q=0.8, *;q=0.1"],
            &["br", "gzip"],
            &["gzip ; Q=0.001"],
            &["identity;q=0, *"],
            &["gzip;q=0.5, identity;q=0.5"],
            &["gzip, *;q=0"],
            &[",, gzip,"],
        ] {
            assert!(prefers(values), "{values:?}");
        }
    }

    #[test]
    fn gzip_is_not_used_if_it_is_rejected_not_listed_or_not_preferred() {
        for values in [
            &[][..],
            &[""],
            &["identity"],
            &["br"],
            &["gzipped"],
            &["gzip;q=0"],
            &["gzip;q=0.000, *"],
            &["*;q=0"],
            &["*;q=0, identity;q=0"],
            &["gzip;q=0.5, identity"],
            &["gzip;q=0.5, *"],
            &["gzip;q=2"],
            &["gzip;q=-1"],
            &["gzip;q=NaN"],
            &["gzip;q="],
            &["gzip;level=9"],
        ] {
            assert!(!prefers(values), "{values:?}");
        }
    }
}
