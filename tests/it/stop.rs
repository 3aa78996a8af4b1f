//! How a server stops, on a real socket: in time, and without losing a request.

use std::time::Duration;

use sudoku_validator::server::ConnectionLimits;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::support::running::{
    HALF_A_HEADER, PATIENCE, Running, SHORT, STALLED_BODY, ask, generous, read_answer, read_to_end,
    unread_answers, wait_until_closed,
};

#[tokio::test]
async fn no_client_keeps_a_server_from_stopping() {
    for sent in ["", HALF_A_HEADER, STALLED_BODY, &unread_answers()] {
        let mut limits = generous();
        limits.shutdown.deadline = SHORT;
        let server = Running::start(limits);
        let (reader, mut writer) = server.connect().await.into_split();
        let sent = sent.to_owned();
        // The writer is kept: to drop it is to tell the server that all is sent.
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
async fn an_idle_connection_does_not_delay_a_stop() {
    let server = Running::start(generous());
    let mut idle = server.connect().await;
    ask(&mut idle).await;
    server.stop().await;
    assert_eq!(read_to_end(&mut idle).await, "");
}

#[tokio::test]
async fn while_it_drains_a_server_answers_new_clients_and_asks_them_to_leave() {
    let mut limits = generous();
    limits.shutdown.delay = Duration::from_secs(2);
    let server = Running::start(limits);
    let mut kept = server.connect().await;
    assert!(!ask(&mut kept).await.contains("connection: close"));
    server.stop.send(()).unwrap();
    let draining = async {
        while !server.readiness.is_draining() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(PATIENCE, draining).await.unwrap();
    assert!(ask(&mut kept).await.contains("\r\nconnection: close\r\n"));
    let mut new = TcpStream::connect(&server.address).await.unwrap();
    assert!(ask(&mut new).await.contains("\r\nconnection: close\r\n"));
    timeout(PATIENCE, server.run).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_request_that_is_on_its_way_when_the_listener_closes_is_answered() {
    let mut limits = generous();
    limits.shutdown.settle = Duration::from_secs(2);
    let server = Running::start(limits);
    let mut kept = server.connect().await;
    ask(&mut kept).await;
    let address = server.address.clone();
    server.stop.send(()).unwrap();
    wait_until_closed(&address).await;
    assert!(ask(&mut kept).await.starts_with("HTTP/1.1 200 OK\r\n"));
    timeout(PATIENCE, server.run).await.unwrap().unwrap();
}

#[tokio::test]
async fn who_waits_for_a_place_at_the_stop_is_answered() {
    let server = Running::start(ConnectionLimits {
        connections: 1,
        ..generous()
    });
    let mut first = server.connect().await;
    ask(&mut first).await;
    let mut waiting = server
        .send("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await;
    let stop = tokio::spawn(server.stop());
    assert!(
        read_answer(&mut waiting)
            .await
            .contains("\r\nconnection: close\r\n")
    );
    drop((first, waiting));
    timeout(PATIENCE, stop).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_request_in_flight_is_answered_before_the_stop() {
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
    let answer = read_to_end(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    timeout(PATIENCE, stop).await.unwrap().unwrap();
}
