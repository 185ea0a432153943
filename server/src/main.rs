//! The `foundfirst` command. Everything lives in the library, so that tests reach it.

use std::process::ExitCode;

fn main() -> ExitCode {
    foundfirst::cli::run()
}
