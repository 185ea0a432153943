//! The audit log: who did what, when, from where and to what, as an append-only chain of entries.

pub mod domain;
pub mod service;
pub mod store;

pub use domain::{Action, Actor, NewEntry, Object, Stamp};
pub use service::{AuditService, Refusal};
