//! The `foundfirst` command. The code is in the library, where tests can reach it.

use std::process::ExitCode;

fn main() -> ExitCode {
    foundfirst::cli::run()
}
