use std::ops::Range;
use std::sync::{Barrier, mpsc};

use super::*;

/// Returns a pool with one thread, which is busy until the sender is dropped.
fn busy_pool() -> (FairThreads, Share, mpsc::Sender<()>) {
    let threads = FairThreads::new("test", 1, 0);
    let share = threads.share();
    let (sender, receiver) = mpsc::channel::<()>();
    let started = share.run(move || {
        let _ = receiver.recv();
    });
    drop(started);
    (threads, share, sender)
}

#[tokio::test]
async fn jobs_of_a_share_run_in_order_and_return_their_results() {
    let threads = FairThreads::new("test", 1, 0);
    let share = threads.share();
    let order = Arc::new(Mutex::new(Vec::new()));
    let results: Vec<_> = (0..10)
        .map(|number| {
            let order = Arc::clone(&order);
            share.run(move || {
                order.lock().unwrap().push(number);
                number
            })
        })
        .collect();
    for (number, result) in (0..).zip(results) {
        assert_eq!(result.await, Ok(number));
    }
    assert_eq!(*order.lock().unwrap(), (0..10).collect::<Vec<_>>());
}

/// Returns the shares of the next jobs. Each job takes a second.
fn run_all(jobs: &mut Jobs) -> Vec<u64> {
    let mut order = Vec::new();
    while let Some((number, _)) = jobs.next() {
        jobs.by_share.get_mut(&number).unwrap().used += Duration::from_secs(1);
        order.push(number);
    }
    order
}

fn jobs_of_shares(numbers: Range<u64>) -> Jobs {
    Jobs {
        by_share: numbers
            .map(|number| (number, ShareJobs::default()))
            .collect(),
        ..Jobs::default()
    }
}

#[test]
fn shares_take_turns_however_many_jobs_they_have() {
    let mut jobs = jobs_of_shares(0..3);
    for number in [0, 0, 0, 0, 0, 1, 1, 2] {
        jobs.push(number, Box::new(|| {}));
    }
    assert_eq!(run_all(&mut jobs), [0, 1, 2, 0, 1, 0, 0, 0]);
}

#[test]
fn a_share_without_jobs_does_not_save_up_time() {
    let mut jobs = jobs_of_shares(0..2);
    for _ in 0..10 {
        jobs.push(0, Box::new(|| {}));
    }
    run_all(&mut jobs);
    for number in [0, 0, 0, 1, 1, 1] {
        jobs.push(number, Box::new(|| {}));
    }
    assert_eq!(run_all(&mut jobs), [1, 0, 1, 0, 1, 0]);
}

#[tokio::test]
async fn jobs_run_at_once_on_as_many_threads_as_there_are() {
    let threads = FairThreads::new("test", 3, 0);
    let share = threads.share();
    for jobs in [1, 2, 3] {
        // Each job ends once all of them run.
        let barrier = Arc::new(Barrier::new(jobs));
        let results: Vec<_> = (0..jobs)
            .map(|_| {
                let barrier = Arc::clone(&barrier);
                share.run(move || barrier.wait().is_leader())
            })
            .collect();
        for result in results {
            result.await.unwrap();
        }
    }
}

#[tokio::test]
async fn jobs_that_have_not_started_end_with_their_share() {
    let (threads, busy_share, busy) = busy_pool();
    let share = threads.share();
    let result = share.run(|| ());
    drop(share);
    assert!(result.await.is_err());
    let after = busy_share.run(|| 5);
    drop(busy);
    assert_eq!(after.await, Ok(5));
}

#[tokio::test]
async fn a_panic_ends_only_its_job() {
    let threads = FairThreads::new("test", 1, 0);
    let share = threads.share();
    let failed = share.run(|| panic!("a test of panics"));
    let next = share.run(|| 5);
    assert!(failed.await.is_err());
    assert_eq!(next.await, Ok(5));
}

#[tokio::test]
async fn the_threads_end_with_the_pool() {
    let (threads, share, busy) = busy_pool();
    let pool = Arc::downgrade(&threads.pool);
    drop((threads, share, busy));
    while pool.strong_count() > 0 {
        tokio::task::yield_now().await;
    }
}
