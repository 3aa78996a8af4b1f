//! The server runs on one core, the load on another, so that neither takes the other's time.

use std::fmt;

use anyhow::{Context, Result};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The cores of the server and of the load, if there are two.
#[derive(Clone, Copy)]
pub(crate) struct Cores(Option<Pair>);

#[derive(Clone, Copy)]
struct Pair {
    server: usize,
    load: usize,
}

impl Cores {
    /// The first and the last core that this process may use: neighbours may be halves of one.
    pub(crate) fn choose() -> Result<Cores> {
        let allowed =
            sched_getaffinity(None).context("the cores of this process cannot be read")?;
        let mut cores = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core));
        let (first, last) = (cores.next(), cores.next_back());
        Ok(Cores(
            first.zip(last).map(|(server, load)| Pair { server, load }),
        ))
    }

    /// Puts this thread, and what it starts from now on, on the server's core.
    pub(crate) fn be_server(self) -> Result<()> {
        self.0.map_or(Ok(()), |pair| pin(pair.server))
    }

    /// Puts this thread, and what it starts from now on, on the load's core.
    pub(crate) fn be_load(self) -> Result<()> {
        self.0.map_or(Ok(()), |pair| pin(pair.load))
    }
}

fn pin(core: usize) -> Result<()> {
    let mut cores = CpuSet::new();
    cores.set(core);
    sched_setaffinity(None, &cores).with_context(|| format!("core {core} cannot be used alone"))
}

impl fmt::Display for Cores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(Pair { server, load }) => {
                write!(f, "servers on core {server}, load on core {load}")
            }
            None => write!(
                f,
                "servers and load on one core, where they are in each other's way"
            ),
        }
    }
}
