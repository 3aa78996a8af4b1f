//! The budgets that clients share: how much of each is in use, and how much there is.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::gauge::ConstGauge;

/// A budget that clients share, at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The value of its label. It ends in `_bytes` if the budget is a number of bytes.
    pub name: &'static str,
    /// How much is in use.
    pub used: usize,
    /// How much there is.
    pub limit: usize,
}

type Source = Box<dyn Fn() -> Vec<Budget> + Send + Sync>;

/// The sources of all budgets, which are read whenever the metrics are rendered.
///
/// Clones share the same sources.
#[derive(Clone, Default)]
pub(super) struct Budgets(Arc<Mutex<Vec<Source>>>);

impl Budgets {
    pub(super) fn add_source(&self, source: impl Fn() -> Vec<Budget> + Send + Sync + 'static) {
        self.sources().push(Box::new(source));
    }

    fn sources(&self) -> MutexGuard<'_, Vec<Source>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Budgets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budgets").finish_non_exhaustive()
    }
}

impl Collector for Budgets {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let budgets: Vec<Budget> = self.sources().iter().flat_map(|source| source()).collect();
        let mut encode = |name: &str, help: &str, value: fn(&Budget) -> usize| {
            let mut family = encoder.encode_descriptor(name, help, None, MetricType::Gauge)?;
            for budget in &budgets {
                let labels = [("budget", budget.name)];
                ConstGauge::new(value(budget)).encode(family.encode_family(&labels)?)?;
            }
            Ok(())
        };
        encode(
            "sudoku_budget_used",
            "How much of a shared budget is in use",
            |budget| budget.used,
        )?;
        encode("sudoku_budget_limit", "Size of a shared budget", |budget| {
            budget.limit
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::metrics::{Budget, Metrics};

    #[test]
    fn budgets_are_read_when_the_metrics_are_rendered() {
        let metrics = Metrics::new();
        let open = metrics.connection_accepted();
        let gauge = metrics.connections.clone();
        metrics.observe_budgets(move || {
            vec![Budget {
                name: "connections",
                used: usize::try_from(gauge.get()).unwrap(),
                limit: 5,
            }]
        });
        let used = |count| format!("\nsudoku_budget_used{{budget=\"connections\"}} {count}\n");
        let text = metrics.render().1;
        assert!(text.contains(&used(1)), "{text}");
        assert!(
            text.contains("\nsudoku_budget_limit{budget=\"connections\"} 5\n"),
            "{text}"
        );
        drop(open);
        let text = metrics.render().1;
        assert!(text.contains(&used(0)), "{text}");
    }
}
