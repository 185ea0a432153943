//! Mail on its way: written into the outbox with what caused it, delivered afterwards, again and again if need be.

pub mod body;
pub mod dkim;
mod message;
mod outbox;
pub mod smtp;
pub mod store;
pub mod transport;

pub use body::{Block, Brand, EmailBody};
pub use outbox::Outbox;
pub use store::{Cause, NewMail};
