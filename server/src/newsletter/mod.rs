//! The newsletter's subscribers: who asked, who confirmed by mail, who left.

pub mod admin_api;
mod emails;
pub mod service;
pub mod staff_store;
mod store;

pub use service::NewsletterService;
pub use store::{State, Subscription};
