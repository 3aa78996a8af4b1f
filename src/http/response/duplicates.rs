//! The list of all duplicates in the responses of `/validate?duplicates=all` and `/check`. For the largest boards it is 40 times as large as the request, so a large
//! one is written piece by piece, as fast as the client reads it.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use futures_util::stream;

use super::validation::{Duplicate, ValidateResponse};
use crate::http::memory::{BudgetSpent, MemoryBudget, Reservation, SMALL_BODY_BYTES};
use crate::http::request::board_request::BoardRequest;
use crate::sudoku::Layout;

/// A piece ends with the first house after this number of bytes.
const PIECE_BYTES: usize = 12 * 1024;

/// The capacity of a piece in bytes: the duplicates of a house take less than 4 KiB.
const PIECE_CAPACITY: usize = 16 * 1024;

/// The maximum length in bytes of the duplicates in a house, per cell of the house: each digit is in at least two cells,
/// and takes up to 80 bytes, and 24 for each cell.
pub(super) const BYTES_PER_CELL: usize = 80 / 2 + 24;

/// The memory in bytes that a response in pieces reserves: hyper buffers two pieces, and the board takes up to 8 KiB.
const RESPONSE_BYTES: usize = 2 * PIECE_CAPACITY + 8 * 1024;

/// The part of a response that has not been written yet.
#[derive(Debug)]
struct Rest {
    request: BoardRequest,
    /// The index of the next house or group, or `None` at the end of the response.
    next: Option<usize>,
    /// Whether a duplicate has been written.
    has_duplicates: bool,
}

/// Returns the response with all duplicates, for a board with this response without them. Fails before it writes any of
/// a response that may be large if its memory is not left.
pub(crate) fn body(
    request: BoardRequest,
    response: &ValidateResponse,
    memory: &MemoryBudget,
) -> Result<Body, BudgetSpent> {
    let mut start = Vec::new();
    response.write_line(&mut start);
    body_after(start, None, request, response.valid, memory)
}

/// Returns a response that begins with the members of this object, and ends with all duplicates of the board. `memory` is
/// that of the object, unless it is small.
pub(super) fn body_after(
    mut start: Vec<u8>,
    mut memory: Option<Reservation>,
    request: BoardRequest,
    is_valid: bool,
    budget: &MemoryBudget,
) -> Result<Body, BudgetSpent> {
    if !is_valid && max_bytes(request.board.layout()) > SMALL_BODY_BYTES {
        memory = Some(match memory {
            None => budget.try_reserve(RESPONSE_BYTES)?,
            Some(mut memory) => {
                memory.resize(start.len() + RESPONSE_BYTES)?;
                memory
            }
        });
    }
    let memory = memory.map(Arc::new);
    let mut rest = Rest {
        request,
        next: Some(0),
        has_duplicates: false,
    };
    start.truncate(start.len() - "}\n".len());
    start.extend_from_slice(b",\"duplicates\":[");
    if is_valid {
        rest.end(&mut start);
    } else {
        rest.write_piece(&mut start);
    }
    let Some(memory) = memory else {
        while rest.next.is_some() {
            rest.write_piece(&mut start);
        }
        return Ok(start.into());
    };
    if rest.next.is_none() {
        return Ok(memory.attach_to(start).into());
    }

    let mut start = Some(start);
    let pieces = std::iter::from_fn(move || {
        let piece = start.take().or_else(|| rest.next_piece())?;
        Some(Ok::<_, Infallible>(Arc::clone(&memory).attach_to(piece)))
    });
    Ok(Body::from_stream(stream::iter(pieces)))
}

/// The maximum length in bytes of the duplicates on a board with this layout.
fn max_bytes(layout: &Layout) -> usize {
    let cells = layout
        .constraints()
        .iter()
        .map(|constraint| constraint.cells().len());
    cells.sum::<usize>() * BYTES_PER_CELL
}

impl Rest {
    fn next_piece(&mut self) -> Option<Vec<u8>> {
        self.next?;
        let mut piece = Vec::with_capacity(PIECE_CAPACITY);
        self.write_piece(&mut piece);
        Some(piece)
    }

