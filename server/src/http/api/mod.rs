//! Public calls of the API, one file per feature.

pub mod accounts;
pub mod bookings;
pub mod csp_reports;
pub mod enquiries;
pub mod factors;
pub mod passkey_sign_in;
pub mod passwords;
pub mod posts;
pub mod sessions;
