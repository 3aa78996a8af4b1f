//! JSON values that are parsed one level at a time.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The elements of an array; `None` if the JSON is not an array.
pub fn elements(json: &str) -> Option<Vec<&RawValue>> {
    serde_json::from_str(json).ok()
}

/// The values of the members with these names; null counts as absent. Returns `None` if there is another, one is
/// repeated, or the JSON is not an object.
pub fn known_members<'a, const N: usize>(
    json: &'a str,
    names: [&str; N],
) -> Option<[Option<&'a str>; N]> {
    let mut values = [None; N];
    for (name, value) in members(json)? {
        let known = names.iter().position(|known| *known == name)?;
        if values[known].replace(value.get()).is_some() {
            return None;
        }
    }
    Some(values.map(|value| value.filter(|json| *json != "null")))
}

/// The names and values of the members of an object. Returns `None` if the JSON is not an object.
pub fn members(json: &str) -> Option<Vec<(String, &RawValue)>> {
    struct Members<'a>(Vec<(String, &'a RawValue)>);
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
            while let Some((name, value)) = map.next_entry::<&RawValue, &RawValue>()? {
                // A name that is not valid Unicode becomes "", which is unknown, too.
                members.push((serde_json::from_str(name.get()).unwrap_or_default(), value));
            }
            Ok(Members(members))
        }
    }

    serde_json::from_str::<Members>(json)
        .ok()
        .map(|members| members.0)
}
