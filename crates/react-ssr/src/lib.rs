#![doc = include_str!("../README.md")]

mod allocator;
mod bundle;
mod config;
mod console;
mod deadline;
mod engine;
mod error;
mod failure;
mod pool;
mod queue;
mod worker;

pub use allocator::release_large_buffers;
pub use bundle::Bundle;
pub use config::{Limits, PoolConfig};
pub use error::RenderError;
pub use pool::{PoolStats, RenderPool, Rendered};
