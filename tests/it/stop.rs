//! Graceful shutdown on a real socket: in time, and without losing a request.

use std::time::Duration;

use sudoku_validator::server::{ConnectionLimits, listen};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::support::running::{
    PARTIAL_HEADER, Running, SHORT, STALLED_BODY, TEST_TIMEOUT, generous, get_health,
    read_response, read_to_end, requests_with_large_responses, wait_until_closed,
};

#[tokio::test]
async fn no_client_prevents_a_shutdown() {
    for sent in [
        "",
        PARTIAL_HEADER,
        STALLED_BODY,
        &requests_with_large_responses(),
    ] {
        let mut limits = generous();
        limits.shutdown.deadline = SHORT;
        let server = Running::start(limits);
        let (reader, mut writer) = server.connect().await.into_split();
        let sent = sent.to_owned();
        // Keep the writer: dropping it would close the write side.
        let writing = tokio::spawn(async move {
            let written = writer.write_all(sent.as_bytes()).await;
            (written, writer)
        });
        server.wait_for_metric("sudoku_connections 1").await;
        server.stop().await;
        drop((reader, writing));
    }
}

#[tokio::test]
async fn an_idle_connection_does_not_delay_a_shutdown() {
    let server = Running::start(generous());
    let mut idle = server.connect().await;
    get_health(&mut idle).await;
    server.stop().await;
    assert_eq!(read_to_end(&mut idle).await, "");
}

#[tokio::test]
async fn a_draining_server_serves_new_connections_and_responds_with_connection_close() {
    let mut limits = generous();
    limits.shutdown.delay = Duration::from_secs(2);
    let server = Running::start(limits);
    let mut kept = server.connect().await;
    assert!(!get_health(&mut kept).await.contains("connection: close"));
    server.stop.send(()).unwrap();
    let draining = async {
        while !server.readiness.is_draining() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(TEST_TIMEOUT, draining).await.unwrap();
    assert!(
        get_health(&mut kept)
            .await
            .contains("\r\nconnection: close\r\n")
    );
    let mut new = TcpStream::connect(&server.address).await.unwrap();
    assert!(
        get_health(&mut new)
            .await
            .contains("\r\nconnection: close\r\n")
    );
    timeout(TEST_TIMEOUT, server.run).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_request_that_arrives_after_the_listener_has_closed_gets_a_response() {
    let mut limits = generous();
    limits.shutdown.settle = Duration::from_secs(2);
    let server = Running::start(limits);
    let mut kept = server.connect().await;
    get_health(&mut kept).await;
    let address = server.address.clone();
    server.stop.send(()).unwrap();
    wait_until_closed(&address).await;
    assert!(
        get_health(&mut kept)
            .await
            .starts_with("HTTP/1.1 200 OK\r\n")
    );
    timeout(TEST_TIMEOUT, server.run).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_connection_in_the_backlog_is_served_before_the_shutdown() {
    let server = Running::start(ConnectionLimits {
        connections: 1,
        ..generous()
    });
    let mut first = server.connect().await;
    get_health(&mut first).await;
    let mut waiting = server
        .send("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await;
    let stop = tokio::spawn(server.stop());
    assert!(
        read_response(&mut waiting)
            .await
            .contains("\r\nconnection: close\r\n")
    );
    drop((first, waiting));
    timeout(TEST_TIMEOUT, stop).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_request_in_flight_gets_its_response_before_the_shutdown() {
    let server = Running::start(generous());
    let body = "[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]";
    let head = "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    let mut stream = server
        .send(format!("{head}content-length: {}\r\n\r\n", body.len()))
        .await;
    server
        .wait_for_metric("http_server_active_requests 1")
        .await;
    let address = server.address.clone();
    let stop = tokio::spawn(server.stop());
    wait_until_closed(&address).await;
    stream.write_all(body.as_bytes()).await.unwrap();
    let response = read_to_end(&mut stream).await;
    assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
    assert!(response.contains("\r\nconnection: close\r\n"), "{response}");
    timeout(TEST_TIMEOUT, stop).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_new_connection_that_is_not_served_yet_is_served_before_the_shutdown() {
    let server = Running::start(ConnectionLimits {
        connections: 1,
        ..generous()
    });
    let mut busy = server.send(STALLED_BODY).await;
    server
        .wait_for_metric("http_server_active_requests 1")
        .await;
    let mut waiting = server
        .send("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await;
    // The server accepts it and waits until it may serve it.
    sleep(SHORT).await;
    let stop = tokio::spawn(server.stop());
    assert!(
        read_response(&mut waiting)
            .await
            .starts_with("HTTP/1.1 200 OK\r\n")
    );
    busy.shutdown().await.unwrap();
    drop((busy, waiting));
    timeout(TEST_TIMEOUT, stop).await.unwrap().unwrap();
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_connection_made_while_a_shared_port_is_handed_over_reaches_the_next_server() {
    if std::fs::read_to_string("/proc/sys/net/ipv4/tcp_migrate_req")
        .is_ok_and(|setting| setting.trim() == "1")
    {
        // The kernel does the same without a delay.
        return;
    }
    let mut limits = generous();
    limits.shutdown.settle = Duration::from_secs(2);
    let old = Running::start_on(
        listen("127.0.0.1:0".parse().unwrap(), true).unwrap(),
        limits,
    );
    let address = old.address.clone();
    let stop = tokio::spawn(old.stop());
    let connect = loop {
        let mut connect = Box::pin(TcpStream::connect(address.clone()));
        match timeout(SHORT, &mut connect).await {
            // Connections are still accepted.
            Ok(connected) => drop(connected.expect("the listener was closed at once")),
            Err(_) => break connect,
        }
    };
    let new = Running::start_on(listen(address.parse().unwrap(), true).unwrap(), generous());
    let mut stream = timeout(TEST_TIMEOUT, connect)
        .await
        .unwrap()
        .expect("the connection was reset");
    assert!(
        get_health(&mut stream)
            .await
            .starts_with("HTTP/1.1 200 OK\r\n")
    );
    timeout(TEST_TIMEOUT, stop).await.unwrap().unwrap();
    drop(stream);
    new.stop().await;
}
