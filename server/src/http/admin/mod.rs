//! Calls that need admin rights, one file per feature.

pub mod analysis;
pub mod audit;
pub mod authors;
pub mod autosaves;
pub mod bookings;
pub mod bulk_posts;
pub mod categories;
pub mod enquiries;
pub mod history;
pub mod list;
pub mod media;
pub mod posts;
pub mod previews;
pub mod privacy;
pub mod redirects;
pub mod settings;
pub mod site_health;
pub mod staff;
pub mod subscribers;
