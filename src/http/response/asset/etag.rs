//! Entity tags, by which a client asks for a file only if it has changed (RFC 9110, sections 8.8.3 and 13.1.2).

use std::hash::{DefaultHasher, Hasher};

use axum::http::header::IF_NONE_MATCH;
use axum::http::{HeaderMap, HeaderValue};
use memchr::memmem;

/// Returns the strong entity tag of this content: a hash of it, which has to differ only from those of other versions.
pub(super) fn of(content: &[u8]) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    hasher.write(content);
    HeaderValue::try_from(format!("\"{:016x}\"", hasher.finish()))
        .expect("quotes and hexadecimal digits are valid in a header")
}

/// Returns whether `If-None-Match` lists this entity tag, or is `*`.
pub(super) fn matches(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    headers.get_all(IF_NONE_MATCH).iter().any(|list| {
        let list = list.as_bytes().trim_ascii();
        // The quotes are part of the tag, so it cannot match a part of another. A weak tag, `W/"…"`, matches as well:
        // the comparison is the weak one.
        list == b"*" || memmem::find(list, etag.as_bytes()).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_contents_have_different_tags() {
        assert_eq!(of(b"a"), of(b"a"));
        assert_ne!(of(b"a"), of(b"b"));
        let tag = of(b"");
        let tag = tag.to_str().unwrap();
        assert!(tag.len() == 18 && tag.starts_with('"') && tag.ends_with('"'));
    }

    #[test]
    fn a_list_matches_if_it_contains_the_tag_weak_or_strong() {
        let etag = HeaderValue::from_static("\"abc\"");
        let is_match = |values: &[&'static str]| {
            let headers = values
                .iter()
                .map(|value| (IF_NONE_MATCH, HeaderValue::from_static(value)));
            matches(&headers.collect(), &etag)
        };
        for values in [
            &["\"abc\""][..],
            &["W/\"abc\""],
            &["\"x\", \"abc\""],
            &["W/\"x\",W/\"abc\",\"y\""],
            &["\"a,b\",\"abc\""],
            &["\"x\"", "\"abc\""],
            &["*"],
            &[" * "],
        ] {
            assert!(is_match(values), "{values:?}");
        }
        for values in [
            &[][..],
            &[""],
            &["\"ABC\""],
            &["\"abcd\""],
            &["\"xabc\", \"abcx\""],
            &["\"*\""],
            &["abc"],
            &["\"x\", \"y\""],
        ] {
            assert!(!is_match(values), "{values:?}");
        }
    }
}
