//! The load: connections that are kept, each with one request at a time.

use std::cell::Cell;
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use futures_util::future::try_join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::{self, Runtime};
use tokio::time::timeout;

use crate::boards::Board;

/// How long the last answers may take once nothing more is asked.
const PATIENCE: Duration = Duration::from_mins(2);

/// The most header fields of an answer.
const MAX_FIELDS: usize = 32;

/// Connections to a server.
pub(crate) struct Load<'b> {
    runtime: Runtime,
    connections: Vec<Connection>,
    questions: Questions<'b>,
}

/// What is asked.
struct Questions<'b> {
    boards: &'b [Board],
    /// How many have been asked.
    asked: Cell<usize>,
    /// Whether the answers say what is so.
    judged: bool,
}

/// When to stop asking.
#[derive(Clone, Copy)]
pub(crate) enum Until {
    /// After a time.
    Elapsed(Duration),
    /// After so many requests.
    Asked(usize),
}

/// What the clients saw.
pub(crate) struct Seen {
    pub(crate) elapsed: Duration,
    /// How long each answer took, in ascending order.
    pub(crate) latencies: Vec<Duration>,
}

impl<'b> Load<'b> {
    /// Connects to a port of this machine. Where the server does not judge, what it answers does not matter.
    pub(crate) fn connect(
        port: u16,
        connections: usize,
        boards: &'b [Board],
        judged: bool,
    ) -> Result<Load<'b>> {
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let connections = (0..connections).map(|_| Connection::open(port));
        let connections = runtime.block_on(try_join_all(connections))?;
        Ok(Load {
            runtime,
            connections,
            questions: Questions {
                boards,
                asked: Cell::new(0),
                judged,
            },
        })
    }

    /// Asks on all connections, and waits until each question is answered.
    pub(crate) fn run(&mut self, until: Until) -> Result<Seen> {
        let Load {
            runtime,
            connections,
            questions,
        } = self;
        let start = Instant::now();
        let first = questions.asked.get();
        let goes_on = || match until {
            Until::Elapsed(time) => start.elapsed() < time,
            Until::Asked(count) => questions.asked.get() - first < count,
        };
        let longest = match until {
            Until::Elapsed(time) => time + PATIENCE,
            Until::Asked(_) => PATIENCE,
        };
        let all = try_join_all(
            connections
                .iter_mut()
                .map(|connection| connection.run(questions, &goes_on)),
        );
        let latencies = runtime
            .block_on(async { timeout(longest, all).await })
            .context("the answers did not come in time")??;
        let elapsed = start.elapsed();
        let mut latencies = latencies.concat();
        latencies.sort_unstable();
        Ok(Seen { elapsed, latencies })
    }
}

impl Seen {
    /// The time within which so many of a hundred answers came.
    pub(crate) fn percentile(&self, percent: usize) -> Duration {
        let last = self.latencies.len().saturating_sub(1);
        self.latencies
            .get(last * percent / 100)
            .copied()
            .unwrap_or_default()
    }
}

impl Questions<'_> {
    /// The board whose turn it is.
    fn next(&self) -> &Board {
        let turn = self.asked.get();
        self.asked.set(turn + 1);
        &self.boards[turn % self.boards.len()]
    }
}

struct Connection {
    stream: TcpStream,
    /// What is sent, and what has come of the answer.
    sent: Vec<u8>,
    come: Vec<u8>,
}

impl Connection {
    async fn open(port: u16) -> Result<Connection> {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))
            .await
            .context("the server does not listen")?;
        stream.set_nodelay(true)?;
        Ok(Connection {
            stream,
            sent: Vec::new(),
            come: Vec::new(),
        })
    }

    async fn run(
        &mut self,
        questions: &Questions<'_>,
        goes_on: &impl Fn() -> bool,
    ) -> Result<Vec<Duration>> {
        let mut latencies = Vec::new();
        while goes_on() {
            let board = questions.next();
            self.write(&board.body);
            let start = Instant::now();
            self.stream.write_all(&self.sent).await?;
            let answer = self.answer().await?;
            latencies.push(start.elapsed());
            let expected: &[u8] = if board.valid {
                br#"{"valid":true"#
            } else {
                br#"{"valid":false"#
            };
            if questions.judged && !answer.starts_with(expected) {
                bail!(
                    "the answer to {} is {}",
                    board.body,
                    String::from_utf8_lossy(answer)
                );
            }
        }
        Ok(latencies)
    }

    fn write(&mut self, body: &str) {
        let length = body.len().to_string();
        self.sent.clear();
        for part in [
            "POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ",
            &length,
            "\r\n\r\n",
            body,
        ] {
            self.sent.extend_from_slice(part.as_bytes());
        }
    }

    /// The body of the next answer.
    async fn answer(&mut self) -> Result<&[u8]> {
        self.come.clear();
        loop {
            let count = self.stream.read_buf(&mut self.come).await?;
            ensure!(count > 0, "the server closed a connection");
            if let Some(body) = body_length(&self.come)? {
                return Ok(&self.come[self.come.len() - body..]);
            }
        }
    }
}

/// How long the body of an answer is, once all of it is there.
fn body_length(answer: &[u8]) -> Result<Option<usize>> {
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut head = httparse::Response::new(&mut fields);
    let httparse::Status::Complete(head_length) =
        head.parse(answer).context("an answer is not HTTP")?
    else {
        return Ok(None);
    };
    ensure!(
        head.code == Some(200),
        "an answer is not 200: {}",
        String::from_utf8_lossy(answer)
    );
    let length = head
        .headers
        .iter()
        .find(|field| field.name.eq_ignore_ascii_case("content-length"));
    let length = length.and_then(|field| str::from_utf8(field.value).ok()?.parse().ok());
    let length: usize = length.context("an answer does not tell its length")?;
    Ok((answer.len() >= head_length + length).then_some(length))
}
