//! The errors of this crate.

/// Why a bundle could not be started or a page could not be rendered. The messages are for a log, not for visitors.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// Every worker is busy and the queue is full.
    #[error("the render queue is full")]
    Busy,
    /// A call exceeded its processor time, or a job its `timeout`.
    #[error("the render took too long")]
    Timeout,
    /// The engine's memory limit was reached.
    #[error("the render needed too much memory")]
    Memory,
    /// The bundle threw, or returned no string: message and first stack lines, at most 2,000 bytes.
    #[error("the page threw: {0}")]
    Threw(String),
    /// The bundle does not parse, does not evaluate or lacks an export, or the system refuses a thread.
    #[error("the page bundle is unusable: {0}")]
    Bundle(String),
    /// The worker panicked during this job.
    #[error("the render thread has ended")]
    Closed,
}
