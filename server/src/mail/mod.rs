//! Mail on its way: written into the outbox with what caused it, delivered afterwards, again and again if need be.

pub mod dkim;
pub mod letter;
mod message;
mod outbox;
pub mod smtp;
pub mod store;
pub mod transport;

pub use letter::{Block, Brand, Letter};
pub use outbox::Outbox;
pub use store::{Cause, NewMail};
