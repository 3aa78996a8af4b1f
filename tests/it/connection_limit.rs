//! The limit on connections: those beyond it wait, or displace an idle one.

use std::time::Duration;

use sudoku_validator::server::ConnectionLimits;
use tokio::io::AsyncWriteExt;
use tokio::time::{sleep, timeout};

use crate::support::running::{
    PARTIAL_HEADER, Running, SHORT, STALLED_BODY, TEST_TIMEOUT, generous, get_health,
    read_response, read_to_end, requests_with_large_responses,
};

#[tokio::test]
async fn connections_beyond_the_limit_wait() {
    let server = Running::start(ConnectionLimits {
        connections: 2,
        ..generous()
    });
    let mut first = server.connect().await;
    get_health(&mut first).await;
    let mut second = server.connect().await;
    get_health(&mut second).await;
    let mut third = server
        .send("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await;
    assert!(
        timeout(2 * SHORT, third.readable()).await.is_err(),
        "the third connection was served beside two others"
    );
    drop(first);
    assert!(
        read_response(&mut third)
            .await
            .starts_with("HTTP/1.1 200 OK\r\n")
    );
}

/// A full server of two connections that yield quickly.
fn full() -> ConnectionLimits {
    ConnectionLimits {
        connections: 2,
        displace_after: SHORT,
        ..generous()
    }
}

#[tokio::test]
async fn a_new_connection_displaces_the_one_that_has_been_idle_longest() {
    let server = Running::start(full());
    let mut first = server.connect().await;
    get_health(&mut first).await;
    let mut second = server.connect().await;
    get_health(&mut second).await;
    // The first connection was accepted earlier, but has been idle for less time.
    sleep(Duration::from_millis(1)).await;
    get_health(&mut first).await;
    let mut third = server.connect().await;
    get_health(&mut third).await;
    assert_eq!(read_to_end(&mut second).await, "");
    get_health(&mut first).await;
    server
        .wait_for_metric("sudoku_connections_displaced_total 1")
        .await;
    server
        .wait_for_metric("sudoku_connection_timeouts_total 0")
        .await;
}

#[tokio::test]
async fn a_new_connection_displaces_silent_clients_and_unfinished_headers() {
    let server = Running::start(full());
    let mut silent = server.connect().await;
    server.wait_for_metric("sudoku_connections 1").await;
    let mut partial = server.send(PARTIAL_HEADER).await;
    server.wait_for_metric("sudoku_connections 2").await;
    let mut third = server.connect().await;
    get_health(&mut third).await;
    assert_eq!(read_to_end(&mut silent).await, "");
    let mut fourth = server.connect().await;
    get_health(&mut fourth).await;
    assert_eq!(read_to_end(&mut partial).await, "");
}

#[tokio::test]
async fn a_new_connection_displaces_one_whose_response_is_not_read() {
    let server = Running::start(ConnectionLimits {
        connections: 1,
        ..full()
    });
    let mut unread = server.connect().await;
    let (_responses, mut requests) = unread.split();
    let batch = requests_with_large_responses();
    let disconnected = async { while requests.write_all(batch.as_bytes()).await.is_ok() {} };
    let displaced = async {
        let mut newcomer = server.connect().await;
        get_health(&mut newcomer).await;
    };
    timeout(TEST_TIMEOUT, async {
        tokio::join!(disconnected, displaced)
    })
    .await
    .expect("the connection was not closed");
    server
        .wait_for_metric("sudoku_connections_displaced_total 1")
        .await;
}

#[tokio::test]
async fn a_connection_with_a_request_in_progress_is_not_displaced() {
    let server = Running::start(full());
    let mut busy = [
        server.send(STALLED_BODY).await,
        server.send(STALLED_BODY).await,
    ];
    server
        .wait_for_metric("http_server_active_requests 2")
        .await;
    let mut third = server
        .send("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await;
    assert!(
        timeout(4 * SHORT, third.readable()).await.is_err(),
        "the third connection was served beside two others"
    );
    // The response ends the first request; then its connection is idle and makes room.
    let rest = " ".repeat(96);
    busy[0].write_all(rest.as_bytes()).await.unwrap();
    assert!(
        read_to_end(&mut busy[0])
            .await
            .starts_with("HTTP/1.1 400 Bad Request\r\n")
    );
    assert!(
        read_response(&mut third)
            .await
            .starts_with("HTTP/1.1 200 OK\r\n")
    );
    server
        .wait_for_metric("http_server_active_requests 1")
        .await;
}
