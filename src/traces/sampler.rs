//! Which requests are sampled.

use std::fmt;

use opentelemetry::TraceId;

use super::parent::Parent;

/// Decides which requests are sampled: by the decision of their parent if there is one, or by their trace id, so that all
/// services come to the same decision about a trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sampler {
    follows_parent: bool,
    /// The share of traces that is sampled, from 0 to 1.
    ratio: f64,
    /// The number of trace ids that are sampled, out of 2⁶³.
    threshold: u64,
}

impl Default for Sampler {
    /// The default of the OpenTelemetry specification.
    fn default() -> Sampler {
        Sampler::new(true, 1.0)
    }
}

impl Sampler {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the product is from 0 to 2⁶³"
    )]
    fn new(follows_parent: bool, ratio: f64) -> Sampler {
        let all = 2_f64.powi(63);
        Sampler {
            follows_parent,
            ratio,
            threshold: (ratio * all) as u64,
        }
    }

    /// Parses the name and the argument of a sampler. The error says what is wrong.
    pub(super) fn parse(name: &str, argument: Option<&str>) -> Result<Sampler, String> {
        let (follows_parent, kind) = match name.strip_prefix("parentbased_") {
            Some(kind) => (true, kind),
            None => (false, name),
        };
        let ratio = match kind {
            "always_on" => 1.0,
            "always_off" => 0.0,
            "traceidratio" => argument
                .map_or(Some(1.0), |ratio| ratio.parse().ok())
                .filter(|ratio| (0.0..=1.0).contains(ratio))
                .ok_or("OTEL_TRACES_SAMPLER_ARG: expected a number from 0 to 1")?,
            _ => {
                return Err(
                    "OTEL_TRACES_SAMPLER: expected always_on, always_off, traceidratio, or one of \
                     these after parentbased_"
                        .to_owned(),
                );
            }
        };
        Ok(Sampler::new(follows_parent, ratio))
    }

    pub(super) fn is_sampled(&self, trace_id: TraceId, parent: Option<&Parent>) -> bool {
        if self.follows_parent
            && let Some(parent) = parent
        {
            return parent.is_sampled;
        }
        let lower_half = u128::from_be_bytes(trace_id.to_bytes()) & u128::from(u64::MAX);
        lower_half >> 1 < u128::from(self.threshold)
    }
}

impl fmt::Display for Sampler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.follows_parent {
            "parentbased_"
        } else {
            ""
        };
        write!(f, "{kind}traceidratio({})", self.ratio)
    }
}

#[cfg(test)]
mod tests {
    use opentelemetry::SpanId;

    use super::*;

    fn parse(name: &str, argument: Option<&str>) -> Sampler {
        Sampler::parse(name, argument).unwrap()
    }

    fn parent(is_sampled: bool) -> Parent {
        Parent {
            trace_id: TraceId::from(1),
            span_id: SpanId::from(1),
            is_sampled,
        }
    }

    const LOWEST: TraceId = TraceId::from_bytes([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    const HIGHEST: TraceId = TraceId::from_bytes([255; 16]);

    #[test]
    fn a_root_is_sampled_by_its_trace_id() {
        for prefix in ["", "parentbased_"] {
            for (kind, argument, lowest, highest) in [
                ("always_on", None, true, true),
                ("always_off", None, false, false),
                ("traceidratio", None, true, true),
                ("traceidratio", Some("0.01"), true, false),
                ("traceidratio", Some("0"), false, false),
                ("traceidratio", Some("1"), true, true),
            ] {
                let sampler = parse(&format!("{prefix}{kind}"), argument);
                assert_eq!(sampler.is_sampled(LOWEST, None), lowest, "{sampler}");
                assert_eq!(sampler.is_sampled(HIGHEST, None), highest, "{sampler}");
            }
        }
    }

    #[test]
    fn the_ratio_is_that_of_the_lower_half_of_trace_ids() {
        let sampler = parse("traceidratio", Some("0.25"));
        let below = TraceId::from((1 << 62) - 1);
        let at = TraceId::from(1 << 62);
        assert!(sampler.is_sampled(below, None));
        assert!(!sampler.is_sampled(at, None));
    }

    #[test]
    fn only_a_sampler_based_on_parents_follows_them() {
        for is_sampled in [false, true] {
            let parent = parent(is_sampled);
            for kind in ["always_on", "always_off"] {
                let sampler = parse(&format!("parentbased_{kind}"), None);
                assert_eq!(sampler.is_sampled(LOWEST, Some(&parent)), is_sampled);
            }
            assert!(parse("always_on", None).is_sampled(LOWEST, Some(&parent)));
            assert!(!parse("always_off", None).is_sampled(LOWEST, Some(&parent)));
        }
    }

    #[test]
    fn an_unknown_sampler_and_an_invalid_ratio_are_rejected() {
        for (name, argument) in [
            ("jaeger_remote", None),
            ("parentbased_", None),
            ("", None),
            ("traceidratio", Some("1.5")),
            ("traceidratio", Some("-0.1")),
            ("traceidratio", Some("NaN")),
            ("parentbased_traceidratio", Some("1%")),
        ] {
            assert!(
                Sampler::parse(name, argument).is_err(),
                "{name} {argument:?}"
            );
        }
    }
}
