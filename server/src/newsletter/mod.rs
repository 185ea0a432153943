//! The newsletter's subscribers: who asked, who confirmed by mail, who left.

mod emails;
pub mod service;
pub mod staff_store;
mod store;

pub use service::{CONSENT, NewsletterService};
pub use store::{State, Subscription};
