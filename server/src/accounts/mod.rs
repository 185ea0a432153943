//! People who sign in: accounts, passwords, sessions, the lock after failed tries.

pub mod api;
pub mod cookies;
mod device;
pub mod domain;
mod letters;
pub mod service;
pub mod session_api;
mod store;

pub use domain::{Caller, Password, User};
pub use service::AccountService;
