//! People who sign in: accounts, passwords, sessions, the lock after failed tries.

mod device;
pub mod domain;
mod emails;
pub mod service;
mod store;

pub use device::device;

pub use domain::{Caller, Password, User};
pub use service::AccountService;
pub use store::own_sessions::OwnSession;
