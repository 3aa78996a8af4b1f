//! Pins the server to one core and the load generator to another, so that they do not compete.

use std::fmt;

use anyhow::{Context, Result};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The cores of the server and of the load generator, if there are two.
#[derive(Clone, Copy)]
pub(crate) struct Cores(Option<Pair>);

#[derive(Clone, Copy)]
struct Pair {
    server: usize,
    load: usize,
}

impl Cores {
    /// Chooses the first and the last core available to this process: adjacent ones may be hyperthreads of one core.
    pub(crate) fn choose() -> Result<Cores> {
        let allowed = sched_getaffinity(None).context("cannot read the CPU affinity")?;
        let mut cores = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core));
        let (first, last) = (cores.next(), cores.next_back());
        Ok(Cores(
            first.zip(last).map(|(server, load)| Pair { server, load }),
        ))
    }

    /// Pins this thread, and the processes that it starts, to the server's core.
    pub(crate) fn pin_server(self) -> Result<()> {
        self.0.map_or(Ok(()), |pair| pin(pair.server))
    }

    /// Pins this thread to the core of the load generator.
    pub(crate) fn pin_load(self) -> Result<()> {
        self.0.map_or(Ok(()), |pair| pin(pair.load))
    }
}

fn pin(core: usize) -> Result<()> {
    let mut cores = CpuSet::new();
    cores.set(core);
    sched_setaffinity(None, &cores).with_context(|| format!("cannot pin to core {core}"))
}

impl fmt::Display for Cores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(Pair { server, load }) => {
                write!(f, "servers on core {server}, load on core {load}")
            }
            None => write!(f, "servers and load compete for one core"),
        }
    }
}
