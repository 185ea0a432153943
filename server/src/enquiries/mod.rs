//! What visitors send: kept before it is answered, then told to whom it concerns by mail.

pub mod api;
pub mod domain;
mod fix_list;
mod letters;
pub mod limits;
pub mod service;
mod store;

pub use domain::{EnquiryInput, EnquiryType};
pub use limits::LimitRules;
pub use service::EnquiryService;
