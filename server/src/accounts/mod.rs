//! People who sign in: accounts, passwords, sessions, the lock after failed tries.

pub mod api;
pub mod cookies;
mod device;
pub mod domain;
mod emails;
pub mod service;
pub mod session_api;
mod store;

pub use domain::{Caller, EmailAddress, Password, User};
pub use service::AccountService;
