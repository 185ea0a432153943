//! Accounts, passwords, sessions, and the lock after failed sign-ins.

mod device;
pub mod domain;
mod emails;
pub mod factors;
mod password;
mod recovery_code;
mod relying_party;
pub mod service;
mod store;
mod totp;

pub use device::device;

pub use domain::{Caller, PendingKind, Role, User};
pub use password::Password;
pub use service::AccountService;
pub use store::{
    CreateUserError,
    own_sessions::OwnSession,
    privacy::{AccountErasure, PersonAccount},
    staff::{InvitationRecord, StaffRecord},
};
pub use totp::TotpSetup;
