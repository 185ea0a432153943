//! React in an embedded JavaScript engine. [`pool::RenderPool`] turns the JSON of a page into its head and its HTML.

mod engine;
pub mod memory;
pub mod pool;
mod worker;

pub use pool::{PoolConfig, PoolStats, RenderPool, Rendered};

/// Why a page could not be rendered. The visitor gets the client-rendered shell; the words are for the log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// Every worker is at work and the queue is full.
    #[error("the render queue is full")]
    Busy,
    /// The deadline passed, in the engine or in the queue before it.
    #[error("the render took too long")]
    Timeout,
    /// The engine's memory limit was reached.
    #[error("the render needed too much memory")]
    Memory,
    /// JavaScript threw: message and first stack lines.
    #[error("the page threw: {0}")]
    Threw(String),
    /// The bundle does not parse, does not evaluate, or lacks an export.
    #[error("the page bundle is unusable: {0}")]
    Bundle(String),
    /// The pool has ended, or the thread at work has.
    #[error("the render thread has ended")]
    Closed,
}
