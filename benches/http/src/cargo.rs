//! Builds the servers with cargo.

use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// Whether this program is an optimized build. The servers are built in the same way.
pub(crate) const OPTIMIZED: bool = !cfg!(debug_assertions);

/// Builds a package, given by its folder in the repository, and returns its binaries by name.
pub(crate) fn build(folder: &str) -> Result<HashMap<String, PathBuf>> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let manifest = repository.join(folder).join("Cargo.toml");
    let output = Command::new(cargo)
        .args([
            "build",
            "--bins",
            "--locked",
            "--message-format=json-render-diagnostics",
        ])
        .args(["--profile", if OPTIMIZED { "release" } else { "dev" }])
        .arg("--manifest-path")
        .arg(&manifest)
        // Cargo reads `.cargo/config.toml` from the folder that it runs in.
        .current_dir(&repository)
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    ensure!(
        output.status.success(),
        "cargo failed to build {}",
        manifest.display()
    );
    let messages = String::from_utf8_lossy(&output.stdout);
    Ok(messages.lines().filter_map(binary).collect())
}

/// The binary that a message of cargo reports, if it reports one.
fn binary(message: &str) -> Option<(String, PathBuf)> {
    let message: Value = serde_json::from_str(message).ok()?;
    let path = message["executable"].as_str()?;
    let name = message["target"]["name"].as_str()?;
    Some((name.to_owned(), PathBuf::from(path)))
}
