//! Development tasks. `cargo xtask types` writes the description that the front end's types are made from.

use std::{fs, path::Path, process::ExitCode};

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("types") => types(),
        _ => fail("usage: cargo xtask types"),
    }
}

/// Writes `web/src/generated/openapi.json`.
fn types() -> ExitCode {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/generated/openapi.json");
    let written = serde_json::to_string_pretty(&foundfirst::http::openapi::front_end())
        .map_err(|error| error.to_string())
        .and_then(|text| fs::write(&path, text + "\n").map_err(|error| error.to_string()));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => fail(&format!("{}: {reason}", path.display())),
    }
}

fn fail(reason: &str) -> ExitCode {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "xtask: {reason}");
    ExitCode::FAILURE
}
