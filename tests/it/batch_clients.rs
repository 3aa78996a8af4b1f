//! Clients of a batch on a real socket: those who send first and read late, slowly or never, and those who leave.

use sudoku_validator::server::ConnectionLimits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{sleep, timeout};

use crate::support::running::{Running, SHORT, TEST_TIMEOUT, generous, read_response, read_to_end};

const VALID: &str = "1234............";
const INVALID: &str = "1.......1.......";

/// A batch of the boards of this text, as it is sent on a socket.
fn raw(boards: &str) -> Vec<u8> {
    let head = "POST /validate/batch HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: text/plain\r\n";
    format!("{head}content-length: {}\r\n\r\n{boards}", boards.len()).into_bytes()
}

/// More answers than the buffers between a client and the service hold.
const MANY: usize = 400_000;

/// As many valid boards.
fn many_valid() -> String {
    format!("{VALID}\n").repeat(MANY)
}

fn assert_all_answered(answer: &str) {
    assert_eq!(
        answer
            .matches("{\"valid\":true,\"complete\":false}\n")
            .count(),
        MANY
    );
    assert!(answer.contains(&format!(
        "{{\"summary\":{{\"lines\":{MANY},\"valid\":{MANY},\"invalid\":0,"
    )));
}

#[tokio::test]
async fn a_client_may_send_everything_before_it_reads() {
    let running = Running::start(generous());
    let mut stream = running.connect().await;
    timeout(TEST_TIMEOUT, stream.write_all(&raw(&many_valid())))
        .await
        .expect("the service does not read on")
        .unwrap();
    let answer = read_to_end(&mut stream).await;
    assert_all_answered(&answer);
    running.stop().await;
}

#[tokio::test]
async fn a_client_that_neither_sends_nor_reads_is_given_up() {
    let running = Running::start(ConnectionLimits {
        write_timeout: 3 * SHORT,
        ..generous()
    });
    let mut stream = running.connect().await;
    let boards = format!("{INVALID}\n").repeat(MANY);
    // Its answers are more than is held for it: the service stops to read, and then gives it up.
    let _ = timeout(TEST_TIMEOUT, stream.write_all(&raw(&boards)))
        .await
        .expect("the service waits for ever");
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
    let bytes = raw(&many_valid());
    // All of it takes far longer than an answer may be left unread by who is silent.
    for part in bytes.chunks(bytes.len() / 10 + 1) {
        stream.write_all(part).await.unwrap();
        sleep(SHORT).await;
    }
    let answer = read_to_end(&mut stream).await;
    assert_all_answered(&answer);
    running.stop().await;
}

#[tokio::test]
async fn a_client_that_sends_nothing_more_may_read_slowly() {
    let running = Running::start(generous());
    let mut stream = running.connect().await;
    stream.write_all(&raw(&many_valid())).await.unwrap();
    stream.shutdown().await.unwrap();
    // Longer than a client that has gone is waited for.
    sleep(10 * SHORT).await;
    let answer = read_to_end(&mut stream).await;
    assert_all_answered(&answer);
    running.stop().await;
}

#[tokio::test]
async fn a_client_that_leaves_ends_its_batch() {
    let running = Running::start(generous());
    let mut stream = running.connect().await;
    stream
        .write_all(&raw(&format!("{VALID}\n").repeat(10))[..200])
        .await
        .unwrap();
    running.wait_for_metric("sudoku_batches 1").await;
    drop(stream);
    running.wait_for_metric("sudoku_batches 0").await;
    running.stop().await;
}

#[tokio::test]
async fn a_connection_goes_on_after_a_batch() {
    let running = Running::start(generous());
    let mut stream = running.connect().await;
    for _ in 0..3 {
        let bytes = String::from_utf8(raw(VALID))
            .unwrap()
            .replace("connection: close\r\n", "");
        stream.write_all(bytes.as_bytes()).await.unwrap();
        let mut answer = String::new();
        while !answer.contains("summary") {
            answer = read_response(&mut stream).await;
            assert!(!answer.contains("connection: close"), "{answer}");
        }
        // The end of the last chunk, and of the body.
        stream.read_exact(&mut [0; 7]).await.unwrap();
    }
    running.stop().await;
}
