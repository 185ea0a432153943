//! Discovery calls: which times are free, and who has booked which.

pub mod api;
mod calendar;
mod domain;
mod invitation;
mod letters;
pub mod people;
pub mod service;
mod store;

pub use calendar::{DayOff, Slot, zone_name};
pub use domain::BookingInput;
pub use service::BookingService;
pub use store::{Booking, BookingStatus};
