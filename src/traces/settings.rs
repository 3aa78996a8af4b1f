//! The standard environment variables of OpenTelemetry, as far as the exporter does not read them itself.

use std::time::Duration;

use super::sampler::Sampler;
use super::span_queue::BatchLimits;

/// How traces are sampled and sent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TraceSettings {
    /// The address of the collector without what may be secret, for the log.
    pub(super) endpoint: String,
    pub(super) sampler: Sampler,
    pub(super) batches: BatchLimits,
}

/// Reads the settings, or `None` if traces are off, and says which variables were ignored. An empty variable counts as
/// unset.
pub(super) fn read(
    variable: impl Fn(&str) -> Option<String>,
) -> (Option<TraceSettings>, Vec<String>) {
    let mut reader = Reader {
        variable,
        warnings: Vec::new(),
    };
    let settings = reader.settings();
    (settings, reader.warnings)
}

struct Reader<F> {
    variable: F,
    warnings: Vec<String>,
}

impl<F: Fn(&str) -> Option<String>> Reader<F> {
    fn get(&self, name: &str) -> Option<String> {
        let value = (self.variable)(name)?.trim().to_owned();
        (!value.is_empty()).then_some(value)
    }

    fn settings(&mut self) -> Option<TraceSettings> {
        let endpoint = self
            .get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
            .or_else(|| self.get("OTEL_EXPORTER_OTLP_ENDPOINT"))?;
        let is_disabled = self.get("OTEL_SDK_DISABLED");
        if is_disabled.is_some_and(|value| value.eq_ignore_ascii_case("true")) {
            return None;
        }
        match self.get("OTEL_TRACES_EXPORTER").as_deref() {
            None | Some("otlp") => {}
            Some("none") => return None,
            Some(_) => {
                self.warn("OTEL_TRACES_EXPORTER: expected otlp or none; traces are off");
                return None;
            }
        }
        let Some(address) = endpoint.strip_prefix("http://") else {
            self.warn(
                "OTEL_EXPORTER_OTLP_ENDPOINT: expected an address that starts with http://, such as that of a collector \
                 on the same node; traces are off",
            );
            return None;
        };
        let host = address.split(['/', '?', '#']).next().unwrap_or_default();
        let host = host.rsplit('@').next().unwrap_or_default();
        let protocol = self
            .get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL")
            .or_else(|| self.get("OTEL_EXPORTER_OTLP_PROTOCOL"));
        if protocol.is_some_and(|protocol| protocol != "http/protobuf") {
            self.warn(
                "OTEL_EXPORTER_OTLP_PROTOCOL: http/protobuf is used; no other protocol is supported",
            );
        }
        Some(TraceSettings {
            endpoint: format!("http://{host}"),
            sampler: self.sampler(),
            batches: self.batches(),
        })
    }

    fn sampler(&mut self) -> Sampler {
        let Some(name) = self.get("OTEL_TRACES_SAMPLER") else {
            return Sampler::default();
        };
        let argument = self.get("OTEL_TRACES_SAMPLER_ARG");
        Sampler::parse(&name, argument.as_deref()).unwrap_or_else(|warning| {
            self.warn(&format!("{warning}; parentbased_always_on is used"));
            Sampler::default()
        })
    }

    fn batches(&mut self) -> BatchLimits {
        let default = BatchLimits::default();
        let capacity = self.positive("OTEL_BSP_MAX_QUEUE_SIZE");
        let capacity = capacity.unwrap_or(default.capacity);
        let batch = self.positive("OTEL_BSP_MAX_EXPORT_BATCH_SIZE");
        let delay = self.positive("OTEL_BSP_SCHEDULE_DELAY");
        BatchLimits {
            capacity,
            batch: batch.unwrap_or(default.batch).min(capacity),
            delay: delay.map_or(default.delay, |milliseconds| {
                Duration::from_millis(milliseconds as u64)
            }),
        }
    }

    fn positive(&mut self, name: &str) -> Option<usize> {
        let text = self.get(name)?;
        let number = text.parse().ok();
        let number = number.filter(|number| (1..=1_000_000).contains(number));
        if number.is_none() {
            self.warn(&format!(
                "{name}: expected a whole number from 1 to 1000000"
            ));
        }
        number
    }

    fn warn(&mut self, warning: &str) {
        self.warnings.push(warning.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_from(variables: &[(&str, &str)]) -> (Option<TraceSettings>, Vec<String>) {
        read(|name| {
            let variable = variables.iter().find(|(other, _)| *other == name);
            variable.map(|(_, value)| (*value).to_owned())
        })
    }

    const ENDPOINT: (&str, &str) = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318");

    #[test]
    fn traces_are_off_without_a_collector_or_if_disabled() {
        for variables in [
            &[][..],
            &[("OTEL_EXPORTER_OTLP_ENDPOINT", " ")],
            &[("OTEL_TRACES_SAMPLER", "always_on")],
            &[ENDPOINT, ("OTEL_SDK_DISABLED", "True")],
            &[ENDPOINT, ("OTEL_TRACES_EXPORTER", "none")],
        ] {
            assert_eq!(read_from(variables), (None, Vec::new()), "{variables:?}");
        }
    }

    #[test]
    fn a_collector_is_enough_and_the_rest_has_defaults() {
        let expected = TraceSettings {
            endpoint: "http://collector:4318".into(),
            sampler: Sampler::default(),
            batches: BatchLimits::default(),
        };
        for variables in [
            &[ENDPOINT][..],
            &[ENDPOINT, ("OTEL_SDK_DISABLED", "false")],
            &[ENDPOINT, ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")],
            &[(
                "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
                "http://user:secret@collector:4318/v1/traces?token=secret",
            )],
        ] {
            let (settings, warnings) = read_from(variables);
            assert_eq!(settings.as_ref(), Some(&expected), "{variables:?}");
            assert!(warnings.is_empty());
        }
    }

    #[test]
    fn batches_and_sampler_can_be_set() {
        let (settings, warnings) = read_from(&[
            ENDPOINT,
            ("OTEL_TRACES_SAMPLER", "traceidratio"),
            ("OTEL_TRACES_SAMPLER_ARG", "0.5"),
            ("OTEL_BSP_MAX_QUEUE_SIZE", "100"),
            ("OTEL_BSP_SCHEDULE_DELAY", "20"),
        ]);
        let settings = settings.unwrap();
        assert!(warnings.is_empty());
        assert_eq!(settings.sampler.to_string(), "traceidratio(0.5)");
        let batches = BatchLimits {
            capacity: 100,
            batch: 100,
            delay: Duration::from_millis(20),
        };
        assert_eq!(settings.batches, batches);
    }

    #[test]
    fn an_invalid_variable_is_ignored_with_a_warning() {
        for (name, value, is_on) in [
            ("OTEL_TRACES_SAMPLER", "sometimes", true),
            ("OTEL_BSP_MAX_QUEUE_SIZE", "0", true),
            ("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "many", true),
            ("OTEL_BSP_SCHEDULE_DELAY", "-1", true),
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", true),
            ("OTEL_TRACES_EXPORTER", "zipkin", false),
        ] {
            let (settings, warnings) = read_from(&[ENDPOINT, (name, value)]);
            assert_eq!(settings.is_some(), is_on, "{name}");
            let [warning] = &warnings[..] else {
                panic!("{name}: {warnings:?}");
            };
            assert!(warning.starts_with(name), "{warning}");
        }
        let https = ("OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector:4318");
        let (settings, warnings) = read_from(&[https]);
        assert_eq!((settings, warnings.len()), (None, 1));
    }
}
