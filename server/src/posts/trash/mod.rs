//! The trash: deleted posts, for as long as they can be restored.

mod service;
pub(super) mod store;
