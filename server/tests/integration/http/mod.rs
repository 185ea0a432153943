//! The site over HTTP, through the real router, on both engines.

mod accounts;
mod admin_bookings;
mod admin_enquiries;
mod admin_posts;
mod audit;
mod bookings;
mod delivery;
mod discovery;
mod enquiries;
mod failures;
mod forms;
mod freshness;
mod import;
mod media;
mod newsletter;
mod overload;
mod pages;
mod pictures;
mod posts;
mod protocol;
mod recovery;
mod revisions_and_drafts;
mod sign_in_lock;
mod sign_up;
mod site;
pub mod smtp;
mod staff_pages;
