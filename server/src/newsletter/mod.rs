//! The newsletter's subscribers, with double opt-in.

mod emails;
pub mod service;
pub mod staff_store;
mod store;

pub use service::{CONSENT, NewsletterService};
pub use store::{State, Subscription};
