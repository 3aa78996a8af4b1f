//! Other spellings of a path: one trailing slash, and percent-encoded characters that need no encoding.

use axum::http::Uri;
use axum::http::uri::PathAndQuery;

/// Replaces the path of a URI by its usual spelling.
///
/// Unreserved characters (RFC 3986) are decoded, and one trailing slash is removed. Nothing else is: `%2F` is not a
/// separator, and an empty segment is a segment.
pub(super) fn normalize(uri: &mut Uri) {
    let path = decode_unreserved(uri.path());
    let path = match path.strip_suffix('/') {
        Some(rest) if !rest.is_empty() && !rest.ends_with('/') => rest,
        _ => &path,
    };
    if path == uri.path() {
        return;
    }
    let path_and_query = match uri.query() {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(
        PathAndQuery::try_from(path_and_query).expect("unreserved characters are valid in a path"),
    );
    *uri = Uri::from_parts(parts).expect("only the path has changed, and it is not empty");
}

fn decode_unreserved(path: &str) -> String {
    let mut parts = path.split('%');
    let mut decoded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let byte = part
            .get(..2)
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte {
            Some(byte) if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) => {
                decoded.push(char::from(byte));
                decoded.push_str(&part[2..]);
            }
            _ => {
                decoded.push('%');
                decoded.push_str(part);
            }
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_uri_has_a_usual_spelling(text in "(http://a(:1)?)?[/*]([/?a~%{}\"é]|%[0-9a-fA-F]{2}|%76|%2[eEfF]){0,12}") {
            if let Ok(mut uri) = text.parse::<Uri>() {
                let query = uri.query().map(str::to_owned);
                normalize(&mut uri);
                prop_assert_eq!(uri.query(), query.as_deref());
                prop_assert!(!uri.path().contains("%76"));
            }
        }
    }

    #[test]
    fn a_path_is_replaced_by_its_usual_spelling() {
        for (uri, expected) in [
            ("/validate", "/validate"),
            ("/validate/", "/validate"),
            ("/%76alid%61te/?a=%76/", "/validate?a=%76/"),
            ("/%7e%2D%2e%5F", "/~-._"),
            ("http://a:80/validate/?", "http://a:80/validate?"),
            ("/", "/"),
            ("//", "//"),
            ("/validate//", "/validate//"),
            ("//validate/", "//validate"),
            ("/validate%2F", "/validate%2F"),
            ("/validate%2f/", "/validate%2f"),
            ("/%2576alidate", "/%2576alidate"),
            ("/%20%c3%A9%zz%+4%7%", "/%20%c3%A9%zz%+4%7%"),
            ("*", "*"),
        ] {
            let mut uri: Uri = uri.parse().unwrap();
            normalize(&mut uri);
            assert_eq!(uri.to_string(), expected);
        }
        let mut authority: Uri = "a:80".parse().unwrap();
        normalize(&mut authority);
        assert_eq!(authority.to_string(), "a:80");
    }
}
