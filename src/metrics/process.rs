//! The metrics of a process that most Prometheus clients have: CPU time, memory, open files and the time of its start.

use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{fmt, fs};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use rlimit::Resource;
use rustix::time::{ClockId, clock_gettime};

/// Reads the metrics of this process whenever they are rendered. A metric that cannot be read is omitted.
#[derive(Debug)]
pub(super) struct Process {
    /// The time of its start since the Unix epoch.
    start: Duration,
}

impl Process {
    /// Call this when the process starts.
    pub(super) fn new() -> Process {
        let start = SystemTime::now().duration_since(UNIX_EPOCH);
        Process {
            start: start.unwrap_or_default(),
        }
    }
}

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let mut encode = |name: &str, help: &str, metric: &dyn EncodeMetric| {
            metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
        };
        encode(
            "process_cpu_seconds",
            "CPU time of the process",
            &ConstCounter::new(cpu_time().as_secs_f64()),
        )?;
        encode(
            "process_start_time_seconds",
            "Time at which the process started, since the Unix epoch",
            &ConstGauge::new(self.start.as_secs_f64()),
        )?;
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let gauges = [
            (
                "process_resident_memory_bytes",
                "Physical memory of the process",
                bytes(&status, "VmRSS"),
            ),
            (
                "process_virtual_memory_bytes",
                "Virtual memory of the process",
                bytes(&status, "VmSize"),
            ),
            (
                "process_open_fds",
                "Open files of the process, connections included",
                open_files(),
            ),
            (
                "process_max_fds",
                "Limit on open files of the process",
                Resource::NOFILE.get_soft().ok(),
            ),
        ];
        for (name, help, value) in gauges {
            if let Some(value) = value {
                encode(name, help, &ConstGauge::new(value))?;
            }
        }
        Ok(())
    }
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).expect("CPU time is not negative")
}

/// Returns the value of a field of `/proc/self/status` that is a size.
fn bytes(status: &str, field: &str) -> Option<u64> {
    let mut lines = status.lines();
    let value = lines.find_map(|line| line.strip_prefix(field)?.strip_prefix(':'))?;
    let kibibytes: u64 = value.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}

fn open_files() -> Option<u64> {
    let files = fs::read_dir("/proc/self/fd").ok()?.count() as u64;
    // The directory itself is open, too.
    Some(files.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::Metrics;

    #[test]
    fn the_size_of_memory_is_in_bytes() {
        let status = "Name:\ttest\nVmSize:\t    2048 kB\nVmRSS:\t      12 kB\n";
        assert_eq!(bytes(status, "VmSize"), Some(2 << 20));
        assert_eq!(bytes(status, "VmRSS"), Some(12 << 10));
        assert_eq!(bytes(status, "VmSwap"), None);
        assert_eq!(bytes(status, "Vm"), None);
    }

    #[test]
    fn the_metrics_of_this_process_are_plausible() {
        let before = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let metrics = Metrics::new();
        let text = metrics.render().1;
        let value = |name: &str| -> f64 {
            let mut lines = text.lines();
            let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            value
                .unwrap_or_else(|| panic!("no {name} in {text}"))
                .parse()
                .unwrap()
        };
        assert!(value("process_cpu_seconds_total") > 0.0);
        assert!(value("process_cpu_seconds_total") <= cpu_time().as_secs_f64());
        let start = value("process_start_time_seconds");
        let after = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        assert!((before.as_secs_f64()..=after.as_secs_f64()).contains(&start));
        let resident = value("process_resident_memory_bytes");
        assert!((100_000.0..=value("process_virtual_memory_bytes")).contains(&resident));
        // Standard input, output and error.
        assert!((3.0..=value("process_max_fds")).contains(&value("process_open_fds")));
    }
}
