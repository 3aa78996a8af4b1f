use std::convert::Infallible;

use axum::body::{Body, to_bytes};
use axum::http::header::CONTENT_TYPE;
use futures_util::{StreamExt, stream};
use serde::Serialize;
use tokio::time::Instant;

use super::*;
use crate::http::limits::RequestLimits;

/// Reports the size of each complete board, yields between lines, and rejects invalid boards.
#[derive(Default)]
struct Sizes {
    cells: usize,
}

#[derive(Serialize)]
struct CellCount {
    cells: usize,
    lines: u64,
    rejected: u64,
    skipped: u64,
}

impl LineHandler for Sizes {
    type Summary = CellCount;

    async fn handle(
        &mut self,
        line: u64,
        request: BoardRequest,
        out: &mut Vec<u8>,
    ) -> Result<(), Problem> {
        yield_now().await;
        if !request.board.is_valid() {
            return Err(Problem::new(ProblemKind::Overloaded, "Try another one."));
        }
        if request.board.is_complete() {
            let content = request.board.layout().size();
            json::write_line(out, &(line, content));
        }
        self.cells += request.board.layout().size().pow(2);
        Ok(())
    }

    fn skip(&mut self, line: u64, out: &mut Vec<u8>) {
        json::write_line(out, &line);
    }

    fn results(&self) -> impl IntoIterator<Item = (&'static str, u64)> {
        []
    }

    fn summary(&self, counts: LineCounts) -> CellCount {
        let LineCounts {
            lines,
            rejected,
            skipped,
        } = counts;
        CellCount {
            cells: self.cells,
            lines,
            rejected,
            skipped,
        }
    }
}

#[tokio::test]
async fn a_handler_decides_what_each_board_adds_to_the_response() {
    let metrics = Arc::new(Metrics::new());
    let state = Arc::new(AppState::new(
        RequestLimits::default(),
        Arc::clone(&metrics),
    ));
    let body = "1234341221434321\n11..............\n................\nx\n1234341221434321\n# end";
    let request = Request::post("/")
        .header(CONTENT_TYPE, "text/plain")
        .body(Body::from(body))
        .unwrap();
    let response = respond(request, state, None, Sizes::default())
        .await
        .unwrap();
    let body = to_bytes(response.into_body(), 10_000).await.unwrap();
    let lines: Vec<&str> = str::from_utf8(&body).unwrap().lines().collect();
    assert_eq!(lines.len(), 6, "{lines:#?}");
    assert_eq!(lines[0], "[1,4]");
    assert!(
        lines[1].starts_with(
            r#"{"line":2,"error":{"type":"urn:problem-type:sudoku-validator:overloaded","#
        ),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].starts_with(
            r#"{"line":4,"error":{"type":"urn:problem-type:sudoku-validator:not-a-board","#
        ),
        "{}",
        lines[2]
    );
    assert_eq!(lines[3], "[5,4]");
    assert_eq!(lines[4], "6");
    assert_eq!(
        lines[5],
        r#"{"summary":{"cells":48,"lines":6,"rejected":2,"skipped":1}}"#
    );
    let (_, text) = metrics.render();
    assert!(text.contains("\nsudoku_rejected_lines_total 2\n"), "{text}");
}

/// A body of many boards, each of which arrives soon, but not at once.
fn unhurried_body(boards: usize) -> Body {
    Body::from_stream(stream::unfold(0, move |sent| async move {
        yield_now().await;
        (sent < boards).then(|| (Ok::<_, Infallible>("................\n"), sent + 1))
    }))
}

/// Reports each board in lines of 100 KB.
struct Verbose;

impl LineHandler for Verbose {
    type Summary = ();

    async fn handle(&mut self, _: u64, _: BoardRequest, out: &mut Vec<u8>) -> Result<(), Problem> {
        json::write_line(out, &"x".repeat(100_000));
        Ok(())
    }

    fn skip(&mut self, _: u64, _: &mut Vec<u8>) {}

    fn results(&self) -> impl IntoIterator<Item = (&'static str, u64)> {
        []
    }

    fn summary(&self, _: LineCounts) {}
}

/// Polls a response while its body is sent, until it starts. Returns the number of polls.
async fn polls_until_start(body: Body, handler: impl LineHandler) -> usize {
    let state = Arc::new(AppState::new(
        RequestLimits::default(),
        Arc::new(Metrics::new()),
    ));
    let request = Request::post("/")
        .header(CONTENT_TYPE, "text/plain")
        .body(body)
        .unwrap();
    let mut response = pin!(respond(request, state, None, handler));
    let mut polls = 0;
    while response.as_mut().now_or_never().is_none() {
        polls += 1;
        yield_now().await;
    }
    polls
}

#[tokio::test(start_paused = true)]
async fn the_response_starts_after_a_body_that_is_sent_without_a_pause() {
    // Time does not pass while there is something to do.
    assert!(polls_until_start(unhurried_body(1_000), Sizes::default()).await > 1_000);
}

#[tokio::test(start_paused = true)]
async fn the_response_starts_before_it_is_large() {
    let polls = polls_until_start(unhurried_body(1_000), Verbose).await;
    assert!((10..100).contains(&polls), "{polls}");
}

#[tokio::test(start_paused = true)]
async fn the_response_starts_when_the_client_pauses() {
    let silent = stream::iter([Ok::<_, Infallible>("................\n")]).chain(stream::pending());
    let state = Arc::new(AppState::new(
        RequestLimits::default(),
        Arc::new(Metrics::new()),
    ));
    let request = Request::post("/")
        .header(CONTENT_TYPE, "text/plain")
        .body(Body::from_stream(silent))
        .unwrap();
    let start = Instant::now();
    respond(request, state, None, Sizes::default())
        .await
        .unwrap();
    assert_eq!(start.elapsed().as_millis(), 100);
}
