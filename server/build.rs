//! Says what to do when the front end has not been built, instead of a macro's error.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=../web/dist");
    for file in ["../web/dist/client/manifest.json", "../web/dist/server/entry-server.js"] {
        if !Path::new(file).exists() {
            println!("cargo::error=the front end is not built ({file} is missing): run `make build`");
        }
    }
}
