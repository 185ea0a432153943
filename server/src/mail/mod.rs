//! Email: written to the outbox in the transaction of its cause, and delivered afterwards.

pub mod body;
mod message;
mod outbox;
pub mod smtp;
pub mod store;
pub mod transport;

pub use body::{Block, Brand, EmailBody};
pub use outbox::{MAIL_RETENTION, Outbox};
pub use store::{Cause, NewMail};
