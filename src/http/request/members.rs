//! Reads the members of an object.

use serde_json::value::RawValue;

use super::faults::Faults;
use super::quote::is_quotable_name;
use super::sentence::alternatives;

/// Returns the values of the members with these names; a member that is null counts as absent. Any other name is a
/// fault, and so is a repeated one.
pub(super) fn read_members<'a, const N: usize>(
    pointer: &str,
    members: &[(&RawValue, &'a RawValue)],
    names: [&str; N],
    faults: &mut Faults,
) -> [Option<&'a RawValue>; N] {
    let expected = || alternatives(&names.map(|name| format!("\"{name}\"")));
    let mut values = [None; N];
    for (number, (name, value)) in (1..).zip(members) {
        let name: String = serde_json::from_str(name.get()).unwrap_or_default();
        match names.iter().position(|expected| *expected == name) {
            Some(index) if values[index].is_none() => values[index] = Some(*value),
            Some(_) => {
                faults.push(format!("{pointer}/{name}"), || {
                    format!("\"{name}\" is given more than once.")
                });
            }
            None if is_quotable_name(&name) => faults.push(format!("{pointer}/{name}"), || {
                format!("\"{name}\" is unknown; expected {}.", expected())
            }),
            None => faults.push(pointer, || {
                format!(
                    "Member {number} of the object is unknown; expected {}.",
                    expected()
                )
            }),
        }
    }
    values.map(|value| value.filter(|value| value.get() != "null"))
}
