//! The lines of the log that wait to be written: limited in bytes, so that output that is not drained costs little
//! memory and blocks nothing.

use std::io;
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use memchr::memchr_iter;
use prometheus_client::metrics::counter::Counter;

use crate::metrics::Budget;

/// Passes lines to the thread that writes them, without ever waiting for it.
#[derive(Debug)]
pub(super) struct LineQueue {
    /// The maximum size of all lines that are queued or being written, in bytes.
    capacity: usize,
    lines: Mutex<Lines>,
    /// Notified when lines were queued or written.
    changed: Condvar,
    /// Counts the lines that did not fit or could not be written.
    dropped: Counter,
}

#[derive(Debug, Default)]
struct Lines {
    queued: Vec<u8>,
    /// The number of bytes being written.
    writing: usize,
}

impl Lines {
    fn bytes(&self) -> usize {
        self.queued.len() + self.writing
    }
}

impl LineQueue {
    pub(super) fn new(capacity: usize, dropped: Counter) -> LineQueue {
        LineQueue {
            capacity,
            lines: Mutex::default(),
            changed: Condvar::new(),
            dropped,
        }
    }

    /// Returns the size of the lines that are queued or being written, and its maximum, for the metrics.
    pub(super) fn budget(&self, name: &'static str) -> Budget {
        Budget {
            name,
            used: self.lock().bytes(),
            limit: self.capacity,
        }
    }

    /// Queues a line, or drops it if it does not fit.
    fn push(&self, line: &[u8]) {
        let mut lines = self.lock();
        if lines.bytes() + line.len() > self.capacity {
            self.dropped.inc();
        } else {
            lines.queued.extend_from_slice(line);
            self.changed.notify_all();
        }
    }

    /// Writes the lines as they are queued, and never returns. Lines are dropped if writing them fails.
    pub(super) fn write_all_to(&self, mut output: impl io::Write) -> ! {
        loop {
            let lines = self.wait_for_lines();
            if output
                .write_all(&lines)
                .and_then(|()| output.flush())
                .is_err()
            {
                let count = memchr_iter(b'\n', &lines).count();
                self.dropped.inc_by(count as u64);
            }
            self.lock().writing = 0;
            self.changed.notify_all();
        }
    }

    fn wait_for_lines(&self) -> Vec<u8> {
        let lines = self.lock();
        let mut lines = self
            .changed
            .wait_while(lines, |lines| lines.queued.is_empty())
            .expect(NEVER_POISONED);
        lines.writing = lines.queued.len();
        mem::take(&mut lines.queued)
    }

    /// Waits until all lines are written. Returns false if that takes longer than `timeout`.
    pub(super) fn flush(&self, timeout: Duration) -> bool {
        let is_unwritten = |lines: &mut Lines| !lines.queued.is_empty() || lines.writing > 0;
        let (_lines, result) = self
            .changed
            .wait_timeout_while(self.lock(), timeout, is_unwritten)
            .expect(NEVER_POISONED);
        !result.timed_out()
    }

    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().expect(NEVER_POISONED)
    }
}

const NEVER_POISONED: &str = "nothing panics while it holds the lock";

/// Each write is a whole line.
impl io::Write for &LineQueue {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.push(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};
    use std::thread;

    use super::*;

    const TEST_TIMEOUT: Duration = Duration::from_mins(1);

    /// Output that reports each write, and completes it with the next result.
    struct Output {
        writes: mpsc::Sender<String>,
        results: mpsc::Receiver<io::Result<()>>,
    }

    impl io::Write for Output {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            self.writes.send(text).unwrap();
            self.results.recv().unwrap()?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A queue of ten bytes with a running writer.
    struct Running {
        queue: Arc<LineQueue>,
        dropped: Counter,
        writes: mpsc::Receiver<String>,
        results: mpsc::Sender<io::Result<()>>,
    }

    fn start() -> Running {
        let dropped = Counter::default();
        let queue = Arc::new(LineQueue::new(10, dropped.clone()));
        let (written, writes) = mpsc::channel();
        let (results, received) = mpsc::channel();
        let output = Output {
            writes: written,
            results: received,
        };
        let source = Arc::clone(&queue);
        thread::spawn(move || source.write_all_to(output));
        Running {
            queue,
            dropped,
            writes,
            results,
        }
    }

    #[test]
    fn lines_are_written_in_order() {
        let log = start();
        log.queue.push(b"one\n");
        assert_eq!(log.writes.recv().unwrap(), "one\n");
        log.queue.push(b"2\n");
        log.queue.push(b"3\n");
        log.results.send(Ok(())).unwrap();
        assert_eq!(log.writes.recv().unwrap(), "2\n3\n");
        log.results.send(Ok(())).unwrap();
        assert!(log.queue.flush(TEST_TIMEOUT));
        assert_eq!(log.dropped.get(), 0);
    }

    #[test]
    fn lines_that_do_not_fit_are_dropped_and_counted() {
        let log = start();
        log.queue.push(b"first\n");
        assert_eq!(log.writes.recv().unwrap(), "first\n");
        // Lines being written count as well.
        log.queue.push(b"xxxx\n");
        log.queue.push(b"yyy\n");
        log.queue.push(b"z\n");
        assert_eq!(log.dropped.get(), 2);
        log.results.send(Ok(())).unwrap();
        assert_eq!(log.writes.recv().unwrap(), "yyy\n");
    }

    #[test]
    fn a_flush_does_not_wait_for_output_that_is_not_drained() {
        let log = start();
        log.queue.push(b"line\n");
        assert_eq!(log.writes.recv().unwrap(), "line\n");
        assert!(!log.queue.flush(Duration::ZERO));
        log.results.send(Ok(())).unwrap();
        assert!(log.queue.flush(TEST_TIMEOUT));
    }

    #[test]
    fn lines_that_cannot_be_written_are_dropped_and_counted() {
        let log = start();
        log.queue.push(b"1\n");
        assert_eq!(log.writes.recv().unwrap(), "1\n");
        log.queue.push(b"2\n");
        log.queue.push(b"3\n");
        log.results.send(Ok(())).unwrap();
        assert_eq!(log.writes.recv().unwrap(), "2\n3\n");
        let full = io::Error::from(io::ErrorKind::StorageFull);
        log.results.send(Err(full)).unwrap();
        assert!(log.queue.flush(TEST_TIMEOUT));
        assert_eq!(log.dropped.get(), 2);
        log.queue.push(b"4\n");
        assert_eq!(log.writes.recv().unwrap(), "4\n");
    }
}
