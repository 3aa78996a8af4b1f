//! Builds the servers.

use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// Whether this is itself built to be fast; so are the servers then.
pub(crate) const OPTIMIZED: bool = !cfg!(debug_assertions);

/// Builds a package of the repository, given by its folder, and gives its binaries by name.
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
        // The settings in `.cargo` belong to the folder that cargo runs in.
        .current_dir(&repository)
        .stderr(Stdio::inherit())
        .output()
        .context("cargo cannot be run")?;
    ensure!(
        output.status.success(),
        "cargo does not build {}",
        manifest.display()
    );
    let messages = String::from_utf8_lossy(&output.stdout);
    Ok(messages.lines().filter_map(binary).collect())
}

/// The binary of which a message tells, if it tells of one.
fn binary(message: &str) -> Option<(String, PathBuf)> {
    let message: Value = serde_json::from_str(message).ok()?;
    let path = message["executable"].as_str()?;
    let name = message["target"]["name"].as_str()?;
    Some((name.to_owned(), PathBuf::from(path)))
}
