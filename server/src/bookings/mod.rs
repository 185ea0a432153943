//! Discovery calls: free times, bookings and their emails.

mod calendar;
mod domain;
mod emails;
mod invitation;
pub mod service;
pub mod staff_store;
mod store;

pub use calendar::{Slot, zone_name};
pub use domain::BookingInput;
pub use service::BookingService;
pub use store::{Booking, BookingStatus, REMINDER};
