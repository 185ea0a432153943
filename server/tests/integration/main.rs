//! Integration tests: over HTTP through the real router, and with the program on the command line.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "what is not as expected fails the test")]

#[path = "../../src/media/files/testing.rs"]
mod buckets;
mod cli;
mod http;
#[path = "../../src/storage/testing.rs"]
mod testing;

use foundfirst::{
    config::{
        DatabaseUrl,
        media::{BucketUrl, MediaUrl},
    },
    storage::Database,
};