    /// Appends the duplicates of further houses and groups, up to the size of a piece, and the end of the response after
    /// the last one.
    fn write_piece(&mut self, out: &mut Vec<u8>) {
        while let Some(index) = self.next
            && out.len() < PIECE_BYTES
        {
            let Some(constraint) = self.request.board.layout().constraints().get(index) else {
                return self.end(out);
            };
            for duplicate in Duplicate::all_in(&self.request, constraint) {
                if self.has_duplicates {
                    out.push(b',');
                }
                self.has_duplicates = true;
                serde_json::to_writer(&mut *out, &duplicate)
                    .expect("response types serialize without errors");
            }
            self.next = Some(index + 1);
        }
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"]}\n");
        self.next = None;
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use futures_util::StreamExt;
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::http::request::parse_json;
    use crate::http::request::query::DuplicateScope;

    /// The pieces of the response for this board, and the response as it serializes.
    async fn pieces_and_expected(board: &str) -> (Vec<Bytes>, Vec<u8>) {
        let request = parse_json(board.as_bytes()).unwrap();
        let mut expected = Vec::new();
        ValidateResponse::new(&request, DuplicateScope::All).write_line(&mut expected);
        let response = ValidateResponse::new(&request, DuplicateScope::First);
        let memory = MemoryBudget::new(RESPONSE_BYTES);
        let max_bytes = max_bytes(request.board.layout());
        let body = body(request, &response, &memory).unwrap();
        // The rest of the response is far below this.
        assert!(expected.len() < max_bytes + 300);
        let pieces: Vec<Bytes> = body.into_data_stream().map(Result::unwrap).collect().await;
        assert_eq!(memory.available() == 0, pieces.len() > 1);
        (pieces, expected)
    }

    fn largest(cell: impl Fn(usize) -> String) -> String {
        let row: Vec<String> = (0..64).map(cell).collect();
        let rows = vec![format!("[{}]", row.join(",")); 64];
        format!("[{}]", rows.join(","))
    }

    #[tokio::test]
    async fn a_large_response_has_the_same_bytes_in_small_pieces() {
        for board in [
            largest(|column| (column / 2 + 1).to_string()),
            largest(|column| format!("\"{}\"", column / 2 + 33)),
            largest(|_| "64".to_owned()),
        ] {
            let (pieces, expected) = pieces_and_expected(&board).await;
            assert!(pieces.concat() == expected);
            assert!(pieces.len() > 10);
            assert!(pieces.iter().all(|piece| piece.len() <= PIECE_CAPACITY));
        }
    }

    #[tokio::test]
    async fn a_piece_keeps_the_memory_reserved_until_it_is_dropped() {
        let request = parse_json(largest(|_| "1".to_owned()).as_bytes()).unwrap();
        let response = ValidateResponse::new(&request, DuplicateScope::First);
        let memory = MemoryBudget::new(RESPONSE_BYTES);
        let mut pieces = body(request, &response, &memory)
            .unwrap()
            .into_data_stream();
        let first = pieces.next().await.unwrap().unwrap();
        drop(pieces);
        assert_eq!(memory.available(), 0);
        drop(first);
        assert_eq!(memory.available(), RESPONSE_BYTES);
    }

    #[test]
    fn a_large_response_is_not_started_once_the_memory_is_spent() {
        let request = parse_json(largest(|_| "1".to_owned()).as_bytes()).unwrap();
        let response = ValidateResponse::new(&request, DuplicateScope::First);
        let memory = MemoryBudget::new(RESPONSE_BYTES - 1);
        assert_eq!(body(request, &response, &memory).unwrap_err(), BudgetSpent);

        // Nor is one that may be large, before it turns out that it is not.
        let board = largest(|column| if column < 2 { "1" } else { "0" }.to_owned());
        let request = parse_json(board.replacen("[1,", "[0,", 63).as_bytes()).unwrap();
        let response = ValidateResponse::new(&request, DuplicateScope::First);
        assert_eq!(body(request, &response, &memory).unwrap_err(), BudgetSpent);
    }

    #[tokio::test]
    async fn a_response_that_is_small_in_any_case_needs_no_memory() {
        let request = parse_json(format!("{:?}", [[1; 9]; 9]).as_bytes()).unwrap();
        let response = ValidateResponse::new(&request, DuplicateScope::First);
        assert!(body(request, &response, &MemoryBudget::new(0)).is_ok());
    }

    proptest! {
        #[test]
        fn a_response_has_the_same_bytes_as_it_serializes(digits in vec(0..=16, 256)) {
            let rows: Vec<_> = digits.chunks(16).collect();
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let (pieces, expected) = runtime.block_on(pieces_and_expected(&format!("{rows:?}")));
            prop_assert_eq!(pieces.concat(), expected);
        }
    }
}
