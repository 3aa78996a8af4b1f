use clap::Parser;

use super::{Config, boolean, memory_budget, solution_cache};

#[test]
fn the_cache_of_solutions_may_be_off() {
    assert_eq!(solution_cache("0"), Ok(0));
    assert_eq!(solution_cache("512KiB"), Ok(512 << 10));
    assert_eq!(solution_cache("1GiB"), Ok(1 << 30));
    for text in ["", "off", "-1", "1MB", "1.5MiB", "1025MiB"] {
        assert!(solution_cache(text).is_err(), "{text}");
    }
}

#[test]
fn a_memory_budget_is_a_number_of_bytes_with_or_without_a_unit() {
    assert_eq!(memory_budget("134217728"), Ok(128 << 20));
    assert_eq!(memory_budget("131072KiB"), Ok(128 << 20));
    assert_eq!(memory_budget("128MiB"), Ok(128 << 20));
    assert_eq!(memory_budget("2GiB"), Ok(2 << 30));
    for text in [
        "",
        "MiB",
        "128MB",
        "128 MiB",
        "1.5GiB",
        "-128MiB",
        "15MiB",
        "1025GiB",
        "99999999999999999999",
    ] {
        assert!(memory_budget(text).is_err(), "{text}");
    }
}

/// The limit of a container of 300 MiB.
const LIMIT: Option<u64> = Some(300 << 20);

#[test]
fn the_memory_budget_is_the_configured_one_or_a_third_of_the_limit() {
    let config = Config::parse_from(["", "--memory-budget", "200MiB"]);
    assert_eq!(config.memory_budget_within(LIMIT), Some(200 << 20));
    let config = Config {
        memory_budget: None,
        ..config
    };
    assert_eq!(config.memory_budget_within(LIMIT), Some(100 << 20));
    assert_eq!(config.memory_budget_within(Some(1)), Some(16 << 20));
    assert_eq!(config.memory_budget_within(None), None);
}

#[test]
fn connections_take_up_to_half_of_the_limit_unless_their_number_is_configured() {
    let config = Config::parse_from(["", "--max-connections", "9000"]);
    assert_eq!(config.max_connections_within(LIMIT, 16_384), 9000);
    let config = Config {
        max_connections: None,
        ..config
    };
    assert_eq!(config.max_connections_within(LIMIT, 16_384), 3840);
    assert_eq!(config.max_connections_within(Some(8 << 30), 16_384), 16_384);
    assert_eq!(config.max_connections_within(Some(1), 16_384), 1);
    assert_eq!(config.max_connections_within(None, 16_384), 16_384);
}

#[test]
fn a_boolean_has_several_spellings() {
    for text in ["true", "T", "Yes", "y", "ON", "1"] {
        assert_eq!(boolean(text), Ok(true), "{text}");
    }
    for text in ["false", "F", "No", "n", "OFF", "0"] {
        assert_eq!(boolean(text), Ok(false), "{text}");
    }
}
