//! Redirects created by staff and those of renamed posts, and the addresses that readers missed.

mod counts;
pub mod domain;
mod service;
mod store;

pub use domain::{MissedAddress, RedirectId, RedirectKind, RedirectRecord};
pub use service::{PER_PAGE, RedirectService};
pub use store::addresses;
