//! Clients of a batch on a real socket that read late, slowly or never, or disconnect.

use sudoku_validator::server::ConnectionLimits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{sleep, timeout};

use crate::support::running::{Running, SHORT, TEST_TIMEOUT, generous, read_response, read_to_end};

const VALID: &str = "1234............";
const INVALID: &str = "1.......1.......";

/// Returns a request with these boards as bytes.
fn raw_request(boards: &str) -> Vec<u8> {
    let head = "POST /validate/batch HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: text/plain\r\n";
    format!("{head}content-length: {}\r\n\r\n{boards}", boards.len()).into_bytes()
}

/// The number of boards whose response is larger than all buffers between client and service.
const MANY: usize = 400_000;

fn many_valid() -> String {
    format!("{VALID}\n").repeat(MANY)
}

fn assert_complete(response: &str) {
    assert_eq!(
        response
            .matches("{\"valid\":true,\"complete\":false}\n")
            .count(),
        MANY
    );
    assert!(response.contains(&format!(
        "{{\"summary\":{{\"lines\":{MANY},\"valid\":{MANY},\"invalid\":0,"
    )));
}

#[tokio::test]
async fn a_client_may_send_the_whole_batch_before_it_reads() {
    let running = Running::start(generous());
    let mut stream = running.connect().await;
    timeout(TEST_TIMEOUT, stream.write_all(&raw_request(&many_valid())))
        .await
        .expect("the service stopped reading")
        .unwrap();
    let response = read_to_end(&mut stream).await;
    assert_complete(&response);
    running.stop().await;
}

#[tokio::test]
async fn a_client_that_neither_sends_nor_reads_is_disconnected() {
    let running = Running::start(ConnectionLimits {
        write_timeout: 3 * SHORT,
        ..generous()
    });
    let mut stream = running.connect().await;
    let boards = format!("{INVALID}\n").repeat(MANY);
    // Its response exceeds the buffer: the service stops reading, then closes the connection.
    let _ = timeout(TEST_TIMEOUT, stream.write_all(&raw_request(&boards)))
        .await
        .expect("the service did not close the connection");
    running
        .wait_for_metric("sudoku_connection_timeouts_total 1")
        .await;
    running.wait_for_metric("sudoku_batches 0").await;
    running.wait_for_metric("sudoku_connections 0").await;
    running.stop().await;
}

#[tokio::test]
async fn a_client_that_sends_slowly_may_read_late() {
    let running = Running::start(ConnectionLimits {
        write_timeout: 3 * SHORT,
        ..generous()
    });
    let mut stream = running.connect().await;
    let bytes = raw_request(&many_valid());
    // In total longer than the write timeout, which restarts whenever the client sends.
    for part in bytes.chunks(bytes.len() / 10 + 1) {
        stream.write_all(part).await.unwrap();
        sleep(SHORT).await;
    }
    let response = read_to_end(&mut stream).await;
    assert_complete(&response);
    running.stop().await;
}

#[tokio::test]
async fn a_half_closed_client_may_read_late() {
    let running = Running::start(generous());
    let mut stream = running.connect().await;
    stream.write_all(&raw_request(&many_valid())).await.unwrap();
    stream.shutdown().await.unwrap();
    // Longer than the service waits for a client that has disconnected.
    sleep(10 * SHORT).await;
    let response = read_to_end(&mut stream).await;
    assert_complete(&response);
    running.stop().await;
}

#[tokio::test]
async fn a_client_that_disconnects_ends_its_batch() {
    let running = Running::start(generous());
    let mut stream = running.connect().await;
    stream
        .write_all(&raw_request(&format!("{VALID}\n").repeat(10))[..200])
        .await
        .unwrap();
    running.wait_for_metric("sudoku_batches 1").await;
    drop(stream);
    running.wait_for_metric("sudoku_batches 0").await;
    running.stop().await;
}

#[tokio::test]
async fn a_connection_is_reused_after_a_batch() {
    let running = Running::start(generous());
    let mut stream = running.connect().await;
    for _ in 0..3 {
        let bytes = String::from_utf8(raw_request(VALID))
            .unwrap()
            .replace("connection: close\r\n", "");
        stream.write_all(bytes.as_bytes()).await.unwrap();
        let mut response = String::new();
        while !response.contains("summary") {
            response = read_response(&mut stream).await;
            assert!(!response.contains("connection: close"), "{response}");
        }
        // The end of the last chunk and of the body.
        stream.read_exact(&mut [0; 7]).await.unwrap();
    }
    running.stop().await;
}
