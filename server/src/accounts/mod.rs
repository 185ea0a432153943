//! People who sign in: accounts, sessions, the lock after failed tries.

pub mod api;
pub mod cookies;
pub mod domain;
pub mod service;
mod store;

pub use domain::{EmailAddress, Password, User};
pub use service::AccountService;
