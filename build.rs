//! Converts `openapi.yaml` to the JSON that the service serves as `/openapi.json`.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=openapi.yaml");
    let contract: serde_json::Value = serde_saphyr::from_str(&fs::read_to_string("openapi.yaml")?)?;
    let json = serde_json::to_string_pretty(&contract)? + "\n";
    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    fs::write(Path::new(&folder).join("openapi.json"), json)?;
    Ok(())
}
