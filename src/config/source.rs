//! Where the values of settings come from.

use std::collections::HashMap;
use std::fmt;

use clap::ArgMatches;
use clap::parser::ValueSource;

/// Where the value of a setting comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// A flag.
    Flag,
    /// An environment variable.
    Environment,
    /// The memory limit of the container.
    Container,
    /// The memory budget, of which it is a part.
    MemoryBudget,
    /// The limit on open files.
    OpenFiles,
    /// The default.
    #[default]
    Default,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::Flag => "flag",
            Source::Environment => "environment",
            Source::Container => "container",
            Source::MemoryBudget => "memory budget",
            Source::OpenFiles => "open files",
            Source::Default => "default",
        })
    }
}

/// The sources of all settings that are not the default.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources(HashMap<String, Source>);

impl Sources {
    pub(super) fn new(matches: &ArgMatches) -> Sources {
        let set = matches.ids().filter_map(|id| {
            let source = match matches.value_source(id.as_str())? {
                ValueSource::CommandLine => Source::Flag,
                ValueSource::EnvVariable => Source::Environment,
                _ => return None,
            };
            Some((id.as_str().to_owned(), source))
        });
        Sources(set.collect())
    }

    pub(super) fn get(&self, setting: &str) -> Source {
        self.0.get(setting).copied().unwrap_or_default()
    }
}
