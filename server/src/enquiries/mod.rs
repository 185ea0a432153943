//! Messages from visitors: stored before they are answered, then emailed to the company.

pub mod domain;
mod emails;
mod fix_list;
pub mod service;
pub mod staff_store;
mod store;

pub use domain::{EnquiryInput, EnquiryType, Verdict};
pub use service::EnquiryService;

/// Rules of single fields, shared with the booking form.
pub(crate) mod rules {
    pub(crate) use super::domain::{
        check::{EMAIL_MESSAGE, FieldErrors, MESSAGE, many_lines, name_rule, too_long, website_rule},
        spam::judge_texts,
    };
}
