//! Explains what to do when the front end has not been built, in place of a macro's error.

use std::path::Path;

fn main() {
    // Other builds read the files when they start.
    if std::env::var("PROFILE").as_deref() == Ok("release") {
        println!("cargo::rerun-if-changed=../web/dist");
    } else {
        println!("cargo::rerun-if-changed=build.rs");
    }
    for file in ["../web/dist/client/manifest.json", "../web/dist/server/entry-server.js"] {
        if !Path::new(file).exists() {
            println!("cargo::error=the front end is not built ({file} is missing): run `make build`");
        }
    }
}
