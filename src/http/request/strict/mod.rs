//! The strict parser: slower than the fast one, but it accepts every notation and reports every fault.
//!
//! It parses one level of the JSON text at a time, so that a fault does not hide others.

mod board;
mod cells;
pub(super) mod check;
mod played;
mod rows;

use std::sync::Arc;

use serde_json::value::RawValue;

use self::board::EXPECTED_BOARD;
use super::board_request::Cells;
use super::faults::Faults;
use super::hints;
use super::layout::layouts::Layouts;
use super::layout::members::Members;
use super::layout::{Declared, LayoutFault, Part};
use super::members::read_members;
use super::quote::describe_json;
use super::raw_json::{is_array, is_string, members};
use super::source::Source;
use super::syntax;
use super::unbuilt::Unbuilt;
use crate::http::response::problem::Problem;

/// Parses a board, or reports all its faults. `defaults` are what the query declares.
pub(super) fn parse(
    bytes: &[u8],
    source: Source,
    defaults: &Arc<Declared>,
    layouts: &Layouts,
) -> Result<Unbuilt, Problem> {
    let document = syntax::parse(bytes, source)?;
    let mut faults = Faults::default();
    let document = Document::read(document, source, &mut faults);
    let unbuilt = document.and_then(|document| document.parse(defaults, layouts, &mut faults));
    match unbuilt {
        Some(unbuilt) if faults.is_empty() => Ok(unbuilt),
        _ => Err(faults.into_problem()),
    }
}

/// A board, bare or in an object.
struct Document<'a> {
    source: Source,
    /// A JSON Pointer to the board.
    pointer: &'static str,
    board: &'a RawValue,
    members: Members<'a>,
}

impl<'a> Document<'a> {
    fn read(document: &'a RawValue, source: Source, faults: &mut Faults) -> Option<Document<'a>> {
        let (pointer, board, members) = if is_array(document) || is_string(document.get()) {
            ("#", Some(document), Members::default())
        } else if let Some(members) = members(document) {
            if let Some((pointer, detail)) = hints::not_a_board::find_board(&members, source) {
                faults.push(pointer, || detail);
                return None;
            }
            let (board, members) = known_members(&members, faults);
            ("#/board", board, members)
        } else {
            let noun = source.noun();
            faults.push("#", || {
                hints::not_a_board::describe(document, noun, source).unwrap_or_else(|| {
                    let found = describe_json(document.get());
                    format!("The {noun} is {found}; {EXPECTED_BOARD}")
                })
            });
            return None;
        };
        let Some(board) = board else {
            faults.push("#", || {
                format!("The object has no \"board\"; {EXPECTED_BOARD}")
            });
            return None;
        };
        Some(Document {
            source,
            pointer,
            board,
            members,
        })
    }

    fn parse(
        &self,
        defaults: &Arc<Declared>,
        layouts: &Layouts,
        faults: &mut Faults,
    ) -> Option<Unbuilt> {
        let declared = self.declared(defaults, faults);
        if let Some(fault) = declared.size_conflict() {
            self.push(fault, faults);
            return None;
        }
        let cells = self.cells(&declared, faults);
        let (size, cells) = cells?;
        match layouts.plan(&declared, size) {
            Ok(plan) => Some(Unbuilt {
                declared,
                plan,
                cells,
            }),
            Err(found) => {
                for mut fault in found {
                    if fault.part == Part::Division {
                        fault.detail = format!("{} {}", fault.detail, box_example(size));
                    }
                    self.push(fault, faults);
                }
                None
            }
        }
    }

    /// Reads what the members declare, with what the query declares besides.
    fn declared(&self, defaults: &Arc<Declared>, faults: &mut Faults) -> Arc<Declared> {
        if self.source == Source::Body {
            for part in defaults.parts() {
                self.reject_twice(part, faults);
            }
        }
        let own = self.members.read(faults);
        if own.parts().next().is_none() {
            return Arc::clone(defaults);
        }
        Arc::new(own.with_defaults(defaults))
    }

    /// Rejects a member for something that the query of the same request declares.
    fn reject_twice(&self, part: Part, faults: &mut Faults) {
        let name = part.name();
        let other = match part {
            Part::Box => Part::Regions,
            Part::Regions => Part::Box,
            _ => part,
        };
        for member in [part, other] {
            if self.members.declares(member) {
                faults.push(format!("#/{}", member.name()), || {
                    if member == part {
                        format!("\"{name}\" is declared both here and in the query; declare it once.")
                    } else {
                        format!(
                            "\"{}\" is declared here, and \"{name}\" in the query; declare only one of them.",
                            member.name()
                        )
                    }
                });
                return;
            }
        }
    }

    fn cells(&self, declared: &Declared, faults: &mut Faults) -> Option<(usize, Cells)> {
        if self.members.declares(Part::Symbols) && declared.symbols().is_none() {
            // Without its symbols, every cell would be a fault.
            return None;
        }
        if let Some(detail) = hints::not_a_board::describe(self.board, "board", self.source) {
            faults.push(self.pointer, || detail);
            return None;
        }
        board::read(self.pointer, self.board, self.source, declared, faults)
    }

    /// Adds a fault of the layout, at the member that declares it.
    fn push(&self, fault: LayoutFault, faults: &mut Faults) {
        let LayoutFault { part, path, detail } = fault;
        let pointer = if self.members.declares(part) {
            format!("#/{}{path}", part.name())
        } else {
            self.pointer.to_owned()
        };
        faults.push(pointer, || detail);
    }
}

/// Shows how to declare a box on a board of this size.
fn box_example(size: usize) -> String {
    let shape = format!("{{\"board\": …, \"box\": {{\"rows\": 1, \"columns\": {size}}}}}");
    format!("Declare one, for example {shape}, where each row is a box.")
}

/// Returns the members that are known.
fn known_members<'a>(
    members: &[(&RawValue, &'a RawValue)],
    faults: &mut Faults,
) -> (Option<&'a RawValue>, Members<'a>) {
    let [board, shape, regions, variants, extra_regions, symbols] =
        read_members("#", members, Part::ALL.map(Part::name), faults);
    let members = Members {
        shape,
        regions,
        variants,
        extra_regions,
        symbols,
    };
    (board, members)
}
