//! The load generator: keep-alive connections, each with one request at a time.

use std::cell::Cell;
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use futures_util::future::try_join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::{self, Runtime};
use tokio::time::timeout;

use crate::workload::Request;

/// The time for the last responses after the last request was sent.
const RESPONSE_TIMEOUT: Duration = Duration::from_mins(2);

/// The maximum number of header fields of a response.
const MAX_HEADER_FIELDS: usize = 32;

/// Connections to a server.
pub(crate) struct Load<'b> {
    runtime: Runtime,
    connections: Vec<Connection>,
    requests: Requests<'b>,
}

/// The requests of a load.
struct Requests<'b> {
    all: &'b [Request],
    /// The number of requests sent.
    sent: Cell<usize>,
    /// Whether responses are checked.
    checked: bool,
}

/// When to stop sending requests.
#[derive(Clone, Copy)]
pub(crate) enum Until {
    /// After this time.
    Elapsed(Duration),
    /// After this many requests.
    Sent(usize),
}

/// The measurements of the clients.
pub(crate) struct Measurement {
    pub(crate) elapsed: Duration,
    /// The latency of each response, in ascending order.
    pub(crate) latencies: Vec<Duration>,
}

impl<'b> Load<'b> {
    /// Connects to a local port. With `checked`, each response must be the expected one.
    pub(crate) fn connect(
        port: u16,
        connections: usize,
        all: &'b [Request],
        checked: bool,
    ) -> Result<Load<'b>> {
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let connections = (0..connections).map(|_| Connection::open(port));
        let connections = runtime.block_on(try_join_all(connections))?;
        Ok(Load {
            runtime,
            connections,
            requests: Requests {
                all,
                sent: Cell::new(0),
                checked,
            },
        })
    }

    /// Sends requests on all connections, and waits for all responses.
    pub(crate) fn run(&mut self, until: Until) -> Result<Measurement> {
        let Load {
            runtime,
            connections,
            requests,
        } = self;
        let start = Instant::now();
        let first = requests.sent.get();
        let more = || match until {
            Until::Elapsed(time) => start.elapsed() < time,
            Until::Sent(count) => requests.sent.get() - first < count,
        };
        let limit = match until {
            Until::Elapsed(time) => time + RESPONSE_TIMEOUT,
            Until::Sent(_) => RESPONSE_TIMEOUT,
        };
        let all = try_join_all(
            connections
                .iter_mut()
                .map(|connection| connection.run(requests, &more)),
        );
        let latencies = runtime
            .block_on(async { timeout(limit, all).await })
            .context("the responses timed out")??;
        let elapsed = start.elapsed();
        let mut latencies = latencies.concat();
        latencies.sort_unstable();
        Ok(Measurement { elapsed, latencies })
    }
}

impl Measurement {
    /// The latency that this percentage of the responses did not exceed.
    pub(crate) fn percentile(&self, percent: usize) -> Duration {
        let last = self.latencies.len().saturating_sub(1);
        self.latencies
            .get(last * percent / 100)
            .copied()
            .unwrap_or_default()
    }
}

impl Requests<'_> {
    /// The next request, in turn.
    fn next(&self) -> &Request {
        let index = self.sent.get();
        self.sent.set(index + 1);
        &self.all[index % self.all.len()]
    }
}

struct Connection {
    stream: TcpStream,
    request: Vec<u8>,
    /// The part of the response that has been received.
    response: Vec<u8>,
}

impl Connection {
    async fn open(port: u16) -> Result<Connection> {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))
            .await
            .context("cannot connect to the server")?;
        stream.set_nodelay(true)?;
        Ok(Connection {
            stream,
            request: Vec::new(),
            response: Vec::new(),
        })
    }

    async fn run(
        &mut self,
        requests: &Requests<'_>,
        more: &impl Fn() -> bool,
    ) -> Result<Vec<Duration>> {
        let mut latencies = Vec::new();
        while more() {
            let request = requests.next();
            self.write_request(request);
            let start = Instant::now();
            self.stream.write_all(&self.request).await?;
            let body = self.read_response().await?;
            latencies.push(start.elapsed());
            if requests.checked && !body.starts_with(request.response_start.as_bytes()) {
                bail!(
                    "the response to {} is {}",
                    request.body,
                    String::from_utf8_lossy(body)
                );
            }
        }
        Ok(latencies)
    }

    fn write_request(&mut self, request: &Request) {
        let length = request.body.len().to_string();
        self.request.clear();
        for part in [
            "POST ",
            request.path,
            " HTTP/1.1\r\nHost: localhost\r\nContent-Type: ",
            request.media_type,
            "\r\nContent-Length: ",
            &length,
            "\r\n\r\n",
            &request.body,
        ] {
            self.request.extend_from_slice(part.as_bytes());
        }
    }

    /// Reads a response and returns its body, or the content of its first chunk and all that follows.
    async fn read_response(&mut self) -> Result<&[u8]> {
        self.response.clear();
        loop {
            let count = self.stream.read_buf(&mut self.response).await?;
            ensure!(count > 0, "the server closed the connection");
            if let Some(start) = body_start(&self.response)? {
                return Ok(&self.response[start..]);
            }
        }
    }
}

/// Where the body starts, or the content of its first chunk, once the whole response has been received.
fn body_start(response: &[u8]) -> Result<Option<usize>> {
    let mut fields = [httparse::EMPTY_HEADER; MAX_HEADER_FIELDS];
    let mut head = httparse::Response::new(&mut fields);
    let httparse::Status::Complete(head_length) =
        head.parse(response).context("malformed response")?
    else {
        return Ok(None);
    };
    ensure!(
        head.code == Some(200),
        "the status of a response is not 200: {}",
        String::from_utf8_lossy(response)
    );
    let length = head
        .headers
        .iter()
        .find(|field| field.name.eq_ignore_ascii_case("content-length"));
    let Some(length) = length else {
        if !response.ends_with(b"\r\n0\r\n\r\n") {
            return Ok(None);
        }
        let size = httparse::parse_chunk_size(&response[head_length..]);
        let Ok(httparse::Status::Complete((size_length, _))) = size else {
            bail!("a response has neither Content-Length nor chunks");
        };
        return Ok(Some(head_length + size_length));
    };
    let length: usize = str::from_utf8(length.value)?.parse()?;
    Ok((response.len() >= head_length + length).then_some(head_length))
}
