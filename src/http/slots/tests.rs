use std::future::pending;

use super::*;

/// A client of these slots at some time, for which the service waits.
fn client(slots: &Arc<Slots>, now: Instant) -> Slot {
    let slot = slots.acquire_at(now).unwrap();
    slot.client.is_waited_for.store(true, Ordering::Relaxed);
    slot
}

async fn is_displaced(slot: &Slot) -> bool {
    let never = pending::<()>();
    tokio::select! {
        biased;
        displaced = slot.wait_for(never) => displaced == Err(Displaced),
        () = async {} => false,
    }
}

#[tokio::test]
async fn a_newcomer_displaces_the_slowest_client() {
    let (slots, start) = (Slots::new(3, 1000), Instant::now());
    let clients = [1000, 10, 20].map(|bytes| {
        let client = client(&slots, start);
        client.add_progress(bytes);
        client
    });
    let newcomer = slots.acquire_at(start + GRACE).unwrap();
    for (client, expected) in clients.iter().zip([false, true, false]) {
        assert_eq!(is_displaced(client).await, expected);
    }
    assert!(!is_displaced(&newcomer).await);
}

#[test]
fn a_client_that_is_fast_enough_or_new_is_not_displaced() {
    let (slots, start) = (Slots::new(1, 1000), Instant::now());
    let client = client(&slots, start);
    assert_eq!(slots.acquire_at(start + GRACE / 2).unwrap_err(), AllInUse);
    client.add_progress(1000);
    assert_eq!(slots.acquire_at(start + GRACE).unwrap_err(), AllInUse);
    assert!(slots.acquire_at(start + 2 * GRACE).is_ok());
}

#[test]
fn a_client_that_waits_for_the_service_is_not_displaced() {
    let (slots, start) = (Slots::new(1, 1000), Instant::now());
    let client = client(&slots, start);
    client.client.is_waited_for.store(false, Ordering::Relaxed);
    assert_eq!(slots.acquire_at(start + 9 * PERIOD).unwrap_err(), AllInUse);
}

#[test]
fn only_recent_progress_counts() {
    let (slots, start) = (Slots::new(1, 1000), Instant::now());
    let client = client(&slots, start);
    client.add_progress(1_000_000);
    for period in 1..=2 {
        client.client.mark(start + period * PERIOD);
    }
    assert!(slots.acquire_at(start + 2 * PERIOD + GRACE).is_ok());
}

#[test]
fn a_failed_search_is_not_repeated_at_once() {
    let (slots, start) = (Slots::new(1, 1000), Instant::now());
    let _client = client(&slots, start);
    let before = GRACE.checked_sub(SEARCH_INTERVAL / 2).unwrap();
    assert_eq!(slots.acquire_at(start + before).unwrap_err(), AllInUse);
    assert_eq!(slots.acquire_at(start + GRACE).unwrap_err(), AllInUse);
    assert!(slots.acquire_at(start + before + SEARCH_INTERVAL).is_ok());
}

#[test]
fn a_slot_is_free_again_when_it_is_dropped() {
    let slots = Slots::new(1, 1000);
    let slot = slots.acquire().unwrap();
    assert_eq!(slots.acquire().unwrap_err(), AllInUse);
    drop(slot);
    assert!(slots.acquire().is_ok());
}

#[test]
fn the_slot_of_a_displaced_client_is_free_only_once() {
    let (slots, start) = (Slots::new(1, 1000), Instant::now());
    let first = client(&slots, start);
    let _second = client(&slots, start + GRACE);
    drop(first);
    assert_eq!(slots.acquire_at(start + GRACE).unwrap_err(), AllInUse);
}
