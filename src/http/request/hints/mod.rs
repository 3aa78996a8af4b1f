//! Recognizes what people send by mistake, and says what to change.
//!
//! Nothing here decides whether a request is accepted. Each mistake is one entry, so that it can be removed when the
//! service starts to accept it.

pub(super) mod cell;
pub(super) mod media_type;
pub(super) mod not_a_board;
pub(super) mod not_json;
mod whole_text;
