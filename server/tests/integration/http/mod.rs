//! The product over HTTP, through the real router, on both engines.

mod accounts;
mod admin_posts;
mod delivery;
mod enquiries;
mod failures;
mod freshness;
mod import;
mod pages;
mod posts;
mod protocol;
mod sign_in_lock;
mod site;
mod smtp;
mod staff_pages;
