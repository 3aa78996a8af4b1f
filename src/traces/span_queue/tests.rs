use std::sync::{Arc, mpsc};
use std::thread;

use crate::traces::{SpanKind, recording};

use super::*;

const TEST_TIMEOUT: Duration = Duration::from_mins(1);

fn spans(count: usize) -> Vec<SpanData> {
    let (tracer, ended) = recording();
    for _ in 0..count {
        let span = tracer.start(None).unwrap();
        span.end("test", SpanKind::Internal, Vec::new(), false);
    }
    ended()
}

/// A queue for three spans, sent in twos or after `delay`, and its exporter.
struct Running {
    queue: Arc<SpanQueue>,
    /// The number of spans of each export, which then waits for its result.
    exports: mpsc::Receiver<usize>,
    results: mpsc::Sender<Result<(), &'static str>>,
}

fn start(delay: Duration) -> Running {
    let limits = BatchLimits {
        capacity: 3,
        batch: 2,
        delay,
    };
    let queue = Arc::new(SpanQueue::new(limits, SpanMetrics::default()));
    let (exported, exports) = mpsc::channel();
    let (results, received) = mpsc::channel();
    let source = Arc::clone(&queue);
    thread::spawn(move || {
        source.export_all(|spans| {
            exported.send(spans.len()).unwrap();
            received.recv().unwrap()
        })
    });
    Running {
        queue,
        exports,
        results,
    }
}

#[test]
fn spans_are_sent_when_a_batch_is_full_or_has_waited() {
    let running = start(Duration::from_millis(1));
    let [one, two, three] = spans(3).try_into().unwrap();
    running.queue.push(one);
    assert_eq!(running.exports.recv_timeout(TEST_TIMEOUT), Ok(1));
    running.queue.push(two);
    running.queue.push(three);
    running.results.send(Ok(())).unwrap();
    assert_eq!(running.exports.recv_timeout(TEST_TIMEOUT), Ok(2));
    running.results.send(Ok(())).unwrap();
    assert_eq!(running.queue.flush(TEST_TIMEOUT), 0);
    assert_eq!(running.queue.metrics.exported.get(), 3);
}

#[test]
fn spans_beyond_the_capacity_are_dropped_and_counted() {
    let running = start(10 * TEST_TIMEOUT);
    let mut spans = spans(6).into_iter();
    running.queue.push(spans.next().unwrap());
    running.queue.push(spans.next().unwrap());
    assert_eq!(running.exports.recv_timeout(TEST_TIMEOUT), Ok(2));
    // Spans being sent count as well.
    spans.for_each(|span| running.queue.push(span));
    assert_eq!(running.queue.metrics.dropped_by_queue.get(), 3);
    let budget = running.queue.budget("spans");
    assert_eq!((budget.used, budget.limit), (3, 3));
}

#[test]
fn spans_that_cannot_be_sent_are_dropped_and_counted() {
    let running = start(Duration::from_millis(1));
    let [one, two] = spans(2).try_into().unwrap();
    running.queue.push(one);
    assert_eq!(running.exports.recv_timeout(TEST_TIMEOUT), Ok(1));
    running.results.send(Err("refused")).unwrap();
    running.queue.push(two);
    assert_eq!(running.exports.recv_timeout(TEST_TIMEOUT), Ok(1));
    running.results.send(Ok(())).unwrap();
    assert_eq!(running.queue.flush(TEST_TIMEOUT), 0);
    assert_eq!(running.queue.metrics.dropped_by_export.get(), 1);
    assert_eq!(running.queue.metrics.exported.get(), 1);
}

#[test]
fn a_flush_sends_at_once_and_gives_up_on_a_slow_collector() {
    let running = start(10 * TEST_TIMEOUT);
    running.queue.push(spans(1).remove(0));
    assert_eq!(running.queue.flush(Duration::ZERO), 1);
    assert_eq!(running.exports.recv_timeout(TEST_TIMEOUT), Ok(1));
    assert_eq!(running.queue.flush(Duration::from_millis(1)), 1);
    running.results.send(Ok(())).unwrap();
    assert_eq!(running.queue.flush(TEST_TIMEOUT), 0);
}
