//! JSON values that are parsed one level at a time.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

pub(super) fn is_string(json: &str) -> bool {
    json.starts_with('"')
}

pub(super) fn is_number(json: &str) -> bool {
    json.starts_with(|first: char| first == '-' || first.is_ascii_digit())
}

pub(super) fn is_array(json: &RawValue) -> bool {
    json.get().starts_with('[')
}

pub(super) fn is_object(json: &RawValue) -> bool {
    json.get().starts_with('{')
}

/// Returns the content of a string; `None` for any other value, and for a string that is not Unicode text.
pub(super) fn string(json: &RawValue) -> Option<String> {
    serde_json::from_str(json.get()).ok()
}

/// Returns the elements of an array; `None` for any other value.
pub(super) fn elements(json: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(json.get()).ok()
}

/// Returns the names and values of an object's members, repeated ones included; `None` for any other value.
pub(super) fn members(json: &RawValue) -> Option<Vec<(&RawValue, &RawValue)>> {
    struct Members<'a>(Vec<(&'a RawValue, &'a RawValue)>);
    struct MembersVisitor;

    impl<'de> Deserialize<'de> for Members<'de> {
        fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Members<'de>, D::Error> {
            json.deserialize_map(MembersVisitor)
        }
    }

    impl<'de> Visitor<'de> for MembersVisitor {
        type Value = Members<'de>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
            let mut members = Vec::new();
            while let Some(member) = map.next_entry()? {
                members.push(member);
            }
            Ok(Members(members))
        }
    }

    serde_json::from_str::<Members>(json.get())
        .ok()
        .map(|members| members.0)
}
